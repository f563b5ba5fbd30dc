import { GST_STATES, getStateTaxLabel } from '#contracts/gst/states.ts'
import { SUPPLIES, type Supply } from '#contracts/gst/supply.ts'
import { MERCHANT_EXPORT_RATE } from '#contracts/item/commercial-fields.ts'
import type { QuotationBody } from '#contracts/quotation/quotation.ts'

/** Returns what the document has to state about the tax (CGST Rules, rule 46). */
export function listNotes({ placeOfSupply, buyer, lines }: QuotationBody, supply: Supply): string[] {
  const { note } = SUPPLIES[supply]
  const isDomestic = supply === 'intra-state' || supply === 'inter-state'
  return [
    `Place of supply: ${placeOfSupply} ${GST_STATES[placeOfSupply]}.`,
    ...(note ? [note] : []),
    ...(isDomestic && !buyer?.gstin
      ? ['The buyer has stated no GSTIN and is treated as not registered for GST.']
      : []),
    ...(lines.some(({ gstRate }) => gstRate === MERCHANT_EXPORT_RATE)
      ? [describeMerchantExport(supply, placeOfSupply)]
      : []),
  ]
}

/** The conditions of notifications 40/2017-Central Tax (Rate) and 41/2017-Integrated Tax (Rate), of which a buyer must know. */
const describeMerchantExport = (supply: Supply, placeOfSupply: QuotationBody['placeOfSupply']): string =>
  `The rate of ${MERCHANT_EXPORT_RATE} % (${
    supply === 'intra-state'
      ? `0.05 % CGST and 0.05 % ${getStateTaxLabel(placeOfSupply)}, notification 40/2017-Central Tax (Rate)`
      : 'notification 41/2017-Integrated Tax (Rate)'
  }) is for goods that a merchant exporter exports within 90 days of our tax invoice. The buyer is registered for GST and with an Export Promotion Council or Commodity Board, sends the order for the concessional rate to our tax officer too, moves the goods directly, or through a registered warehouse, to the place of export, states our GSTIN and invoice in the shipping bill, and gives us proof of the export. Otherwise the full rate is payable.`
