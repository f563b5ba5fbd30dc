import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Enquiry, EnquiryStatus } from '#contracts/enquiry/enquiry.ts'
import { ENQUIRY_STATUS_LABELS, ENQUIRY_STATUSES } from '#contracts/enquiry/status.ts'
import { staffQuery } from '#web/admin/session/requests.ts'
import { can, useCurrentUser } from '#web/admin/session/session.ts'
import { FIELD_CLASSES } from '#web/ui/field.tsx'
import { formatFullName } from '../labels.ts'
import { useUpdateEnquiry } from '../use-update-enquiry.ts'

export interface EnquiryFieldProps {
  enquiry: Enquiry
  size?: keyof typeof FIELD_CLASSES
}

export const useCanEdit = () => can(useCurrentUser(), 'enquiries.edit')

/** Saves the status as soon as one is chosen. */
export function StatusField({ enquiry, size }: EnquiryFieldProps) {
  const { mutateAsync } = useUpdateEnquiry(enquiry.id)
  const [pendingStatus, setPendingStatus] = useState<EnquiryStatus>()
  const save = (status: EnquiryStatus) => {
    const settle = () => setPendingStatus((current) => (current === status ? undefined : current))
    setPendingStatus(status)
    mutateAsync({ status }).then(settle, settle)
  }
  return (
    <StatusSelect
      enquiry={{ ...enquiry, status: pendingStatus ?? enquiry.status }}
      onChange={save}
      {...(size && { size })}
    />
  )
}

interface StatusSelectProps extends EnquiryFieldProps {
  onChange: (status: EnquiryStatus) => void
  /** Takes the focus when it is mounted, if the focus was lost because a card was moved to another column. */
  restoreFocus?: boolean
}

/**
 * Shows the status of `enquiry`. The parent must pass the chosen status in the same event, so that the next key acts on
 * it.
 */
export function StatusSelect({ enquiry, size = 'sm', onChange, restoreFocus = false }: StatusSelectProps) {
  const select = useRef<HTMLSelectElement>(null)
  // A layout effect runs before the browser delivers the next key event.
  useLayoutEffect(() => {
    if (restoreFocus && document.activeElement === document.body) select.current?.focus()
  }, [restoreFocus])
  return (
    <select
      aria-label={`Status of the enquiry from ${formatFullName(enquiry.customer)}`}
      className={`${FIELD_CLASSES[size]} min-w-26`}
      ref={select}
      value={enquiry.status}
      disabled={!useCanEdit()}
      onChange={({ target }) => {
        const status = ENQUIRY_STATUSES.find((candidate) => candidate === target.value)
        if (status) onChange(status)
      }}
    >
      {ENQUIRY_STATUSES.map((status) => (
        <option key={status} value={status}>
          {ENQUIRY_STATUS_LABELS[status]}
        </option>
      ))}
    </select>
  )
}

export function OwnerField({ enquiry, size = 'sm' }: EnquiryFieldProps) {
  const { mutate } = useUpdateEnquiry(enquiry.id)
  const { data: staff = [] } = useQuery(staffQuery)
  const { owner } = enquiry
  const ownerOptions = owner && !staff.some(({ id }) => id === owner.id) ? [owner, ...staff] : staff
  return (
    <select
      aria-label={`In charge of the enquiry from ${formatFullName(enquiry.customer)}`}
      className={`${FIELD_CLASSES[size]} min-w-26`}
      value={owner?.id ?? ''}
      disabled={!useCanEdit()}
      onChange={({ target }) => mutate({ owner: ownerOptions.find(({ id }) => id === target.value) ?? null })}
    >
      <option value="">Unassigned</option>
      {ownerOptions.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}
