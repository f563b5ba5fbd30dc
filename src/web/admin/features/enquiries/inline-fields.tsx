import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Enquiry } from '#contracts/enquiry.ts'
import { ENQUIRY_STATUSES } from '#contracts/enquiry-status.ts'
import { can, useCurrentUser } from '../session/session.ts'
import { formatFullName, isDue, STATUS_LABELS } from './labels.ts'
import { staffQuery } from './queries.ts'
import { useUpdateEnquiry } from './use-update-enquiry.ts'

const SMALL_FIELD_CLASS = 'field min-h-(--size-control-sm) px-2 py-1'

interface FieldProps {
  enquiry: Enquiry
}

const useCanEdit = () => can(useCurrentUser(), 'enquiries.edit')

export function StatusField({
  enquiry,
  autoFocus = false,
  onChanged,
}: FieldProps & {
  /** Takes the keyboard once it is there: a card that was moved keeps it. */
  autoFocus?: boolean
  onChanged?: (status: Enquiry['status']) => void
}) {
  const { mutate } = useUpdateEnquiry(enquiry.id)
  const field = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (autoFocus) field.current?.focus()
  }, [autoFocus])
  return (
    <select
      aria-label={`Status of the enquiry from ${formatFullName(enquiry.customer)}`}
      className={`${SMALL_FIELD_CLASS} min-w-29`}
      ref={field}
      value={enquiry.status}
      disabled={!useCanEdit()}
      onChange={({ target }) => {
        const status = ENQUIRY_STATUSES.find((candidate) => candidate === target.value)
        if (!status) return
        mutate({ status })
        onChanged?.(status)
      }}
    >
      {ENQUIRY_STATUSES.map((status) => (
        <option key={status} value={status}>
          {STATUS_LABELS[status]}
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
      <option value="">Nobody</option>
      {ownerOptions.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </select>
  )
}

/** A day is saved once it is whole: while it is being typed it is none, or one of the first centuries. */
export function NextActionField({ enquiry }: FieldProps) {
  const { mutate } = useUpdateEnquiry(enquiry.id)
  const [typed, setTyped] = useState<string>()
  const saved = enquiry.nextActionOn ?? ''
  const due = isDue(enquiry)
  return (
    <input
      type="date"
      aria-label={`Next action for the enquiry from ${formatFullName(enquiry.customer)}${due ? ', due' : ''}`}
      className={`${SMALL_FIELD_CLASS} min-w-34 ${due ? 'border-danger! font-semibold text-danger!' : ''}`}
      min="2000-01-01"
      max="2100-12-31"
      value={typed ?? saved}
      disabled={!useCanEdit()}
      onBlur={() => setTyped(undefined)}
      onChange={({ target }) => {
        setTyped(target.value)
        if (target.validity.valid && target.value !== saved) mutate({ nextActionOn: target.value || null })
      }}
    />
  )
}
