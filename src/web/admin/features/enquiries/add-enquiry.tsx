import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { SERVICE_OPTIONS } from '#contracts/service-options.ts'
import { reasonOf, send } from '../../../lib/api.ts'
import { showToast } from '../../../lib/toast.ts'
import { useSend } from '../../../lib/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog, DialogActions } from '../../../ui/dialog.tsx'
import { Select, TextArea, TextField } from '../../../ui/field.tsx'
import { staffApi } from '../session/session.ts'
import { useUnsavedWork } from '../session/unsaved.ts'
import { refresh } from './change.ts'

/** For what came by telephone or WhatsApp. A refusal leaves everything as it was typed. */
export function AddEnquiry({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string>()
  const [written, setWritten] = useState(false)
  const [asking, setAsking] = useState(false)
  useUnsavedWork(written)
  const close = () => (written ? setAsking(true) : onClose())
  const key = useRef(crypto.randomUUID())
  const save = useSend<unknown, Record<string, FormDataEntryValue>>({
    mutationFn: (body) =>
      send(staffApi, 'POST', '/api/enquiries/by-staff', { ...body, requestKey: key.current }),
    onError: (error) => setProblem(reasonOf(error)),
    onSuccess: async () => {
      showToast({ title: 'Enquiry added' })
      onClose()
      await refresh(client)
      await client.invalidateQueries({ queryKey: ['customers'] })
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const body = Object.fromEntries(new FormData(event.currentTarget))
    if (!body.phone && !body.email) setProblem('Please enter a telephone number or an e-mail address.')
    else save.send(body)
  }
  return (
    <Dialog title="Add enquiry" onClose={close}>
      <form onSubmit={submit} onChange={() => setWritten(true)}>
        <div className="grid gap-3.5 px-6 pt-4 sm:grid-cols-2">
          <TextField label="First name" name="firstName" required maxLength={100} />
          <TextField label="Last name" name="lastName" maxLength={100} />
          <TextField label="Telephone" name="phone" type="tel" maxLength={40} />
          <TextField label="E-mail" name="email" type="email" maxLength={320} />
          <Select label="About" name="service">
            <option value="">Not chosen</option>
            {SERVICE_OPTIONS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Select label="Status" name="status" defaultValue="contacted">
            <option value="contacted">Contacted</option>
            <option value="new">New</option>
          </Select>
          <TextArea label="Enquiry" name="message" required maxLength={10_000} className="sm:col-span-2" />
        </div>
        {problem && (
          <p role="alert" className="px-6 pt-3 text-danger">
            {problem}
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
      {asking && (
        <Dialog title="Throw away what you entered?" role="alertdialog" onClose={() => setAsking(false)}>
          <DialogActions>
            <Button variant="outline" onClick={onClose}>
              Throw it away
            </Button>
            <Button autoFocus onClick={() => setAsking(false)}>
              Go on
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Dialog>
  )
}
