import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Enquiry } from '#contracts/enquiry.ts'
import { formatTime } from '../../../lib/time.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Table, TableCell, TableRow } from '../../../ui/table.tsx'
import { LoadFailure } from '../frame/load-failure.tsx'
import { Pager } from '../frame/pager.tsx'
import { filterQuery, PAGE_ROWS, pageQuery, type Wish } from './address.ts'
import { ContactLinks } from './contact-links.tsx'
import { enquiriesQuery } from './queries.ts'
import { fullName, subjectOf } from './words.ts'
import { NextActionField, OwnerField, StatusField } from './work-fields.tsx'

const COLUMNS = ['Received', 'From', 'Enquiry', 'Status', 'Owner', 'Next action']

/** Enquiries, the newest first, each worked on in its own row. */
export function EnquiryTable({ wish, onReset }: { wish: Wish; onReset: () => void }) {
  const filter = filterQuery(wish)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...enquiriesQuery('table', pageQuery(filter, wish.page)),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Spinner label="Loading..." />
  if (!data) return <LoadFailure what="The enquiries" error={error} retry={refetch} />
  return (
    <>
      {data.rows.length === 0 ? (
        <Empty filtered={filter !== '' || wish.page > 1} onReset={onReset} />
      ) : (
        <div aria-busy={isPlaceholderData} className="aria-busy:opacity-60">
          <Table columns={COLUMNS} stacked className="lg:min-w-232">
            {data.rows.map((enquiry) => (
              <Line key={enquiry.id} enquiry={enquiry} />
            ))}
          </Table>
        </div>
      )}
      <Pager page={wish.page} size={PAGE_ROWS} total={data.total} noun="enquiries" />
    </>
  )
}

function Empty({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  if (!filtered) return <p className="py-12 text-center text-muted">Nobody has written yet.</p>
  return (
    <div className="grid justify-items-center gap-3 py-12 text-muted">
      <p>No enquiry matches.</p>
      <Button variant="outline" size="sm" onClick={onReset}>
        Show all enquiries
      </Button>
    </div>
  )
}

function Line({ enquiry }: { enquiry: Enquiry }) {
  const { customer } = enquiry
  const isNew = enquiry.status === 'new'
  return (
    <TableRow className={`align-top ${isNew ? 'shadow-[inset_3px_0_0_var(--color-marine)]' : ''}`}>
      <TableCell className="text-sm md:min-w-25">
        {formatTime(enquiry.createdAt)}
        {isNew && (
          <Badge tone="save" className="w-fit max-md:ml-2 md:mt-1 md:block">
            New
          </Badge>
        )}
      </TableCell>
      <TableCell>
        <Link
          to={`/admin/customers/${customer.id}`}
          className={`block text-link hover:underline ${isNew ? 'font-bold' : 'font-semibold'}`}
        >
          {fullName(customer)}
        </Link>
        <span className="mb-1 block whitespace-nowrap text-muted text-sm">{customer.phone}</span>
        <ContactLinks customer={customer} enquiry={enquiry} />
      </TableCell>
      <TableCell className="min-w-56 max-w-96">
        <About enquiry={enquiry} />
        <p className="wrap-anywhere line-clamp-3 whitespace-pre-line text-sm">{enquiry.message}</p>
        {enquiry.notes > 0 && (
          <p className="text-muted text-sm">{enquiry.notes === 1 ? '1 note' : `${enquiry.notes} notes`}</p>
        )}
      </TableCell>
      <TableCell className="px-2!">
        <StatusField enquiry={enquiry} />
      </TableCell>
      <TableCell className="px-2!">
        <OwnerField enquiry={enquiry} />
      </TableCell>
      <TableCell className="px-2!">
        <NextActionField enquiry={enquiry} />
      </TableCell>
    </TableRow>
  )
}

/** Which item it is about, else what was chosen in the form. */
export function About({ enquiry }: { enquiry: Enquiry }) {
  const subject = subjectOf(enquiry)
  return subject && <p className="font-head font-medium text-label">{subject}</p>
}
