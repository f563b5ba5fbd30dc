import { OUTSIDE_INDIA } from '#contracts/gst/states.ts'
import { SUPPLIES, type Supply } from '#contracts/gst/supply.ts'
import { multiplyAndDivide } from './money.ts'
import type { QuotationInput, Taxes } from './types.ts'

/** 100 % in hundredths of a percent. */
export const WHOLE = 10_000

/**
 * Compares the supplier's state with the place of supply (IGST Act, sections 7 and 8). Exports and supplies to special economic
 * zones, which are always between states (section 7(5)(b)), are zero-rated (section 16).
 */
export function getSupply({
  supplierState,
  placeOfSupply,
  sez,
  hasLut,
}: Pick<QuotationInput, 'supplierState' | 'placeOfSupply' | 'sez' | 'hasLut'>): Supply {
  if (placeOfSupply === OUTSIDE_INDIA) return hasLut ? 'export' : 'export-with-tax'
  if (sez) return hasLut ? 'sez' : 'sez-with-tax'
  return supplierState === placeOfSupply ? 'intra-state' : 'inter-state'
}

/** Returns the tax on a value. Each half is rounded on its own, so that CGST and SGST are always equal. */
export function calculateTaxes(supply: Supply, taxable: number, gstRate: number): Taxes {
  const has = (tax: 'cgst' | 'igst') => SUPPLIES[supply].taxes.some((due) => due === tax)
  const half = has('cgst') ? multiplyAndDivide([taxable, gstRate], 2 * WHOLE) : 0
  const igst = has('igst') ? multiplyAndDivide([taxable, gstRate], WHOLE) : 0
  return { taxable, cgst: half, sgst: half, igst }
}
