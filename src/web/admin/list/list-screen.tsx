import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { pluralize } from '#contracts/format.ts'
import { Button } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { Loaded } from '../shell/loaded.tsx'
import { PageHeader } from '../shell/page-header.tsx'
import { FilterPanel } from './filter-panel.tsx'
import { Pager } from './pager.tsx'
import { SearchField } from './search-field.tsx'
import { SortFields } from './sort-fields.tsx'
import type { List } from './use-list.ts'

interface ListFieldsProps {
  list: List
  /** The search; without it, the list cannot be searched. */
  search?: { label?: string; placeholder?: string }
  /** The fields of the filters; on a phone they are behind a button. */
  filters?: ReactNode
  /** The labels of the columns, where the rows are cards and have no table head to sort by. */
  sortLabels?: Record<string, string>
  /** The columns that contain a time. */
  timeSorts?: readonly string[]
  /** Filters without a field, which the list has because a link led to it. */
  linkedFilters?: { texts: string[]; names: readonly string[] }
}

interface ListScreenProps<Data extends { total: number }, Row> extends ListFieldsProps {
  title?: string
  /** The accessible name of the region with the rows. */
  label?: string
  subtitle?: string
  /** The buttons beside the title. */
  actions?: ReactNode
  /** What stands between the title and the list. */
  tabs?: ReactNode
  query: UseQueryResult<Data>
  getRows: (data: Data) => Row[]
  /** The rows in words, at the beginning of a sentence: 'The enquiries'. */
  subject: string
  /** What is listed, in the singular, such as 'enquiry'; '' for items, whose pages are counted without a word. */
  noun: string
  /** Shown if there is nothing to list yet. */
  empty: ReactNode
  /** Said if nothing fits the filters. */
  noResults?: string
  /** Whether the rows are in a box of their own; false for cards. */
  isBoxed?: boolean
  loadingLabel?: string
  /** The id of the element that the links to other pages scroll to, instead of the beginning of the screen. */
  anchor?: string
  pagerLabels?: readonly [previous: string, next: string]
  /** How many rows of the page have left it meanwhile. */
  leftCount?: number
  children: (rows: Row[], data: Data) => ReactNode
}

/** A list: title, search, filters, rows, pages, and what it says while it is empty, loading or failing. */
export function ListScreen<Data extends { total: number }, Row>(props: ListScreenProps<Data, Row>) {
  const { list, title, subtitle, actions, tabs, query, getRows, subject, noun, empty } = props
  const {
    label,
    noResults = 'No results.',
    isBoxed = true,
    loadingLabel,
    pagerLabels,
    anchor,
    leftCount = 0,
    children,
  } = props
  const box = isBoxed ? 'min-w-0 rounded-lg border border-line bg-surface' : ''
  return (
    <>
      {title && (
        <PageHeader title={title} {...(subtitle && { subtitle })}>
          {actions}
        </PageHeader>
      )}
      {tabs}
      <ListFields {...props} />
      <section aria-label={label}>
        <Loaded query={query} subject={subject} {...(loadingLabel && { label: loadingLabel })}>
          {(data) => {
            const rows = getRows(data)
            return (
              <>
                {rows.length > 0 ? (
                  <div aria-busy={query.isPlaceholderData} className={`${box} aria-busy:opacity-60`}>
                    {children(rows, data)}
                  </div>
                ) : (
                  <EmptyList {...{ list, noun, noResults }} total={data.total - leftCount}>
                    {empty}
                  </EmptyList>
                )}
                {data.total > leftCount && (
                  <Pager
                    page={list.page}
                    size={list.pageSize}
                    total={data.total - leftCount}
                    noun={noun}
                    {...(pagerLabels && { labels: pagerLabels })}
                    {...(anchor && { anchor })}
                  />
                )}
              </>
            )
          }}
        </Loaded>
      </section>
    </>
  )
}

/** The search, the filters and, where the list has no table head, the order. */
export function ListFields(props: ListFieldsProps) {
  const { list, search, filters, sortLabels, timeSorts = [], linkedFilters } = props
  const { texts, names } = linkedFilters ?? { texts: [], names: [] }
  const isActive = ([name, value]: [string, string | undefined]) =>
    value !== undefined && name !== 'search' && !names.includes(name)
  const sortFields = sortLabels && (
    <SortFields
      labels={sortLabels}
      sort={list.sort}
      order={list.order}
      isByTime={timeSorts.includes(list.sort)}
      onChange={list.change}
    />
  )
  return (
    <>
      {(search || filters) && (
        <search className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-3">
          {search && (
            <SearchField
              term={list.filters.search ?? ''}
              onSearch={(term) => list.change({ search: term })}
              className="basis-44 grow sm:max-w-88"
              {...search}
            />
          )}
          {filters ? (
            <FilterPanel activeCount={Object.entries(list.filters).filter(isActive).length}>
              {filters}
              {sortFields}
            </FilterPanel>
          ) : (
            sortFields && <div className="grid grid-cols-2 gap-3 max-md:w-full lg:hidden">{sortFields}</div>
          )}
          {list.isFiltered && (
            <Button variant="outline" onClick={list.clear}>
              <span>
                Clear<span className="sr-only"> search and filters</span>
              </span>
            </Button>
          )}
        </search>
      )}
      {texts.length > 0 && (
        <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-compact">
          <span>{`Shown: ${texts.join(', ')}`}</span>
          <Button
            variant="link"
            size="sm"
            onClick={() => list.change(Object.fromEntries(names.map((name) => [name, undefined])))}
          >
            Remove these limits
          </Button>
        </p>
      )}
    </>
  )
}

interface EmptyListProps {
  list: List
  noun: string
  noResults: string
  total: number
  children: ReactNode
}

/** Why a page of a list has no rows: it is behind the last one, nothing fits the filters, or there is nothing yet. */
function EmptyList({ list, noun, noResults, total, children }: EmptyListProps) {
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-line bg-surface px-4 py-12 text-center text-muted">
      {total > 0 ? (
        <p>This page does not exist.</p>
      ) : list.isFiltered ? (
        <>
          <p>{noResults}</p>
          <Button variant="outline" size="sm" onClick={list.clear}>
            {`Show all ${pluralize(noun || 'item')}`}
          </Button>
        </>
      ) : (
        children
      )}
    </div>
  )
}

interface FilterSelectProps {
  list: List
  name: string
  label: string
  /** The choice that does not filter. */
  all: string
  /** The labels of the values. */
  options: Record<string, string>
}

/** A filter with a choice of values. */
export function FilterSelect({ list, name, label, all, options }: FilterSelectProps) {
  return (
    <Select
      label={label}
      className="w-36 max-md:w-full"
      value={list.filters[name] ?? ''}
      onChange={({ target }) => list.change({ [name]: target.value })}
    >
      <option value="">{all}</option>
      {Object.entries(options).map(([value, text]) => (
        <option key={value} value={value}>
          {text}
        </option>
      ))}
    </Select>
  )
}
