import { GST_STATES } from '#contracts/gst-states.ts'
import type { QuotationBody } from '#contracts/quotation.ts'
import type { Supply } from './types.ts'

/** Returns what the document has to state about the tax (CGST Rules, rule 46). */
export function listNotes(
  { placeOfSupply, buyerRegistered, reverseCharge }: QuotationBody,
  supply: Supply,
): string[] {
  const notes = [`Place of supply: ${placeOfSupply} ${GST_STATES[placeOfSupply]}.`]
  if (supply === 'export')
    notes.push('Supply meant for export under letter of undertaking without payment of integrated tax.')
  else {
    if (!buyerRegistered) notes.push('The buyer is not registered for GST.')
    notes.push(`Tax is payable on reverse charge: ${reverseCharge ? 'Yes' : 'No'}.`)
  }
  return notes
}
