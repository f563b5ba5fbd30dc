import { QUOTATION_SORT_DIRECTIONS } from '#contracts/catalogue/sort.ts'
import { QUOTATION_STATE_LABELS } from '#contracts/quotation/states.ts'

/** The choices of the filter by state, in the order of the work. */
export const STATE_FILTER_LABELS = {
  open: 'Open',
  draft: QUOTATION_STATE_LABELS.draft,
  'awaiting-approval': QUOTATION_STATE_LABELS['awaiting-approval'],
  sent: 'Sent and valid',
  expired: 'Expired',
  accepted: QUOTATION_STATE_LABELS.accepted,
  declined: QUOTATION_STATE_LABELS.declined,
  withdrawn: QUOTATION_STATE_LABELS.withdrawn,
  pending: 'Sent and not decided',
  lost: 'Lost',
  quoted: 'Ever sent',
} as const

/** Filters without a field, which come from links. An empty reason stands for quotations without one. */
const LINKED_FILTERS = {
  customer: 'text',
  enquiry: 'text',
  item: 'text',
  reason: 'any text',
  from: 'text',
  to: 'text',
  forecastMonth: 'text',
} as const
export const LINKED_FILTER_NAMES = Object.keys(LINKED_FILTERS)

export const QUOTATION_LIST = {
  filters: {
    state: Object.keys(STATE_FILTER_LABELS) as (keyof typeof STATE_FILTER_LABELS)[],
    owner: 'text',
    search: 'text',
    ...LINKED_FILTERS,
  },
  sorts: QUOTATION_SORT_DIRECTIONS,
} as const
