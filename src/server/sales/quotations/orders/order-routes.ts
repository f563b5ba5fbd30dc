import type { FastifyInstance } from 'fastify'
import { ConfirmBody, PurchaseOrderBody, Quotation } from '#contracts/quotation/record.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { presentQuotation } from '../content/presenter.ts'
import type { QuotationDeps } from '../deps.ts'
import { addPurchaseOrder, confirmOrder } from './orders.ts'

/** Registers what staff do about the order of an accepted quotation. */
export function orderRoutes(app: FastifyInstance, deps: QuotationDeps): void {
  const route = createRouter(app, { guard: deps.guard, tag: 'quotations' })

  route(
    'POST /api/quotations/:id/confirm',
    {
      permission: 'quotations.edit',
      summary:
        'Record that the order was confirmed, and tell the buyer by email, with a message if there is one',
      body: ConfirmBody,
      reply: Quotation,
    },
    async ({ actor: by, params: { id }, body, siteOrigin: origin }) => {
      const { revision, message = '' } = body ?? {}
      await confirmOrder(deps, { id, revision, message, by, origin })
      return presentQuotation(deps, id)
    },
  )

  route(
    'POST /api/quotations/:id/purchase-order',
    {
      permission: 'quotations.edit',
      summary: 'Add the number or the file of the purchase order to an accepted quotation, each once',
      body: PurchaseOrderBody,
      reply: Quotation,
    },
    async ({ actor: by, params: { id }, body }) => {
      await addPurchaseOrder(deps, { ...body, id, by })
      return presentQuotation(deps, id)
    },
  )
}
