import { Download, Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Plate } from '../../ui/plate.tsx'
import { TAB, Tabs } from '../../ui/tabs.tsx'
import { AddEnquiry } from '../features/enquiries/add-enquiry.tsx'
import { filterQuery, useWish } from '../features/enquiries/address.ts'
import { EnquiryBoard } from '../features/enquiries/enquiry-board.tsx'
import { EnquiryTable } from '../features/enquiries/enquiry-table.tsx'
import { Filters } from '../features/enquiries/filters.tsx'
import { MailLine } from '../features/enquiries/mail-line.tsx'
import { PeopleTable } from '../features/enquiries/people-table.tsx'
import { ScreenHead } from '../features/frame/screen-head.tsx'
import { may, useSignedIn } from '../features/session/session.ts'

const VIEWS = [
  { view: 'table', label: 'Table', to: '?' },
  { view: 'board', label: 'Board', to: '?view=board' },
  { view: 'people', label: 'People', to: '?view=people' },
] as const

/** Who wrote, and what is to be done about it (decision 0014). The address holds view, filters, search and page. */
export default function Customers() {
  const { wish, change } = useWish()
  const [adding, setAdding] = useState(false)
  const mayEdit = may(useSignedIn(), 'enquiries.edit')
  const reset = () => change({ status: undefined, owner: undefined, due: undefined, search: undefined })
  const exported = filterQuery(wish.view === 'board' ? { ...wish, status: undefined } : wish)
  return (
    <>
      <ScreenHead
        title="Customers"
        subtitle={wish.view === 'people' ? 'People, newest first' : 'Enquiries, newest first'}
      >
        {wish.view !== 'people' && (
          <a
            href={`/api/enquiries.csv${exported && `?${exported}`}`}
            className={buttonClass('outline')}
            download
          >
            <Download aria-hidden="true" size={18} /> Export
          </a>
        )}
        {mayEdit && (
          <Button onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" size={20} /> Add enquiry
          </Button>
        )}
      </ScreenHead>
      <MailLine />
      <Tabs label="View">
        {VIEWS.map(({ view, label, to }) => (
          <Link key={view} to={to} className={TAB} aria-current={view === wish.view ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </Tabs>
      <Filters wish={wish} change={change} />
      {wish.view === 'board' ? (
        <EnquiryBoard wish={wish} />
      ) : (
        <Plate>
          {wish.view === 'people' ? (
            <PeopleTable wish={wish} />
          ) : (
            <EnquiryTable wish={wish} onReset={reset} />
          )}
        </Plate>
      )}
      {adding && <AddEnquiry onClose={() => setAdding(false)} />}
    </>
  )
}
