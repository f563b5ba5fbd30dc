import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import type { Quotation } from '#contracts/quotation/record.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { showToast } from '#web/lib/toast.ts'
import { useQuotation } from '../editor/fields.tsx'
import { deleteQuotation, eraseQuotation, fetchQuotation, revokeLinks } from '../requests.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface RemovalDialogProps {
  /** As it is stored. */
  quotation: Quotation
  onClose: () => void
}

/** Asks before the links to the customer's page stop working. */
export function LinksDialog({ quotation: { id }, onClose }: RemovalDialogProps) {
  const editor = useQuotation()
  const revoke = async () => {
    await revokeLinks(id)
    showToast({ title: 'Links revoked' })
    editor.mergeStored(await fetchQuotation(id))
  }
  return (
    <ReasonDialog
      title="Revoke all links?"
      text="Nobody can open the customer's page any more with the links that were sent, nor the status page of the enquiry. You can create another link afterwards."
      confirmLabel="Revoke links"
      isDangerous
      onConfirm={revoke}
      onClose={onClose}
    />
  )
}

/** Asks before the personal data of a quotation without a customer are erased. */
export function ErasureDialog({ quotation: { id, issueCount }, onClose }: RemovalDialogProps) {
  const editor = useQuotation()
  const leave = useLeave()
  const wasIssued = issueCount > 0
  const erase = async () => {
    await eraseQuotation(id)
    await leave('Personal data erased', !wasIssued)
    if (wasIssued) editor.mergeStored(await fetchQuotation(id))
  }
  return (
    <ReasonDialog
      title="Erase the personal data of this quotation?"
      text={
        wasIssued
          ? "Name, email address and phone number of the buyer, subject, reference, questions, answers and emails are erased. What was sent stays for your accounts without them. The file of a purchase order has a name and a signature and is deleted: save it first if you have to keep it. The customer's links stop working. This cannot be undone: a backup that is restored later is erased again."
          : 'This quotation was never sent: it is deleted. This cannot be undone: a backup that is restored later is erased again.'
      }
      confirmLabel="Erase"
      isDangerous
      onConfirm={erase}
      onClose={onClose}
    />
  )
}

/** Asks before a quotation that was never sent is deleted. */
export function DeletionDialog({ quotation: { id, revision }, onClose }: RemovalDialogProps) {
  const leave = useLeave()
  const remove = async () => {
    await deleteQuotation(id, revision)
    await leave('Quotation deleted', true)
  }
  return (
    <ReasonDialog
      title="Delete this quotation?"
      text="It was never sent. It is removed from the list, and cannot be restored, except from a backup."
      confirmLabel="Delete"
      isDangerous
      onConfirm={remove}
      onClose={onClose}
    />
  )
}

/** Says what was done and updates the lists; goes to that of quotations when this one no longer exists. */
function useLeave() {
  const editor = useQuotation()
  const client = useQueryClient()
  const navigate = useNavigate()
  return async (title: string, isGone: boolean) => {
    showToast({ title })
    // What was entered cannot be saved any more.
    if (isGone) editor.discardChanges()
    await client.invalidateQueries({ queryKey: ['quotations'] })
    if (isGone) void navigate(ADMIN_PATHS.quotations)
  }
}
