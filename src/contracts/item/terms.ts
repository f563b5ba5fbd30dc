import { countOf, formatRupees } from '../format.ts'
import type { Availability, CommercialFields } from './commercial-fields.ts'

const MONTHS_PER_YEAR = 12

/** How pages for visitors state the availability. */
export const AVAILABILITY_TEXTS: Record<Availability, string> = {
  'in-stock': 'In Stock',
  'made-to-order': 'Made to Order',
  'by-appointment': 'By Appointment',
  discontinued: 'Discontinued',
}

/** 24 → '2 Year Warranty', 18 → '18 Month Warranty', 0 or not stated → ''. */
export function formatWarranty(count: number | null): string {
  if (!count) return ''
  return count % MONTHS_PER_YEAR === 0
    ? `${count / MONTHS_PER_YEAR} Year Warranty`
    : `${count} Month Warranty`
}

/** 2150, 'set' → '₹2,150 per set'; without a unit '₹2,150 each'. */
export const formatUnitPrice = (price: number, unit: string | undefined): string =>
  `${formatRupees(price)} ${unit && unit !== 'each' ? `per ${unit}` : 'each'}`

/** 'Price per metre, minimum 5, delivery in 3 days'; '' if nothing of it is stated. */
export function listConditions({ unit, minimumQuantity, leadTimeDays }: CommercialFields): string {
  const conditions = [
    unit && unit !== 'each' && `price per ${unit}`,
    minimumQuantity !== null && minimumQuantity > 1 && `minimum quantity ${minimumQuantity}`,
    leadTimeDays !== null && `lead time ${countOf(leadTimeDays, 'day')}`,
  ]
  const text = conditions.filter(Boolean).join(', ')
  return text && text[0]!.toUpperCase() + text.slice(1)
}
