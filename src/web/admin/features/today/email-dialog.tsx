import { type FormEvent, useRef, useState } from 'react'
import type { EmailBody } from '#contracts/mail.ts'
import type { TodayEntry } from '#contracts/today.ts'
import { ApiError, send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog, DialogActions } from '#web/ui/dialog.tsx'
import { Select } from '#web/ui/field.tsx'
import { DiscardDialog } from '../layout/discard-dialog.tsx'
import { EmailFields } from '../layout/email-fields.tsx'
import { adminApi } from '../session/session.ts'
import { useUnsavedChanges } from '../session/unsaved-changes.ts'
import { createEmail, listTemplates, type TemplateKey } from './email-templates.ts'
import { useRefetchAfterContact } from './use-refetch-after-contact.ts'
import { useSender } from './use-sender.ts'

interface EmailDialogProps {
  entry: TodayEntry
  onClose: () => void
}

/**
 * An email to the customer, begun by a template. What was typed is kept for each template while the dialog is open, and
 * after a refused request. Without a mail server it offers the same email for the mail program of the device.
 */
export function EmailDialog({ entry, onClose }: EmailDialogProps) {
  const { sender } = useSender()
  const templates = listTemplates(entry)
  const [key, setKey] = useState<TemplateKey>(templates[0]!.key)
  const [edited, setEdited] = useState<Partial<Record<TemplateKey, EmailBody>>>({})
  const [confirmingClose, setConfirmingClose] = useState(false)
  const email = edited[key] ?? createEmail(key, entry, sender)
  const isEdited = Object.keys(edited).length > 0
  useUnsavedChanges(isEdited)
  const close = () => (isEdited ? setConfirmingClose(true) : onClose())
  const edit = (change: Partial<EmailBody>) => setEdited({ ...edited, [key]: { ...email, ...change } })
  const sending = useSendEmail(entry, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    sending.send(email)
  }
  return (
    <Dialog title={`Email to ${entry.customer.name || entry.title}`} placement="wide" onClose={close}>
      <form onSubmit={submit}>
        <div className="grid gap-3.5 px-6 pt-3">
          <p className="text-muted text-sm">{`To ${entry.customer.email}`}</p>
          <Select label="Template" value={key} onChange={({ target }) => setKey(target.value as TemplateKey)}>
            {templates.map((template) => (
              <option key={template.key} value={template.key}>
                {template.label}
              </option>
            ))}
          </Select>
          <EmailFields email={email} onChange={edit} />
        </div>
        {sending.error && (
          <div role="alert" className="grid justify-items-start gap-2 px-6 pt-3">
            <p className="text-danger">{sending.error.message}</p>
            {isWithoutMailServer(sending.error) && (
              <a href={toMailLink(entry.customer.email, email)} className={buttonClass('outline', 'sm')}>
                Open in your mail program
              </a>
            )}
          </div>
        )}
        <DialogActions>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" disabled={sending.isPending}>
            {sending.isPending ? 'Sending...' : 'Send email'}
          </Button>
        </DialogActions>
      </form>
      {confirmingClose && (
        <DiscardDialog
          title="Discard this email?"
          onDiscard={onClose}
          onKeep={() => setConfirmingClose(false)}
        />
      )}
    </Dialog>
  )
}

function useSendEmail({ subject, id }: TodayEntry, onSent: () => void) {
  const [error, setError] = useState<Error>()
  const request = useRef({ email: undefined as EmailBody | undefined, key: '' })
  /** The key of this email, which is sent once although its reply may be lost. An edited email has another one. */
  const getKey = (email: EmailBody) => {
    const { subject, text } = request.current.email ?? {}
    if (subject !== email.subject || text !== email.text)
      request.current = { email, key: crypto.randomUUID() }
    return request.current.key
  }
  const refetch = useRefetchAfterContact()
  const resource = subject === 'enquiry' ? 'enquiries' : 'quotations'
  const sending = useGuardedMutation<{ to: string }, EmailBody>({
    mutationFn: (email) =>
      send(
        adminApi,
        'POST',
        `/api/${resource}/${encodeURIComponent(id)}/emails`,
        { ...email, requestKey: getKey(email) },
        'Please try again.',
      ),
    onMutate: () => setError(undefined),
    onError: setError,
    onSuccess: async ({ to }) => {
      showToast({
        title: 'Email waiting to be sent',
        description: `To ${to}. The customer's activity says when it was sent.`,
      })
      onSent()
      await refetch()
    },
  })
  return { ...sending, error }
}

const isWithoutMailServer = (error: Error) => error instanceof ApiError && error.type === 'no-mail-server'

const toMailLink = (to: string, { subject, text }: EmailBody) =>
  `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replace(/\n/g, '\r\n'))}`
