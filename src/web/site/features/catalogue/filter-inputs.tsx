import { useEffect, useRef, useState } from 'react'
import { Select } from '../../../ui/field.tsx'

const TYPING_PAUSE_MS = 400

/** One of several words, each with the number of items that have it. */
export function Choice(props: {
  label: string
  chosen: string
  values: { value: string; text: string; count: number }[]
  onChoose: (value: string) => void
}) {
  const { label, chosen, values, onChoose } = props
  return (
    <Select label={label} value={chosen} onChange={(event) => onChoose(event.target.value)}>
      <option value="">Any</option>
      {chosen && !values.some(({ value }) => value === chosen) && <option value={chosen}>{chosen}</option>}
      {values.map(({ value, text, count }) => (
        <option key={value} value={value}>
          {`${text} (${count})`}
        </option>
      ))}
    </Select>
  )
}

interface RangeProps {
  label: string
  /** The bounds of what there is, shown where nothing is typed. */
  least: number
  most: number
  from: number | undefined
  to: number | undefined
  onFrom: (from: number | undefined) => void
  onTo: (to: number | undefined) => void
  className?: string
}

/** Two figures; what is typed counts after a short pause, or at once with Enter. */
export function Range({ label, least, most, from, to, onFrom, onTo, className = '' }: RangeProps) {
  const reversed = from !== undefined && to !== undefined && from > to
  return (
    <fieldset className={`grid content-start gap-1.5 ${className}`}>
      <legend className="mb-1.5 font-head font-medium text-label tracking-label">{label}</legend>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">
        <BoundInput label={`${label}, from`} value={from} shown={least} onChange={onFrom} />
        <span aria-hidden="true">to</span>
        <BoundInput label={`${label}, to`} value={to} shown={most} onChange={onTo} />
      </div>
      {reversed && (
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
  shown: number
  onChange: (value: number | undefined) => void
}

function BoundInput({ label, value, shown, onChange }: BoundInputProps) {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wrong = text.trim() !== '' && readFigure(text) === undefined
  useEffect(() => {
    setText((typed) => (readFigure(typed) === value ? typed : value === undefined ? '' : String(value)))
  }, [value])
  useEffect(() => () => clearTimeout(timer.current), [])
  const settle = (typed: string, pauseMs: number) => {
    clearTimeout(timer.current)
    const figure = readFigure(typed)
    if (typed.trim() === '' || figure !== undefined)
      timer.current = setTimeout(() => onChange(figure), pauseMs)
  }
  return (
    <input
      aria-label={label}
      aria-invalid={wrong || undefined}
      title={wrong ? 'Please enter a figure.' : undefined}
      inputMode="decimal"
      autoComplete="off"
      placeholder={shown.toLocaleString('en-IN')}
      value={text}
      onChange={(event) => {
        setText(event.target.value)
        settle(event.target.value, TYPING_PAUSE_MS)
      }}
      onKeyDown={(event) => event.key === 'Enter' && settle(text, 0)}
      className="field min-w-0 px-2 text-[0.9375rem] tabular-nums"
    />
  )
}

/** '1,500' → 1500; nothing for what is no figure. */
function readFigure(text: string): number | undefined {
  const plain = text.replace(/[,\s]/g, '')
  return /^\d{1,10}(\.\d{1,4})?$/.test(plain) ? Number(plain) : undefined
}
