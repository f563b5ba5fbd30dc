import { countOf } from '#contracts/format.ts'
import type { EmailBody } from '#contracts/mail/mail.ts'
import type { AnswerBody } from '#contracts/quotation/record.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { conflict } from '#server/kernel/http/problem.ts'
import { newId } from '#server/kernel/ids.ts'
import type { SalesContext } from '../context.ts'
import { queueStaffEmail } from '../emails/email-to-customer.ts'
import { findLastMessageTime } from '../today/store-today.ts'
import { canEmailBuyer, EMAILS, queueBuyerEmail } from './emails.ts'
import { type Intent, withQuotation } from './record.ts'
import { findObstacle } from './rules.ts'
import type { StoredQuotation } from './store.ts'
import { createLink, revokeLinks } from './store-links.ts'

/** Creates a further link to the customer's page and returns its secret. Throws 404, and 409 if nothing was ever sent. */
export const createQuotationLink = (context: SalesContext, intent: Intent): Promise<string> =>
  withQuotation(context, intent, async ({ tx, stored, change }) => {
    assertSent(stored)
    const detail = 'link created'
    await change({ event: 'link-created', action: 'changed', text: '', detail, detailKind: 'facts' })
    return createLink(tx, { quotationId: stored.id }, context.at)
  })

/** Revokes all links to a quotation, and those to the page of its enquiry, which shows it. Returns their number. Throws 404. */
export const revokeQuotationLinks = (context: SalesContext, intent: Intent): Promise<number> =>
  withQuotation(context, intent, async ({ tx, stored, change }) => {
    const revoked = await revokeLinks(tx, stored, context.at)
    const detail = `${countOf(revoked, 'link')} revoked`
    await change({ event: 'links-revoked', action: 'changed', detail, detailKind: 'facts' })
    return revoked
  })

/**
 * Stores an answer to a question, which the customer's page shows, and queues an email with it and a link; a request that is
 * repeated with its key does nothing. Throws 404, and 409 if nothing was ever sent.
 */
export const answerQuestion = (
  context: SalesContext,
  { text, sendEmail, requestKey, origin, ...intent }: Intent & AnswerBody & { origin: string },
): Promise<void> =>
  withQuotation(context, intent, async ({ tx, stored, change }) => {
    assertSent(stored)
    const mailId = sendEmail && canEmailBuyer(context, stored) ? newId() : undefined
    const isNew = await change({ event: 'answered', action: 'noted', text, requestKey, mailId })
    if (!isNew || !mailId) return
    const canAccept = findObstacle(stored, stored.issueCount, context.today) === undefined
    await queueBuyerEmail(tx, context, stored, {
      id: mailId,
      site: origin,
      write: (facts) => EMAILS.answered(facts, { text, canAccept }),
    })
  })

function assertSent({ issueCount }: StoredQuotation): void {
  if (issueCount === 0) throw conflict('never-issued', 'This quotation was never sent. Send it first.')
}

/** Queues an email of staff to the buyer. Throws 404, and as `queueStaffEmail`. */
export const sendQuotationEmail = (
  context: SalesContext,
  { id, email, by }: { id: string; email: EmailBody; by: Actor },
): Promise<{ to: string }> =>
  withQuotation(context, { id, by }, async ({ tx, stored, change }) => {
    const { to, mailId } = await queueStaffEmail(tx, context, {
      about: { quotationId: id },
      recipient: 'The buyer of this quotation',
      to: stored.body.buyer?.email,
      email,
      by,
      at: context.at,
    })
    const { subject, text } = email
    const texts = { text: `${subject}\n\n${text}`, detail: `Email: ${subject}` }
    if (mailId) await change({ event: 'email-sent', action: 'sent', ...texts, mailId })
    return { to }
  })

/** Marks what the customer wrote until `since` as done. Throws 404, and 409 if there is something newer. */
export const markHandled = (
  context: SalesContext,
  { since, ...intent }: Intent & { since: string },
): Promise<void> =>
  withQuotation(context, intent, async ({ tx, stored, change }) => {
    const last = await findLastMessageTime(tx, stored.id)
    if (last === null || last > since)
      throw conflict('changed-meanwhile', 'There is something new from this customer. Read it first.')
    const detail = 'marked as done'
    await change({ event: 'handled', action: 'noted', text: '', detail, detailKind: 'facts' })
  })
