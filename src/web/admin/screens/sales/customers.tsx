import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { CUSTOMER_SORT_LABELS, ENQUIRY_SORT_LABELS } from '#contracts/catalogue/sort.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { TAB_CLASS, Tabs } from '#web/ui/tabs.tsx'
import { AddEnquiryDialog } from '../../features/enquiries/add-enquiry-dialog.tsx'
import { CustomersTable, useCustomerList } from '../../features/enquiries/customers/customers-table.tsx'
import { EnquiryBoard } from '../../features/enquiries/list/enquiry-board.tsx'
import { EnquiryTable } from '../../features/enquiries/list/enquiry-table.tsx'
import { describeLinkedFilters, EnquiryFilters } from '../../features/enquiries/list/filters.tsx'
import {
  ENQUIRY_SEARCH,
  type EnquiryList,
  LINKED_FILTER_NAMES,
  useEnquiryList,
} from '../../features/enquiries/list/search-params.ts'
import { MailStatus } from '../../features/enquiries/mail-status.tsx'
import { ListFields } from '../../list/list-screen.tsx'
import { toQueryString } from '../../list/use-list.ts'
import { can, useCurrentUser } from '../../session/session.ts'
import { PageHeader } from '../../shell/page-header.tsx'

const VIEWS = [
  { view: 'table', label: 'List', to: '?' },
  { view: 'board', label: 'Board', to: '?view=board' },
  { view: 'people', label: 'Contacts', to: '?view=people' },
] as const
type View = (typeof VIEWS)[number]['view']

/** What the screen shows, and in which order. */
function getSubtitle(
  view: View,
  { filters, sort, order }: EnquiryList,
  contacts: ReturnType<typeof useCustomerList>,
): string {
  if (view === 'board') return 'Enquiries by status'
  if (view === 'people') {
    const isByTime = contacts.sort === 'lastEnquiry'
    if (isByTime) return `Contacts, ${contacts.order === 'asc' ? 'oldest' : 'latest'} enquiry first`
    return `Contacts, sorted by ${CUSTOMER_SORT_LABELS[contacts.sort].toLowerCase()}`
  }
  const subject = filters.unanswered ? 'Unanswered enquiries' : 'Enquiries'
  if (sort === 'received') return `${subject}, ${order === 'asc' ? 'oldest' : 'newest'} first`
  return `${subject}, sorted by ${ENQUIRY_SORT_LABELS[sort].toLowerCase()}`
}

/** Enquiries as a list or board, and the customers who sent them (decision 0014). The URL holds the view and its filters. */
export default function Customers() {
  const list = useEnquiryList()
  const view = VIEWS.find((each) => each.view === list.params.get('view'))?.view ?? 'table'
  const [adding, setAdding] = useState(false)
  const canEdit = can(useCurrentUser(), 'enquiries.edit')
  const exported = view === 'board' ? toQueryString({ ...list.filters, status: undefined }) : list.filterQuery
  return (
    <>
      <PageHeader title="Customers" subtitle={getSubtitle(view, list, useCustomerList())}>
        {view !== 'people' && (
          <a
            href={`/api/enquiries.csv${exported && `?${exported}`}`}
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
        {VIEWS.map(({ view: each, label, to }) => (
          <Link key={each} to={to} className={TAB_CLASS} aria-current={each === view ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </Tabs>
      {view === 'table' && <EnquiryTable list={list} />}
      {view === 'people' && <CustomersTable />}
      {view === 'board' && (
        <>
          <ListFields
            list={list}
            search={ENQUIRY_SEARCH}
            filters={<EnquiryFilters list={list} hasStatus={false} />}
            linkedFilters={{ texts: describeLinkedFilters(list.filters), names: LINKED_FILTER_NAMES }}
          />
          <EnquiryBoard list={list} />
        </>
      )}
      {adding && <AddEnquiryDialog onClose={() => setAdding(false)} />}
    </>
  )
}
