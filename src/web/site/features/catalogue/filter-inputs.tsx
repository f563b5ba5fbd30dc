import { useEffect, useRef, useState } from 'react'
import { Select } from '../../../ui/field.tsx'

const DEBOUNCE_MS = 400

/** One of several words, each with the number of items that have it. */
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
  /** The bounds of what there is, shown where nothing is typed. */
  min: number
  max: number
  from: number | undefined
  to: number | undefined
  onFrom: (from: number | undefined) => void
  onTo: (to: number | undefined) => void
  className?: string
}

/** Two figures; what is typed counts after a short pause, or at once with Enter. */
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
          The first figure is the larger one, so nothing fits between them.
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
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const isInvalid = text.trim() !== '' && parseNumber(text) === undefined
  useEffect(() => {
    setText((typed) => (parseNumber(typed) === value ? typed : value === undefined ? '' : String(value)))
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const scheduleChange = (typed: string, delayMs: number) => {
    clearTimeout(timer.current)
    const number = parseNumber(typed)
    if (typed.trim() === '' || number !== undefined)
      timer.current = setTimeout(() => onChange(number), delayMs)
  }
  return (
    <input
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      title={isInvalid ? 'Please enter a figure.' : undefined}
      inputMode="decimal"
      autoComplete="off"
      placeholder={placeholderValue.toLocaleString('en-IN')}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        scheduleChange(event.target.value, DEBOUNCE_MS)
      }}
      onKeyDown={(event) => event.key === 'Enter' && scheduleChange(text, 0)}
      className="field min-w-0 px-2 text-[0.9375rem] tabular-nums"
    />
  )
}

/** '1,500' → 1500; nothing for what is no figure. */
function parseNumber(text: string): number | undefined {
  const digits = text.replace(/[,\s]/g, '')
  return /^\d{1,10}(\.\d{1,4})?$/.test(digits) ? Number(digits) : undefined
}
