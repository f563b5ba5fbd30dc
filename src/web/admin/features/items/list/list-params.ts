import { ADMIN_SORT_DIRECTIONS } from '#contracts/catalogue/sort.ts'
import { KINDS } from '#contracts/item/kind.ts'
import { ITEM_STATE_LABELS } from '#contracts/item/state.ts'
import { toSortParams } from '#web/admin/list/column-sort.ts'
import { useList } from '#web/admin/list/use-list.ts'

/** The filters of the table of items with fixed choices: label, the choice that does not filter, and the others. */
export const CHOICE_FILTERS = {
  state: { label: 'Status', all: 'Not archived', options: ITEM_STATE_LABELS },
  featured: { label: 'Featured', all: 'All', options: { true: 'Featured', false: 'Not featured' } },
  missing: {
    label: 'Missing information',
    all: 'Any',
    options: {
      picture: 'No picture',
      price: 'No price',
      specifications: 'Fewer than 2 specifications',
    },
  },
} as const

const ITEM_LIST = {
  filters: {
    state: Object.keys(CHOICE_FILTERS.state.options),
    featured: Object.keys(CHOICE_FILTERS.featured.options),
    missing: Object.keys(CHOICE_FILTERS.missing.options),
    category: 'text',
    search: 'text',
  },
  sorts: ADMIN_SORT_DIRECTIONS,
} as const

/** The table of items in the URL. The tab of a kind, which is undefined for all kinds, is no filter: clearing them keeps it. */
export function useItemList() {
  const list = useList(ITEM_LIST)
  const kind = KINDS.find((each) => each === list.params.get('kind'))
  const filterParams: Record<string, string> = {
    ...(kind && { kind }),
    ...Object.fromEntries(new URLSearchParams(list.filterQuery)),
  }
  const order = Object.entries(toSortParams(list, ADMIN_SORT_DIRECTIONS)).flatMap(([name, value]) =>
    value ? [[name, value]] : [],
  )
  return {
    ...list,
    kind,
    filterParams,
    /** The parameters of the request for all items of the list, in their order. */
    listParams: { ...filterParams, ...Object.fromEntries(order) } as Record<string, string>,
    query: `${kind ? `kind=${kind}&` : ''}${list.query}`,
  }
}
export type ItemList = ReturnType<typeof useItemList>
