import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { CustomerDetails, TimelineEntry } from '#contracts/enquiry/customer.ts'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { FORM_LIMITS } from '#contracts/enquiry/form-limits.ts'
import { capitalize, formatDateTime } from '#contracts/format.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { toQuotationPath } from '#web/lib/navigation/admin-paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Select, TextArea } from '../../../ui/field.tsx'
import { LeaveGuard } from '../../editing/leave-guard.tsx'
import { adminApi } from '../../session/session.ts'
import { Delivery } from '../../shell/email.tsx'
import { getEnquirySubject } from './labels.ts'
import { invalidateEnquiries } from './use-update-enquiry.ts'

/** The notes and changes of a customer's enquiries, and what happened to the quotations, the newest first. */
export function Timeline({ customer }: { customer: CustomerDetails }) {
  const hasSeveralEnquiries = customer.enquiries.length > 1
  return (
    <ol aria-label="Activity">
      {customer.timeline.map((entry) => {
        const enquiry = customer.enquiries.find(({ id }) => id === entry.enquiryId)
        return (
          <li key={`${entry.kind} ${entry.id}`} className="border-line border-t py-3 first:border-t-0">
            <p className="text-muted text-sm">
              {[
                formatDateTime(entry.at),
                entry.by,
                hasSeveralEnquiries && enquiry && getEnquiryTitle(enquiry),
              ]
                .filter(Boolean)
                .join(', ')}
            </p>
            {entry.quotationId !== null && (
              <p className="wrap-anywhere">
                <Link to={toQuotationPath(entry.quotationId)} className="text-link underline">
                  {entry.label}
                </Link>
              </p>
            )}
            {entry.email && <Delivery email={entry.email} />}
            {describeEntry(entry) && (
              <p className={`wrap-anywhere whitespace-pre-line ${isMessage(entry) ? '' : 'text-muted'}`}>
                {describeEntry(entry)}
              </p>
            )}
          </li>
        )
      })}
    </ol>
  )
}

/** Whether people wrote the text of an entry. */
const isMessage = ({ kind }: TimelineEntry) => kind === 'note' || kind === 'quotation'

const describeEntry = (entry: TimelineEntry) => {
  const { kind, text } = entry
  if (kind === 'received') return 'Enquiry received'
  return isMessage(entry) ? text : capitalize(text)
}

const getEnquiryTitle = (enquiry: Enquiry) => getEnquirySubject(enquiry) || 'General'

/** The form for a note, which cannot be changed later. The input stays in the form until it is stored. */
export function NoteForm({ enquiries }: { enquiries: Enquiry[] }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [errorMessage, setErrorMessage] = useState<string>()
  const [isDirty, setDirty] = useState(false)
  const save = useGuardedMutation<unknown, { id: string; text: string }>({
    mutationFn: ({ id, text }) => send(adminApi, 'POST', `/api/enquiries/${id}/notes`, { text }),
    onError: (error) => setErrorMessage(error.message),
    onSuccess: async () => {
      setErrorMessage(undefined)
      form.current?.reset()
      setDirty(false)
      await invalidateEnquiries(client)
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
      <LeaveGuard unsaved={isDirty} onLeave={async () => setDirty(false)} />
      {enquiries.length > 1 && (
        <Select label="Enquiry" name="enquiry">
          {enquiries.map((enquiry) => (
            <option key={enquiry.id} value={enquiry.id}>
              {`${getEnquiryTitle(enquiry)}, ${formatDateTime(enquiry.createdAt)}`}
            </option>
          ))}
        </Select>
      )}
      <TextArea
        label="Note"
        name="text"
        required
        maxLength={FORM_LIMITS.noteLength}
        error={errorMessage}
        onChange={({ target }) => setDirty(target.value.trim() !== '')}
      />
      <Button type="submit" className="justify-self-start" disabled={save.isPending}>
        {save.isPending ? 'Adding...' : 'Add note'}
      </Button>
    </form>
  )
}
