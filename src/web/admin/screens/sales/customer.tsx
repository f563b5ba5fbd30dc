import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link, useLocation, useParams } from 'react-router'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { formatDateTime } from '#contracts/format.ts'
import type { QuotationSummary } from '#contracts/quotation/record.ts'
import { getErrorStatus } from '#web/lib/api/api.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ContactLinks } from '../../features/enquiries/customers/contact-links.tsx'
import { CustomerMatches, SeparateEnquiry } from '../../features/enquiries/customers/customer-matches.tsx'
import { PersonalData } from '../../features/enquiries/customers/personal-data.tsx'
import { EnquiryContents } from '../../features/enquiries/enquiry-contents.tsx'
import { formatFullName, getEnquirySubject } from '../../features/enquiries/labels.ts'
import { FollowUpDateField } from '../../features/enquiries/list/follow-up-date-field.tsx'
import { OwnerField, StatusField } from '../../features/enquiries/list/inline-fields.tsx'
import { customerQuery } from '../../features/enquiries/queries.ts'
import { NoteForm, Timeline } from '../../features/enquiries/timeline.tsx'
import {
  getSource,
  PrepareQuotation,
  QuotationLinks,
  useQuotationsOf,
} from '../../features/quotations/list/quotations-of.tsx'
import { can, useCurrentUser } from '../../session/session.ts'
import { LoadError } from '../../shell/load-error.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

/** One customer with all enquiries and their activity. */
export default function Customer() {
  const { customerId = '' } = useParams()
  const { data: customer, error, isPending, refetch } = useQuery(customerQuery(customerId))
  const canEdit = can(useCurrentUser(), 'enquiries.edit')
  const quotations = useQuotationsOf(customer?.id ?? '') ?? []
  const others = quotations.filter(({ enquiry }) => !customer?.enquiries.some(({ id }) => id === enquiry?.id))
  return (
    <>
      <BackLink to={ADMIN_PATHS.customers}>Back to customers</BackLink>
      {isPending ? (
        <Spinner label="Loading..." />
      ) : !customer ? (
        <>
          <PageHeader title="Customer" />
          {getErrorStatus(error) === 404 ? (
            <MissingCustomer />
          ) : (
            <LoadError subject="This customer" error={error} onRetry={refetch} />
          )}
        </>
      ) : (
        <>
          <PageHeader
            title={formatFullName(customer)}
            subtitle={[customer.phone, customer.email].filter(Boolean).join(', ')}
          >
            <ContactLinks customer={customer} enquiry={customer.enquiries[0]} size="lg" />
            <PrepareQuotation source={getSource(customer)} />
          </PageHeader>
          <CustomerMatches customer={customer} />
          <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
            <div className="grid gap-4">
              {others.length > 0 && (
                <Panel title="Quotations">
                  <QuotationLinks quotations={others} />
                </Panel>
              )}
              {customer.enquiries.map((enquiry) => (
                <EnquiryPanel
                  key={enquiry.id}
                  enquiry={enquiry}
                  quotations={quotations.filter((quotation) => quotation.enquiry?.id === enquiry.id)}
                  isOneOfSeveral={customer.enquiries.length > 1}
                  hasOwnContact={CONTACT_FIELDS.some((field) => enquiry.customer[field] !== customer[field])}
                />
              ))}
            </div>
            <Panel title="Activity">
              {canEdit && customer.enquiries.length > 0 && <NoteForm enquiries={customer.enquiries} />}
              <Timeline customer={customer} />
            </Panel>
            <PersonalData customer={customer} />
          </div>
        </>
      )}
    </>
  )
}

/** Links in messages name the enquiry, which may be assigned to another customer meanwhile. */
function MissingCustomer() {
  const reference = useLocation().hash.slice(1)
  return (
    <>
      <p role="alert">Customer not found.</p>
      {reference && (
        <Link to={`${ADMIN_PATHS.customers}?search=${reference}`} className="text-link underline">
          {`Search for enquiry ${reference}`}
        </Link>
      )}
    </>
  )
}

/** The details of a person that an enquiry repeats when they differ from those of the customer. */
const CONTACT_FIELDS = ['firstName', 'lastName', 'email', 'phone'] as const

interface EnquiryPanelProps {
  enquiry: Enquiry
  quotations: QuotationSummary[]
  hasOwnContact: boolean
  isOneOfSeveral: boolean
}

function EnquiryPanel({ enquiry, quotations, hasOwnContact, isOneOfSeveral }: EnquiryPanelProps) {
  const { customer } = enquiry
  const { hash } = useLocation()
  const element = useRef<HTMLDivElement>(null)
  const isLinked = hash === `#${enquiry.reference}`
  useEffect(() => {
    if (isLinked) element.current?.scrollIntoView()
  }, [isLinked])
  return (
    <div ref={element} className="scroll-mt-18">
      <Panel title={getEnquirySubject(enquiry) || 'Enquiry'} note={formatDateTime(enquiry.createdAt)}>
        <div className="mb-3 flex flex-wrap items-center gap-3">
          {hasOwnContact && <ContactLinks customer={customer} enquiry={enquiry} />}
          {enquiry.item && enquiry.lines.length === 0 && (
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
        {hasOwnContact && (
          <p className="text-muted text-sm">
            {`Customer: ${[formatFullName(customer), customer.phone, customer.email].filter(Boolean).join(', ')}`}
          </p>
        )}
        {enquiry.message && <p className="wrap-anywhere mt-3 whitespace-pre-line">{enquiry.message}</p>}
        <EnquiryContents enquiry={enquiry} />
        <div className="grid gap-3 sm:grid-cols-3">
          <LabelledField label="Status">
            <StatusField enquiry={enquiry} />
          </LabelledField>
          <LabelledField label="In charge">
            <OwnerField enquiry={enquiry} />
          </LabelledField>
          <LabelledField label="Follow-up date">
            <FollowUpDateField enquiry={enquiry} />
          </LabelledField>
        </div>
        <div className="mt-4 grid justify-items-start gap-3">
          {quotations.length > 0 && (
            <div className="w-full">
              <QuotationLinks quotations={quotations} />
            </div>
          )}
          <div className="flex flex-wrap gap-2">
            <PrepareQuotation source={{ enquiry: enquiry.id }} />
            {isOneOfSeveral && <SeparateEnquiry enquiry={enquiry} />}
          </div>
        </div>
      </Panel>
    </div>
  )
}

/** A visible label. The field has a longer accessible name of its own. */
function LabelledField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid gap-1">
      <span aria-hidden="true" className="font-head font-medium text-label">
        {label}
      </span>
      {children}
    </div>
  )
}
