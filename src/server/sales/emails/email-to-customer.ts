import type { EmailBody } from '#contracts/mail/mail.ts'
import type { Tx } from '#server/database/db.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import type { SalesDeps } from '../deps.ts'

interface StaffEmail {
  /** What it is about. */
  about: { enquiryId: string } | { quotationId: string }
  to: string | undefined
  /** 'This customer' */
  recipient: string
  email: EmailBody
  by: Actor
  at: string
}

/**
 * Queues an email that staff have written, and returns its address and id, undefined for a request that is repeated with its key.
 * Throws 400 without an address, and 409 where no mail server is configured.
 */
export async function queueStaffEmail(
  tx: Tx,
  { sendMail, notifyEmail }: Pick<SalesDeps, 'sendMail' | 'notifyEmail'>,
  { about, to, recipient, email: { subject, text, requestKey }, by, at }: StaffEmail,
): Promise<{ to: string; mailId: string | undefined }> {
  if (!to) throw badRequest(`${recipient} has no email address.`)
  if (!sendMail)
    throw conflict(
      'no-mail-server',
      'This site has no mail server. Send the email from your own mail program.',
    )
  const subjectKey = 'enquiryId' in about ? `enquiry ${about.enquiryId}` : `quotation ${about.quotationId}`
  const queued = {
    ...about,
    to,
    subject,
    text,
    replyTo: by.session?.user.email ?? notifyEmail,
    requestKey: requestKey && `${subjectKey} ${requestKey}`,
  }
  return { to, mailId: await sendMail(tx, queued, at) }
}
