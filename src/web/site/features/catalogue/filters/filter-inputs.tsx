import { useEffect, useId, useState } from 'react'
import { formatNumber } from '#contracts/format.ts'
import { t } from '#messages/messages.ts'
import { useDebouncedCallback } from '#web/lib/use-debounced-callback.ts'
import { Select } from '../../../../ui/field.tsx'

const DEBOUNCE_MS = 400
/** About how many positions a slider has. */
const SLIDER_STEPS = 100

/** A choice of one value, each with the number of items that have it, where that is known. */
export function ChoiceField(props: {
  label: string
  selected: string
  values: { value: string; text: string; count?: number }[]
  isDisabled?: boolean
  onSelect: (value: string) => void
}) {
  const { label, selected, values, isDisabled = false, onSelect } = props
  return (
    <Select
      label={label}
      value={selected}
      disabled={isDisabled}
      onChange={(event) => onSelect(event.target.value)}
    >
      <option value="">{t('Any')}</option>
      {selected && !values.some(({ value }) => value === selected) && (
        <option value={selected}>{selected}</option>
      )}
      {values.map(({ value, text, count }) => (
        <option key={value} value={value}>
          {count === undefined ? text : `${text} (${count})`}
        </option>
      ))}
    </Select>
  )
}

interface RangeFieldProps {
  label: string
  unit?: string
  /** The smallest and largest number of the items. */
  min: number
  max: number
  /** What is asked of the number: at least, at most, or between two numbers. */
  meaning?: 'capability' | 'limit' | 'size' | undefined
  /** How many items have a number in each of equal parts between `min` and `max`. */
  histogram?: number[] | undefined
  from: number | undefined
  to: number | undefined
  /** Without choice: all items have the same number, or none. */
  isDisabled?: boolean
  /** How a number is written, for a text that is none. */
  example?: string
  /** Returns the number of a typed text; undefined for a text that is none. */
  parse?: (text: string) => number | undefined
  onFrom: (from: number | undefined) => void
  onTo: (to: number | undefined) => void
}

/** One or two bounds, as sliders below a histogram and as text. A change takes effect after a pause, or with Enter. */
export function RangeField(props: RangeFieldProps) {
  const { label: name, unit = '', min, max, meaning = 'size', histogram, from, to } = props
  const { isDisabled = false, example = '1,500', parse = parseNumber, onFrom, onTo } = props
  const problemId = useId()
  const lower = useBound(from, parse, onFrom)
  const upper = useBound(to, parse, onTo)
  const hasLower = meaning !== 'limit' || from !== undefined
  const hasUpper = meaning !== 'capability' || to !== undefined
  const isSingle = hasLower !== hasUpper
  const label = unit ? `${name}, ${unit}` : name
  const shownBounds = [hasLower && lower, hasUpper && upper].filter((bound) => bound !== false)
  const isInvalid = shownBounds.some((bound) => !bound.isComplete)
  const isReversed = hasLower && hasUpper && (lower.number ?? min) > (upper.number ?? max)
  const step = getStep(min, max)
  const [start, end] = [Math.floor(min / step) * step, Math.ceil(max / step) * step]
  const slider = { min: start, max: end, step, unit }
  return (
    <fieldset disabled={isDisabled} className="grid content-start gap-1.5">
      <legend className="mb-1.5 font-head font-medium text-label tracking-label">{label}</legend>
      {max > min && (
        <div>
          {histogram && (
            <Histogram
              counts={histogram}
              isChosen={(index) => {
                const part = (max - min) / histogram.length
                const isAboveLower = min + (index + 1) * part >= (lower.number ?? min)
                return !isDisabled && isAboveLower && min + index * part <= (upper.number ?? max)
              }}
            />
          )}
          <div className="slider">
            {hasLower && (
              <Slider
                {...slider}
                label={
                  isSingle ? t('{label} slider, at least', { label }) : t('{label} slider, from', { label })
                }
                value={lower.number ?? start}
                // The end has no meaning for a bound: nothing would be left, or nothing be excluded.
                onChange={(value) =>
                  lower.slide(value <= start ? undefined : Math.min(value, max, upper.number ?? max))
                }
              />
            )}
            {hasUpper && (
              <Slider
                {...slider}
                label={
                  isSingle ? t('{label} slider, at most', { label }) : t('{label} slider, to', { label })
                }
                value={upper.number ?? end}
                onChange={(value) =>
                  upper.slide(value >= end ? undefined : Math.max(value, min, lower.number ?? min))
                }
              />
            )}
          </div>
        </div>
      )}
      <div
        className={`grid items-center gap-2 lg:gap-1 ${isSingle ? 'grid-cols-[auto_1fr]' : 'grid-cols-[1fr_auto_1fr]'}`}
      >
        {isSingle && <span aria-hidden="true">{hasLower ? t('At least') : t('At most')}</span>}
        {hasLower && (
          <BoundInput
            problemId={problemId}
            label={isSingle ? t('{label}, at least', { label }) : t('{label}, from', { label })}
            bound={lower}
            placeholderValue={min}
          />
        )}
        {!isSingle && <span aria-hidden="true">{t('to')}</span>}
        {hasUpper && (
          <BoundInput
            problemId={problemId}
            label={isSingle ? t('{label}, at most', { label }) : t('{label}, to', { label })}
            bound={upper}
            placeholderValue={max}
          />
        )}
      </div>
      {isInvalid && (
        <p id={problemId} role="alert" className="text-danger text-sm">
          {t('Enter a number, such as {example}.', { example })}
        </p>
      )}
      {isReversed && (
        <p role="alert" className="text-danger text-sm">
          {t('The first number is larger than the second, so there are no results.')}
        </p>
      )}
    </fieldset>
  )
}

/** The distribution of the numbers, with the parts that the bounds leave in colour. */
const Histogram = ({ counts, isChosen }: { counts: number[]; isChosen: (index: number) => boolean }) => (
  <div aria-hidden="true" className="mx-3 flex h-8 items-end gap-px">
    {counts.map((count, index) => (
      <span
        // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other identity
        key={index}
        style={{ height: `${(100 * count) / Math.max(...counts)}%` }}
        className={`flex-1 ${isChosen(index) ? 'bg-marine forced-colors:bg-[Highlight]' : 'bg-line forced-colors:bg-[GrayText]'}`}
      />
    ))}
  </div>
)

const Slider = ({
  label,
  unit,
  onChange,
  ...rest
}: {
  label: string
  unit: string
  min: number
  max: number
  step: number
  value: number
  onChange: (value: number) => void
}) => (
  <input
    type="range"
    aria-label={label}
    aria-valuetext={`${toInputText(rest.value)} ${unit}`.trim()}
    onChange={(event) => onChange(Number(event.target.value))}
    {...rest}
  />
)

/** The largest of 1, 2 and 5 times a power of ten that makes about a hundred steps; whole numbers have whole steps. */
function getStep(min: number, max: number): number {
  const least = Number.isInteger(min) && Number.isInteger(max) ? 1 : 0
  const ideal = Math.max((max - min) / SLIDER_STEPS, Number.EPSILON)
  const power = 10 ** Math.floor(Math.log10(ideal))
  const step = [5, 2, 1].map((factor) => factor * power).find((each) => each <= ideal) ?? power
  return Math.max(step, least)
}

/** A bound as it is typed or slid, before it takes effect. */
interface Bound {
  text: string
  /** Undefined for no bound, and while the text is not a number. */
  number: number | undefined
  /** Whether the text is empty or a number. */
  isComplete: boolean
  type: (text: string) => void
  slide: (number: number | undefined) => void
  commit: () => void
}

function useBound(
  value: number | undefined,
  parse: (text: string) => number | undefined,
  onChange: (value: number | undefined) => void,
): Bound {
  const isComplete = (typed: string) => typed.trim() === '' || parse(typed) !== undefined
  const [text, setText] = useState(toInputText(value))
  const { schedule, cancel } = useDebouncedCallback(onChange, DEBOUNCE_MS)
  useEffect(() => {
    setText((typed) => (parse(typed) === value ? typed : toInputText(value)))
  }, [value, parse])
  const type = (typed: string) => {
    setText(typed)
    if (isComplete(typed)) schedule(parse(typed))
    else cancel()
  }
  return {
    text,
    number: parse(text),
    isComplete: isComplete(text),
    type,
    slide: (number) => type(toInputText(number)),
    commit: () => {
      if (!isComplete(text)) return
      cancel()
      onChange(parse(text))
    },
  }
}

function BoundInput({
  label,
  bound,
  placeholderValue,
  problemId,
}: {
  label: string
  bound: Bound
  placeholderValue: number
  /** The id of the text that says what is expected. */
  problemId: string
}) {
  const isInvalid = !bound.isComplete
  return (
    <input
      aria-label={label}
      aria-invalid={isInvalid || undefined}
      aria-describedby={isInvalid ? problemId : undefined}
      inputMode="decimal"
      autoComplete="off"
      placeholder={formatNumber(placeholderValue)}
      value={bound.text}
      onChange={(event) => bound.type(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') bound.commit()
      }}
      className="field min-w-0 px-2 text-compact lg:px-1 lg:text-sm"
    />
  )
}

/** '' for no number; at most four decimal places, as in '40.64'. */
const toInputText = (number: number | undefined): string =>
  number === undefined ? '' : String(Number(number.toFixed(4)))

/** '1,500' → 1500, and '2.', which may be continued, → 2; undefined for a text that is not a number. */
function parseNumber(text: string): number | undefined {
  const digits = text.replace(/[,\s]/g, '')
  return /^\d{1,10}(\.\d{0,4})?$/.test(digits) ? Number(digits) : undefined
}
