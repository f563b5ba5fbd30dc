import { formatFinancialYear, getFinancialYear } from '../gst/financial-year.ts'
import type { QuotationSettings } from './settings.ts'

type Letter = Pick<QuotationSettings, 'lut' | 'lutYear'>

/** Whether exports of a day, '2026-11-21', are covered: a letter of undertaking ends with its financial year (CGST Rules, rule 96A). */
export const hasValidLut = ({ lut, lutYear }: Letter, day: string): boolean =>
  lut !== '' && lutYear === getFinancialYear(day)

/** Returns what staff should know on a day about the letter of undertaking, for exports; undefined if nothing. */
export function describeLut({ lut, lutYear }: Letter, day: string): string | undefined {
  const year = getFinancialYear(day)
  const end = Number(year.slice(0, 4)) + 1
  const effect = 'Exports and supplies to special economic zones are calculated with IGST.'
  if (!lut) return `The settings have no letter of undertaking (LUT). ${effect}`
  if (!lutYear)
    return `The settings do not say for which financial year the letter of undertaking is. ${effect}`
  if (lutYear !== year)
    return `The letter of undertaking in the settings is for ${lutYear}, not for ${year}. ${effect}`
  if (!day.startsWith(`${end}-03`)) return undefined
  return `The letter of undertaking is valid until 31 March ${end}. Furnish form RFD-11 for ${formatFinancialYear(end)}, and enter the new one in the settings on 1 April.`
}
