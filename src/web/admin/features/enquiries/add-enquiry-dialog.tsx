import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { SERVICE_OPTIONS } from '#contracts/catalogue/service-options.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { ENQUIRY_STATUS_LABELS } from '#contracts/enquiry/status.ts'
import { send } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { Select, TextArea, TextField } from '#web/ui/field.tsx'
import { FormDialog } from '../../editing/form-dialog.tsx'
import { adminApi } from '../../session/session.ts'
import { useUnsavedChanges } from '../../session/unsaved-changes.ts'
import { invalidateEnquiries } from './use-update-enquiry.ts'

/** The form for an enquiry received by phone or WhatsApp. An error response keeps the input. */
export function AddEnquiryDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [isDirty, setDirty] = useState(false)
  useUnsavedChanges(isDirty)
  const requestKeyRef = useRef(crypto.randomUUID())
  const add = async (fields: FormData) => {
    const body = Object.fromEntries(fields)
    if (!body.phone && !body.email) throw new Error('Enter a phone number or an email address.')
    await send(adminApi, 'POST', '/api/enquiries/by-staff', { ...body, requestKey: requestKeyRef.current })
    showToast({ title: 'Enquiry added' })
    onClose()
    await invalidateEnquiries(client)
    await client.invalidateQueries({ queryKey: ['customers'] })
  }
  return (
    <FormDialog
      title="Add enquiry"
      submitLabel="Add enquiry"
      pendingLabel="Adding..."
      discardQuestion={isDirty ? 'Discard changes?' : undefined}
      onChange={() => setDirty(true)}
      onSubmit={add}
      onClose={onClose}
    >
      <div className="grid gap-3.5 sm:grid-cols-2">
        <TextField label="First name" name="firstName" required maxLength={FORM_LIMITS.nameLength} />
        <TextField label="Last name" name="lastName" maxLength={FORM_LIMITS.nameLength} />
        <TextField
          label="Company"
          name="company"
          maxLength={FORM_LIMITS.companyLength}
          className="sm:col-span-2"
        />
        <TextField label="Phone" name="phone" type="tel" maxLength={FORM_LIMITS.phoneLength} />
        <TextField label="Email" name="email" type="email" maxLength={FORM_LIMITS.emailLength} />
        <Select label="Enquiry about" name="service">
          <option value="">Not specified</option>
          {SERVICE_OPTIONS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <Select label="Status" name="status" defaultValue="contacted">
          <option value="contacted">{ENQUIRY_STATUS_LABELS.contacted}</option>
          <option value="new">{ENQUIRY_STATUS_LABELS.new}</option>
        </Select>
        <TextArea
          label="Enquiry"
          name="message"
          required
          maxLength={FORM_LIMITS.messageLength}
          className="sm:col-span-2"
        />
      </div>
    </FormDialog>
  )
}
