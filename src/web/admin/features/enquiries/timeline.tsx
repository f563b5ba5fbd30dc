import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import type { CustomerDetails, TimelineEntry } from '#contracts/customer.ts'
import type { Enquiry } from '#contracts/enquiry.ts'
import { NOTE_LENGTH } from '#contracts/enquiry-status.ts'
import { reasonOf, send } from '../../../lib/api.ts'
import { formatTime } from '../../../lib/time.ts'
import { useSend } from '../../../lib/use-send.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, TextArea } from '../../../ui/field.tsx'
import { LeavingGuard } from '../frame/leaving-guard.tsx'
import { staffApi } from '../session/session.ts'
import { refresh } from './change.ts'
import { subjectOf } from './words.ts'

/** What happened, the newest first. */
export function Timeline({ customer }: { customer: CustomerDetails }) {
  const several = customer.enquiries.length > 1
  return (
    <ol aria-label="Timeline">
      {customer.timeline.map((entry) => {
        const enquiry = customer.enquiries.find(({ id }) => id === entry.enquiryId)
        return (
          <li key={`${entry.kind} ${entry.id}`} className="border-line border-t py-3 first:border-t-0">
            <p className="text-muted text-sm">
              {[formatTime(entry.at), entry.by, several && enquiry && nameOf(enquiry)]
                .filter(Boolean)
                .join(', ')}
            </p>
            <p className={`wrap-anywhere whitespace-pre-line ${entry.kind === 'note' ? '' : 'text-muted'}`}>
              {told(entry)}
            </p>
          </li>
        )
      })}
    </ol>
  )
}

const told = ({ kind, text }: TimelineEntry) => {
  if (kind === 'received') return 'Enquiry received'
  return kind === 'note' ? text : text.charAt(0).toUpperCase() + text.slice(1)
}

const nameOf = (enquiry: Enquiry) => subjectOf(enquiry) || 'General'

/** A note stays as it is; what was typed stays until it is stored. */
export function AddNote({ enquiries }: { enquiries: Enquiry[] }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [problem, setProblem] = useState<string>()
  const [written, setWritten] = useState(false)
  const save = useSend<unknown, { id: string; text: string }>({
    mutationFn: ({ id, text }) => send(staffApi, 'POST', `/api/enquiries/${id}/notes`, { text }),
    onError: (error) => setProblem(reasonOf(error)),
    onSuccess: async () => {
      setProblem(undefined)
      form.current?.reset()
      setWritten(false)
      await refresh(client)
    },
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const fields = new FormData(event.currentTarget)
    const id = String(fields.get('enquiry') ?? enquiries[0]?.id)
    save.send({ id, text: String(fields.get('text')) })
  }
  return (
    <form ref={form} onSubmit={submit} className="mb-4 grid gap-3">
      <LeavingGuard unsaved={written} onLeave={async () => setWritten(false)} />
      {enquiries.length > 1 && (
        <Select label="About" name="enquiry">
          {enquiries.map((enquiry) => (
            <option key={enquiry.id} value={enquiry.id}>
              {`${nameOf(enquiry)}, ${formatTime(enquiry.createdAt)}`}
            </option>
          ))}
        </Select>
      )}
      <TextArea
        label="Note"
        name="text"
        required
        maxLength={NOTE_LENGTH}
        error={problem}
        onChange={({ target }) => setWritten(target.value.trim() !== '')}
      />
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        {save.isPending ? 'Adding...' : 'Add note'}
      </Button>
    </form>
  )
}
