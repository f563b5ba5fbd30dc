import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Enquiry } from '#contracts/enquiry.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { Table, TableCell, TableRow } from '../../../ui/table.tsx'
import { LoadError } from '../layout/load-error.tsx'
import { Pager } from '../layout/pager.tsx'
import { ContactLinks } from './contact-links.tsx'
import { FollowUpDateField, OwnerField, StatusField } from './inline-fields.tsx'
import { formatFullName, getEnquirySubject } from './labels.ts'
import { enquiriesQuery } from './queries.ts'
import { type EnquiryFilters, PAGE_SIZE, toFilterQuery, toPageQuery } from './search-params.ts'

const COLUMNS = ['Received', 'Customer', 'Enquiry', 'Status', 'Owner', 'Follow-up date']

/** Enquiries, the newest first; status, owner and follow-up date are edited in the row. */
export function EnquiryTable({ filters, onReset }: { filters: EnquiryFilters; onReset: () => void }) {
  const filter = toFilterQuery(filters)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    ...enquiriesQuery('table', toPageQuery(filter, filters.page)),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Spinner label="Loading..." />
  if (!data) return <LoadError subject="The enquiries" error={error} onRetry={refetch} />
  return (
    <>
      {data.rows.length === 0 ? (
        <EmptyState filtered={filter !== '' || filters.page > 1} onReset={onReset} />
      ) : (
        <div aria-busy={isPlaceholderData} className="aria-busy:opacity-60">
          <Table columns={COLUMNS} stacked className="lg:min-w-232">
            {data.rows.map((enquiry) => (
              <EnquiryRow key={enquiry.id} enquiry={enquiry} />
            ))}
          </Table>
        </div>
      )}
      <Pager page={filters.page} size={PAGE_SIZE} total={data.total} itemLabel="enquiries" />
    </>
  )
}

function EmptyState({ filtered, onReset }: { filtered: boolean; onReset: () => void }) {
  if (!filtered) return <p className="py-12 text-center text-muted">No enquiries yet.</p>
  return (
    <div className="grid justify-items-center gap-3 py-12 text-muted">
      <p>No results.</p>
      <Button variant="outline" size="sm" onClick={onReset}>
        Show all enquiries
      </Button>
    </div>
  )
}

function EnquiryRow({ enquiry }: { enquiry: Enquiry }) {
  const { customer } = enquiry
  const isNew = enquiry.status === 'new'
  return (
    <TableRow className={`align-top ${isNew ? 'shadow-[inset_3px_0_0_var(--color-marine)]' : ''}`}>
      <TableCell className="text-sm md:min-w-25">
        {formatDateTime(enquiry.createdAt)}
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
          {formatFullName(customer)}
        </Link>
        <span className="mb-1 block whitespace-nowrap text-muted text-sm">{customer.phone}</span>
        <ContactLinks customer={customer} enquiry={enquiry} />
      </TableCell>
      <TableCell className="min-w-56 max-w-96">
        <EnquirySubject enquiry={enquiry} />
        <p className="wrap-anywhere line-clamp-3 whitespace-pre-line text-sm">{enquiry.message}</p>
        {enquiry.notes > 0 && (
          <p className="text-muted text-sm">{enquiry.notes === 1 ? '1 note' : `${enquiry.notes} notes`}</p>
        )}
      </TableCell>
      <TableCell className="px-2">
        <StatusField enquiry={enquiry} />
      </TableCell>
      <TableCell className="px-2">
        <OwnerField enquiry={enquiry} />
      </TableCell>
      <TableCell className="px-2">
        <FollowUpDateField enquiry={enquiry} />
      </TableCell>
    </TableRow>
  )
}

/** The item or the service that the enquiry is about, if there is one. */
export function EnquirySubject({ enquiry }: { enquiry: Enquiry }) {
  const subject = getEnquirySubject(enquiry)
  return subject && <p className="font-head font-medium text-label">{subject}</p>
}
