import { type MouseEvent, useId, useState } from 'react'
import { formatCount } from './chart.tsx'
import { axisOf } from './chart-scale.ts'

/** px */
const HEIGHT = 216
const TOP = 20
const BASE = 188
const LABELS = 208

export interface ChartColumn {
  /** In full, for reading. */
  name: string
  /** At the foot of the column. */
  short: string
  now: number
  before: number
}

/**
 * Two columns for each name: solid what is, hatched like a section cut what was before. One of them is read out in full
 * above the drawing: the latest, or the one that is pointed at or reached with the arrow keys.
 */
export function ColumnChart({
  label,
  columns,
  sentence,
}: {
  label: string
  columns: readonly ChartColumn[]
  /** What one column says. */
  sentence: (column: ChartColumn) => string
}) {
  const [chosen, setChosen] = useState<number>()
  const last = columns.length - 1
  const read = columns[chosen ?? last]
  const point = (event: MouseEvent<HTMLInputElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setChosen(Math.min(last, Math.max(0, Math.floor(((event.clientX - left) / width) * columns.length))))
  }
  if (!read) return null
  return (
    <div className="relative">
      <p aria-hidden="true" className="min-h-6 text-sm">
        {sentence(read)}
      </p>
      <div className="has-focus-visible:outline-2 has-focus-visible:outline-focus has-focus-visible:outline-offset-2">
        <div className="flex">
          <Axis columns={columns} />
          <div className="relative min-w-0 flex-1">
            <Drawing columns={columns} chosen={chosen} />
            <input
              type="range"
              aria-label={label}
              aria-valuetext={sentence(read)}
              min={0}
              max={last}
              value={chosen ?? last}
              onChange={(event) => setChosen(Number(event.target.value))}
              onMouseMove={point}
              onMouseLeave={() => setChosen(undefined)}
              onFocus={() => setChosen((now) => now ?? last)}
              onBlur={() => setChosen(undefined)}
              className="absolute inset-0 size-full cursor-crosshair touch-pan-y opacity-0 print:hidden"
            />
          </div>
        </div>
      </div>
    </div>
  )
}

const axisFor = (columns: readonly ChartColumn[]) =>
  axisOf(Math.max(...columns.flatMap(({ now, before }) => [now, before])))
const heightOf = (figure: number, axis: number[]) => (figure / (axis.at(-1) ?? 1)) * (BASE - TOP)

/** The figures at the left, in a strip as wide as the widest. */
function Axis({ columns }: { columns: readonly ChartColumn[] }) {
  const axis = axisFor(columns)
  return (
    <div
      aria-hidden="true"
      className="relative mr-2 flex-none whitespace-nowrap text-right font-head text-muted text-xs"
    >
      <span className="invisible">{formatCount(axis.at(-1) ?? 0)}</span>
      {axis.map((figure) => (
        <span
          key={figure}
          className="absolute right-0 -translate-y-1/2 leading-none"
          style={{ top: BASE - heightOf(figure, axis) }}
        >
          {formatCount(figure)}
        </span>
      ))}
    </div>
  )
}

/** Widths are per cent, heights px: it fills its place at every width, and neither letters nor hatch are distorted. */
function Drawing({ columns, chosen }: { columns: readonly ChartColumn[]; chosen: number | undefined }) {
  const hatch = useId()
  const axis = axisFor(columns)
  const slot = 100 / columns.length
  const latest = columns.length - 1
  return (
    <svg aria-hidden="true" width="100%" height={HEIGHT} className="block font-head text-xs">
      <defs>
        <pattern id={hatch} width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <path d="M0 0v5" className="stroke-series-2 stroke-3" />
        </pattern>
      </defs>
      {chosen !== undefined && (
        <rect x={`${slot * chosen}%`} y={0} width={`${slot}%`} height={HEIGHT} className="fill-marine-soft" />
      )}
      {axis.map((figure) => {
        const y = Math.round(BASE - heightOf(figure, axis)) + 0.5
        return <line key={figure} x1="0" x2="100%" y1={y} y2={y} className="stroke-line" />
      })}
      {columns.map(({ name, short, now, before }, index) => (
        <g key={name}>
          <Column
            x={slot * (index + 0.16)}
            width={slot * 0.32}
            height={heightOf(before, axis)}
            fill={hatch}
          />
          <Column x={slot * (index + 0.5)} width={slot * 0.34} height={heightOf(now, axis)} />
          <text x={`${slot * (index + 0.5)}%`} y={LABELS} textAnchor="middle" className="fill-muted">
            {short}
          </text>
          {index === latest && (
            <text
              x={`${slot * (index + 0.67)}%`}
              y={BASE - heightOf(now, axis) - 5}
              textAnchor="middle"
              className="fill-ink font-semibold"
            >
              {formatCount(now)}
            </text>
          )}
        </g>
      ))}
    </svg>
  )
}

/** `x` and `width` in per cent; with `fill`, the id of a hatch, it is one. */
function Column(props: { x: number; width: number; height: number; fill?: string }) {
  const { x, width, height, fill } = props
  if (height === 0) return null
  return (
    <rect
      x={`${x}%`}
      y={BASE - height}
      width={`${width}%`}
      height={height}
      className={fill ? 'stroke-series-2' : 'fill-series-1'}
      {...(fill && { fill: `url(#${fill})` })}
    />
  )
}

/** Which column is which. */
export function ColumnLegend({ now, before }: { now: string; before: string }) {
  return (
    <ul
      aria-hidden="true"
      className="mt-1 flex flex-wrap gap-x-5 gap-y-1 font-head font-medium text-label text-muted"
    >
      <li className="flex items-center gap-1.5">
        <span className="h-3 w-3.5 bg-series-1" /> {now}
      </li>
      <li className="flex items-center gap-1.5">
        <span className="hatch h-3 w-3.5" /> {before}
      </li>
    </ul>
  )
}
