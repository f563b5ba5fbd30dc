import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#contracts/format.ts'
import {
  ADMIN_SORT_DIRECTIONS,
  ADMIN_SORT_LABELS,
  ADMIN_SORTS,
  type AdminSort,
  SORT_DIRECTIONS,
  type SortDirection,
} from '#contracts/sort.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/field.tsx'
import { parseColumnSort, toSortParams } from '../layout/column-sort.ts'
import { FilterPanel } from '../layout/filter-panel.tsx'
import { SearchField } from '../layout/search-field.tsx'
import type { ListParamChanges } from '../layout/use-list-params.ts'
import { CLEARED_PARAMS, countFilters, isNarrowed, LIST_FILTERS, parseKind } from './list-params.ts'
import { categoriesQuery } from './queries.ts'

interface ListFiltersProps {
  searchParams: URLSearchParams
  onChange: (changes: ListParamChanges) => void
}

/** Search and filters of the table of items. Their values are in the URL. */
export function ListFilters({ searchParams, onChange }: ListFiltersProps) {
  const { data: categories = [] } = useQuery(categoriesQuery(parseKind(searchParams)))
  return (
    <search
      className={`mb-3 grid items-end gap-3 md:grid-cols-3 ${isNarrowed(searchParams) ? 'lg:grid-cols-[minmax(12rem,1fr)_repeat(3,9rem)_9.75rem_auto]' : 'lg:grid-cols-[minmax(12rem,1fr)_repeat(3,9rem)_9.75rem]'}`}
    >
      <SearchField
        term={searchParams.get('search') ?? ''}
        onSearch={(term) => onChange({ search: term })}
        placeholder="Name, part number or description"
        className="md:max-lg:col-span-2"
      />
      <FilterPanel activeCount={countFilters(searchParams)}>
        {Object.entries(LIST_FILTERS).map(([name, { label, choices }]) => (
          <Select
            key={name}
            label={label}
            value={searchParams.get(name) ?? ''}
            onChange={(event) => onChange({ [name]: event.target.value })}
          >
            {Object.entries(choices).map(([value, optionLabel]) => (
              <option key={value} value={value}>
                {optionLabel}
              </option>
            ))}
          </Select>
        ))}
        <Select
          label="Category"
          value={searchParams.get('category') ?? ''}
          onChange={(event) => onChange({ category: event.target.value })}
        >
          <option value="">All categories</option>
          {categories.map(({ name, count }) => (
            <option key={name} value={name}>
              {`${name} (${formatCount(count)})`}
            </option>
          ))}
        </Select>
        <SortSelect searchParams={searchParams} onChange={onChange} />
      </FilterPanel>
      {isNarrowed(searchParams) && (
        <Button variant="outline" onClick={() => onChange(CLEARED_PARAMS)}>
          <span>
            Clear<span className="sr-only"> search and filters</span>
          </span>
        </Button>
      )}
    </search>
  )
}

const DIRECTION_LABELS: Record<SortDirection, string> = { asc: 'ascending', desc: 'descending' }

/** The sort order where rows are cards and have no column headers. */
function SortSelect({ searchParams, onChange }: ListFiltersProps) {
  const { sort, order } = parseColumnSort(searchParams, ADMIN_SORT_DIRECTIONS)
  const changeSort = (value: string) => {
    const [name, direction] = value.split(' ') as [AdminSort, SortDirection]
    onChange(toSortParams({ sort: name, order: direction }, ADMIN_SORT_DIRECTIONS))
  }
  return (
    <Select
      label="Sort by"
      className="lg:hidden"
      value={`${sort} ${order}`}
      onChange={(event) => changeSort(event.target.value)}
    >
      {ADMIN_SORTS.flatMap((name) =>
        SORT_DIRECTIONS.map((direction) => (
          <option key={name + direction} value={`${name} ${direction}`}>
            {`${ADMIN_SORT_LABELS[name]}, ${DIRECTION_LABELS[direction]}`}
          </option>
        )),
      )}
    </Select>
  )
}
