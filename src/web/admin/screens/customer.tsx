import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import type { Enquiry } from '#contracts/enquiry.ts'
import { ADMIN_PATHS } from '../../lib/admin-paths.ts'
import { statusOf } from '../../lib/api.ts'
import { formatTime } from '../../lib/time.ts'
import { Plate } from '../../ui/plate.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ContactLinks } from '../features/enquiries/contact-links.tsx'
import { customerQuery } from '../features/enquiries/queries.ts'
import { AddNote, Timeline } from '../features/enquiries/timeline.tsx'
import { fullName, subjectOf } from '../features/enquiries/words.ts'
import { NextActionField, OwnerField, StatusField } from '../features/enquiries/work-fields.tsx'
import { LoadFailure } from '../features/frame/load-failure.tsx'
import { BackLink, ScreenHead } from '../features/frame/screen-head.tsx'
import { may, useSignedIn } from '../features/session/session.ts'

/** One person with everything they asked, and what became of it. */
export default function Customer() {
  const { customerId = '' } = useParams()
  const { data: customer, error, isPending, refetch } = useQuery(customerQuery(customerId))
  const mayEdit = may(useSignedIn(), 'enquiries.edit')
  return (
    <>
      <BackLink to={ADMIN_PATHS.customers}>Back to Customers</BackLink>
      {isPending ? (
        <Spinner label="Loading..." />
      ) : !customer ? (
        <>
          <ScreenHead title="Customer" />
          {statusOf(error) === 404 ? (
            <p role="alert">There is no such person. They may have been demo data.</p>
          ) : (
            <LoadFailure what="This person" error={error} retry={refetch} />
          )}
        </>
      ) : (
        <>
          <ScreenHead
            title={fullName(customer)}
            subtitle={[customer.phone, customer.email].filter(Boolean).join(', ')}
          >
            <ContactLinks customer={customer} enquiry={customer.enquiries[0]} large />
          </ScreenHead>
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="grid gap-4">
              {customer.enquiries.map((enquiry) => (
                <OneEnquiry key={enquiry.id} enquiry={enquiry} />
              ))}
            </div>
            <Plate title="Notes and changes">
              {mayEdit && customer.enquiries.length > 0 && <AddNote enquiries={customer.enquiries} />}
              <Timeline customer={customer} />
            </Plate>
          </div>
        </>
      )}
    </>
  )
}

function OneEnquiry({ enquiry }: { enquiry: Enquiry }) {
  const { customer } = enquiry
  return (
    <Plate title={subjectOf(enquiry) || 'Enquiry'} note={formatTime(enquiry.createdAt)}>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <ContactLinks customer={customer} enquiry={enquiry} />
        {enquiry.item && (
          <a
            href={`/product/${encodeURIComponent(enquiry.item.id)}?preview`}
            target="_blank"
            rel="noreferrer"
            className="text-link underline"
          >
            {enquiry.item.name}
          </a>
        )}
      </div>
      <p className="text-muted text-sm">
        {`From ${[fullName(customer), customer.phone, customer.email].filter(Boolean).join(', ')}`}
      </p>
      <p className="wrap-anywhere my-3 whitespace-pre-line">{enquiry.message}</p>
      <div className="grid gap-3 sm:grid-cols-3">
        <Labelled label="Status">
          <StatusField enquiry={enquiry} />
        </Labelled>
        <Labelled label="Owner">
          <OwnerField enquiry={enquiry} />
        </Labelled>
        <Labelled label="Next action">
          <NextActionField enquiry={enquiry} />
        </Labelled>
      </div>
    </Plate>
  )
}

/** The field names itself in full; this is for the eye. */
function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <span aria-hidden="true" className="font-head font-medium text-label">
        {label}
      </span>
      {children}
    </div>
  )
}
