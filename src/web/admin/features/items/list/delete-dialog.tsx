import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminItem, ItemUsage } from '#contracts/item/admin-item.ts'
import { ConfirmDialog } from '#web/admin/editing/form-dialog.tsx'
import { adminApi } from '#web/admin/session/session.ts'
import { send } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'

interface DeleteDialogProps {
  item: AdminItem
  onDeleted: () => void
  onClose: () => void
}

/** Asks before an item is deleted permanently, and lists where it is used. */
export function DeleteDialog({ item, onDeleted, onClose }: DeleteDialogProps) {
  const path = `/api/items/${item.id}`
  const [isDeleting, setDeleting] = useState(false)
  const remove = async () => {
    setDeleting(true)
    await send(adminApi, 'DELETE', path).finally(() => setDeleting(false))
    showToast({ title: `${item.name} is deleted` })
    onDeleted()
  }
  // While the item is being deleted, an invalidation must not request its usage again.
  const { data: usages, isError } = useQuery<ItemUsage>({
    queryKey: [`${path}/uses`],
    enabled: !isDeleting,
    gcTime: 0,
  })
  return (
    <ConfirmDialog
      title={`Delete ${item.name} permanently?`}
      tone="danger"
      confirmLabel="Delete permanently"
      pendingLabel="Deleting..."
      isDisabled={!usages && !isError}
      onConfirm={remove}
      onClose={onClose}
    >
      <p>Its history and its URLs are deleted as well. This cannot be undone.</p>
      {isError && <p>Its use in enquiries and other items could not be checked.</p>}
      {usages && listWarnings(usages).map((warning) => <p key={warning}>{warning}</p>)}
    </ConfirmDialog>
  )
}

function listWarnings({ enquiries, quotations, featured, referencedBy, publications }: ItemUsage): string[] {
  return [
    ...(enquiries > 0
      ? [
          `${enquiries === 1 ? 'One enquiry refers' : `${enquiries} enquiries refer`} to it. They are not deleted, but lose this reference.`,
        ]
      : []),
    ...(quotations > 0
      ? [
          `${quotations === 1 ? 'One quotation contains' : `${quotations} quotations contain`} it. They keep its name and price.`,
        ]
      : []),
    ...(featured ? ['It was featured on the home page.'] : []),
    ...(referencedBy.length > 0
      ? [`These items refer to it in their specifications: ${referencedBy.join(', ')}.`]
      : []),
    ...(publications > 0
      ? [
          `${publications === 1 ? 'One page or article shows' : `${publications} pages and articles show`} it, and will no longer.`,
        ]
      : []),
  ]
}
