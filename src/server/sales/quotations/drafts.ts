import { EMPTY_BUYER } from '#contracts/quotation/buyer.ts'
import type { DraftBody, QuotationAmounts, QuotationChange } from '#contracts/quotation/quotation.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import { newId } from '#server/kernel/ids.ts'
import type { SalesContext } from '../context.ts'
import { calculateDraft } from './content/calculation.ts'
import { assertLinesExist, findSource, readListPrices } from './content/references.ts'
import { assertRevision, type Decision, getQuotation, record, withQuotation } from './record.ts'
import { assertPossible, completeLines, describePriceChanges, getMaxDiscount, isSamePrice } from './rules.ts'
import {
  deleteQuotation,
  findByRequestKey,
  insertQuotation,
  toContentColumns,
  updateQuotation,
} from './store.ts'

/**
 * Stores a draft and returns its id. A repeated request with the same key returns the first quotation. Throws 400 for what
 * is wrong and for ids of enquiries, customers, owners, items and pictures that do not exist.
 */
export async function createQuotation(
  context: SalesContext,
  { requestKey, ...entered }: DraftBody & { requestKey?: string | undefined },
  by: Actor,
): Promise<{ id: string; isNew: boolean }> {
  const { at } = context
  const body = await complete(context, completeLines(entered), { by, before: undefined })
  const columns = toDraftColumns(context, body, calculateDraft(context, body))
  return inTransaction(context.db, async (tx) => {
    const earlier = requestKey && (await findByRequestKey(tx, requestKey))
    if (earlier) return { id: earlier.id, isNew: false }
    const id = newId()
    await insertQuotation(tx, { id, request_key: requestKey ?? null, ...columns, created_at: at })
    const created = { id, number: null, buyerName: columns.buyer_name, issueCount: 0, revision: 1 }
    await record(tx, created, { by, at }, { event: 'created', action: 'created' })
    return { id, isNew: true }
  })
}

/** The columns that follow from a draft. */
export const toDraftColumns = (
  { site }: Pick<SalesContext, 'site'>,
  body: DraftBody,
  amounts: QuotationAmounts | null,
) => ({
  ...toContentColumns(body, amounts),
  // For instances of the version before, which read it: a later version drops the column.
  max_discount_bp: getMaxDiscount(body, site.prices.rupeesPerDollar),
  enquiry_id: body.enquiry ?? null,
  customer_id: body.customer ?? null,
  owner_id: body.ownerId ?? null,
})

/** Fills in the buyer, the terms, the owner and the list prices of a quotation. `before` is the stored draft. */
async function complete(
  { db, settings, owners }: SalesContext,
  body: DraftBody,
  { by, before }: { by: Actor; before: DraftBody | undefined },
): Promise<DraftBody> {
  await assertLinesExist(db, { body, before })
  const source = await findSource(db, { body, before, by })
  if (body.ownerId && !owners.some(({ id }) => id === body.ownerId)) {
    const message = 'There is no person with this id who can be responsible for quotations.'
    throw badRequest(message, [{ field: 'ownerId', message }])
  }
  const { place = '', ...known } = (by.permissions.includes('enquiries.read') && source?.buyer) || {}
  return {
    ...body,
    enquiry: source?.enquiryId ?? null,
    customer: source?.customerId ?? null,
    buyer: body.buyer ?? { ...EMPTY_BUYER, ...known, billingAddress: place },
    terms: body.terms ?? settings.terms,
    lines: await readListPrices(db, { body, before }),
    ownerId: body.ownerId ?? owners.find(({ id }) => id === by.accountId)?.id ?? null,
  }
}

/**
 * Changes a draft. One that waits for approval becomes a draft again, and an approval ends with a change of prices. Throws
 * 404, 400 as `createQuotation`, and 409 in another state or when `revision` is not the stored one.
 */
export async function changeQuotation(
  context: SalesContext,
  { id, change: { revision, ...entered }, by }: { id: string; change: QuotationChange; by: Actor },
): Promise<void> {
  const { db, owners } = context
  // What does not depend on the transaction is read before it. The revision is compared again within it.
  const present = await getQuotation(db, id)
  await assertRevision(db, present, revision)
  assertPossible('change', present.state)
  const merged = { ...present.body, ...omitUndefined(entered) }
  // Whoever changes the draft of a person whose account was deleted becomes responsible for it.
  if (merged.ownerId === present.body.ownerId && !owners.some((owner) => owner.id === merged.ownerId))
    merged.ownerId = null
  const body = await complete(context, completeLines(merged), { by, before: present.body })
  const amounts = calculateDraft(context, body)
  await withQuotation(context, { id, by }, async ({ tx, stored, change }) => {
    await assertRevision(tx, stored, revision)
    assertPossible('change', stored.state)
    const columns = {
      ...toDraftColumns(context, body, amounts),
      ...(!isSamePrice(stored.body, body) && { approved_discount_bp: null }),
      state: 'draft',
    } as const
    const detail = describePriceChanges(stored.body, body)
    if (detail) await change({ event: 'changed', action: 'changed', detail, detailKind: 'facts', columns })
    else await updateQuotation(tx, stored, columns, context.at)
  })
}

const omitUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<DraftBody>

/**
 * Deletes a quotation that was never sent, with its events. The audit log keeps its name. Throws 404, and
 * 409 for one that was sent, whose number must stay in use, and for another revision.
 */
export const deleteDraft = (context: SalesContext, { revision, ...intent }: Decision): Promise<void> =>
  withQuotation(context, intent, async ({ tx, stored }) => {
    const { id, number, buyerName, issueCount, state } = stored
    if (issueCount > 0)
      throw conflict(
        'was-issued',
        'This quotation was sent: it has a number and stays in the list. Withdraw it instead.',
      )
    await assertRevision(tx, stored, revision)
    assertPossible('delete', state)
    await deleteQuotation(tx, id)
    await writeAuditEntry(tx, intent.by, {
      at: context.at,
      action: 'deleted',
      subject: 'quotation',
      subjectId: id,
      subjectName: number ?? buyerName,
    })
  })
