import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomerDetails } from '#contracts/enquiry/customer.ts'
import { ConfirmDialog } from '#web/admin/editing/form-dialog.tsx'
import { adminApi, can, useCurrentUser } from '#web/admin/session/session.ts'
import { send } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Exports and erases what is stored about a customer, for people who may edit the settings. */
export function PersonalData({ customer }: { customer: CustomerDetails }) {
  const [isOpen, setOpen] = useState(false)
  const user = useCurrentUser()
  const client = useQueryClient()
  const path = `/api/customers/${encodeURIComponent(customer.id)}`
  const erase = async () => {
    await send(adminApi, 'POST', `${path}/erasure`, undefined, 'The server could not erase these data.')
    setOpen(false)
    await client.invalidateQueries()
    showToast({ title: 'Personal data erased', description: 'Issued quotations stay, without the name.' })
  }
  if (!can(user, 'settings.edit')) return null
  return (
    <Panel title="Personal data">
      <p className="mb-3 text-muted text-sm">
        For a customer who asks what you have stored, or asks you to erase it.
      </p>
      <div className="flex flex-wrap gap-2">
        <a href={`${path}/data`} download className={buttonClass('outline', 'sm')}>
          Download everything
        </a>
        <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
          Erase personal data
        </Button>
      </div>
      {isOpen && (
        <ConfirmDialog
          title="Erase the personal data of this customer?"
          confirmLabel="Erase"
          tone="danger"
          onConfirm={erase}
          onClose={() => setOpen(false)}
        >
          <p>
            Name, email address, phone number, messages, notes, emails and files are erased, and quotations
            that were never sent. This cannot be undone: a backup that is restored later is erased again.
          </p>
          <p>
            Quotations that were sent stay for your accounts, without the name of the person. The files of
            purchase orders have names and signatures and are deleted: save first what you have to keep.
            Reviews are deleted under Reviews.
          </p>
          {customer.matches.length > 0 && (
            <p>
              Customers with the same email address or phone number are not erased. If this is the same
              person, assign their enquiries to this customer first.
            </p>
          )}
        </ConfirmDialog>
      )}
    </Panel>
  )
}
