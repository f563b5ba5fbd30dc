import { useQuery } from '@tanstack/react-query'
import type { Enquiry } from '#contracts/enquiry.ts'
import { SERVICE_OPTIONS } from '#contracts/service-options.ts'
import { telephoneLink } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Table, TableCell, TableRow } from '../../ui/table.tsx'
import { ScreenHead } from '../features/frame/screen-head.tsx'

const COLUMNS = ['Received', 'From', 'Contact', 'About', 'Message', 'Status']
const when = new Intl.DateTimeFormat('en-IN', { dateStyle: 'medium', timeStyle: 'short' })

/** Who wrote, newest first (decision 0014). */
export default function Customers() {
  const { data, isPending, isError } = useQuery<Enquiry[]>({ queryKey: ['/api/enquiries?limit=200'] })
  return (
    <>
      <ScreenHead title="Customers" subtitle="Enquiries, newest first" />
      <Plate>
        {isPending ? (
          <Spinner label="Loading..." />
        ) : isError ? (
          <p role="alert">The enquiries could not be loaded. Please reload this page.</p>
        ) : data.length === 0 ? (
          <p className="py-12 text-center text-muted">Nobody has written yet.</p>
        ) : (
          <Table columns={COLUMNS} className="min-w-224">
            {data.map((enquiry) => (
              <Line key={enquiry.id} enquiry={enquiry} />
            ))}
          </Table>
        )}
      </Plate>
    </>
  )
}

function Line({ enquiry }: { enquiry: Enquiry }) {
  const { customer, item, service } = enquiry
  const asked = SERVICE_OPTIONS.find(({ value }) => value === service)?.label
  return (
    <TableRow className="align-top">
      <TableCell className="whitespace-nowrap">{when.format(new Date(enquiry.createdAt))}</TableCell>
      <TableCell className="font-semibold">{`${customer.firstName} ${customer.lastName}`}</TableCell>
      <TableCell>
        <a
          href={telephoneLink(customer.phone)}
          className="block whitespace-nowrap py-px text-link hover:underline"
        >
          {customer.phone}
        </a>
        <a href={`mailto:${customer.email}`} className="block break-all py-px text-link hover:underline">
          {customer.email}
        </a>
      </TableCell>
      <TableCell>
        {asked}
        {item && <span className="block text-muted">{item.name}</span>}
      </TableCell>
      <TableCell className="max-w-96 whitespace-pre-line">{enquiry.message}</TableCell>
      <TableCell className="capitalize">
        <Badge>{enquiry.status}</Badge>
      </TableCell>
    </TableRow>
  )
}
