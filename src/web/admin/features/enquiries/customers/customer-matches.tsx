import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import type { CustomerDetails, CustomerMatch } from '#contracts/enquiry/customer.ts'
import type { Enquiry } from '#contracts/enquiry/enquiry.ts'
import { countOf } from '#contracts/format.ts'
import { adminApi, can, useCurrentUser } from '#web/admin/session/session.ts'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { formatFullName } from '../labels.ts'
import { invalidateEnquiries } from '../use-update-enquiry.ts'

const SAME_LABELS = { email: 'e-mail', phone: 'phone' } as const

/** Other customers who may be the same person. Nobody has verified what a visitor writes: staff decide. */
export function CustomerMatches({ customer }: { customer: CustomerDetails }) {
  if (customer.matches.length === 0) return null
  return (
    <ul aria-label="Possibly the same customer" className="mb-4 rounded-lg border border-link bg-marine-soft">
      {customer.matches.map((match) => (
        <Match key={match.customer.id} match={match} shownId={customer.id} />
      ))}
    </ul>
  )
}

function Match({ match, shownId }: { match: CustomerMatch; shownId: string }) {
  const { customer: other, same, enquiries, assignment } = match
  const canEdit = can(useCurrentUser(), 'enquiries.edit')
  const decision = useAssignment(assignment.enquiry, shownId)
  const name = formatFullName(other)
  return (
    <li className="flex flex-wrap items-center gap-3 border-line border-t px-5 py-3 first:border-t-0">
      <p className="wrap-anywhere mr-auto basis-80 grow">
        {`Same ${same.map((key) => SAME_LABELS[key]).join(' and ')} as `}
        <Link to={toPath(other.id)} className="text-link underline">
          {name}
        </Link>
        {`: ${[other.phone, other.email, countOf(enquiries, 'enquiry')].filter(Boolean).join(', ')}`}
      </p>
      {canEdit && (
        <>
          <Button
            variant="outline"
            size="sm"
            disabled={decision.isPending}
            onClick={() => decision.send(null)}
          >
            Keep separate
          </Button>
          <Button
            variant="secondary"
            size="sm"
            disabled={decision.isPending}
            onClick={() => decision.send(assignment.customer.id)}
          >
            {`Assign to ${formatFullName(assignment.customer)}`}
          </Button>
        </>
      )}
    </li>
  )
}

/** Takes back the assignment of an enquiry. */
export function SeparateEnquiry({ enquiry }: { enquiry: Enquiry }) {
  const decision = useAssignment(enquiry.id, enquiry.customer.id)
  if (!can(useCurrentUser(), 'enquiries.edit')) return null
  return (
    <Button variant="outline" size="sm" disabled={decision.isPending} onClick={() => decision.send(null)}>
      Separate from this customer
    </Button>
  )
}

/** Assigns an enquiry to a customer, or with null to one of its own. `shownId` is the customer on the screen. */
function useAssignment(enquiryId: string, shownId: string) {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useGuardedMutation<Enquiry, string | null>({
    mutationFn: (customer) => send(adminApi, 'PUT', `/api/enquiries/${enquiryId}/customer`, { customer }),
    onError: (error) => showErrorToast(error, 'Not changed'),
    onSuccess: async ({ customer }, assignedTo) => {
      // The customer that is shown may not exist any more: it leaves the screen before anything is fetched again.
      if (assignedTo !== null && assignedTo !== shownId)
        await navigate(toPath(customer.id), { replace: true, flushSync: true })
      await invalidateEnquiries(client)
      for (const key of ['customers', 'quotations']) await client.invalidateQueries({ queryKey: [key] })
    },
  })
}

const toPath = (id: string) => `${ADMIN_PATHS.customers}/${encodeURIComponent(id)}`
