/** The sort orders of the public lists with their labels; the first is the default (row CAT-4). */
export const SORT_LABELS = { name: 'Name', price: 'Price', featured: 'Featured first' } as const
export type Sort = keyof typeof SORT_LABELS
export const SORTS = Object.keys(SORT_LABELS) as [Sort, ...Sort[]]

/** Returns the sort order of this name, or the default. */
export const parseSort = (text: string): Sort => SORTS.find((sort) => sort === text) ?? SORTS[0]

/** The sort orders of the admin's list of all items with their labels; the first is the default. */
export const ADMIN_SORT_LABELS = {
  name: 'Name',
  changed: 'Recently updated',
  price: 'Price',
  category: 'Category',
} as const
export type AdminSort = keyof typeof ADMIN_SORT_LABELS
export const ADMIN_SORTS = Object.keys(ADMIN_SORT_LABELS) as [AdminSort, ...AdminSort[]]

/** The columns by which staff sort the list of enquiries; the first is the default. */
export const ENQUIRY_SORTS = ['received', 'customer', 'subject', 'status', 'nextStep', 'owner'] as const
export type EnquirySort = (typeof ENQUIRY_SORTS)[number]
export const SORT_DIRECTIONS = ['asc', 'desc'] as const
export type SortDirection = (typeof SORT_DIRECTIONS)[number]

/** The direction of a list of enquiries for which none was chosen: the newest first, unanswered ones the oldest first. */
export const getDefaultDirection = (sort: EnquirySort, unanswered: boolean): SortDirection =>
  sort === 'received' && !unanswered ? 'desc' : 'asc'
