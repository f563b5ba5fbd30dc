import type { PurchaseOrderBody } from '#contracts/quotation/record.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { conflict } from '#server/kernel/http/problem.ts'
import { changeState, type Decision, getQuotation, record, toSubject } from '../commands.ts'
import type { QuotationDeps } from '../deps.ts'
import { deleteOrderDocuments } from '../documents/store.ts'
import { createConfirmationEmail } from '../emails.ts'
import { assertPossible } from '../rules.ts'
import { updateQuotation } from '../store.ts'
import { listIssues } from '../store-issues.ts'
import { createLink } from '../store-links.ts'

/**
 * Records that the order of an accepted quotation was confirmed. The buyer gets an email with a link if an address is known; a
 * message stands in it and on the customer's page. Throws 404, and 409 in another state, for another revision and for a confirmed order.
 */
export async function confirmOrder(
  deps: QuotationDeps,
  { message, origin, ...decision }: Omit<Decision, 'reason'> & { message: string; origin: string },
): Promise<void> {
  const { clock, publicUrl, sendMail, notifyEmail } = deps
  const at = toIso(clock())
  const owners = await deps.listOwners()
  await changeState(deps, { ...decision, reason: message }, 'confirm', async (tx, stored) => {
    if (stored.confirmedAt) throw conflict('already-confirmed', 'This order was confirmed before.')
    const { buyer } = stored.body
    const url = publicUrl ?? origin
    const [issue] = await listIssues(tx, stored.id)
    let mailId: string | undefined
    if (sendMail && buyer?.email && url && issue) {
      const secret = await createLink(tx, { quotationId: stored.id }, at)
      const email = createConfirmationEmail({
        to: buyer.email,
        number: stored.number ?? '',
        message,
        link: `${url}/q/${secret}`,
        company: issue.seller,
        buyerName: buyer.name,
      })
      const replyTo = owners.find(({ id }) => id === stored.ownerId)?.email ?? notifyEmail
      mailId = await sendMail(tx, { ...email, quotationId: stored.id, ...(replyTo && { replyTo }) }, at)
    }
    return { state: 'accepted', event: 'confirmed', action: 'changed', columns: { confirmed_at: at }, mailId }
  })
}

/**
 * Adds the number or the file of the purchase order to an accepted quotation, each once. Documents of the order are created
 * again, because they state the number. Throws 404, 400 for an unknown file, and 409 in another state and for what is known.
 */
export function addPurchaseOrder(
  deps: QuotationDeps,
  { id, purchaseOrder, file: fileId, by }: PurchaseOrderBody & { id: string; by: Actor },
): Promise<void> {
  const at = toIso(deps.clock())
  return inTransaction(deps.db, async (tx) => {
    const stored = await getQuotation(tx, id)
    assertPossible('add-purchase-order', stored.state)
    const { acceptance } = stored
    if (!acceptance) throw conflict('wrong-state', 'This quotation was not accepted.')
    if (purchaseOrder && acceptance.purchaseOrder)
      throw conflict(
        'already-added',
        `The purchase order has the number ${acceptance.purchaseOrder} already.`,
      )
    if (fileId && acceptance.file)
      throw conflict('already-added', `The file of the purchase order is ${acceptance.file.name} already.`)
    const file = fileId ? await deps.assignFile(tx, { fileId, quotationId: id }) : acceptance.file
    const changed = {
      ...acceptance,
      purchaseOrder: purchaseOrder || acceptance.purchaseOrder,
      file,
    }
    await updateQuotation(tx, stored, { acceptance_json: JSON.stringify(changed) }, at)
    await deleteOrderDocuments(tx, id)
    const text = [purchaseOrder && `Purchase order: ${purchaseOrder}`, fileId && file && `File: ${file.name}`]
    await record(tx, { by, at }, toSubject(stored), {
      event: 'purchase-order-added',
      action: 'changed',
      detail: text.filter(Boolean).join('\n'),
    })
  })
}
