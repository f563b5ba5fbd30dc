import { formatCount } from '#contracts/format.ts'

/** px */
const BAR_HEIGHT = 16

/** One bar per name with its value; all have the same scale, and the longest has the full width. */
export function BarChart({ bars }: { bars: readonly { name: string; value: number }[] }) {
  const max = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul
      aria-hidden="true"
      className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)_auto] items-center gap-x-3"
    >
      {bars.map(({ name, value }) => (
        <li
          key={name}
          className="col-span-3 grid grid-cols-subgrid items-center py-1.5 text-sm hover:bg-marine-soft"
        >
          <span className="max-w-36">{name}</span>
          <svg width="100%" height={BAR_HEIGHT} className="block bg-surface-grey">
            <title>{`${name}: ${formatCount(value)}`}</title>
            <rect width={`${(value / max) * 100}%`} height={BAR_HEIGHT} className="fill-series-1" />
          </svg>
          <span className="text-right font-head font-semibold text-base tabular-nums">
            {formatCount(value)}
          </span>
        </li>
      ))}
    </ul>
  )
}
