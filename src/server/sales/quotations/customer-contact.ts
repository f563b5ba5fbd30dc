import { toBusinessDate } from '#contracts/business-date.ts'
import { countOf } from '#contracts/format.ts'
import type { AnswerBody } from '#contracts/quotation/record.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { conflict } from '#server/kernel/http/problem.ts'
import { newId } from '#server/kernel/ids.ts'
import { findObstacle } from '../customer-page/obstacle.ts'
import { getQuotation, record, toSubject } from './commands.ts'
import type { QuotationDeps } from './deps.ts'
import { createAnswerEmail } from './emails.ts'
import type { StoredQuotation } from './store.ts'
import { createLink, revokeLinks } from './store-links.ts'

interface ByStaff {
  id: string
  by: Actor
}

/** Creates a further link to the customer's page and returns its secret. Throws 404, and 409 if nothing was ever sent. */
export function createQuotationLink({ db, clock }: QuotationDeps, { id, by }: ByStaff): Promise<string> {
  const at = toIso(clock())
  return inTransaction(db, async (tx) => {
    const stored = await getQuotation(tx, id)
    assertSent(stored)
    await record(tx, { by, at }, toSubject(stored), {
      event: 'link-created',
      action: 'changed',
      text: '',
      detail: 'link created',
      detailKind: 'facts',
    })
    return createLink(tx, { quotationId: id }, at)
  })
}

/** Revokes all links to a quotation, and those to the page of its enquiry, which shows it. Returns their number. Throws 404. */
export function revokeQuotationLinks({ db, clock }: QuotationDeps, { id, by }: ByStaff): Promise<number> {
  const at = toIso(clock())
  return inTransaction(db, async (tx) => {
    const stored = await getQuotation(tx, id)
    const revoked = await revokeLinks(tx, stored, at)
    const detail = `${countOf(revoked, 'link')} revoked`
    await record(tx, { by, at }, toSubject(stored), {
      event: 'links-revoked',
      action: 'changed',
      detail,
      detailKind: 'facts',
    })
    return revoked
  })
}

/**
 * Stores an answer to a question, which the customer's page shows, and queues an email with it and a link; a request that is
 * repeated with its key does nothing. Throws 404, and 409 if nothing was ever sent.
 */
export async function answerQuestion(
  deps: QuotationDeps,
  { id, text, sendEmail, requestKey, by, origin }: ByStaff & AnswerBody & { origin: string },
): Promise<void> {
  const { db, clock, publicUrl, sendMail, notifyEmail } = deps
  const at = toIso(clock())
  const { company } = await deps.readSite()
  const owners = await deps.listOwners()
  await inTransaction(db, async (tx) => {
    const stored = await getQuotation(tx, id)
    assertSent(stored)
    const { buyer } = stored.body
    const mailId = sendEmail && sendMail && buyer?.email ? newId() : undefined
    const answer = { event: 'answered', action: 'noted', text, requestKey, mailId } as const
    if (!(await record(tx, { by, at }, toSubject(stored), answer))) return
    if (!mailId || !sendMail || !buyer?.email) return
    const secret = await createLink(tx, { quotationId: id }, at)
    const email = createAnswerEmail({
      to: buyer.email,
      number: stored.number ?? '',
      text,
      canAccept: findObstacle(stored, stored.issueCount, toBusinessDate(clock())) === undefined,
      link: `${publicUrl ?? origin}/q/${secret}`,
      company,
      buyerName: buyer.name,
    })
    const replyTo = owners.find(({ id }) => id === stored.ownerId)?.email ?? notifyEmail
    await sendMail(tx, { ...email, id: mailId, quotationId: id, ...(replyTo && { replyTo }) }, at)
  })
}

function assertSent({ issueCount }: StoredQuotation): void {
  if (issueCount === 0) throw conflict('never-issued', 'This quotation was never sent. Send it first.')
}
