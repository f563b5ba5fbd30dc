import type { PurchaseOrderBody } from '#contracts/quotation/record.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import { assignToQuotation } from '../attachments/store-attachments.ts'
import type { Author, SalesContext } from '../context.ts'
import { toCompleteBody } from './content/calculation.ts'
import { findSource } from './content/references.ts'
import { deleteOrderDocuments } from './documents/store.ts'
import { toDraftColumns } from './drafts.ts'
import { EMAILS, queueBuyerEmail } from './emails.ts'
import { type Decision, decide } from './record.ts'
import { getMaxDiscount, needsApproval } from './rules.ts'
import { toContentColumns } from './store.ts'
import { listIssues } from './store-issues.ts'

/** What staff decide about a quotation, by the name of the route. Each throws as `decide`. */
export const DECISIONS = {
  /** Asks somebody with the permission to approve the discount of a draft. Throws 400 as `toCompleteBody` and without a reason. */
  'request-approval': (context: SalesContext, decision: Decision) =>
    decide(context, decision, 'request-approval', async (_tx, stored) => {
      if (!needsApproval(context, stored))
        throw conflict('no-approval-needed', 'The discounts of this quotation need no approval.')
      toCompleteBody(stored.body)
      if (!decision.reason) {
        const message = 'Enter why this discount is wanted.'
        throw badRequest(message, [{ field: 'reason', message }])
      }
      return { columns: { state: 'awaiting-approval' }, event: 'approval-requested', action: 'changed' }
    }),

  /** Approves the discount of a quotation, which can be sent then. */
  approve: (context: SalesContext, decision: Decision) =>
    decide(context, decision, 'approve', async (_tx, { body }) => ({
      columns: {
        state: 'draft',
        approved_discount_bp: getMaxDiscount(body, context.site.prices.rupeesPerDollar),
      },
      event: 'approved',
      action: 'approved',
    })),

  /** Refuses the discount of a quotation, which becomes a draft again. */
  refuse: (context: SalesContext, decision: Decision) =>
    decide(context, decision, 'refuse', async () => ({
      columns: { state: 'draft' },
      event: 'approval-refused',
      action: 'refused',
    })),

  /**
   * Makes a draft of what was sent, declined or withdrawn. The customer cannot accept the earlier issue meanwhile. After the last
   * day of validity, the draft has that of the settings.
   */
  revise: (context: SalesContext, decision: Decision) =>
    decide(context, decision, 'revise', async (_tx, { state, issueCount, body, amounts, validUntil }) => ({
      columns: {
        state: 'draft',
        state_before_revision: issueCount > 0 ? (state as 'sent' | 'declined' | 'withdrawn') : null,
        ...(validUntil !== null &&
          validUntil < context.today &&
          toContentColumns({ ...body, validUntil: null }, amounts)),
      },
      event: 'revised',
      action: 'changed',
    })),

  /** Returns to the last issue and to the state before the revision. Throws 409 if there is none. */
  'discard-revision': (
    context: SalesContext,
    decision: Decision & { by: Parameters<typeof findSource>[1]['by'] },
  ) =>
    decide(context, decision, 'discard-revision', async (tx, stored) => {
      const [last] = await listIssues(tx, stored.id)
      if (!last) throw conflict('never-issued', 'This quotation was never sent. Withdraw it instead.')
      // The enquiry may be that of another customer meanwhile, or deleted.
      const source = await findSource(tx, { body: last.body, before: last.body, by: decision.by })
      const enquiry = source?.enquiryId ?? null
      const customer = source?.customerId ?? stored.customerId
      const body = { ...last.body, ownerId: stored.ownerId, enquiry, customer }
      return {
        columns: {
          state: stored.stateBeforeRevision ?? 'sent',
          state_before_revision: null,
          ...toDraftColumns(context, body, last.amounts),
          approved_discount_bp: null,
        },
        event: 'revision-discarded',
        action: 'changed',
      }
    }),

  /** Withdraws a quotation: the customer can no longer accept it. */
  withdraw: (context: SalesContext, decision: Decision) =>
    decide(context, decision, 'withdraw', async () => ({
      columns: { state: 'withdrawn', decided_at: context.at, reason: decision.reason ?? '' },
      event: 'withdrawn',
      action: 'withdrawn',
    })),
}

/**
 * Records that the order of an accepted quotation was confirmed. The buyer gets an email with a link if an address is known; a
 * message, which is the reason, stands in it and on the customer's page. Throws as `decide`, and 409 for a confirmed order.
 */
export const confirmOrder = (
  context: SalesContext,
  { origin, ...decision }: Decision & { reason: string; origin: string },
): Promise<void> =>
  decide(context, decision, 'confirm', async (tx, stored) => {
    if (stored.confirmedAt) throw conflict('already-confirmed', 'This order was confirmed before.')
    const [issue] = await listIssues(tx, stored.id)
    const email = await queueBuyerEmail(tx, context, stored, {
      site: origin,
      company: issue?.seller,
      write: (facts) => EMAILS.confirmed(facts, { message: decision.reason }),
    })
    return {
      columns: { confirmed_at: context.at },
      event: 'confirmed',
      action: 'changed',
      mailId: email?.id,
    }
  })

/**
 * Adds the number or the file of the purchase order to an accepted quotation, each once. Documents of the order are created
 * again, because they state the number. Throws as `decide`, 400 for an unknown file, and 409 for what is known.
 */
export const addPurchaseOrder = (
  context: SalesContext,
  { id, purchaseOrder, file: fileId, by }: PurchaseOrderBody & { id: string; by: Author },
): Promise<void> =>
  decide(context, { id, by }, 'add-purchase-order', async (tx, { acceptance }) => {
    if (!acceptance) throw conflict('wrong-state', 'This quotation was not accepted.')
    const refuse = (known: string) => conflict('already-added', `${known} already.`)
    if (purchaseOrder && acceptance.purchaseOrder)
      throw refuse(`The purchase order has the number ${acceptance.purchaseOrder}`)
    if (fileId && acceptance.file) throw refuse(`The file of the purchase order is ${acceptance.file.name}`)
    const file = fileId ? await assignToQuotation(tx, { fileId, quotationId: id }) : acceptance.file
    const changed = { ...acceptance, purchaseOrder: purchaseOrder || acceptance.purchaseOrder, file }
    await deleteOrderDocuments(tx, id)
    const text = [purchaseOrder && `Purchase order: ${purchaseOrder}`, fileId && file && `File: ${file.name}`]
    return {
      columns: { acceptance_json: JSON.stringify(changed) },
      event: 'purchase-order-added',
      action: 'changed',
      detail: text.filter(Boolean).join('\n'),
    }
  })
