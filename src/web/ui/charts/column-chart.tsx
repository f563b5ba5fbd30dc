import { type MouseEvent, useId, useState } from 'react'
import { formatCount } from '#contracts/format.ts'
import { getAxisTicks } from './axis-ticks.ts'

/** px */
const HEIGHT = 216
const TOP_Y = 20
const BASELINE_Y = 188
const LABEL_Y = 208
/** Of more columns, only some have a label, beginning with the latest. */
const MAX_LABELS = 13

type Format = (value: number) => string

export interface ChartColumn {
  /** The full name. */
  name: string
  /** The label below the columns. */
  short: string
  now: number
  before: number
}

/**
 * Two columns for each name: the present value solid, the previous one hatched. The values of one name are written in full
 * above the drawing: the latest, or the one that is pointed at or reached with the arrow keys.
 */
export function ColumnChart({
  label,
  columns,
  format = formatCount,
  describeColumn,
}: {
  label: string
  columns: readonly ChartColumn[]
  /** Writes a value of the axis, and of the latest column where there is room, in short. */
  format?: Format
  /** Returns the text for one pair of columns. */
  describeColumn: (column: ChartColumn) => string
}) {
  const [selectedIndex, setSelectedIndex] = useState<number>()
  const last = columns.length - 1
  const activeColumn = columns[selectedIndex ?? last]
  const selectAtPointer = (event: MouseEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setSelectedIndex(
      Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * columns.length))),
    )
  }
  if (!activeColumn) return null
  return (
    <div className="relative">
      <p aria-hidden="true" className="min-h-6 text-sm">
        {describeColumn(activeColumn)}
      </p>
      <div className="has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2">
        <div className="flex">
          <Axis columns={columns} format={format} />
          <div className="relative min-w-0 flex-1">
            <ColumnPlot columns={columns} format={format} selectedIndex={selectedIndex} />
            <input
              type="range"
              aria-label={label}
              aria-valuetext={describeColumn(activeColumn)}
              min={0}
              max={last}
              value={selectedIndex ?? last}
              onChange={(event) => setSelectedIndex(Number(event.target.value))}
              onMouseMove={selectAtPointer}
              onMouseLeave={() => setSelectedIndex(undefined)}
              onFocus={() => setSelectedIndex((now) => now ?? last)}
              onBlur={() => setSelectedIndex(undefined)}
              className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0 print:hidden"
            />
          </div>
        </div>
      </div>
    </div>
  )
}

const getColumnTicks = (columns: readonly ChartColumn[]) =>
  getAxisTicks(Math.max(...columns.flatMap(({ now, before }) => [now, before])))
const toColumnHeight = (value: number, ticks: number[]) =>
  (value / (ticks.at(-1) ?? 1)) * (BASELINE_Y - TOP_Y)

/** The labels of the vertical axis. */
function Axis({ columns, format }: { columns: readonly ChartColumn[]; format: Format }) {
  const ticks = getColumnTicks(columns)
  return (
    <div
      aria-hidden="true"
      className="relative mr-2 flex-none whitespace-nowrap text-right font-head text-muted text-xs"
    >
      <span className="invisible">{format(ticks.at(-1) ?? 0)}</span>
      {ticks.map((tick) => (
        <span
          key={tick}
          className="absolute right-0 -translate-y-1/2 leading-none"
          style={{ top: BASELINE_Y - toColumnHeight(tick, ticks) }}
        >
          {format(tick)}
        </span>
      ))}
    </div>
  )
}

/** Widths are in per cent and heights in px, so that it fills its container without distorting text and hatching. */
function ColumnPlot({
  columns,
  format,
  selectedIndex,
}: {
  columns: readonly ChartColumn[]
  format: Format
  selectedIndex: number | undefined
}) {
  const hatch = useId()
  const ticks = getColumnTicks(columns)
  const slot = 100 / columns.length
  const latest = columns.length - 1
  const labelledEvery = Math.ceil(columns.length / MAX_LABELS)
  return (
    <svg aria-hidden="true" width="100%" height={HEIGHT} className="block font-head text-xs">
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v5" className="stroke-series-2 stroke-3" />
        </pattern>
      </defs>
      {selectedIndex !== undefined && (
        <rect
          x={`${slot * selectedIndex}%`}
          y={0}
          width={`${slot}%`}
          height={HEIGHT}
          className="fill-marine-soft"
        />
      )}
      {ticks.map((tick) => {
        const y = Math.round(BASELINE_Y - toColumnHeight(tick, ticks)) + 0.5
        return <line key={tick} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />
      })}
      {columns.map(({ name, short, now, before }, index) => (
        <g key={name}>
          <Column
            x={slot * (index + 0.16)}
            width={slot * 0.32}
            height={toColumnHeight(before, ticks)}
            fill={hatch}
          />
          <Column x={slot * (index + 0.5)} width={slot * 0.34} height={toColumnHeight(now, ticks)} />
          <text x={`${slot * (index + 0.5)}%`} y={LABEL_Y} textAnchor="middle" className="fill-muted">
            {(latest - index) % labelledEvery === 0 && short}
          </text>
          {index === latest && (
            <text
              x={labelledEvery > 1 ? '100%' : `${slot * (index + 0.67)}%`}
              y={BASELINE_Y - toColumnHeight(now, ticks) - 5}
              textAnchor={labelledEvery > 1 ? 'end' : 'middle'}
              className={`fill-ink font-semibold ${format === formatCount ? '' : 'max-md:hidden'}`}
            >
              {format(now)}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** One column. `x` and `width` in per cent; `fill` is the id of a hatch pattern. */
function Column(props: { x: number; width: number; height: number; fill?: string }) {
  const { x, width, height, fill } = props
  if (height === 0) return null
  return (
    <rect
      x={`${x}%`}
      y={BASELINE_Y - height}
      width={`${width}%`}
      height={height}
      className={fill ? 'stroke-series-2' : 'fill-series-1'}
      {...(fill && { fill: `url(#${fill})` })}
    />
  )
}

/** The legend of the two columns. */
export function ColumnLegend({ now, before }: { now: string; before: string }) {
  return (
    <ul
      aria-hidden="true"
      className="mt-1 flex flex-wrap gap-x-5 gap-y-1 font-head font-medium text-label text-muted"
    >
      <li className="flex items-center gap-1.5">
        <span className="h-3 w-3.5 bg-series-1 forced-color-adjust-none" /> {now}
      </li>
      <li className="flex items-center gap-1.5">
        <span className="hatch h-3 w-3.5 forced-color-adjust-none" /> {before}
      </li>
    </ul>
  )
}
