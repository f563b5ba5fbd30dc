import { toBusinessDate } from '#contracts/business-date.ts'
import { findGstState } from '#contracts/gst-states.ts'
import { QuotationAmounts, QuotationBody } from '#contracts/quotation.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { conflict } from '#server/kernel/problem.ts'
import { getQuotationAmounts } from './calculation.ts'

interface QuotationDeps {
  clock: Clock
  guard: Guard
  /** The state in the company's address, and the exchange rate of the settings in rupees per US dollar. */
  readSupplier(): Promise<{ state: string; rupeesPerDollar: number | null }>
}

/** Registers quotations, whose amounts are calculated on the server only (docs/gst.md). */
export async function quotationRoutes(
  app: Api,
  { clock, guard, readSupplier }: QuotationDeps,
): Promise<void> {
  app.post(
    '/calculate',
    {
      onRequest: guard.requires('quotations.edit'),
      schema: {
        summary: 'Calculate the taxable amounts, GST and totals of a quotation. Stores nothing',
        body: QuotationBody,
        response: { 200: QuotationAmounts },
      },
    },
    async ({ body }) => {
      const { state, rupeesPerDollar } = await readSupplier()
      const supplierState = findGstState(state)
      if (!supplierState)
        throw conflict(
          'unknown-supplier-state',
          'Please enter the state of the company in the settings, for example Tamil Nadu: the tax depends on it.',
        )
      return getQuotationAmounts(body, {
        day: toBusinessDate(clock()),
        supplierState,
        defaultExchangeRate: rupeesPerDollar,
      })
    },
  )
}
