import { z } from 'zod'
import { ConfirmBody, PurchaseOrderBody, Quotation } from '#contracts/quotation-record.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import type { QuotationDeps } from './deps.ts'
import { addPurchaseOrder, confirmOrder } from './orders.ts'
import { presentQuotation } from './presenter.ts'

const Params = z.object({ id: z.string().max(100) })

/** Registers what staff do about the order of an accepted quotation. */
export function orderRoutes(app: Api, deps: QuotationDeps): void {
  const onRequest = deps.guard.requires('quotations.edit')

  app.post(
    '/:id/confirm',
    {
      onRequest,
      schema: {
        summary:
          'Record that the order was confirmed, and tell the buyer by email, with a message if there is one',
        params: Params,
        body: ConfirmBody,
        response: { 200: Quotation },
      },
    },
    async (request) => {
      const { id } = request.params
      await confirmOrder(deps, {
        id,
        revision: request.body?.revision,
        message: request.body?.message ?? '',
        by: getActor(request),
        origin: request.siteOrigin,
      })
      return presentQuotation(deps, id)
    },
  )

  app.post(
    '/:id/purchase-order',
    {
      onRequest,
      schema: {
        summary: 'Add the number or the file of the purchase order to an accepted quotation, each once',
        params: Params,
        body: PurchaseOrderBody,
        response: { 200: Quotation },
      },
    },
    async (request) => {
      const { id } = request.params
      await addPurchaseOrder(deps, { ...request.body, id, by: getActor(request) })
      return presentQuotation(deps, id)
    },
  )
}
