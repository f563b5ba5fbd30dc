import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { ENQUIRY_SORT_LABELS, type EnquirySort } from '#contracts/catalogue/sort.ts'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { countOf, formatAge, formatDateTime, formatDayOfYear } from '#contracts/format.ts'
import type { QuotationSummary } from '#contracts/quotation/record.ts'
import { QUOTATION_STATE_LABELS } from '#contracts/quotation/states.ts'
import { ListScreen } from '#web/admin/list/list-screen.tsx'
import { toQuotationPath } from '#web/lib/navigation/admin-paths.ts'
import { Table, TableRow } from '#web/ui/table.tsx'
import { ContactLinks } from '../customers/contact-links.tsx'
import { useEnquiryQuotations } from '../enquiry-quotations.ts'
import { formatFullName, getEnquirySubject, isUnanswered } from '../labels.ts'
import { describeLinkedFilters, EnquiryFilters } from './filters.tsx'
import { FollowUpDateField } from './follow-up-date-field.tsx'
import { OwnerField, StatusField } from './inline-fields.tsx'
import { NextStepText } from './next-step.tsx'
import { ENQUIRY_SEARCH, type EnquiryList, LINKED_FILTER_NAMES } from './search-params.ts'
import { useLeavingRows } from './use-leaving-rows.ts'

/** The widths of the columns, in their order; the subject takes the rest. Below 1280 px there is no room for the owner and the contact links. */
const COLUMNS: { name: EnquirySort; className: string }[] = [
  { name: 'customer', className: 'w-58 lg:max-xl:w-44' },
  { name: 'subject', className: '' },
  { name: 'received', className: 'w-26' },
  { name: 'status', className: 'w-29' },
  { name: 'nextStep', className: 'w-38' },
  { name: 'owner', className: 'w-33 lg:max-xl:hidden' },
]

/** Enquiries, two lines each; status, owner and follow-up date are edited in the row. */
export function EnquiryTable({ list }: { list: EnquiryList }) {
  const { query, shown, leftCount, getRowHandlers } = useLeavingRows(list)
  const quotations = useEnquiryQuotations(shown.map(({ id }) => id))
  const columns = COLUMNS.map(({ name, className }) => ({
    label: ENQUIRY_SORT_LABELS[name],
    className: `px-2! py-1! ${className}`,
    sort: list.sortBy(name),
  }))
  return (
    <ListScreen
      list={list}
      search={ENQUIRY_SEARCH}
      filters={<EnquiryFilters list={list} hasStatus />}
      sortLabels={ENQUIRY_SORT_LABELS}
      timeSorts={['received']}
      linkedFilters={{ texts: describeLinkedFilters(list.filters), names: LINKED_FILTER_NAMES }}
      query={query}
      getRows={() => shown}
      leftCount={leftCount}
      subject="The enquiries"
      noun="enquiry"
      empty={
        <>
          <p>No enquiries yet.</p>
          <p>
            Messages from the enquiry form and the chat appear here. Add those that come by phone yourself.
          </p>
        </>
      }
    >
      {() => (
        <Table columns={columns} stacked className="table-fixed">
          {shown.map((enquiry) => (
            <EnquiryRow
              key={enquiry.id}
              enquiry={enquiry}
              quotation={quotations.get(enquiry.id)}
              {...getRowHandlers(enquiry.id)}
            />
          ))}
        </Table>
      )}
    </ListScreen>
  )
}

/** A row of the table; below 1024 px a card with two columns. */
function EnquiryRow({ enquiry, quotation, ...handlers }: SummaryProps & ComponentProps<'tr'>) {
  const { customer } = enquiry
  const isNew = enquiry.status === 'new'
  return (
    <TableRow
      {...handlers}
      className={`max-lg:grid! max-lg:grid-cols-2 max-lg:gap-x-3 max-lg:gap-y-2 max-lg:p-3! ${isNew ? 'shadow-[inset_3px_0_0_var(--color-marine)]' : ''}`}
    >
      <Cell className="max-lg:col-span-2">
        <Link
          to={`/admin/customers/${customer.id}`}
          data-tooltip={[formatFullName(customer), enquiry.company].filter(Boolean).join(', ')}
          data-tooltip-if-cut
          className={`block truncate text-link leading-5 hover:underline ${isNew ? 'font-bold' : 'font-semibold'}`}
        >
          {formatFullName(customer)}
          {enquiry.company && <span className="font-normal text-muted">{`, ${enquiry.company}`}</span>}
        </Link>
        <span className="flex items-center justify-between gap-1">
          <span className="truncate text-muted text-sm">{customer.phone || customer.email}</span>
          <span className="lg:max-xl:hidden">
            <ContactLinks customer={customer} enquiry={enquiry} size="xs" />
          </span>
        </span>
      </Cell>
      <Cell className="max-lg:col-span-2">
        <EnquirySummary enquiry={enquiry} quotation={quotation} />
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
      <Cell className="lg:max-xl:hidden">
        <CardLabel>In charge</CardLabel>
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

interface SummaryProps {
  enquiry: Enquiry
  /** The one that was changed last. */
  quotation: QuotationSummary | undefined
}

/** The subject with the numbers of files and notes, its quotation, and the start of the message: two lines together. */
function EnquirySummary({ enquiry, quotation }: SummaryProps) {
  const { message } = enquiry
  const subject = getEnquirySubject(enquiry)
  const counts = [
    enquiry.attachments.length > 0 && countOf(enquiry.attachments.length, 'file'),
    enquiry.notes > 0 && countOf(enquiry.notes, 'note'),
  ]
  const extras = counts.filter(Boolean).join(', ')
  const hasFirstLine = Boolean(subject || extras || quotation)
  return (
    <div data-tooltip={[subject, message].filter(Boolean).join('\n')} data-tooltip-if-cut>
      {hasFirstLine && (
        <p className="flex gap-2 leading-5">
          <span className="truncate font-head font-medium text-label">{subject}</span>
          {extras && <span className="flex-none text-muted text-sm">{extras}</span>}
          {quotation && (
            <Link
              to={toQuotationPath(quotation.id)}
              data-tooltip={`Quotation: ${QUOTATION_STATE_LABELS[quotation.state].toLowerCase()}`}
              className="flex-none text-link text-sm hover:underline"
            >
              {quotation.number ?? 'Draft quotation'}
            </Link>
          )}
        </p>
      )}
      <p className={`wrap-anywhere text-sm leading-5 ${hasFirstLine ? 'line-clamp-1' : 'line-clamp-2'}`}>
        {message}
      </p>
    </div>
  )
}

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
        {unanswered ? 'Unanswered' : formatDayOfYear(createdAt)}
      </span>
    </time>
  )
}

/** The item or the service that the enquiry is about, if there is one. */
export function EnquirySubject({ enquiry }: { enquiry: Enquiry }) {
  const subject = getEnquirySubject(enquiry)
  return subject && <p className="font-head font-medium text-label">{subject}</p>
}
