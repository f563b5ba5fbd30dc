import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Enquiry } from '#contracts/enquiry.ts'
import type { EnquirySort, SortDirection } from '#contracts/sort.ts'
import { formatDateTime, formatShortDate } from '#web/lib/format-date.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { TableRow } from '../../../ui/table.tsx'
import { LoadError } from '../layout/load-error.tsx'
import { Pager } from '../layout/pager.tsx'
import { formatAge } from './age.ts'
import { ContactLinks } from './contact-links.tsx'
import { FollowUpDateField } from './follow-up-date-field.tsx'
import { OwnerField, StatusField } from './inline-fields.tsx'
import { formatFullName, getEnquirySubject, isUnanswered } from './labels.ts'
import { NextStepText } from './next-step.tsx'
import { enquiriesQuery } from './queries.ts'
import {
  ENQUIRY_SORT_LABELS,
  type EnquiryFilters,
  PAGE_SIZE,
  toFilterQuery,
  toPageQuery,
} from './search-params.ts'
import { SortHeader } from './sort-header.tsx'

/** The widths of the columns, in their order; the subject takes the rest. */
const COLUMNS: { sort: EnquirySort; className: string }[] = [
  { sort: 'customer', className: 'w-58' },
  { sort: 'subject', className: '' },
  { sort: 'received', className: 'w-26' },
  { sort: 'status', className: 'w-29' },
  { sort: 'nextStep', className: 'w-38' },
  { sort: 'owner', className: 'w-30' },
]

interface EnquiryTableProps {
  filters: EnquiryFilters
  onReset: () => void
  onSort: (sort: EnquirySort, order: SortDirection) => void
}

/** Enquiries, two lines each; status, owner and follow-up date are edited in the row. */
export function EnquiryTable({ filters, onReset, onSort }: EnquiryTableProps) {
  const { sort, order } = filters
  const filter = toFilterQuery(filters)
  const query = `${filter}${filter && '&'}sort=${sort}&order=${order}`
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...enquiriesQuery('table', toPageQuery(query, filters.page)),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Spinner label="Loading..." />
  if (!data) return <LoadError subject="The enquiries" error={error} onRetry={refetch} />
  return (
    <>
      {data.rows.length === 0 ? (
        <EmptyState filtered={filter !== '' || filters.page > 1} onReset={onReset} />
      ) : (
        <div
          aria-busy={isPlaceholderData}
          className="table-stacked overflow-x-auto rounded-lg border border-line bg-surface aria-busy:opacity-60"
        >
          <table className="w-full table-fixed text-left text-compact lg:min-w-232">
            <colgroup>
              {COLUMNS.map((column) => (
                <col key={column.sort} className={column.className} />
              ))}
            </colgroup>
            <thead className="max-lg:hidden">
              <tr className="border-line-strong border-b bg-surface-grey">
                {COLUMNS.map(({ sort: name }) => (
                  <SortHeader
                    key={name}
                    name={name}
                    label={ENQUIRY_SORT_LABELS[name]}
                    sort={sort}
                    order={order}
                    onSort={onSort}
                  />
                ))}
              </tr>
            </thead>
            <tbody>
              {data.rows.map((enquiry) => (
                <EnquiryRow key={enquiry.id} enquiry={enquiry} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager page={filters.page} size={PAGE_SIZE} total={data.total} itemLabel="enquiries" />
    </>
  )
}

function EmptyState({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  if (!filtered)
    return (
      <div className="grid justify-items-center gap-1 rounded-lg border border-line bg-surface py-12 text-center text-muted">
        <p>No enquiries yet.</p>
        <p>
          Enquiries from the contact form and the chat appear here. Add those that come by phone yourself.
        </p>
      </div>
    )
  return (
    <div className="grid justify-items-center gap-3 rounded-lg border border-line bg-surface py-12 text-muted">
      <p>No results.</p>
      <Button variant="outline" size="sm" onClick={onReset}>
        Show all enquiries
      </Button>
    </div>
  )
}

/** A row of the table; below 1024 px a card with two columns. */
function EnquiryRow({ enquiry }: { enquiry: Enquiry }) {
  const { customer } = enquiry
  const isNew = enquiry.status === 'new'
  return (
    <TableRow
      className={`max-lg:grid! max-lg:grid-cols-2 max-lg:gap-x-3 max-lg:gap-y-2 max-lg:p-3! ${isNew ? 'shadow-[inset_3px_0_0_var(--color-marine)]' : ''}`}
    >
      <Cell className="max-lg:col-span-2">
        <Link
          to={`/admin/customers/${customer.id}`}
          className={`block truncate text-link leading-5 hover:underline ${isNew ? 'font-bold' : 'font-semibold'}`}
        >
          {formatFullName(customer)}
          {enquiry.company && <span className="font-normal text-muted">{`, ${enquiry.company}`}</span>}
        </Link>
        <span className="flex items-center justify-between gap-1">
          <span className="truncate text-muted text-sm">{customer.phone || customer.email}</span>
          <ContactLinks customer={customer} enquiry={enquiry} size="xs" />
        </span>
      </Cell>
      <Cell className="max-lg:col-span-2">
        <EnquirySummary enquiry={enquiry} />
      </Cell>
      <Cell>
        <CardLabel>Received</CardLabel>
        <Received enquiry={enquiry} />
      </Cell>
      <Cell>
        <CardLabel>Status</CardLabel>
        <StatusField enquiry={enquiry} size="xs" />
      </Cell>
      <Cell>
        <p className="truncate text-sm leading-5">
          <NextStepText enquiry={enquiry} />
        </p>
        <FollowUpDateField enquiry={enquiry} size="xs" />
      </Cell>
      <Cell>
        <CardLabel>Owner</CardLabel>
        <OwnerField enquiry={enquiry} size="xs" />
      </Cell>
    </TableRow>
  )
}

const Cell = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <td className={`min-w-0 px-2 py-px max-lg:p-0! ${className}`}>{children}</td>
)

/** The name of the column, shown where the row is a card and the table head is hidden. */
const CardLabel = ({ children }: { children: string }) => (
  <span className="block text-muted text-sm leading-5 lg:hidden">{children}</span>
)

/** The subject with the numbers of files and notes, and the start of the message: two lines together. */
function EnquirySummary({ enquiry }: { enquiry: Enquiry }) {
  const { message } = enquiry
  const subject = getEnquirySubject(enquiry)
  const counts = [formatPlural(enquiry.attachments.length, 'file'), formatPlural(enquiry.notes, 'note')]
  const extras = counts.filter(Boolean).join(', ')
  const hasFirstLine = Boolean(subject || extras)
  return (
    <>
      {hasFirstLine && (
        <p className="flex gap-2 leading-5">
          <span className="truncate font-head font-medium text-label">{subject}</span>
          {extras && <span className="flex-none text-muted text-sm">{extras}</span>}
        </p>
      )}
      <p
        className={`wrap-anywhere text-sm leading-5 ${hasFirstLine ? 'line-clamp-1' : 'line-clamp-2'}`}
        title={message}
      >
        {message}
      </p>
    </>
  )
}

const formatPlural = (count: number, noun: string) =>
  count > 0 && `${count} ${count === 1 ? noun : `${noun}s`}`

/** The age of an enquiry, marked when a new one is older than 24 hours, and the day of its receipt. */
function Received({ enquiry }: { enquiry: Enquiry }) {
  const { createdAt } = enquiry
  const unanswered = isUnanswered(enquiry)
  return (
    <time dateTime={createdAt} title={formatDateTime(createdAt)} className="block text-sm leading-5">
      <span className={`block ${unanswered ? 'font-semibold text-danger' : ''}`}>
        {formatAge(createdAt, new Date())}
      </span>
      <span className={`block ${unanswered ? 'text-danger' : 'text-muted'}`}>
        {unanswered ? 'Unanswered' : formatShortDate(createdAt)}
      </span>
    </time>
  )
}

/** The item or the service that the enquiry is about, if there is one. */
export function EnquirySubject({ enquiry }: { enquiry: Enquiry }) {
  const subject = getEnquirySubject(enquiry)
  return subject && <p className="font-head font-medium text-label">{subject}</p>
}
