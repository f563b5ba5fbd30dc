import type { QuotationBuyer } from './quotation.ts'

/** A buyer of whom nothing is known. */
export const EMPTY_BUYER: QuotationBuyer = {
  name: '',
  position: '',
  company: '',
  gstin: '',
  email: '',
  phone: '',
  billingAddress: '',
  deliveryAddress: '',
}
