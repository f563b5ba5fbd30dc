import { formatCount, formatLongDay } from '#contracts/format.ts'
import { OUTSIDE_INDIA } from '#contracts/gst/states.ts'
import { getGstRateEnd, listGstRates, MERCHANT_EXPORT_RATE } from '#contracts/item/commercial-fields.ts'
import {
  CHARGE_LABELS,
  CHARGE_NAMES,
  type ChargeName,
  QUOTATION_LIMITS,
} from '#contracts/quotation/limits.ts'
import type { QuotationBody } from '#contracts/quotation/quotation.ts'

/** SAC codes of services begin with it. */
const SERVICE_CHAPTER = '99'

export interface FieldProblem {
  field: string
  message: string
}

export const EXCHANGE_RATE_MISSING: FieldProblem = {
  field: 'exchangeRate',
  message: 'Enter the exchange rate in rupees per US dollar.',
}

/** Returns why a quotation cannot be calculated, by field. `day`: that of the quotation in India, '2026-11-21'. */
export function checkQuotation(
  body: QuotationBody,
  { day, exchangeRate }: { day: string; exchangeRate: number | undefined },
): FieldProblem[] {
  const isExport = body.placeOfSupply === OUTSIDE_INDIA
  const problems: FieldProblem[] = []
  const add = (field: string, message: string | undefined) => message && problems.push({ field, message })
  if (body.currency === 'USD' && !isExport)
    add('currency', 'Prices in US dollars are for exports: choose the place of supply 96, outside India.')
  else if (body.currency === 'USD' && exchangeRate === undefined) problems.push(EXCHANGE_RATE_MISSING)
  if (body.sez && isExport)
    add(
      'placeOfSupply',
      'A special economic zone is in India: choose its state as the place of supply, or a buyer outside India.',
    )
  body.lines.forEach((line, index) => {
    const subject = `Line ${index + 1}`
    add(
      `lines.${index}.gstRate`,
      line.gstRate === MERCHANT_EXPORT_RATE
        ? explainMerchantExport(subject, line, body)
        : explainGstRate(subject, line.gstRate, day),
    )
  })
  const hasPrincipalSupply = body.lines.some(({ optional }) => !optional)
  for (const [name, charge] of listCharges(body)) {
    if (charge.gstRate !== undefined)
      add(`charges.${name}.gstRate`, explainGstRate(CHARGE_LABELS[name], charge.gstRate, day))
    else if (!hasPrincipalSupply)
      add(
        `charges.${name}`,
        `${CHARGE_LABELS[name]} has the GST rate of the goods, so a line that is not optional is needed.`,
      )
  }
  return problems
}

/** Returns why the calculated amounts are too large to be those of a quotation. */
export function checkAmounts({
  lines,
  totals,
}: {
  lines: { amount: number }[]
  totals: { total: number }
}): FieldProblem | undefined {
  const max = QUOTATION_LIMITS.amount
  const explain = (what: string) => `${what} must be at most ${formatCount(max)} rupees.`
  const index = lines.findIndex(({ amount }) => amount > max * 100)
  if (index !== -1) return { field: `lines.${index}`, message: explain(`The amount of line ${index + 1}`) }
  return totals.total > max * 100 ? { field: 'lines', message: explain('The total') } : undefined
}

/** The stated charges in the order of the document. */
export const listCharges = ({
  charges,
}: QuotationBody): [
  ChargeName,
  { amount: number; gstRate?: number | undefined; hsn?: string | null | undefined },
][] =>
  CHARGE_NAMES.flatMap((name) => {
    const charge = charges[name]
    if (charge === undefined) return []
    return [[name, typeof charge === 'number' ? { amount: charge } : charge]]
  })

/** Why the rate for goods of merchant exporters does not apply; undefined if it can. */
function explainMerchantExport(
  subject: string,
  { hsn }: QuotationBody['lines'][number],
  { placeOfSupply, sez }: QuotationBody,
): string | undefined {
  const explain = (reason: string) =>
    `${subject}: ${MERCHANT_EXPORT_RATE} % is the rate for goods that a merchant exporter in India exports. ${reason}`
  if (placeOfSupply === OUTSIDE_INDIA || sez)
    return explain('Exports and supplies to special economic zones have the rate of the goods.')
  return hsn?.startsWith(SERVICE_CHAPTER) ? explain('Services have their own rate.') : undefined
}

function explainGstRate(subject: string, rate: number, day: string): string | undefined {
  const rates = listGstRates(day)
  if (rates.includes(rate)) return undefined
  const end = getGstRateEnd(rate)
  const reason = end && end < day ? ` since it ended on ${formatLongDay(end)}` : ''
  return `${subject}: ${rate} % is not a rate of GST${reason}. Choose ${rates.join(', ')}.`
}
