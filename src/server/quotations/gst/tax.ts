import { type GstState, OUTSIDE_INDIA } from '#contracts/gst-states.ts'
import { multiplyAndDivide } from './money.ts'
import type { Supply, Taxes } from './types.ts'

/** 100 % in hundredths of a percent. */
export const WHOLE = 10_000

/** Compares the supplier's state with the place of supply (IGST Act, sections 7 and 8; exports: section 16). */
export function getSupply(supplierState: GstState, placeOfSupply: GstState): Supply {
  if (placeOfSupply === OUTSIDE_INDIA) return 'export'
  return supplierState === placeOfSupply ? 'intra-state' : 'inter-state'
}

/** Returns the tax on a value. Each half is rounded on its own, so that CGST and SGST are always equal. */
export function calculateTaxes(supply: Supply, taxable: number, gstRate: number): Taxes {
  const half = supply === 'intra-state' ? multiplyAndDivide([taxable, gstRate], 2 * WHOLE) : 0
  const igst = supply === 'inter-state' ? multiplyAndDivide([taxable, gstRate], WHOLE) : 0
  return { taxable, cgst: half, sgst: half, igst }
}
