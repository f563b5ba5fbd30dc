import { formatMoney, formatNumber } from '#contracts/format.ts'
import { SUPPLIES } from '#contracts/gst/supply.ts'
import type { Acceptance } from '#contracts/quotation/record.ts'
import { getIssueLabel, type QuotationEventKind } from '#contracts/quotation/states.ts'
import type { Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { subtractMinutes, toIso } from '#server/kernel/clock.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import { assignToQuotation } from '../attachments/store-attachments.ts'
import type { SalesContext } from '../context.ts'
import { advanceStatus } from '../enquiries/commands.ts'
import { calculateChoice } from '../quotations/content/choice.ts'
import { EMAILS, notifyOwner, queueBuyerEmail } from '../quotations/emails.ts'
import { toHundredths } from '../quotations/gst/money.ts'
import { type Change, getQuotation, withQuotation } from '../quotations/record.ts'
import { findObstacle, type Obstacle } from '../quotations/rules.ts'
import type { StoredAcceptance, StoredQuotation } from '../quotations/store.ts'
import { insertEvent, listEvents } from '../quotations/store-events.ts'
import { listIssues } from '../quotations/store-issues.ts'

/** Questions and requests of a customer that staff have neither answered nor marked as done. */
const MAX_OPEN_QUESTIONS = 20
/** A visit within this time of the last one is not recorded again, nor is a repeated question. */
const REPETITION_MINUTES = 30

const toRepetitionStart = ({ now }: SalesContext) => toIso(subtractMinutes(now, REPETITION_MINUTES))
const toActor = (name: string) => ({ accountId: undefined, name })

/** What an action came to: an obstacle means that nothing was changed. */
export type Outcome = { done: true } | { obstacle: Obstacle } | { newTotal: number }
const DONE: Outcome = { done: true }

/** Records that the customer has opened the present issue, or downloaded its document; at most once in half an hour. */
export const recordVisit = (
  context: SalesContext,
  id: string,
  { kind, issueNo }: { kind: 'viewed' | 'downloaded'; issueNo: number },
): Promise<void> =>
  inTransaction(context.db, async (tx) => {
    const since = toRepetitionStart(context)
    const events = await listEvents(tx, id)
    if (events.some((event) => event.kind === kind && event.issueNo === issueNo && event.at > since)) return
    const by = toActor(getBuyerName(await getQuotation(tx, id)))
    await insertEvent(tx, { quotationId: id, kind, at: context.at, by, issueNo })
  })

/** Who acts on the page of a quotation, as far as it is known. */
export const getBuyerName = ({ body: { buyer } }: Pick<StoredQuotation, 'body'>): string =>
  buyer?.name || buyer?.company || 'Customer'

interface Work {
  tx: Tx
  stored: StoredQuotation
  /** Makes the change, and tells the member of staff who is responsible. */
  change: (change: Change) => Promise<Outcome>
}

/** Does what a customer wants, in one transaction. */
const act = (
  context: SalesContext,
  { id, name }: { id: string; name: string },
  work: (work: Work) => Promise<Outcome>,
): Promise<Outcome> =>
  withQuotation(context, { id, by: toActor(name) }, ({ tx, stored, change }) =>
    work({
      tx,
      stored,
      async change(happened) {
        await change(happened)
        await notifyOwner(tx, context, stored, { ...happened, by: name })
        return DONE
      },
    }),
  )

export interface NewAcceptance extends Pick<Acceptance, 'name' | 'position' | 'purchaseOrder' | 'chosen'> {
  id: string
  /** Who acts: anyone can type the name of a member of staff. */
  buyerName: string
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
export const accept = (context: SalesContext, given: NewAcceptance): Promise<Outcome> =>
  act(context, { id: given.id, name: given.buyerName }, async ({ tx, stored, change }) => {
    const { id, buyerName, issueNo, name, position, purchaseOrder, chosen, fileId, shownTotal } = given
    if (stored.state === 'accepted' && stored.acceptance && isSame(stored.acceptance, given)) return DONE
    const obstacle = findObstacle(stored, issueNo, context.today)
    if (obstacle) return { obstacle }
    const issue = (await listIssues(tx, id))[0]!
    const { amounts, body } = calculateChoice(issue, chosen)
    const { totals, totalInCurrency, currency } = amounts
    if (shownTotal !== undefined && shownTotal !== totalInCurrency) return { newTotal: totalInCurrency }
    const file = fileId ? await assignToQuotation(tx, { fileId, quotationId: id }) : null
    const acceptance: Acceptance = { name, position, purchaseOrder, file, chosen, totals, totalInCurrency }
    const money = formatMoney(totalInCurrency, currency)
    const total = `${SUPPLIES[amounts.supply].total}: ${money}`
    if (stored.body.enquiry)
      await advanceStatus(tx, {
        id: stored.body.enquiry,
        status: 'won',
        by: toActor(buyerName),
        at: context.at,
      })
    const email = await queueBuyerEmail(tx, context, stored, {
      // The address of the request is not known for certain.
      site: context.publicUrl,
      company: issue.seller,
      write: (facts) =>
        EMAILS.accepted(facts, { issueNo, acceptance, lines: body.lines.map(describeLine), total }),
    })
    const ofChosen = issue.body.lines.filter(({ key = '' }) => chosen.includes(key))
    const texts = [
      total,
      `Name: ${name}`,
      ...(position ? [`Position: ${position}`] : []),
      ...(purchaseOrder ? [`Purchase order: ${purchaseOrder}`] : []),
      ...(file ? [`File: ${file.name}`] : []),
      ...(chosen.length > 0 ? [`Chosen options: ${ofChosen.map(getTitle).join('; ')}`] : []),
      ...(email ? [`Email about the order to ${email.to}`] : []),
    ]
    return change({
      event: 'accepted',
      action: 'accepted',
      text: texts.join('\n'),
      detail: `${getIssueLabel(issueNo)}, ${money}`,
      detailKind: 'facts',
      mailId: email?.id,
      columns: {
        state: 'accepted',
        acceptance_json: JSON.stringify({ ...acceptance, amounts } satisfies StoredAcceptance),
        total_paise: toHundredths(totals.total),
        reason: '',
        decided_at: context.at,
      },
    })
  })

const isSame = (before: Acceptance, { name, position, purchaseOrder, chosen }: NewAcceptance): boolean =>
  before.name === name &&
  before.position === position &&
  before.purchaseOrder === purchaseOrder &&
  before.chosen.toSorted().join('\n') === chosen.toSorted().join('\n')

interface Line {
  description: string
  quantity: number
  unit?: string | null | undefined
}

/** '2 each: Capstan lathe CL 25' */
const describeLine = ({ quantity, unit, ...line }: Line): string =>
  `${[formatNumber(quantity), unit].filter(Boolean).join(' ')}: ${getTitle(line)}`

const getTitle = ({ description }: Pick<Line, 'description'>): string => description.split('\n')[0]!

interface NewDecline {
  id: string
  issueNo: number
  name: string
  /** One of the reasons that reports count. */
  reason: string
  details: string
}

/** Declines the present issue, if it could be accepted. The repetition changes nothing. */
export const decline = (context: SalesContext, given: NewDecline): Promise<Outcome> =>
  act(context, given, async ({ stored, change }) => {
    const { issueNo, reason, details } = given
    if (stored.state === 'declined' && stored.reason === reason) return DONE
    const obstacle = findObstacle(stored, issueNo, context.today)
    // What has expired can be declined: the reason is worth knowing.
    if (obstacle && obstacle !== 'expired') return { obstacle }
    return change({
      event: 'declined',
      action: 'declined',
      text: details ? `${reason}: ${details}` : reason,
      detail: reason,
      detailKind: 'facts',
      columns: { state: 'declined', reason, decided_at: context.at },
    })
  })

interface NewMessage {
  id: string
  name: string
  text: string
}

/** Records a question of the customer, in every state. A question that was just asked is not recorded again. */
export const ask = (context: SalesContext, given: NewMessage): Promise<Outcome> =>
  act(context, given, (work) => addMessage(context, work, { event: 'question', text: given.text }))

/** Records that the customer wants a new quotation in place of one that cannot be accepted any more. */
export const requestRenewal = (context: SalesContext, given: NewMessage): Promise<Outcome> =>
  act(context, given, async (work) => {
    const obstacle = findObstacle(work.stored, work.stored.issueCount, context.today)
    if (obstacle === undefined) throw badRequest('This quotation is still valid: you can accept it.')
    if (obstacle === 'accepted' || obstacle === 'revising') return { obstacle }
    return addMessage(context, work, { event: 'renewal-requested', text: given.text })
  })

/**
 * Adds a message of the customer, unless the same one was just sent. Throws 409 if staff have not yet answered 20, so that neither
 * the page nor the mailbox grows without end.
 */
async function addMessage(
  context: SalesContext,
  { tx, stored, change }: Work,
  { event: kind, text }: { event: QuotationEventKind; text: string },
): Promise<Outcome> {
  const since = toRepetitionStart(context)
  const events = await listEvents(tx, stored.id)
  if (events.some((event) => event.kind === kind && event.text === text && event.at > since)) return DONE
  const lastAnswer = events.findIndex((event) => event.kind === 'answered' || event.kind === 'handled')
  const unanswered = (lastAnswer === -1 ? events : events.slice(0, lastAnswer)).filter(
    (event) => event.kind === 'question' || event.kind === 'renewal-requested',
  )
  if (unanswered.length >= MAX_OPEN_QUESTIONS)
    throw conflict(
      'too-many-questions',
      `We have not yet answered ${MAX_OPEN_QUESTIONS} of your questions. Wait for our answer, or call us.`,
    )
  return change({ event: kind, action: 'noted', text })
}
