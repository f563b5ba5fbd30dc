import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Customer } from '#contracts/customer.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { EmailText } from '../layout/email-text.tsx'
import { LoadError } from '../layout/load-error.tsx'
import { Pager } from '../layout/pager.tsx'
import { ContactLinks } from './contact-links.tsx'
import { formatFullName } from './labels.ts'
import { customersQuery } from './queries.ts'
import { type EnquiryFilters, PAGE_SIZE, toFilterQuery, toPageQuery } from './search-params.ts'

const COLUMNS = ['Name', 'Phone', 'Email', 'Contact', 'Enquiries', 'Open', 'Last enquiry']

/** All customers, the one with the latest enquiry first. */
export function CustomersTable({ filters }: { filters: EnquiryFilters }) {
  const search = toFilterQuery({
    status: undefined,
    owner: undefined,
    due: false,
    unanswered: false,
    search: filters.search,
  })
  const { data, error, isPending, refetch } = useQuery({
    ...customersQuery(toPageQuery(search, filters.page)),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Spinner label="Loading..." />
  if (!data) return <LoadError subject="The contacts" error={error} onRetry={refetch} />
  return (
    <>
      {data.rows.length === 0 ? (
        <p className="rounded-lg border border-line bg-surface px-4 py-12 text-center text-muted">
          {search || filters.page > 1
            ? 'No results.'
            : 'No contacts yet. Everyone who sends an enquiry is listed here.'}
        </p>
      ) : (
        <div className="rounded-lg border border-line bg-surface">
          <Table columns={COLUMNS} stacked className="lg:min-w-208">
            {data.rows.map((customer) => (
              <CustomerRow key={customer.id} customer={customer} />
            ))}
          </Table>
        </div>
      )}
      <Pager
        page={filters.page}
        size={PAGE_SIZE}
        total={data.total}
        itemLabel={data.total === 1 ? 'contact' : 'contacts'}
      />
    </>
  )
}

/** A row of the table; below 1024 px a card. */
function CustomerRow({ customer }: { customer: Customer }) {
  return (
    <TableRow className="max-lg:grid! max-lg:grid-cols-6 max-lg:gap-x-2">
      <TableCell className="max-lg:col-span-3">
        <Link to={`/admin/customers/${customer.id}`} className="font-semibold text-link hover:underline">
          {formatFullName(customer)}
        </Link>
      </TableCell>
      <TableCell className="whitespace-nowrap max-lg:col-span-3">{customer.phone}</TableCell>
      <TableCell className="min-w-40 max-lg:col-span-6">
        <EmailText email={customer.email} />
      </TableCell>
      <TableCell className="max-lg:col-span-3 max-lg:col-start-4 max-lg:row-span-2 max-lg:row-start-1 max-lg:justify-self-end">
        <ContactLinks customer={customer} />
      </TableCell>
      <TableCell className="tabular-nums max-lg:col-span-3">
        <StackedLabel>Enquiries: </StackedLabel>
        {customer.enquiries}
      </TableCell>
      <TableCell className="tabular-nums max-lg:col-span-3">
        <StackedLabel>Open: </StackedLabel>
        {customer.open}
      </TableCell>
      <TableCell className="text-sm max-lg:col-span-6">
        <StackedLabel>Last enquiry: </StackedLabel>
        {customer.lastEnquiryAt && formatDateTime(customer.lastEnquiryAt)}
      </TableCell>
    </TableRow>
  )
}

/** The column's name, shown where the row is a card and the table head is hidden. */
const StackedLabel = ({ children }: { children: string }) => (
  <span className="text-muted lg:sr-only">{children}</span>
)
