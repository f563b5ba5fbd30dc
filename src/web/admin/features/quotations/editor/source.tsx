import { useQuery } from '@tanstack/react-query'
import { Fragment } from 'react'
import { Link } from 'react-router'
import type { Quotation } from '#contracts/quotation/record.ts'
import { can, useCurrentUser } from '#web/admin/session/session.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { enquiryQuery } from '../requests.ts'

/** Where a quotation comes from: the customer, the enquiry on the customer's screen, and its files. */
export function QuotationSource({
  quotation: { enquiry, customer },
}: {
  quotation: Pick<Quotation, 'enquiry' | 'customer'>
}) {
  const isPermitted = can(useCurrentUser(), 'enquiries.read')
  const { data } = useQuery({ ...enquiryQuery(enquiry?.id ?? ''), enabled: isPermitted && enquiry !== null })
  if (!isPermitted || !customer) return null
  const path = `${ADMIN_PATHS.customers}/${encodeURIComponent(customer.id)}`
  const files = data?.attachments ?? []
  return (
    <p className="wrap-anywhere mb-4 flex flex-wrap gap-x-6 gap-y-1">
      <Link to={path} className="text-link underline">
        {customer.name || 'Customer'}
      </Link>
      {enquiry && (
        <Link to={`${path}#${enquiry.reference}`} className="text-link underline">
          {`Enquiry ${enquiry.reference}`}
        </Link>
      )}
      {files.length > 0 && (
        <span>
          <span className="text-muted">{files.length === 1 ? 'File: ' : 'Files: '}</span>
          {files.map(({ id, name }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              <a
                href={`/api/enquiries/${data!.id}/attachments/${id}`}
                download={name}
                className="text-link underline"
              >
                {name}
              </a>
            </Fragment>
          ))}
        </span>
      )}
    </p>
  )
}
