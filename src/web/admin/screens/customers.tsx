import { useQuery } from '@tanstack/react-query'
import type { Enquiry } from '#contracts/enquiry.ts'
import { SERVICE_OPTIONS } from '#contracts/service-options.ts'
import { telephoneLink } from '../../lib/format.ts'
import { Badge } from '../../ui/badge.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Plate, ScreenHead } from '../features/frame/screen-head.tsx'

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
          <div className="overflow-x-auto">
            <table className="w-full min-w-4xl text-left text-sm">
              <thead>
                <tr className="border-line-strong border-b">
                  {COLUMNS.map((column) => (
                    <th key={column} scope="col" className="px-3 py-2 font-head font-medium text-muted">
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {data.map((enquiry) => (
                  <Line key={enquiry.id} enquiry={enquiry} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Plate>
    </>
  )
}

function Line({ enquiry }: { enquiry: Enquiry }) {
  const { customer, item, service } = enquiry
  const asked = SERVICE_OPTIONS.find(({ value }) => value === service)?.label
  return (
    <tr className="border-line border-b align-top hover:bg-marine-soft">
      <td className="px-3 py-2 whitespace-nowrap">{when.format(new Date(enquiry.createdAt))}</td>
      <td className="px-3 py-2 font-semibold">{`${customer.firstName} ${customer.lastName}`}</td>
      <td className="px-3 py-2">
        <a href={telephoneLink(customer.phone)} className="block py-px text-link hover:underline">
          {customer.phone}
        </a>
        <a href={`mailto:${customer.email}`} className="block break-all py-px text-link hover:underline">
          {customer.email}
        </a>
      </td>
      <td className="px-3 py-2">
        {asked}
        {item && <span className="block text-muted">{item.name}</span>}
      </td>
      <td className="max-w-96 px-3 py-2 whitespace-pre-line">{enquiry.message}</td>
      <td className="px-3 py-2 capitalize">
        <Badge>{enquiry.status}</Badge>
      </td>
    </tr>
  )
}
