import { useRef, useState } from 'react'
import { useDebouncedCallback } from '#web/lib/use-debounced-callback.ts'
import { FIELD_CLASSES } from '#web/ui/field.tsx'
import { formatFullName, isDue } from '../labels.ts'
import { useUpdateEnquiry } from '../use-update-enquiry.ts'
import { type EnquiryFieldProps, useCanEdit } from './inline-fields.tsx'

/** Time after a choice in the browser's calendar before it is saved: the arrow keys choose every day on their way. */
const PICKER_DEBOUNCE_MS = 500
/** Keys that neither type a digit nor change a part of the date. */
const NEUTRAL_KEYS = ['Tab', 'Shift', 'Enter', 'Escape', 'F4', ' ']

/**
 * Saves a typed date when the field loses the focus or on Enter, and a date chosen in the browser's calendar at once.
 * A date that is incomplete or out of range is not saved; it and Escape restore the saved one.
 */
export function FollowUpDateField({ enquiry, size = 'sm' }: EnquiryFieldProps) {
  const { mutate } = useUpdateEnquiry(enquiry.id)
  const input = useRef<HTMLInputElement>(null)
  const [entered, setEntered] = useState<string>()
  const isTyping = useRef(false)
  const saved = enquiry.nextActionOn ?? ''
  const due = isDue(enquiry)
  const finish = (isAccepted: boolean) => {
    cancel()
    isTyping.current = false
    setEntered(undefined)
    if (!input.current) return
    const { value, validity } = input.current
    if (isAccepted && validity.valid) {
      if (value !== saved) mutate({ nextActionOn: value || null })
    } else {
      // The value of a half-typed date is '', so that rendering the same value again would not remove its digits.
      input.current.value = saved
    }
  }
  const { schedule, cancel } = useDebouncedCallback(() => finish(true), PICKER_DEBOUNCE_MS)
  return (
    <input
      ref={input}
      type="date"
      aria-label={`Follow-up date of the enquiry from ${formatFullName(enquiry.customer)}${due ? ', due' : ''}`}
      className={`${FIELD_CLASSES[size]} min-w-30 ${due ? 'border-danger! font-semibold text-danger!' : ''}`}
      min="2000-01-01"
      max="2100-12-31"
      value={entered ?? saved}
      disabled={!useCanEdit()}
      onPointerDown={() => {
        isTyping.current = false
      }}
      onKeyDown={({ key }) => {
        if (key === 'Enter') finish(true)
        else if (key === 'Escape') finish(false)
        else if (!NEUTRAL_KEYS.includes(key)) isTyping.current = true
      }}
      onChange={({ target }) => {
        setEntered(target.value)
        if (isTyping.current) cancel()
        else schedule()
      }}
      onBlur={() => finish(true)}
    />
  )
}
