import { LIMITS } from '../limits.ts'

/** The largest quotation. */
export const QUOTATION_LIMITS = {
  lines: 500,
  quantity: 10_000_000,
  /** Rupees or dollars, of one line or charge, and of the total in rupees. */
  amount: LIMITS.price,
  exchangeRate: 100_000,
  descriptionLength: 5000,
  textLength: 300,
  addressLength: 1000,
  specifications: 30,
  termsLength: 20_000,
  purchaseOrderLength: 100,
} as const

/** The amounts of a quotation beside its lines, with their labels. */
export const CHARGE_LABELS = {
  packing: 'Packing and forwarding',
  freight: 'Freight',
  installation: 'Installation and commissioning',
  insurance: 'Transit insurance',
} as const
export type ChargeName = keyof typeof CHARGE_LABELS
export const CHARGE_NAMES = Object.keys(CHARGE_LABELS) as [ChargeName, ...ChargeName[]]
