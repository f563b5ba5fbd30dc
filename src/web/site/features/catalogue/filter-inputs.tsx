import { type ReactNode, useEffect, useId, useState } from 'react'
import { INPUT, Select } from '../../../ui/field.tsx'

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
  onChange: (from: number | undefined, to: number | undefined) => void
}

/** Two figures; what is typed counts after a short pause. */
export function Range({ label, least, most, from, to, onChange }: RangeProps) {
  const id = useId()
  const bound = (
    name: string,
    value: number | undefined,
    shown: number,
    change: (value?: number) => void,
  ) => (
    <BoundInput
      id={`${id}-${name}`}
      label={`${label}, ${name}`}
      value={value}
      shown={shown}
      onChange={change}
    />
  )
  return (
    <Group label={label}>
      {bound('from', from, least, (value) => onChange(value, to))}
      <span aria-hidden="true">to</span>
      {bound('to', to, most, (value) => onChange(from, value))}
    </Group>
  )
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <fieldset className="grid content-start gap-1.5">
      <legend className="mb-1.5 font-head font-medium text-label tracking-label">{label}</legend>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-2">{children}</div>
    </fieldset>
  )
}

function BoundInput(props: {
  id: string
  label: string
  value: number | undefined
  shown: number
  onChange: (value?: number) => void
}) {
  const { value, onChange } = props
  const [text, setText] = useState(value === undefined ? '' : String(value))
  useEffect(() => {
    setText((typed) => (readFigure(typed) === value ? typed : value === undefined ? '' : String(value)))
  }, [value])
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is typed starts the pause
  useEffect(() => {
    if (readFigure(text) === value) return
    const timer = setTimeout(() => onChange(readFigure(text)), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <input
      id={props.id}
      aria-label={props.label}
      inputMode="decimal"
      autoComplete="off"
      placeholder={props.shown.toLocaleString('en-IN')}
      value={text}
      onChange={(event) => setText(event.target.value)}
      className={`${INPUT} min-w-0 px-2! text-[0.9375rem] tabular-nums`}
    />
  )
}

/** '1,500' → 1500; nothing for what is no figure. */
function readFigure(text: string): number | undefined {
  const plain = text.replace(/[,\s]/g, '')
  return /^\d{1,10}(\.\d{1,4})?$/.test(plain) ? Number(plain) : undefined
}
