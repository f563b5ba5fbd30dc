import { findGstState, type GstState, getStateOfGstin, OUTSIDE_INDIA } from '#contracts/gst/states.ts'
import { hasValidLut } from '#contracts/quotation/letter-of-undertaking.ts'
import { isComplete, listMissing } from '#contracts/quotation/missing.ts'
import type { DraftBody, QuotationAmounts, QuotationBody } from '#contracts/quotation/quotation.ts'
import { badRequest, conflict } from '#server/kernel/http/problem.ts'
import type { SalesContext } from '../../context.ts'
import { type CalculatedQuotation, calculateQuotation } from '../gst/calculate.ts'
import { checkAmounts, checkQuotation, EXCHANGE_RATE_MISSING, listCharges } from '../gst/check.ts'
import { fromHundredths, toHundredths, toTenThousandths, toThousandths } from '../gst/money.ts'
import { listNotes } from '../gst/notes.ts'
import type { QuotationInput, TaxedAmount } from '../gst/types.ts'

interface Terms {
  /** '2026-11-21', in India. */
  day: string
  supplierState: GstState
  /** Whether a letter of undertaking is valid on that day. */
  hasLut: boolean
  /** Rupees per US dollar, from the settings. */
  defaultExchangeRate: number | null
}

/** Returns a draft that can be calculated. Throws a problem with status 400 that names everything that is missing. */
export function toCompleteBody(draft: DraftBody): QuotationBody {
  if (isComplete(draft)) return draft
  const missing = listMissing(draft)
  throw badRequest(missing[0]!.message, missing)
}

/** The 400 for a quotation in dollars that has no exchange rate. */
export const missingExchangeRate = () => badRequest(EXCHANGE_RATE_MISSING.message, [EXCHANGE_RATE_MISSING])

/**
 * Throws 400 for what is missing or wrong, and 409 if the state of the company is unknown, on which the tax depends.
 */
export const calculate = (context: SalesContext, draft: DraftBody): QuotationAmounts =>
  getQuotationAmounts(toCompleteBody(draft), getTerms(context))

/** Calculates as `calculate`; null while parts of the draft are missing. */
export function calculateDraft(context: SalesContext, draft: DraftBody): QuotationAmounts | null {
  if (!isComplete(draft)) return null
  const terms = getTerms(context)
  const { placeOfSupply, currency, exchangeRate = null } = draft
  const isExportInDollars = placeOfSupply === OUTSIDE_INDIA && currency === 'USD'
  if (isExportInDollars && (exchangeRate ?? terms.defaultExchangeRate) === null) return null
  return getQuotationAmounts(draft, terms)
}

function getTerms({ site: { company, prices }, settings, today }: SalesContext): Terms {
  const supplierState = getStateOfGstin(settings.gstin) ?? findGstState(company.address.state)
  if (!supplierState)
    throw conflict(
      'unknown-supplier-state',
      'Enter the state of the company in the settings, for example Tamil Nadu: the tax depends on it.',
    )
  return {
    day: today,
    supplierState,
    hasLut: hasValidLut(settings, today),
    defaultExchangeRate: prices.rupeesPerDollar,
  }
}

/** Calculates a quotation of the API. Throws a problem with status 400 if it cannot be calculated. */
export function getQuotationAmounts(body: QuotationBody, terms: Terms): QuotationAmounts {
  const { supplierState, day, hasLut } = terms
  const { placeOfSupply, currency } = body
  const rate = currency === 'USD' ? (body.exchangeRate ?? terms.defaultExchangeRate) : null
  const exchangeRate = rate === null ? undefined : toTenThousandths(rate)
  const problems = checkQuotation(body, { day, exchangeRate })
  if (problems[0]) throw badRequest(problems[0].message, problems)
  const calculated = calculateQuotation(toInput(body, { supplierState, hasLut, exchangeRate }))
  const excess = checkAmounts(calculated)
  if (excess) throw badRequest(excess.message, [excess])
  return {
    supply: calculated.supply,
    supplierState,
    placeOfSupply,
    currency,
    exchangeRate: exchangeRate === undefined ? null : exchangeRate / 10_000,
    ...toRupees(body, calculated),
    notes: listNotes(body, calculated.supply),
  }
}

function toInput(
  body: QuotationBody,
  terms: Pick<QuotationInput, 'supplierState' | 'hasLut' | 'exchangeRate'>,
): QuotationInput {
  return {
    ...terms,
    placeOfSupply: body.placeOfSupply,
    sez: body.sez,
    lines: body.lines.map(({ hsn, quantity, unitPrice, discountPercent, gstRate, optional }) => ({
      hsn: hsn ?? '',
      quantity: toThousandths(quantity),
      unitPrice: toHundredths(unitPrice),
      discount: toHundredths(discountPercent),
      gstRate: toHundredths(gstRate),
      optional,
    })),
    charges: listCharges(body).map(([name, { amount, gstRate, hsn }]) => ({
      name,
      amount: toHundredths(amount),
      gstRate: gstRate === undefined ? undefined : toHundredths(gstRate),
      hsn: hsn ?? '',
    })),
    discount: toHundredths(body.discountPercent),
  }
}

function toRupees({ lines }: QuotationBody, calculated: CalculatedQuotation) {
  const { supply: _supply, ...amounts } = mapNumbers(calculated, fromHundredths)
  const toShown = <Amount extends TaxedAmount>({ taxInCurrency: _tax, ...amount }: Amount) => amount
  return {
    ...amounts,
    lines: amounts.lines.map((line, index) => ({
      description: lines[index]!.description,
      ...toShown(line),
    })),
    charges: amounts.charges.map(toShown),
  }
}

/** Returns a copy of a value with other numbers. */
function mapNumbers<Value>(value: Value, convert: (number: number) => number): Value {
  if (typeof value === 'number') return convert(value) as Value
  if (Array.isArray(value)) return value.map((each) => mapNumbers(each, convert)) as Value
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, mapNumbers(each, convert)])
  return Object.fromEntries(entries) as Value
}
