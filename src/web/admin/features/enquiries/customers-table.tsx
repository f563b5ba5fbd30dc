import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Customer } from '#contracts/customer.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { LoadError } from '../layout/load-error.tsx'
import { Pager } from '../layout/pager.tsx'
import { ContactLinks } from './contact-links.tsx'
import { formatFullName } from './labels.ts'
import { customersQuery } from './queries.ts'
import { type EnquiryFilters, PAGE_SIZE, toFilterQuery, toPageQuery } from './search-params.ts'

const COLUMNS = ['Name', 'Telephone', 'E-mail', 'Contact', 'Enquiries', 'Open', 'Last enquiry']

/** Everybody who ever enquired. */
export function CustomersTable({ filters }: { filters: EnquiryFilters }) {
  const search = toFilterQuery({ status: undefined, owner: undefined, due: false, search: filters.search })
  const { data, error, isPending, refetch } = useQuery({
    ...customersQuery(toPageQuery(search, filters.page)),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Spinner label="Loading..." />
  if (!data) return <LoadError subject="The people" error={error} onRetry={refetch} />
  return (
    <>
      {data.rows.length === 0 ? (
        <p className="py-12 text-center text-muted">
          {search || filters.page > 1 ? 'Nobody matches.' : 'Nobody has written yet.'}
        </p>
      ) : (
        <Table columns={COLUMNS} className="min-w-208">
          {data.rows.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} />
          ))}
        </Table>
      )}
      <Pager page={filters.page} size={PAGE_SIZE} total={data.total} itemLabel="people" />
    </>
  )
}

function CustomerRow({ customer }: { customer: Customer }) {
  return (
    <TableRow>
      <TableCell>
        <Link to={`/admin/customers/${customer.id}`} className="font-semibold text-link hover:underline">
          {formatFullName(customer)}
        </Link>
      </TableCell>
      <TableCell className="whitespace-nowrap">{customer.phone}</TableCell>
      <TableCell className="wrap-anywhere min-w-40">{customer.email}</TableCell>
      <TableCell>
        <ContactLinks customer={customer} />
      </TableCell>
      <TableCell className="tabular-nums">{customer.enquiries}</TableCell>
      <TableCell className="tabular-nums">{customer.open}</TableCell>
      <TableCell className="text-sm">
        {customer.lastEnquiryAt && formatDateTime(customer.lastEnquiryAt)}
      </TableCell>
    </TableRow>
  )
}
