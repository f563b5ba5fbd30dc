import type { MailDelivery } from '#contracts/mail.ts'
import { describeDelivery } from '#contracts/mail-delivery.ts'

/** What became of an email to the customer. */
export const Delivery = ({ email }: { email: MailDelivery }) => (
  <p className={`wrap-anywhere text-sm ${email.state === 'failed' ? 'text-danger' : 'text-muted'}`}>
    {`Email: ${describeDelivery(email)}`}
  </p>
)
