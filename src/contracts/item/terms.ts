import { type Message, msg, t } from '#messages/messages.ts'
import { capitalize, formatRupees } from '../format.ts'
import type { Availability, CommercialFields } from './commercial-fields.ts'

const MONTHS_PER_YEAR = 12

/** How pages for visitors state the availability. */
export const AVAILABILITY_TEXTS: Record<Availability, Message> = {
  'in-stock': msg('In Stock'),
  'made-to-order': msg('Made to Order'),
  'by-appointment': msg('By Appointment'),
  discontinued: msg('Discontinued'),
}

/** 24 → '2 Year Warranty', 18 → '18 Month Warranty', 0 or not stated → ''. */
export function formatWarranty(count: number | null): string {
  if (!count) return ''
  return count % MONTHS_PER_YEAR === 0
    ? t('{count} Year Warranty', { count: count / MONTHS_PER_YEAR })
    : t('{count} Month Warranty', { count })
}

/** 2150, 'set' → '₹2,150 per set'; without a unit '₹2,150 each'. */
export const formatUnitPrice = (price: number, unit: string | undefined): string =>
  unit && unit !== 'each'
    ? t('{price} per {unit}', { price: formatRupees(price), unit })
    : t('{price} each', { price: formatRupees(price) })

/** 'Price per metre, minimum 5, delivery in 3 days'; '' if nothing of it is stated. */
export function listConditions({ unit, minimumQuantity, leadTimeDays }: CommercialFields): string {
  const conditions = [
    unit && unit !== 'each' && t('price per {unit}', { unit }),
    minimumQuantity !== null &&
      minimumQuantity > 1 &&
      t('minimum quantity {count}', { count: minimumQuantity }),
    leadTimeDays !== null &&
      t('lead time {count, plural, one {# day} other {# days}}', { count: leadTimeDays }),
  ]
  const text = conditions.filter(Boolean).join(', ')
  return capitalize(text)
}
