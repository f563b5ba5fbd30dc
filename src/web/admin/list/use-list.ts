import { createColumnSort, type FirstDirections, parseColumnSort } from './column-sort.ts'
import { parsePage, useListParams } from './use-list-params.ts'

/** 'text': any text. 'any text': also an empty one. Otherwise the valid values. */
type FilterRule = 'text' | 'any text' | readonly string[]

export interface ListDefinition<Filters extends Record<string, FilterRule>, Sort extends string> {
  /** What can narrow the list, by the name of its parameter in the URL. */
  filters: Filters
  /** The columns that the list can be sorted by, with the direction of the first click on each. */
  sorts?: FirstDirections<Sort>
  pageSize?: number
}

type FilterValues<Filters> = {
  [Name in keyof Filters]:
    | (Filters[Name] extends readonly (infer Value extends string)[] ? Value : string)
    | undefined
}

const PAGE_SIZE = 50
const MAX_LENGTH = 200
const NO_SORTS = { '': 'asc' } as const

/** Search, filters, order and page of a list, all of which are in the URL, and the request that they make. */
export function useList<Filters extends Record<string, FilterRule>, Sort extends string = never>(
  definition: ListDefinition<Filters, Sort>,
) {
  const [params, change] = useListParams()
  const { pageSize = PAGE_SIZE, sorts } = definition
  const filters = parseFilters(params, definition.filters)
  const page = parsePage(params)
  const filterQuery = toQueryString(filters)
  const directions = (sorts ?? NO_SORTS) as FirstDirections<Sort>
  const sorting = parseColumnSort(params, directions)
  return {
    params,
    filters,
    ...sorting,
    page,
    pageSize,
    change,
    clear: () => change(Object.fromEntries(Object.keys(definition.filters).map((name) => [name, undefined]))),
    isFiltered: filterQuery !== '',
    /** The filters alone, for an export. */
    filterQuery,
    /** The query string of the request for the page. */
    query: String(
      new URLSearchParams([
        ...new URLSearchParams(filterQuery),
        ...(sorts ? Object.entries(sorting) : []),
        ['limit', String(pageSize)],
        ['offset', String((page - 1) * pageSize)],
      ]),
    ),
    sortBy: createColumnSort(params, change, directions),
  }
}
export type List = Omit<ReturnType<typeof useList>, 'sortBy' | 'sort' | 'filters'> & {
  sort: string
  filters: Record<string, string | undefined>
}

function parseFilters<Filters extends Record<string, FilterRule>>(params: URLSearchParams, rules: Filters) {
  const values = Object.entries(rules).map(([name, rule]) => {
    const value = params.get(name)?.slice(0, MAX_LENGTH)
    const isValid =
      typeof rule === 'string' ? value || rule === 'any text' : value !== undefined && rule.includes(value)
    return [name, isValid ? value : undefined]
  })
  return Object.fromEntries(values) as FilterValues<Filters>
}

/** The query string of the values that are set. */
export const toQueryString = (values: Record<string, string | undefined>): string =>
  String(
    new URLSearchParams(
      Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
    ),
  )
