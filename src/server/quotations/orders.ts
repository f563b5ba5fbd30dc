import { toIso } from '#server/kernel/clock.ts'
import { conflict } from '#server/kernel/problem.ts'
import { changeState, type Decision } from './commands.ts'
import type { QuotationDeps } from './deps.ts'
import { createConfirmationEmail } from './emails.ts'
import { listIssues } from './store-issues.ts'
import { createLink } from './store-links.ts'

/**
 * Records that the order of an accepted quotation was confirmed. A message stands on the customer's page, and is sent by email
 * with a link if an address is known. Throws 404, and 409 in another state, for another revision and for a confirmed order.
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
    if (message && sendMail && buyer?.email && url && issue) {
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
      await sendMail(tx, { ...email, ...(replyTo && { replyTo }) }, at)
    }
    return { state: 'accepted', event: 'confirmed', action: 'changed', columns: { confirmed_at: at } }
  })
}
