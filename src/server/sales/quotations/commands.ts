import type { AuditAction, AuditDetailKind } from '#contracts/account/audit-log.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import { findGstState, getStateOfGstin } from '#contracts/gst/states.ts'
import { EMPTY_BUYER } from '#contracts/quotation/buyer.ts'
import { hasValidLut } from '#contracts/quotation/letter-of-undertaking.ts'
import { isComplete } from '#contracts/quotation/missing.ts'
import type { DraftBody, QuotationAmounts, QuotationChange } from '#contracts/quotation/quotation.ts'
import type { QuotationSettings } from '#contracts/quotation/settings.ts'
import type { QuotationEventKind, QuotationState } from '#contracts/quotation/states.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { subtractDays, toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict, notFound } from '#server/kernel/http/problem.ts'
import { newId } from '#server/kernel/ids.ts'
import { getQuotationAmounts, lacksExchangeRate, toCompleteBody } from './content/calculation.ts'
import { assertLinesExist, findSource, readListPrices } from './content/references.ts'
import type { Change, QuotationDeps, QuotationOwner } from './deps.ts'
import {
  assertPossible,
  changedMeanwhile,
  completeLines,
  describePriceChanges,
  getMaxDiscount,
  isSamePrice,
  needsApproval,
  type StaffAction,
} from './rules.ts'
import { readQuotationSettings } from './settings/store-settings.ts'
import {
  deleteQuotation,
  findByRequestKey,
  findStoredQuotation,
  insertQuotation,
  type StoredQuotation,
  toContentColumns,
  updateQuotation,
} from './store.ts'
import { insertEvent, listEvents } from './store-events.ts'
import { listIssues } from './store-issues.ts'

type CalculationDeps = Pick<QuotationDeps, 'db' | 'clock' | 'readSite'>

/**
 * Throws 400 for what is missing or wrong, and 409 if the state of the company is unknown, on which the tax depends.
 */
export async function calculate(deps: CalculationDeps, draft: DraftBody): Promise<QuotationAmounts> {
  const body = toCompleteBody(draft)
  return getQuotationAmounts(body, await readTerms(deps))
}

/** Calculates as `calculate`; null while parts of the draft are missing. */
export async function calculateDraft(
  deps: CalculationDeps,
  draft: DraftBody,
): Promise<QuotationAmounts | null> {
  if (!isComplete(draft)) return null
  const terms = await readTerms(deps)
  return lacksExchangeRate(draft, terms) ? null : getQuotationAmounts(draft, terms)
}

async function readTerms({ db, clock, readSite }: CalculationDeps) {
  const { company, prices } = await readSite()
  const { settings } = await readQuotationSettings(db)
  const day = toBusinessDate(clock())
  const supplierState = getStateOfGstin(settings.gstin) ?? findGstState(company.address.state)
  if (!supplierState)
    throw conflict(
      'unknown-supplier-state',
      'Please enter the state of the company in the settings, for example Tamil Nadu: the tax depends on it.',
    )
  return {
    day,
    supplierState,
    hasLut: hasValidLut(settings, day),
    defaultExchangeRate: prices.rupeesPerDollar,
  }
}

/**
 * Stores a draft and returns its id. A repeated request with the same key returns the first quotation. Throws 400 for what
 * is wrong and for ids of enquiries, customers, owners, items and pictures that do not exist.
 */
export async function createQuotation(
  deps: QuotationDeps,
  { requestKey, ...entered }: DraftBody & { requestKey?: string | undefined },
  by: Actor,
): Promise<{ id: string; isNew: boolean }> {
  const at = toIso(deps.clock())
  const { settings } = await readQuotationSettings(deps.db)
  const owners = await deps.listOwners()
  const body = await complete(deps, completeLines(entered), { settings, owners, by, before: undefined })
  const amounts = await calculateDraft(deps, body)
  return inTransaction(deps.db, async (tx) => {
    const earlier = requestKey && (await findByRequestKey(tx, requestKey))
    if (earlier) return { id: earlier.id, isNew: false }
    const id = newId()
    await insertQuotation(tx, {
      id,
      request_key: requestKey ?? null,
      enquiry_id: body.enquiry ?? null,
      customer_id: body.customer ?? null,
      owner_id: body.ownerId ?? null,
      ...toContentColumns(body, amounts),
      max_discount_bp: getMaxDiscount(body, amounts?.exchangeRate),
      created_at: at,
    })
    await record(
      tx,
      { by, at },
      { id, name: body.buyer?.company || body.buyer?.name || '', issueNo: 0 },
      {
        event: 'created',
        action: 'created',
      },
    )
    return { id, isNew: true }
  })
}

/** Fills in the buyer, the terms, the owner and the list prices of a quotation. `before` is the stored draft. */
async function complete(
  deps: QuotationDeps,
  body: DraftBody,
  {
    settings,
    owners,
    by,
    before,
  }: { settings: QuotationSettings; owners: QuotationOwner[]; by: Actor; before: DraftBody | undefined },
): Promise<DraftBody> {
  await assertLinesExist(deps.db, { body, before })
  const source = await findSource(deps, { body, before, by })
  const mayReadBuyer = by.permissions.includes('enquiries.read')
  if (body.ownerId && !owners.some(({ id }) => id === body.ownerId)) {
    const message = 'There is no person with this id who can be responsible for quotations.'
    throw badRequest(message, [{ field: 'ownerId', message }])
  }
  return {
    ...body,
    enquiry: source?.enquiryId ?? null,
    customer: source?.customerId ?? null,
    buyer: body.buyer ?? toBuyer(mayReadBuyer ? source?.buyer : undefined),
    terms: body.terms ?? settings.terms,
    lines: await readListPrices(deps.db, { body, before }),
    ownerId: body.ownerId ?? owners.find(({ id }) => id === by.accountId)?.id ?? null,
  }
}

function toBuyer(
  source:
    | { name: string; company: string; gstin: string; email: string; phone: string; place: string }
    | undefined,
) {
  if (!source) return EMPTY_BUYER
  const { place, ...known } = source
  return { ...EMPTY_BUYER, ...known, billingAddress: place }
}

/**
 * Changes a draft. One that waits for approval becomes a draft again, and an approval ends with a change of prices. Throws
 * 404, 400 as `createQuotation`, and 409 in another state or when `revision` is not the stored one.
 */
export async function changeQuotation(
  deps: QuotationDeps,
  { id, change: { revision, ...change }, by }: { id: string; change: QuotationChange; by: Actor },
): Promise<void> {
  const at = toIso(deps.clock())
  const { settings } = await readQuotationSettings(deps.db)
  // What does not depend on the transaction is read before it. The revision is compared again within it.
  const present = await getQuotation(deps.db, id)
  await assertRevision(deps.db, present, revision)
  assertPossible('change', present.state)
  const merged = { ...present.body, ...omitUndefined(change) }
  const owners = await deps.listOwners()
  // Whoever changes the draft of a person whose account was deleted becomes responsible for it.
  if (merged.ownerId === present.body.ownerId && !owners.some(({ id }) => id === merged.ownerId))
    merged.ownerId = null
  const body = await complete(deps, completeLines(merged), { settings, owners, by, before: present.body })
  const amounts = await calculateDraft(deps, body)
  await inTransaction(deps.db, async (tx) => {
    const stored = await getQuotation(tx, id)
    await assertRevision(tx, stored, revision)
    assertPossible('change', stored.state)
    await updateQuotation(
      tx,
      stored,
      {
        ...toContentColumns(body, amounts),
        max_discount_bp: getMaxDiscount(body, amounts?.exchangeRate),
        ...(!isSamePrice(stored.body, body) && { approved_discount_bp: null }),
        enquiry_id: body.enquiry ?? null,
        customer_id: body.customer ?? null,
        owner_id: body.ownerId ?? null,
        state: 'draft',
      },
      at,
    )
    const detail = describePriceChanges(stored.body, body)
    if (detail)
      await record(tx, { by, at }, toSubject(stored), {
        event: 'changed',
        action: 'changed',
        detail,
        detailKind: 'facts',
      })
  })
}

const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<DraftBody>

export interface Decision {
  id: string
  revision?: number | undefined
  by: Actor
  reason?: string | undefined
}

/** Asks somebody with the permission to approve the discount of a draft. Throws 400 as `toCompleteBody` and without a reason. */
export const requestApproval = (deps: QuotationDeps, decision: Decision): Promise<void> =>
  changeState(deps, decision, 'request-approval', async (tx, stored) => {
    const { settings } = await readQuotationSettings(tx)
    if (!needsApproval(stored, settings.approvalDiscountPercent))
      throw conflict('no-approval-needed', 'The discounts of this quotation need no approval.')
    toCompleteBody(stored.body)
    if (!decision.reason) {
      const message = 'Please enter why this discount is wanted.'
      throw badRequest(message, [{ field: 'reason', message }])
    }
    return { state: 'awaiting-approval', event: 'approval-requested', action: 'changed' }
  })

/** Approves the discount of a quotation, which can be sent then. Throws 409 unless it waits for approval. */
export const approve = (deps: QuotationDeps, decision: Decision): Promise<void> =>
  changeState(deps, decision, 'approve', async (_tx, { maxDiscount }) => ({
    state: 'draft',
    event: 'approved',
    action: 'approved',
    columns: { approved_discount_bp: maxDiscount },
  }))

/** Refuses the discount of a quotation, which becomes a draft again. */
export const refuseApproval = (deps: QuotationDeps, decision: Decision): Promise<void> =>
  changeState(deps, decision, 'refuse', async () => ({
    state: 'draft',
    event: 'approval-refused',
    action: 'refused',
  }))

/**
 * Makes a draft of what was sent, declined or withdrawn. The customer cannot accept the earlier issue meanwhile. After the last
 * day of validity, the draft has that of the settings.
 */
export const revise = (deps: QuotationDeps, decision: Decision): Promise<void> =>
  changeState(deps, decision, 'revise', async (_tx, { state, issueCount, body, amounts, validUntil }) => {
    const hasExpired = validUntil !== null && validUntil < toBusinessDate(deps.clock())
    return {
      state: 'draft',
      event: 'revised',
      action: 'changed',
      columns: {
        state_before_revision: issueCount > 0 ? (state as 'sent' | 'declined' | 'withdrawn') : null,
        ...(hasExpired && toContentColumns({ ...body, validUntil: null }, amounts)),
      },
    }
  })

/** Returns to the last issue and to the state before the revision. Throws 409 if there is none. */
export const discardRevision = (deps: QuotationDeps, decision: Decision): Promise<void> =>
  changeState(deps, decision, 'discard-revision', async (tx, stored) => {
    const [last] = await listIssues(tx, stored.id)
    if (!last) throw conflict('never-issued', 'This quotation was never sent. Withdraw it instead.')
    // The enquiry may be that of another customer meanwhile, or deleted.
    const source = await findSource(
      { ...deps, db: tx },
      { body: last.body, before: last.body, by: decision.by },
    )
    const enquiry = source?.enquiryId ?? null
    const customer = source?.customerId ?? stored.customerId
    const body = { ...last.body, ownerId: stored.ownerId, enquiry, customer }
    return {
      state: stored.stateBeforeRevision ?? 'sent',
      event: 'revision-discarded',
      action: 'changed',
      columns: {
        state_before_revision: null,
        ...toContentColumns(body, last.amounts),
        max_discount_bp: getMaxDiscount(last.body, last.amounts.exchangeRate),
        approved_discount_bp: null,
        enquiry_id: enquiry,
        customer_id: customer,
      },
    }
  })

/** Withdraws a quotation: the customer can no longer accept it. */
export const withdraw = (deps: QuotationDeps, decision: Decision): Promise<void> =>
  changeState(deps, decision, 'withdraw', async () => ({
    state: 'withdrawn',
    event: 'withdrawn',
    action: 'withdrawn',
    columns: { decided_at: toIso(deps.clock()), reason: decision.reason ?? '' },
  }))

/**
 * Deletes a quotation that was never sent, with its events. The audit log keeps its name. Throws 404, and
 * 409 for one that was sent, whose number must stay in use, and for another revision.
 */
export function deleteDraft({ db, clock }: QuotationDeps, { id, revision, by }: Decision): Promise<void> {
  const at = toIso(clock())
  return inTransaction(db, async (tx) => {
    const stored = await getQuotation(tx, id)
    if (stored.issueCount > 0)
      throw conflict(
        'was-issued',
        'This quotation was sent: it has a number and stays in the list. Withdraw it instead.',
      )
    await assertRevision(tx, stored, revision)
    assertPossible('delete', stored.state)
    await deleteQuotation(tx, id)
    await writeAuditEntry(tx, by, {
      at,
      action: 'deleted',
      subject: 'quotation',
      subjectId: id,
      subjectName: toSubject(stored).name,
    })
  })
}

interface StateChange {
  state: QuotationState
  event: QuotationEventKind
  action: AuditAction
  columns?: Parameters<typeof updateQuotation>[2]
  /** The email that tells the customer. */
  mailId?: string | undefined
}

/**
 * Changes the state of a quotation as `decide` says, in one transaction. `reason` is the text of the event. Throws 404, and
 * 409 in another state or for another revision.
 */
export function changeState(
  { db, clock }: QuotationDeps,
  { id, revision, by, reason = '' }: Decision,
  action: StaffAction,
  decide: (tx: Tx, stored: StoredQuotation) => Promise<StateChange>,
): Promise<void> {
  const at = toIso(clock())
  return inTransaction(db, async (tx) => {
    const stored = await getQuotation(tx, id)
    await assertRevision(tx, stored, revision)
    assertPossible(action, stored.state)
    const change = await decide(tx, stored)
    await updateQuotation(tx, stored, { ...change.columns, state: change.state }, at)
    await record(tx, { by, at }, toSubject(stored), {
      event: change.event,
      action: change.action,
      text: reason,
      detail: reason,
      mailId: change.mailId,
    })
  })
}

/** Throws 404. */
export async function getQuotation(db: Db, id: string): Promise<StoredQuotation> {
  const stored = await findStoredQuotation(db, id)
  if (!stored) throw notFound('Quotation')
  return stored
}

/** Throws 409 when a stated revision is not the stored one. */
export async function assertRevision(
  db: Db,
  stored: Pick<StoredQuotation, 'id' | 'revision'>,
  revision: number | undefined,
): Promise<void> {
  if (revision === undefined || revision === stored.revision) return
  throw changedMeanwhile((await listEvents(db, stored.id))[0]?.by)
}

interface Subject {
  id: string
  /** The number, or the buyer while there is none. */
  name: string
  issueNo: number
}

export const toSubject = ({ id, number, buyerName, issueCount }: StoredQuotation): Subject => ({
  id,
  name: number ?? buyerName,
  issueNo: issueCount,
})

/** Writes an event of the timeline and an entry of the audit log. Returns false, and writes nothing, for a repeated request. */
export async function record(
  tx: Tx,
  { by, at }: Change,
  { id, name, issueNo }: Subject,
  {
    event,
    action,
    text,
    detail = '',
    detailKind,
    requestKey,
    mailId,
  }: {
    event: QuotationEventKind
    action: AuditAction
    text?: string
    detail?: string
    detailKind?: AuditDetailKind
    requestKey?: string | undefined
    mailId?: string | undefined
  },
): Promise<boolean> {
  const added = { quotationId: id, kind: event, at, by, issueNo, text: text ?? detail, requestKey, mailId }
  if (!(await insertEvent(tx, added))) return false
  await writeAuditEntry(tx, by, {
    at,
    action,
    subject: 'quotation',
    subjectId: id,
    subjectName: name || 'Quotation',
    detail,
    ...(detailKind && { detailKind }),
  })
  return true
}

/** The last day of validity of an issue without a stated one. */
export const getDefaultValidity = (now: Date, { validDays }: Pick<QuotationSettings, 'validDays'>): string =>
  toBusinessDate(subtractDays(now, -validDays))
