import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef, useState } from 'react'
import type { Enquiry, EnquiryStatus } from '#contracts/enquiry.ts'
import { ENQUIRY_STATUS_LABELS, ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { can, useCurrentUser } from '../session/session.ts'
import { formatFullName, isDue } from './labels.ts'
import { staffQuery } from './queries.ts'
import { useUpdateEnquiry } from './use-update-enquiry.ts'

const SMALL_FIELD_CLASS = 'field min-h-(--size-control-sm) px-2 py-1'

interface FieldProps {
  enquiry: Enquiry
}

const useCanEdit = () => can(useCurrentUser(), 'enquiries.edit')

/** Saves the status as soon as one is chosen. */
export function StatusField({ enquiry }: FieldProps) {
  const { mutateAsync } = useUpdateEnquiry(enquiry.id)
  const [pendingStatus, setPendingStatus] = useState<EnquiryStatus>()
  const save = (status: EnquiryStatus) => {
    const settle = () => setPendingStatus((current) => (current === status ? undefined : current))
    setPendingStatus(status)
    mutateAsync({ status }).then(settle, settle)
  }
  return <StatusSelect enquiry={{ ...enquiry, status: pendingStatus ?? enquiry.status }} onChange={save} />
}

interface StatusSelectProps extends FieldProps {
  onChange: (status: EnquiryStatus) => void
  /** Takes the focus when it is mounted, if the focus was lost because a card was moved to another column. */
  restoreFocus?: boolean
}

/**
 * Shows the status of `enquiry`. The parent must pass the chosen status in the same event, so that the next key acts on
 * it.
 */
export function StatusSelect({ enquiry, onChange, restoreFocus = false }: StatusSelectProps) {
  const select = useRef<HTMLSelectElement>(null)
  // A layout effect runs before the browser delivers the next key event.
  useLayoutEffect(() => {
    if (restoreFocus && document.activeElement === document.body) select.current?.focus()
  }, [restoreFocus])
  return (
    <select
      aria-label={`Status of the enquiry from ${formatFullName(enquiry.customer)}`}
      className={`${SMALL_FIELD_CLASS} min-w-29`}
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

export function OwnerField({ enquiry }: FieldProps) {
  const { mutate } = useUpdateEnquiry(enquiry.id)
  const { data: staff = [] } = useQuery(staffQuery)
  const { owner } = enquiry
  const ownerOptions = owner && !staff.some(({ id }) => id === owner.id) ? [owner, ...staff] : staff
  return (
    <select
      aria-label={`Owner of the enquiry from ${formatFullName(enquiry.customer)}`}
      className={`${SMALL_FIELD_CLASS} min-w-29`}
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

/** Saves a typed date when the field loses the focus or on Enter; a date that is incomplete or invalid is not saved. */
export function FollowUpDateField({ enquiry }: FieldProps) {
  const { mutate } = useUpdateEnquiry(enquiry.id)
  const [typed, setTyped] = useState<string>()
  const saved = enquiry.nextActionOn ?? ''
  const due = isDue(enquiry)
  const save = ({ validity }: HTMLInputElement) => {
    setTyped(undefined)
    if (typed !== undefined && validity.valid && typed !== saved) mutate({ nextActionOn: typed || null })
  }
  return (
    <input
      type="date"
      aria-label={`Follow-up date of the enquiry from ${formatFullName(enquiry.customer)}${due ? ', due' : ''}`}
      className={`${SMALL_FIELD_CLASS} min-w-34 ${due ? 'border-danger! font-semibold text-danger!' : ''}`}
      min="2000-01-01"
      max="2100-12-31"
      value={typed ?? saved}
      disabled={!useCanEdit()}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={({ currentTarget }) => save(currentTarget)}
      onKeyDown={({ key, currentTarget }) => key === 'Enter' && save(currentTarget)}
    />
  )
}
