import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { Customer } from '#contracts/customer.ts'
import { formatTime } from '../../../lib/time.ts'
import { Spinner } from '../../../ui/spinner.tsx'
import { Table, TableCell, TableRow } from '../../../ui/table.tsx'
import { LoadFailure } from '../frame/load-failure.tsx'
import { Pager } from '../frame/pager.tsx'
import { filterQuery, PAGE_ROWS, pageQuery, type Wish } from './address.ts'
import { ContactLinks } from './contact-links.tsx'
import { peopleQuery } from './queries.ts'
import { fullName } from './words.ts'

const COLUMNS = ['Name', 'Telephone', 'E-mail', 'Contact', 'Enquiries', 'Open', 'Last enquiry']

/** Everybody who ever enquired. */
export function PeopleTable({ wish }: { wish: Wish }) {
  const search = filterQuery({ status: undefined, owner: undefined, due: false, search: wish.search })
  const { data, error, isPending, refetch } = useQuery({
    ...peopleQuery(pageQuery(search, wish.page)),
    placeholderData: keepPreviousData,
  })
  if (isPending) return <Spinner label="Loading..." />
  if (!data) return <LoadFailure what="The people" error={error} retry={refetch} />
  return (
    <>
      {data.rows.length === 0 ? (
        <p className="py-12 text-center text-muted">
          {search || wish.page > 1 ? 'Nobody matches.' : 'Nobody has written yet.'}
        </p>
      ) : (
        <Table columns={COLUMNS} className="min-w-208">
          {data.rows.map((person) => (
            <Line key={person.id} person={person} />
          ))}
        </Table>
      )}
      <Pager page={wish.page} size={PAGE_ROWS} total={data.total} noun="people" />
    </>
  )
}

function Line({ person }: { person: Customer }) {
  return (
    <TableRow>
      <TableCell>
        <Link to={`/admin/customers/${person.id}`} className="font-semibold text-link hover:underline">
          {fullName(person)}
        </Link>
      </TableCell>
      <TableCell className="whitespace-nowrap">{person.phone}</TableCell>
      <TableCell className="wrap-anywhere min-w-40">{person.email}</TableCell>
      <TableCell>
        <ContactLinks customer={person} />
      </TableCell>
      <TableCell className="tabular-nums">{person.enquiries}</TableCell>
      <TableCell className="tabular-nums">{person.open}</TableCell>
      <TableCell className="text-sm">{person.lastEnquiryAt && formatTime(person.lastEnquiryAt)}</TableCell>
    </TableRow>
  )
}
