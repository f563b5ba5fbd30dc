import type { EmailBody } from '#contracts/mail.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict, notFound } from '#server/kernel/http/problem.ts'
import { advanceStatus } from '../enquiries/commands.ts'
import type { EnquiryDeps } from '../enquiries/deps.ts'
import { findStoredEnquiry, insertNote } from '../enquiries/store.ts'

/**
 * Queues an email of staff to the customer of an enquiry, stores it as a note, and makes a new enquiry a contacted one, in the
 * same transaction; a request that is repeated with its key does nothing. Throws 404, 400 without an address, and 409 where no mail server is configured.
 */
export function sendEnquiryEmail(
  { db, sendMail, notifyEmail }: Pick<EnquiryDeps, 'db' | 'sendMail' | 'notifyEmail'>,
  { id, email, by, at }: { id: string; email: EmailBody; by: Actor; at: string },
): Promise<{ to: string }> {
  const { subject, text, requestKey } = email
  return inTransaction(db, async (tx) => {
    const enquiry = await findStoredEnquiry(tx, id)
    if (!enquiry) throw notFound('Enquiry')
    if (!enquiry.email) throw badRequest('This customer has no email address.')
    if (!sendMail)
      throw conflict(
        'no-mail-server',
        'This site has no mail server. Please send the email from your own mail program.',
      )
    const replyTo = by.session?.user.email ?? notifyEmail
    const key = requestKey && { requestKey: `enquiry ${id} ${requestKey}` }
    const queued = { enquiryId: id, to: enquiry.email, subject, text, ...(replyTo && { replyTo }), ...key }
    const mailId = await sendMail(tx, queued, at)
    if (!mailId) return { to: enquiry.email }
    if (enquiry.status === 'new') await advanceStatus(tx, { id, status: 'contacted', by, at })
    await insertNote(tx, { enquiryId: id, text: `Email: ${subject}\n\n${text}`, by, at, mailId })
    return { to: enquiry.email }
  })
}
