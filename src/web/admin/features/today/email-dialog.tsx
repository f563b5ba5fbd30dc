import { useRef, useState } from 'react'
import type { TodayEntry } from '#contracts/enquiry/today.ts'
import type { EmailBody } from '#contracts/mail/mail.ts'
import { ApiError, send } from '#web/lib/api/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { FormDialog } from '../../editing/form-dialog.tsx'
import { adminApi } from '../../session/session.ts'
import { useUnsavedChanges } from '../../session/unsaved-changes.ts'
import { EmailFields } from '../../shell/email.tsx'
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
  const email = edited[key] ?? createEmail(key, entry, sender)
  const isEdited = Object.keys(edited).length > 0
  useUnsavedChanges(isEdited)
  const edit = (change: Partial<EmailBody>) => setEdited({ ...edited, [key]: { ...email, ...change } })
  const sendEmail = useSendEmail(entry, onClose)
  const [hasMailServer, setHasMailServer] = useState(true)
  return (
    <FormDialog
      title={`Email to ${entry.customer.name || entry.title}`}
      placement="wide"
      submitLabel="Send email"
      pendingLabel="Sending..."
      discardQuestion={isEdited ? 'Discard this email?' : undefined}
      onSubmit={() =>
        sendEmail(email).catch((error) => {
          setHasMailServer(!(error instanceof ApiError && error.type === 'no-mail-server'))
          throw error
        })
      }
      onClose={onClose}
    >
      <p className="text-muted text-sm">{`To ${entry.customer.email}`}</p>
      <Select label="Template" value={key} onChange={({ target }) => setKey(target.value as TemplateKey)}>
        {templates.map((template) => (
          <option key={template.key} value={template.key}>
            {template.label}
          </option>
        ))}
      </Select>
      <EmailFields email={email} onChange={edit} />
      {!hasMailServer && (
        <a
          href={toMailLink(entry.customer.email, email)}
          className={buttonClass('outline', 'sm', 'justify-self-start')}
        >
          Open in your mail program
        </a>
      )}
    </FormDialog>
  )
}

/** Returns a function that sends an email once, although the reply of an earlier request may be lost. */
function useSendEmail({ subject, id }: TodayEntry, onSent: () => void) {
  const request = useRef({ email: undefined as EmailBody | undefined, key: '' })
  /** The key of this email; an edited one has another key. */
  const getKey = (email: EmailBody) => {
    const { subject, text } = request.current.email ?? {}
    if (subject !== email.subject || text !== email.text)
      request.current = { email, key: crypto.randomUUID() }
    return request.current.key
  }
  const refetch = useRefetchAfterContact()
  const path = `/api/${subject === 'enquiry' ? 'enquiries' : 'quotations'}/${encodeURIComponent(id)}/emails`
  return async (email: EmailBody) => {
    const body = { ...email, requestKey: getKey(email) }
    const { to } = await send<{ to: string }>(adminApi, 'POST', path, body, 'Try again.')
    showToast({
      title: 'Email waiting to be sent',
      description: `To ${to}. The customer's activity says when it was sent.`,
    })
    onSent()
    await refetch()
  }
}

const toMailLink = (to: string, { subject, text }: EmailBody) =>
  `mailto:${encodeURIComponent(to).replace('%40', '@')}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replace(/\n/g, '\r\n'))}`
