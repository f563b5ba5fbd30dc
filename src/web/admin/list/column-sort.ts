import type { SortDirection } from '#contracts/catalogue/sort.ts'
import type { ColumnSort } from '#web/ui/table.tsx'
import type { ListParamChanges } from './use-list-params.ts'

/** The direction of the first click on each column; the first column is the one by which the list is sorted by default. */
export type FirstDirections<Name extends string> = Record<Name, SortDirection>

/** The present sort order in the URL: the column in `sort`, and in `order` its direction unless that is the first one. */
export function parseColumnSort<Name extends string>(
  params: URLSearchParams,
  firstDirections: FirstDirections<Name>,
): { sort: Name; order: SortDirection } {
  const names = Object.keys(firstDirections) as [Name, ...Name[]]
  const sort = names.find((name) => name === params.get('sort')) ?? names[0]
  const order = params.get('order')
  return { sort, order: order === 'asc' || order === 'desc' ? order : firstDirections[sort] }
}

/** The parameters of a sort order, without those that are the default. */
export function toSortParams<Name extends string>(
  { sort, order }: { sort: Name; order: SortDirection },
  firstDirections: FirstDirections<Name>,
): ListParamChanges {
  return {
    sort: sort === Object.keys(firstDirections)[0] ? undefined : sort,
    order: order === firstDirections[sort] ? undefined : order,
  }
}

/**
 * Returns a function that makes a column of a table sortable. A click sorts by it in its first direction, and reverses the
 * order if the list is sorted by it already.
 */
export function createColumnSort<Name extends string>(
  params: URLSearchParams,
  changeParams: (changes: ListParamChanges) => void,
  firstDirections: FirstDirections<Name>,
): (name: Name) => ColumnSort {
  const current = parseColumnSort(params, firstDirections)
  return (name) => {
    const isCurrent = current.sort === name
    const reversed = current.order === 'asc' ? 'desc' : 'asc'
    const order = isCurrent ? reversed : firstDirections[name]
    return {
      direction: isCurrent ? (current.order === 'asc' ? 'ascending' : 'descending') : undefined,
      onSort: () => changeParams(toSortParams({ sort: name, order }, firstDirections)),
    }
  }
}
