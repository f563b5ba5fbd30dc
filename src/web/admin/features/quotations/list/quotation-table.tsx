import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { QUOTATION_SORT_LABELS, type QuotationSort } from '#contracts/catalogue/sort.ts'
import { formatDate, formatDateTime, formatDay } from '#contracts/format.ts'
import type { QuotationSummary } from '#contracts/quotation/record.ts'
import { getIssueLabel } from '#contracts/quotation/states.ts'
import { toQuotationPath } from '#web/lib/navigation/admin-paths.ts'
import { type ColumnSort, Table, TableRow } from '#web/ui/table.tsx'
import { formatAmount } from '../format.ts'
import { StateBadges } from '../record/state-badges.tsx'

const COLUMNS = [
  { name: 'number', className: 'w-44' },
  { name: 'buyer', className: '' },
  { name: undefined, label: 'State', className: 'w-44' },
  { name: 'total', className: 'w-36', align: 'end' },
  { name: 'validUntil', className: 'w-30' },
  { name: 'updated', className: 'w-30' },
] as const

interface QuotationTableProps {
  quotations: QuotationSummary[]
  sortBy: (column: QuotationSort) => ColumnSort
}

export function QuotationTable({ quotations, sortBy }: QuotationTableProps) {
  const columns = COLUMNS.map((column) => ({
    label: column.name ? QUOTATION_SORT_LABELS[column.name] : column.label,
    className: `px-2! py-1! ${column.className}`,
    ...('align' in column && { align: column.align }),
    sort: column.name && sortBy(column.name),
  }))
  return (
    <Table columns={columns} stacked className="table-fixed">
      {quotations.map((quotation) => (
        <QuotationRow key={quotation.id} quotation={quotation} />
      ))}
    </Table>
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
