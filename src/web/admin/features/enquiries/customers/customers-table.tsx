import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  CUSTOMER_SORT_DIRECTIONS,
  CUSTOMER_SORT_LABELS,
  type CustomerSort,
} from '#contracts/catalogue/sort.ts'
import type { Customer } from '#contracts/enquiry/customer.ts'
import { formatDate, formatDateTime } from '#contracts/format.ts'
import { ListScreen } from '#web/admin/list/list-screen.tsx'
import { useList } from '#web/admin/list/use-list.ts'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { formatFullName } from '../labels.ts'
import { customersQuery } from '../queries.ts'
import { ContactLinks } from './contact-links.tsx'

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

const CUSTOMER_LIST = { filters: { search: 'text' }, sorts: CUSTOMER_SORT_DIRECTIONS } as const

/** All customers; by default the one with the latest enquiry first. */
export function CustomersTable() {
  const list = useCustomerList()
  const query = useQuery({ ...customersQuery(list.query), placeholderData: keepPreviousData })
  const columns = COLUMNS.map(({ name, className }) => ({
    label: name === 'contact' ? 'Contact' : CUSTOMER_SORT_LABELS[name],
    className: `px-2! ${className}`,
    sort: name === 'contact' ? undefined : list.sortBy(name),
  }))
  return (
    <ListScreen
      list={list}
      search={{ placeholder: 'Name, company, phone' }}
      sortLabels={CUSTOMER_SORT_LABELS}
      timeSorts={['lastEnquiry']}
      query={query}
      getRows={({ items }) => items}
      subject="The contacts"
      noun="contact"
      empty={<p>No contacts yet. Everyone who sends an enquiry is listed here.</p>}
    >
      {(customers) => (
        <Table columns={columns} stacked className="table-fixed">
          {customers.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} />
          ))}
        </Table>
      )}
    </ListScreen>
  )
}

/** The list of customers in the URL. */
export const useCustomerList = () => useList(CUSTOMER_LIST)

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
