import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatDateTime, formatDay } from '#contracts/format.ts'
import type { QuotationSummary } from '#contracts/quotation-record.ts'
import { getIssueLabel } from '#contracts/quotation-states.ts'
import { toQuotationPath } from '#web/lib/admin-paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Select } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table, TableRow } from '#web/ui/table.tsx'
import { FilterPanel } from '../layout/filter-panel.tsx'
import { LoadError } from '../layout/load-error.tsx'
import { OwnerFilter } from '../layout/owner-filter.tsx'
import { Pager } from '../layout/pager.tsx'
import { SearchField } from '../layout/search-field.tsx'
import { SortFields } from '../layout/sort-fields.tsx'
import { formatAmount } from './format.ts'
import {
  PAGE_SIZE,
  type QuotationFilters,
  SORT_LABELS,
  STATE_FILTER_LABELS,
  STATE_FILTERS,
} from './list-params.ts'
import { quotationsQuery } from './requests.ts'
import { StateBadges } from './state-badges.tsx'

/** The search, filters and, where the list has no table head, the order. */
export function QuotationFilterFields({ list }: { list: QuotationFilters }) {
  const { filters, change, sort, order } = list
  return (
    <search className="mb-3 flex flex-wrap items-end gap-x-4 gap-y-3">
      <SearchField
        term={filters.search}
        onSearch={(search) => change({ search })}
        placeholder="Number, buyer, subject, code"
        className="basis-44 grow sm:max-w-88"
      />
      <FilterPanel activeCount={[filters.state, filters.owner].filter(Boolean).length}>
        <Select
          label="State"
          className="w-44 max-md:w-full"
          value={filters.state ?? ''}
          onChange={({ target }) => change({ state: target.value })}
        >
          <option value="">All</option>
          {STATE_FILTERS.map((state) => (
            <option key={state} value={state}>
              {STATE_FILTER_LABELS[state]}
            </option>
          ))}
        </Select>
        <OwnerFilter value={filters.owner} onChange={(owner) => change({ owner })} />
        <SortFields labels={SORT_LABELS} sort={sort} order={order} onChange={change} />
      </FilterPanel>
    </search>
  )
}

const COLUMNS = [
  { name: 'number', className: 'w-44' },
  { name: 'buyer', className: '' },
  { name: undefined, label: 'State', className: 'w-44' },
  { name: 'total', className: 'w-36', align: 'end' },
  { name: 'validUntil', className: 'w-30' },
  { name: 'updated', className: 'w-30' },
] as const

/** One page of the quotations. */
export function QuotationTable({ list, canEdit }: { list: QuotationFilters; canEdit: boolean }) {
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...quotationsQuery(list.query),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Spinner label="Loading..." />
  if (!data) return <LoadError subject="The quotations" error={error} onRetry={refetch} />
  const columns = COLUMNS.map((column) => ({
    label: column.name ? SORT_LABELS[column.name] : column.label,
    className: `px-2! py-1! ${column.className}`,
    ...('align' in column && { align: column.align }),
    sort: column.name && list.sortBy(column.name),
  }))
  return (
    <>
      {data.items.length === 0 ? (
        <EmptyState list={list} canEdit={canEdit} />
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className="rounded-lg border border-line bg-surface aria-busy:opacity-60"
        >
          <Table columns={columns} stacked className="table-fixed">
            {data.items.map((quotation) => (
              <QuotationRow key={quotation.id} quotation={quotation} />
            ))}
          </Table>
        </div>
      )}
      <Pager page={list.page} size={PAGE_SIZE} total={data.total} itemLabel="quotations" />
    </>
  )
}

function EmptyState({ list, canEdit }: { list: QuotationFilters; canEdit: boolean }) {
  const boxClass =
    'grid justify-items-center gap-3 rounded-lg border border-line bg-surface px-4 py-12 text-center text-muted'
  if (list.isFiltered)
    return (
      <div className={boxClass}>
        <p>No results.</p>
        <Button
          variant="outline"
          size="sm"
          onClick={() =>
            list.change(Object.fromEntries(Object.keys(list.filters).map((name) => [name, undefined])))
          }
        >
          Show all quotations
        </Button>
      </div>
    )
  return (
    <div className={boxClass}>
      <p>No quotations yet.</p>
      <p>Prepare one from an enquiry or a customer, or begin with an empty one.</p>
      {canEdit && (
        <Link to={toQuotationPath('new')} className={buttonClass('outline', 'sm')}>
          <Plus aria-hidden="true" size={18} /> New quotation
        </Link>
      )}
    </div>
  )
}

/** A row of the table; below 1024 px a card. */
function QuotationRow({ quotation }: { quotation: QuotationSummary }) {
  const { id, number, issueCount, buyerName, subject, owner, validUntil, updatedAt } = quotation
  return (
    <TableRow className="max-lg:grid! max-lg:grid-cols-2 max-lg:gap-x-3 max-lg:gap-y-1 max-lg:p-3!">
      <Cell className="max-lg:col-span-2">
        <Link
          to={toQuotationPath(id)}
          className="inline-block min-h-6 font-semibold text-link tabular-nums hover:underline"
        >
          {number ?? 'Draft'}
        </Link>
        {issueCount > 1 && <span className="ml-1.5 text-muted text-sm">{getIssueLabel(issueCount)}</span>}
        {owner && <span className="block truncate text-muted text-sm leading-5">{owner.name}</span>}
      </Cell>
      <Cell className="max-lg:col-span-2">
        <span className="block truncate" data-tooltip={buyerName} data-tooltip-if-cut>
          {buyerName || <span className="text-muted">No buyer yet</span>}
        </span>
        <span
          className="block truncate text-muted text-sm leading-5"
          data-tooltip={subject}
          data-tooltip-if-cut
        >
          {subject}
        </span>
      </Cell>
      <Cell>
        <StateBadges quotation={quotation} />
      </Cell>
      <Cell className="text-right font-semibold tabular-nums">
        <Total quotation={quotation} />
      </Cell>
      <Cell className="text-sm">
        <CardLabel>Valid until </CardLabel>
        {validUntil ? formatDay(validUntil) : '–'}
      </Cell>
      <Cell className="text-sm max-lg:text-right">
        <CardLabel>Changed </CardLabel>
        <time dateTime={updatedAt} title={formatDateTime(updatedAt)}>
          {formatDate(updatedAt)}
        </time>
      </Cell>
    </TableRow>
  )
}

/** The total in the currency of the quotation; of an export in dollars with the rupees below it. */
function Total({ quotation: { currency, totals, totalInCurrency } }: { quotation: QuotationSummary }) {
  return (
    <>
      {formatAmount(totalInCurrency, currency)}
      {currency === 'USD' && totals && (
        <span className="block font-normal text-muted text-sm">{formatAmount(totals.total, 'INR')}</span>
      )}
    </>
  )
}

const Cell = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <td className={`min-w-0 px-2 py-1.5 align-top max-lg:p-0! ${className}`}>{children}</td>
)

/** The name of the column, shown where the row is a card and the table head is hidden. */
const CardLabel = ({ children }: { children: string }) => (
  <span className="text-muted lg:hidden">{children}</span>
)
