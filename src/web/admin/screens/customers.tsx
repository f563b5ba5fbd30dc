import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { CUSTOMER_SORT_LABELS, ENQUIRY_SORT_LABELS } from '#contracts/sort.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { TAB_CLASS, Tabs } from '../../ui/tabs.tsx'
import { AddEnquiryDialog } from '../features/enquiries/add-enquiry-dialog.tsx'
import { CustomersTable } from '../features/enquiries/customers-table.tsx'
import { EnquiryBoard } from '../features/enquiries/enquiry-board.tsx'
import { EnquiryTable } from '../features/enquiries/enquiry-table.tsx'
import { Filters } from '../features/enquiries/filters.tsx'
import { LinkedFilters, NO_LINKED_FILTERS } from '../features/enquiries/linked-filters.tsx'
import { MailStatus } from '../features/enquiries/mail-status.tsx'
import {
  type EnquiryFilters,
  toFilterQuery,
  useCustomerSort,
  useEnquiryFilters,
} from '../features/enquiries/search-params.ts'
import { PageHeader } from '../features/layout/page-header.tsx'
import { can, useCurrentUser } from '../features/session/session.ts'

const VIEWS = [
  { view: 'table', label: 'List', to: '?' },
  { view: 'board', label: 'Board', to: '?view=board' },
  { view: 'people', label: 'Contacts', to: '?view=people' },
] as const

type ContactOrder = Pick<ReturnType<typeof useCustomerSort>, 'sort' | 'order'>

/** What the screen shows, and in which order. */
function getSubtitle({ view, unanswered, sort, order }: EnquiryFilters, contacts: ContactOrder): string {
  if (view === 'board') return 'Enquiries by status'
  if (view === 'people') {
    const isByTime = contacts.sort === 'lastEnquiry'
    if (isByTime) return `Contacts, ${contacts.order === 'asc' ? 'oldest' : 'latest'} enquiry first`
    return `Contacts, sorted by ${CUSTOMER_SORT_LABELS[contacts.sort].toLowerCase()}`
  }
  const subject = unanswered ? 'Unanswered enquiries' : 'Enquiries'
  if (sort === 'received') return `${subject}, ${order === 'asc' ? 'oldest' : 'newest'} first`
  return `${subject}, sorted by ${ENQUIRY_SORT_LABELS[sort].toLowerCase()}`
}

/** Enquiries as a list or board, and the customers who sent them (decision 0014). The URL holds the view and its filters. */
export default function Customers() {
  const { filters, change: setFilters, sortBy } = useEnquiryFilters()
  const [adding, setAdding] = useState(false)
  const canEdit = can(useCurrentUser(), 'enquiries.edit')
  const reset = () =>
    setFilters({
      status: undefined,
      owner: undefined,
      due: undefined,
      unanswered: undefined,
      ...NO_LINKED_FILTERS,
      search: undefined,
    })
  const exportQuery = toFilterQuery(filters.view === 'board' ? { ...filters, status: undefined } : filters)
  return (
    <>
      <PageHeader title="Customers" subtitle={getSubtitle(filters, useCustomerSort())}>
        {filters.view !== 'people' && (
          <a
            href={`/api/enquiries.csv${exportQuery && `?${exportQuery}`}`}
            className={buttonClass('outline')}
            download
          >
            <Download aria-hidden="true" size={18} /> Export
          </a>
        )}
        {canEdit && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" size={20} /> Add enquiry
          </Button>
        )}
      </PageHeader>
      <MailStatus />
      <Tabs label="View">
        {VIEWS.map(({ view, label, to }) => (
          <Link
            key={view}
            to={to}
            className={TAB_CLASS}
            aria-current={view === filters.view ? 'page' : undefined}
          >
            {label}
          </Link>
        ))}
      </Tabs>
      <Filters filters={filters} onChange={setFilters} />
      {filters.view !== 'people' && <LinkedFilters filters={filters} onChange={setFilters} />}
      {filters.view === 'board' && <EnquiryBoard filters={filters} />}
      {filters.view === 'table' && <EnquiryTable filters={filters} onReset={reset} sortBy={sortBy} />}
      {filters.view === 'people' && <CustomersTable filters={filters} />}
      {adding && <AddEnquiryDialog onClose={() => setAdding(false)} />}
    </>
  )
}
