import { describeDelivery } from '#contracts/mail/delivery.ts'
import type { EmailText, MailDelivery } from '#contracts/mail/mail.ts'
import { TextArea, TextField } from '#web/ui/field.tsx'

/** The limits of contracts/mail.ts, which the browser does not load. */
const MAX_LENGTH = { subject: 200, text: 10_000 }

/** Subject and text of an email, complete as it is sent. */
export function EmailFields({
  email,
  hint,
  onChange,
}: {
  email: EmailText
  hint?: string
  onChange: (change: Partial<EmailText>) => void
}) {
  return (
    <>
      <TextField
        label="Subject"
        required
        maxLength={MAX_LENGTH.subject}
        value={email.subject}
        onChange={({ target }) => onChange({ subject: target.value })}
      />
      <TextArea
        label="Text"
        hint={hint}
        required
        rows={12}
        maxLength={MAX_LENGTH.text}
        value={email.text}
        onChange={({ target }) => onChange({ text: target.value })}
      />
    </>
  )
}

/** What became of an email to the customer. */
export const Delivery = ({ email }: { email: MailDelivery }) => (
  <p className={`wrap-anywhere text-sm ${email.state === 'failed' ? 'text-danger' : 'text-muted'}`}>
    {`Email: ${describeDelivery(email)}`}
  </p>
)
