import { msg } from '#messages/messages.ts'

/** The sort orders of the public lists with their labels; the first is the default (row CAT-4). */
export const SORT_LABELS = {
  name: msg('Name'),
  price: msg('Price'),
  featured: msg('Featured first'),
} as const
export type Sort = keyof typeof SORT_LABELS
export const SORTS = Object.keys(SORT_LABELS) as [Sort, ...Sort[]]

/** Returns the sort order of this name, or the default. */
export const parseSort = (text: string): Sort => SORTS.find((sort) => sort === text) ?? SORTS[0]

/** 'asc' begins with the lowest number, the oldest time or A. */
export const SORT_DIRECTIONS = ['asc', 'desc'] as const
export type SortDirection = (typeof SORT_DIRECTIONS)[number]

/** The columns by which the admin's list of items can be sorted; the first is the default. */
export const ADMIN_SORT_LABELS = {
  name: 'Name',
  code: 'Part number',
  kind: 'Type',
  category: 'Category',
  price: 'Price',
  state: 'Status',
  changed: 'Updated',
} as const
export type AdminSort = keyof typeof ADMIN_SORT_LABELS
export const ADMIN_SORTS = Object.keys(ADMIN_SORT_LABELS) as [AdminSort, ...AdminSort[]]

/** The direction of each of these columns unless the other one is chosen. */
export const ADMIN_SORT_DIRECTIONS: Record<AdminSort, SortDirection> = {
  name: 'asc',
  code: 'asc',
  kind: 'asc',
  category: 'asc',
  price: 'asc',
  state: 'asc',
  changed: 'desc',
}

/** The columns by which the list of enquiries can be sorted; the first is the default. */
export const ENQUIRY_SORT_LABELS = {
  received: 'Received',
  customer: 'Customer',
  subject: 'Enquiry',
  status: 'Status',
  nextStep: 'Next step',
  owner: 'In charge',
} as const
export type EnquirySort = keyof typeof ENQUIRY_SORT_LABELS
export const ENQUIRY_SORTS = Object.keys(ENQUIRY_SORT_LABELS) as [EnquirySort, ...EnquirySort[]]

/** The direction of each of these columns unless the other one is chosen: the newest first, unanswered ones the oldest first. */
export const getEnquirySortDirections = (unanswered: boolean): Record<EnquirySort, SortDirection> => ({
  received: unanswered ? 'asc' : 'desc',
  customer: 'asc',
  subject: 'asc',
  status: 'asc',
  nextStep: 'asc',
  owner: 'asc',
})

/** The columns by which the list of customers can be sorted; the first is the default. */
export const CUSTOMER_SORT_LABELS = {
  lastEnquiry: 'Last enquiry',
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  enquiries: 'Enquiries',
  open: 'Open',
} as const
export type CustomerSort = keyof typeof CUSTOMER_SORT_LABELS
export const CUSTOMER_SORTS = Object.keys(CUSTOMER_SORT_LABELS) as [CustomerSort, ...CustomerSort[]]

/** The direction of each of these columns unless the other one is chosen. */
export const CUSTOMER_SORT_DIRECTIONS: Record<CustomerSort, SortDirection> = {
  lastEnquiry: 'desc',
  name: 'asc',
  phone: 'asc',
  email: 'asc',
  enquiries: 'desc',
  open: 'desc',
}

/** The columns by which the list of quotations can be sorted; the first is the default. */
export const QUOTATION_SORT_LABELS = {
  updated: 'Changed',
  number: 'Number',
  buyer: 'Buyer',
  total: 'Total',
  validUntil: 'Valid until',
  issued: 'Sent',
} as const
export type QuotationSort = keyof typeof QUOTATION_SORT_LABELS
export const QUOTATION_SORTS = Object.keys(QUOTATION_SORT_LABELS) as [QuotationSort, ...QuotationSort[]]

/** The direction of each of these columns unless the other one is chosen. */
export const QUOTATION_SORT_DIRECTIONS: Record<QuotationSort, SortDirection> = {
  updated: 'desc',
  number: 'desc',
  buyer: 'asc',
  total: 'desc',
  validUntil: 'asc',
  issued: 'desc',
}
