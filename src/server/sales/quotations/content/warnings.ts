import { describeStateMismatch } from '#contracts/gst/mismatch.ts'
import { GST_STATES, getStateOfGstin, OUTSIDE_INDIA } from '#contracts/gst/states.ts'
import { MERCHANT_EXPORT_RATE } from '#contracts/item/commercial-fields.ts'
import { describeFarPrice, getRupeesPerUnit } from '#contracts/quotation/discount.ts'
import { describeLut } from '#contracts/quotation/letter-of-undertaking.ts'
import type { DraftBody } from '#contracts/quotation/quotation.ts'
import type { QuotationSettings } from '#contracts/quotation/settings.ts'
import type { FieldProblem } from '../gst/check.ts'

interface Context {
  settings: QuotationSettings
  /** The state in the company's address. */
  addressState: string
  /** '2026-11-21', in India. */
  day: string
  /** That of the calculation; undefined while there is none. */
  exchangeRate: number | null | undefined
  /** Rupees per US dollar in the settings. */
  usualRate: number | null
}

/** An exchange rate that differs by more from that of the settings is probably a typing error, in percent. */
const FAR_RATE_PERCENT = 10

/** Returns what staff should check before a draft is sent, by field. Nothing of it prevents the sending. */
export function listWarnings(body: DraftBody, context: Context): FieldProblem[] {
  const { settings, addressState, day, exchangeRate, usualRate } = context
  const { placeOfSupply, buyer } = body
  const warnings = listFarPrices(body, context)
  const add = (field: string, message: string | undefined) => message && warnings.push({ field, message })
  if (exchangeRate && usualRate && Math.abs(exchangeRate / usualRate - 1) * 100 > FAR_RATE_PERCENT)
    add(
      'exchangeRate',
      `The exchange rate is ${exchangeRate} rupees per US dollar, and that of the settings ${usualRate}.`,
    )
  add('placeOfSupply', describeStateMismatch(settings.gstin, addressState))
  if (placeOfSupply === OUTSIDE_INDIA || body.sez) add('placeOfSupply', describeLut(settings, day))
  const buyerState = getStateOfGstin(buyer?.gstin ?? '')
  if (buyerState && placeOfSupply && buyerState !== placeOfSupply)
    add(
      'placeOfSupply',
      `The GSTIN of the buyer is one of ${GST_STATES[buyerState]}, and the place of supply is ${placeOfSupply} ${GST_STATES[placeOfSupply]}. That is right for example if the goods are installed there.`,
    )
  const merchantLine = body.lines.findIndex(({ gstRate }) => gstRate === MERCHANT_EXPORT_RATE)
  if (merchantLine !== -1 && !buyer?.gstin)
    add(
      'buyer.gstin',
      `Line ${merchantLine + 1}: ${MERCHANT_EXPORT_RATE} % is only for buyers who are registered for GST. Enter the GSTIN of the buyer.`,
    )
  return [...warnings, ...listShortCodes(body, settings)]
}

const listFarPrices = ({ lines, currency }: DraftBody, { exchangeRate }: Context): FieldProblem[] =>
  lines.flatMap((line, index) => {
    const difference = describeFarPrice(line, getRupeesPerUnit(currency, exchangeRate))
    if (!difference) return []
    return [{ field: `lines.${index}.unitPrice`, message: `Line ${index + 1}: the rate is ${difference}.` }]
  })

/**
 * HSN codes with too few digits (notification 78/2020-Central Tax): 6 above a turnover of 5 crore, otherwise 4, which buyers
 * without a GSTIN do not need.
 */
function listShortCodes({ lines, buyer }: DraftBody, { hsnDigits }: QuotationSettings): FieldProblem[] {
  if (hsnDigits === 4 && !buyer?.gstin) return []
  const short = lines.flatMap(({ hsn }, index) => ((hsn ?? '').length < hsnDigits ? [index] : []))
  if (short.length === 0) return []
  const numbers = short.map((index) => index + 1)
  const subject = numbers.length === 1 ? `Line ${numbers[0]} needs` : `Lines ${numbers.join(', ')} need`
  return [
    {
      field: `lines.${short[0]}.hsn`,
      message: `${subject} an HSN or SAC code of at least ${hsnDigits} digits.`,
    },
  ]
}
