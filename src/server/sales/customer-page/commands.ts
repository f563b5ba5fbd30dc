import type { AuditAction, AuditDetailKind } from '#contracts/account/audit-log.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import { formatMoney, formatNumber } from '#contracts/format.ts'
import type { QuotationBody } from '#contracts/quotation/quotation.ts'
import type { Acceptance } from '#contracts/quotation/record.ts'
import { getIssueLabel, type QuotationEventKind } from '#contracts/quotation/states.ts'
import type { Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { subtractMinutes, toIso } from '#server/kernel/clock.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import { getQuotation, record, toSubject } from '../quotations/commands.ts'
import { calculateChoice } from '../quotations/content/choice.ts'
import type { QuotationDeps, QuotationOwner } from '../quotations/deps.ts'
import { createAcceptanceEmail, createOwnerEmail } from '../quotations/emails.ts'
import { toHundredths } from '../quotations/gst/money.ts'
import { changedMeanwhile } from '../quotations/rules.ts'
import { decideSent, type StoredAcceptance, type StoredQuotation } from '../quotations/store.ts'
import { insertEvent, listEvents } from '../quotations/store-events.ts'
import { listIssues, type StoredIssue } from '../quotations/store-issues.ts'
import { createLink } from '../quotations/store-links.ts'
import { findObstacle, type Obstacle } from './obstacle.ts'

/** Questions and requests of a customer that staff have neither answered nor marked as done. */
const MAX_OPEN_QUESTIONS = 20
/** A visit within this time of the last one is not recorded again, nor is a repeated question. */
const REPETITION_MINUTES = 30

/** What an action came to: an obstacle means that nothing was changed. */
export type Outcome = { done: true } | { obstacle: Obstacle } | { newTotal: number }
const DONE: Outcome = { done: true }

/** Records that the customer has opened the present issue, or downloaded its document; at most once in half an hour. */
export function recordVisit(
  { db, clock }: QuotationDeps,
  id: string,
  { kind, issueNo }: { kind: 'viewed' | 'downloaded'; issueNo: number },
): Promise<void> {
  const now = clock()
  const since = toIso(subtractMinutes(now, REPETITION_MINUTES))
  return inTransaction(db, async (tx) => {
    const events = await listEvents(tx, id)
    if (events.some((event) => event.kind === kind && event.issueNo === issueNo && event.at > since)) return
    const { body } = await getQuotation(tx, id)
    const by = { accountId: undefined, name: body.buyer?.name || body.buyer?.company || 'Customer' }
    await insertEvent(tx, { quotationId: id, kind, at: toIso(now), by, issueNo })
  })
}

export interface NewAcceptance extends Pick<Acceptance, 'name' | 'position' | 'purchaseOrder' | 'chosen'> {
  id: string
  issueNo: number
  /** The id of the uploaded purchase order. */
  fileId: string | undefined
  /** The total that the page has shown; another one is not accepted. */
  shownTotal: number | undefined
}

/**
 * Accepts the present issue with the chosen options, if it is still valid. The repetition of the acceptance changes nothing.
 * Throws 400 for options that do not exist.
 */
export function accept(deps: QuotationDeps, given: NewAcceptance): Promise<Outcome> {
  const { id, issueNo, name, position, purchaseOrder, chosen, fileId, shownTotal } = given
  return decide(deps, given, async (context) => {
    const { tx, stored, at } = context
    if (stored.state === 'accepted' && stored.acceptance && isSame(stored.acceptance, given)) return DONE
    const obstacle = findObstacle(stored, issueNo, toBusinessDate(deps.clock()))
    if (obstacle) return { obstacle }
    const issue = (await listIssues(tx, id))[0]!
    const { amounts, body } = calculateChoice(issue, chosen)
    const { totals, totalInCurrency, currency } = amounts
    if (shownTotal !== undefined && shownTotal !== totalInCurrency) return { newTotal: totalInCurrency }
    const file = fileId ? await deps.assignFile(tx, { fileId, quotationId: id }) : null
    const acceptance: Acceptance = {
      name,
      position,
      purchaseOrder,
      file,
      chosen,
      totals,
      totalInCurrency,
    }
    const columns = {
      state: 'accepted' as const,
      acceptance_json: JSON.stringify({ ...acceptance, amounts } satisfies StoredAcceptance),
      total_paise: toHundredths(totals.total),
      reason: '',
    }
    const validOn = toBusinessDate(deps.clock())
    if (!(await decideSent(tx, { id, issueNo, validOn }, columns, at))) throw changedMeanwhile(undefined)
    if (stored.body.enquiry)
      await deps.advanceEnquiry(tx, { id: stored.body.enquiry, status: 'won', by: toActor(name), at })
    const email = await queueAcceptanceEmail(context, { issue, acceptance, lines: body.lines })
    const texts = [
      `Total: ${formatMoney(totalInCurrency, currency)}`,
      ...(position ? [`Position: ${position}`] : []),
      ...(purchaseOrder ? [`Purchase order: ${purchaseOrder}`] : []),
      ...(file ? [`File: ${file.name}`] : []),
      ...(chosen.length > 0 ? [`Chosen options: ${describeChosen(issue.body.lines, chosen)}`] : []),
      ...(email ? [`Email about the order to ${email.to}`] : []),
    ]
    await report(context, {
      event: 'accepted',
      action: 'accepted',
      by: name,
      text: texts.join('\n'),
      detail: `${getIssueLabel(issueNo)}, ${formatMoney(totalInCurrency, currency)}`,
      detailKind: 'facts',
      mailId: email?.id,
    })
    return DONE
  })
}

/** Queues the email that tells the buyer what was accepted, and returns its id and address; undefined if no address is known. */
async function queueAcceptanceEmail(
  { tx, stored, at, deps, owners }: Context,
  { issue, acceptance, lines }: { issue: StoredIssue; acceptance: Acceptance; lines: QuotationBody['lines'] },
): Promise<{ id: string | undefined; to: string } | undefined> {
  const { buyer, currency } = issue.body
  if (!deps.sendMail || !buyer?.email) return undefined
  const { publicUrl, notifyEmail } = deps
  const link = publicUrl && `${publicUrl}/q/${await createLink(tx, { quotationId: stored.id }, at)}`
  const email = createAcceptanceEmail({
    to: buyer.email,
    number: stored.number ?? '',
    issueNo: issue.issueNo,
    acceptance,
    lines: lines.map(
      ({ quantity, unit, description }) =>
        `${[formatNumber(quantity), unit].filter(Boolean).join(' ')}: ${description.split('\n')[0]}`,
    ),
    total: formatMoney(acceptance.totalInCurrency, currency),
    link,
    company: issue.seller,
    buyerName: buyer.name,
  })
  const replyTo = owners.find(({ id }) => id === stored.ownerId)?.email ?? notifyEmail
  const mail = { ...email, quotationId: stored.id, ...(replyTo && { replyTo }) }
  return { id: await deps.sendMail(tx, mail, at), to: buyer.email }
}

const isSame = (before: Acceptance, { name, position, purchaseOrder, chosen }: NewAcceptance): boolean =>
  before.name === name &&
  before.position === position &&
  before.purchaseOrder === purchaseOrder &&
  before.chosen.toSorted().join('\n') === chosen.toSorted().join('\n')

const describeChosen = (lines: { key?: string | undefined; description: string }[], chosen: string[]) =>
  lines
    .filter(({ key = '' }) => chosen.includes(key))
    .map(({ description }) => description.split('\n')[0])
    .join('; ')

interface NewDecline {
  id: string
  issueNo: number
  name: string
  /** One of the reasons that reports count. */
  reason: string
  details: string
}

/** Declines the present issue, if it could be accepted. The repetition changes nothing. */
export function decline(deps: QuotationDeps, given: NewDecline): Promise<Outcome> {
  const { issueNo, name, reason, details } = given
  return decide(deps, given, async (context) => {
    const { tx, stored, at } = context
    if (stored.state === 'declined' && stored.reason === reason) return DONE
    const obstacle = findObstacle(stored, issueNo, toBusinessDate(deps.clock()))
    // What has expired can be declined: the reason is worth knowing.
    if (obstacle && obstacle !== 'expired') return { obstacle }
    if (!(await decideSent(tx, { id: stored.id, issueNo }, { state: 'declined', reason }, at)))
      throw changedMeanwhile(undefined)
    const text = details ? `${reason}: ${details}` : reason
    await report(context, {
      event: 'declined',
      action: 'declined',
      by: name,
      text,
      detail: reason,
      detailKind: 'facts',
    })
    return DONE
  })
}

interface NewMessage {
  id: string
  name: string
  text: string
}

/** Records a question of the customer, in every state. A question that was just asked is not recorded again. */
export function ask(deps: QuotationDeps, given: NewMessage): Promise<Outcome> {
  return decide(deps, given, async (context) => {
    const { tx, stored, at } = context
    if (await isRepeated(tx, stored.id, { kind: 'question', text: given.text, at })) return DONE
    await report(context, {
      event: 'question',
      action: 'noted',
      by: given.name,
      text: given.text,
    })
    return DONE
  })
}

/** Records that the customer wants a new quotation in place of one that cannot be accepted any more. */
export function requestRenewal(deps: QuotationDeps, given: NewMessage): Promise<Outcome> {
  return decide(deps, given, async (context) => {
    const { tx, stored, at } = context
    const obstacle = findObstacle(stored, stored.issueCount, toBusinessDate(deps.clock()))
    if (obstacle === undefined) throw badRequest('This quotation is still valid: you can accept it.')
    if (obstacle === 'accepted' || obstacle === 'revising') return { obstacle }
    if (await isRepeated(tx, stored.id, { kind: 'renewal-requested', text: given.text, at })) return DONE
    await report(context, {
      event: 'renewal-requested',
      action: 'noted',
      by: given.name,
      text: given.text,
    })
    return DONE
  })
}

const toActor = (name: string) => ({ accountId: undefined, name })

interface Context {
  tx: Tx
  stored: StoredQuotation
  at: string
  deps: QuotationDeps
  owners: QuotationOwner[]
}

async function decide(
  deps: QuotationDeps,
  { id }: { id: string },
  work: (context: Context) => Promise<Outcome>,
): Promise<Outcome> {
  const at = toIso(deps.clock())
  const owners = await deps.listOwners()
  return inTransaction(deps.db, async (tx) =>
    work({ tx, at, deps, owners, stored: await getQuotation(tx, id) }),
  )
}

/**
 * Returns whether the customer has just sent the same message. Throws 409 if staff have not yet answered 20, so that neither the
 * page nor the mailbox grows without end.
 */
async function isRepeated(
  tx: Tx,
  id: string,
  { kind, text, at }: { kind: QuotationEventKind; text: string; at: string },
): Promise<boolean> {
  const since = toIso(subtractMinutes(new Date(at), REPETITION_MINUTES))
  const events = await listEvents(tx, id)
  if (events.some((event) => event.kind === kind && event.text === text && event.at > since)) return true
  const lastAnswer = events.findIndex((event) => event.kind === 'answered' || event.kind === 'handled')
  const unanswered = (lastAnswer === -1 ? events : events.slice(0, lastAnswer)).filter(
    (event) => event.kind === 'question' || event.kind === 'renewal-requested',
  )
  if (unanswered.length >= MAX_OPEN_QUESTIONS)
    throw conflict(
      'too-many-questions',
      `We have ${MAX_OPEN_QUESTIONS} questions from this page that we have not answered yet. Please wait for our answer, or call us.`,
    )
  return false
}

/** Writes the event and the audit log, and queues the email to the member of staff who is responsible. */
async function report(
  { tx, stored, at, deps, owners }: Context,
  happened: {
    event: QuotationEventKind
    action: AuditAction
    by: string
    text: string
    detail?: string
    detailKind?: AuditDetailKind
    mailId?: string | undefined
  },
): Promise<void> {
  await record(tx, { by: toActor(happened.by), at }, toSubject(stored), happened)
  const to = owners.find(({ id }) => id === stored.ownerId)?.email ?? deps.notifyEmail
  if (!to) return
  const url = deps.publicUrl && `${deps.publicUrl}/admin/quotations/${stored.id}`
  const email = createOwnerEmail({ to, ...happened, quotation: stored, url })
  await deps.sendMail?.(tx, { ...email, quotationId: stored.id }, at)
}
