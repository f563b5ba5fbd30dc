import { useEffect, useState } from 'react'
import { useDebouncedCallback } from '#web/lib/use-debounced-callback.ts'
import { Select } from '../../../ui/field.tsx'

const DEBOUNCE_MS = 400

/** A choice of one value, each with the number of items that have it. */
export function ChoiceField(props: {
  label: string
  selected: string
  values: { value: string; text: string; count: number }[]
  onSelect: (value: string) => void
}) {
  const { label, selected, values, onSelect } = props
  return (
    <Select label={label} value={selected} onChange={(event) => onSelect(event.target.value)}>
      <option value="">Any</option>
      {selected && !values.some(({ value }) => value === selected) && (
        <option value={selected}>{selected}</option>
      )}
      {values.map(({ value, text, count }) => (
        <option key={value} value={value}>
          {`${text} (${count})`}
        </option>
      ))}
    </Select>
  )
}

interface RangeFieldProps {
  label: string
  /** The smallest and largest value of the items, as placeholders. */
  min: number
  max: number
  from: number | undefined
  to: number | undefined
  onFrom: (from: number | undefined) => void
  onTo: (to: number | undefined) => void
  className?: string
}

/** Two bounds. A typed number takes effect after a pause, or immediately with Enter. */
export function RangeField({ label, min, max, from, to, onFrom, onTo, className = '' }: RangeFieldProps) {
  const isReversed = from !== undefined && to !== undefined && from > to
  return (
    <fieldset className={`grid content-start gap-1.5 ${className}`}>
      <legend className="mb-1.5 font-head font-medium text-label tracking-label">{label}</legend>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <BoundInput label={`${label}, from`} value={from} placeholderValue={min} onChange={onFrom} />
        <span aria-hidden="true">to</span>
        <BoundInput label={`${label}, to`} value={to} placeholderValue={max} onChange={onTo} />
      </div>
      {isReversed && (
        <p role="alert" className="text-danger text-sm">
          The first number is larger than the second, so there are no results.
        </p>
      )}
    </fieldset>
  )
}

interface BoundInputProps {
  label: string
  value: number | undefined
  placeholderValue: number
  onChange: (value: number | undefined) => void
}

function BoundInput({ label, value, placeholderValue, onChange }: BoundInputProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const { schedule, cancel } = useDebouncedCallback(onChange, DEBOUNCE_MS)
  const isInvalid = !isComplete(text)
  useEffect(() => {
    setText((typed) => (parseNumber(typed) === value ? typed : value === undefined ? '' : String(value)))
  }, [value])
  return (
    <input
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      title={isInvalid ? 'Please enter a number.' : undefined}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholderValue.toLocaleString('en-IN')}
      value={text}
      onChange={(event) => {
        const typed = event.target.value
        setText(typed)
        if (isComplete(typed)) schedule(parseNumber(typed))
        else cancel()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isComplete(text)) return
        cancel()
        onChange(parseNumber(text))
      }}
      className="field min-w-0 px-2 text-compact tabular-nums"
    />
  )
}

/** Whether a text is empty or a number. */
const isComplete = (text: string) => text.trim() === '' || parseNumber(text) !== undefined

/** '1,500' → 1500; undefined for a text that is not a number. */
function parseNumber(text: string): number | undefined {
  const digits = text.replace(/[,\s]/g, '')
  return /^\d{1,10}(\.\d{1,4})?$/.test(digits) ? Number(digits) : undefined
}
