import { ENQUIRY_LIMITS } from '#contracts/enquiry/form-limits.ts'

/** Returns the whole number from 1 to the largest quantity that is closest to `quantity`; 1 for no number. */
export const limitQuantity = (quantity: number): number =>
  Math.min(Math.max(Math.floor(quantity) || 1, 1), ENQUIRY_LIMITS.quantity)
