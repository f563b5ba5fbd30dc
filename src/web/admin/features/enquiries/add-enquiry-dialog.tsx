import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { ENQUIRY_STATUS_LABELS } from '#contracts/enquiry-status.ts'
import { FORM_LIMITS } from '#contracts/form-limits.ts'
import { SERVICE_OPTIONS } from '#contracts/service-options.ts'
import { send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Select, TextArea, TextField } from '#web/ui/field.tsx'
import { DiscardDialog } from '../layout/discard-dialog.tsx'
import { adminApi } from '../session/session.ts'
import { useUnsavedChanges } from '../session/unsaved-changes.ts'
import { invalidateEnquiries } from './use-update-enquiry.ts'

/** The form for an enquiry received by phone or WhatsApp. An error response keeps the input. */
export function AddEnquiryDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [errorMessage, setErrorMessage] = useState<string>()
  const [isDirty, setDirty] = useState(false)
  const [confirmingClose, setConfirmingClose] = useState(false)
  useUnsavedChanges(isDirty)
  const close = () => (isDirty ? setConfirmingClose(true) : onClose())
  const requestKeyRef = useRef(crypto.randomUUID())
  const save = useGuardedMutation<unknown, Record<string, FormDataEntryValue>>({
    mutationFn: (body) =>
      send(adminApi, 'POST', '/api/enquiries/by-staff', { ...body, requestKey: requestKeyRef.current }),
    onError: (error) => setErrorMessage(error.message),
    onSuccess: async () => {
      showToast({ title: 'Enquiry added' })
      onClose()
      await invalidateEnquiries(client)
      await client.invalidateQueries({ queryKey: ['customers'] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = Object.fromEntries(new FormData(event.currentTarget))
    if (!body.phone && !body.email) setErrorMessage('Please enter a phone number or an email address.')
    else save.send(body)
  }
  return (
    <Dialog title="Add enquiry" onClose={close}>
      <form onSubmit={submit} onChange={() => setDirty(true)}>
        <div className="grid gap-3.5 px-6 pt-4 sm:grid-cols-2">
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
        {errorMessage && (
          <p role="alert" className="px-6 pt-3 text-danger">
            {errorMessage}
          </p>
        )}
        <DialogActions>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={save.isPending}>
            {save.isPending ? 'Adding...' : 'Add enquiry'}
          </Button>
        </DialogActions>
      </form>
      {confirmingClose && (
        <DiscardDialog
          title="Discard changes?"
          onDiscard={onClose}
          onKeep={() => setConfirmingClose(false)}
        />
      )}
    </Dialog>
  )
}
