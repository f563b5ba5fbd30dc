import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Customer } from '#contracts/customer.ts'
import { formatDate, formatDateTime } from '#contracts/format.ts'
import { CUSTOMER_SORT_LABELS, type CustomerSort } from '#contracts/sort.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { LoadError } from '../layout/load-error.tsx'
import { Pager } from '../layout/pager.tsx'
import { ContactLinks } from './contact-links.tsx'
import { formatFullName } from './labels.ts'
import { customersQuery } from './queries.ts'
import {
  type EnquiryFilters,
  PAGE_SIZE,
  toFilterQuery,
  toPageQuery,
  useCustomerSort,
} from './search-params.ts'

/** The widths of the columns, in their order; name and email share the rest. Below 1280 px there is no room for the email. */
const COLUMNS: { name: CustomerSort | 'contact'; className: string }[] = [
  { name: 'name', className: '' },
  { name: 'phone', className: 'w-40' },
  { name: 'email', className: 'lg:max-xl:hidden' },
  { name: 'contact', className: 'w-24' },
  { name: 'enquiries', className: 'w-26' },
  { name: 'open', className: 'w-18' },
  { name: 'lastEnquiry', className: 'w-32' },
]

/** All customers; by default the one with the latest enquiry first. */
export function CustomersTable({ filters }: { filters: EnquiryFilters }) {
  const { sort, order, sortBy } = useCustomerSort()
  const search = toFilterQuery({
    status: undefined,
    owner: undefined,
    due: false,
    unanswered: false,
    search: filters.search,
  })
  const query = `${search}${search && '&'}sort=${sort}&order=${order}`
  const { data, error, isPending, refetch } = useQuery({
    ...customersQuery(toPageQuery(query, filters.page)),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Spinner label="Loading..." />
  if (!data) return <LoadError subject="The contacts" error={error} onRetry={refetch} />
  const columns = COLUMNS.map(({ name, className }) => ({
    label: name === 'contact' ? 'Contact' : CUSTOMER_SORT_LABELS[name],
    className: `px-2! ${className}`,
    sort: name === 'contact' ? undefined : sortBy(name),
  }))
  return (
    <>
      {data.items.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface px-4 py-12 text-center text-muted">
          {search || filters.page > 1
            ? 'No results.'
            : 'No contacts yet. Everyone who sends an enquiry is listed here.'}
        </p>
      ) : (
        <div className="rounded-lg border border-line bg-surface">
          <Table columns={columns} stacked className="table-fixed">
            {data.items.map((customer) => (
              <CustomerRow key={customer.id} customer={customer} />
            ))}
          </Table>
        </div>
      )}
      <Pager page={filters.page} size={PAGE_SIZE} total={data.total} itemLabel="contacts" />
    </>
  )
}

/** A row of the table; below 1024 px a card. */
function CustomerRow({ customer }: { customer: Customer }) {
  const { lastEnquiryAt } = customer
  return (
    <TableRow className="max-lg:grid! max-lg:grid-cols-6 max-lg:gap-x-2">
      <Cell className="max-lg:col-span-6">
        <Link
          to={`/admin/customers/${customer.id}`}
          className="block truncate font-semibold text-link hover:underline"
          data-tooltip={formatFullName(customer)}
          data-tooltip-if-cut
        >
          {formatFullName(customer)}
        </Link>
        {customer.company && (
          <span
            className="block truncate text-sm text-muted"
            data-tooltip={customer.company}
            data-tooltip-if-cut
          >
            {customer.company}
          </span>
        )}
      </Cell>
      <Cell className="whitespace-nowrap max-lg:col-span-3">
        <span className="block truncate" data-tooltip={customer.phone} data-tooltip-if-cut>
          {customer.phone}
        </span>
      </Cell>
      <Cell className="max-lg:order-1 max-lg:col-span-6 lg:max-xl:hidden">
        <span className="block break-words lg:truncate" data-tooltip={customer.email} data-tooltip-if-cut>
          {customer.email}
        </span>
      </Cell>
      <Cell className="max-lg:col-span-3 max-lg:justify-self-end">
        <ContactLinks customer={customer} size="xs" />
      </Cell>
      <Cell className="tabular-nums max-lg:order-1 max-lg:col-span-3">
        <StackedLabel>Enquiries: </StackedLabel>
        {customer.enquiries}
      </Cell>
      <Cell className="tabular-nums max-lg:order-1 max-lg:col-span-3">
        <StackedLabel>Open: </StackedLabel>
        {customer.open}
      </Cell>
      <Cell className="whitespace-nowrap text-sm max-lg:order-1 max-lg:col-span-6">
        <StackedLabel>Last enquiry: </StackedLabel>
        {lastEnquiryAt && (
          <time dateTime={lastEnquiryAt} title={formatDateTime(lastEnquiryAt)}>
            {formatDate(lastEnquiryAt)}
          </time>
        )}
      </Cell>
    </TableRow>
  )
}

const Cell = ({ className, children }: { className: string; children: ReactNode }) => (
  <TableCell className={`px-2! ${className}`}>{children}</TableCell>
)

/** The column's name, shown where the row is a card and the table head is hidden. */
const StackedLabel = ({ children }: { children: string }) => (
  <span className="text-muted lg:sr-only">{children}</span>
)
