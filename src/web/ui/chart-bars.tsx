import { formatCount } from './chart.tsx'

/** px */
const BAR = 16

/** One bar for each name, its figure behind it; all share one scale, the longest fills its track. */
export function BarChart({ bars }: { bars: readonly { name: string; figure: number }[] }) {
  const most = Math.max(1, ...bars.map(({ figure }) => figure))
  return (
    <ul
      aria-hidden="true"
      className="grid grid-cols-[minmax(5rem,auto)_minmax(0,1fr)_auto] items-center gap-x-3"
    >
      {bars.map(({ name, figure }) => (
        <li
          key={name}
          className="col-span-3 grid grid-cols-subgrid items-center py-1.5 text-sm hover:bg-marine-soft"
        >
          <span className="max-w-36">{name}</span>
          <svg width="100%" height={BAR} className="block bg-surface-grey">
            <title>{`${name}: ${formatCount(figure)}`}</title>
            <rect width={`${(figure / most) * 100}%`} height={BAR} className="fill-series-1" />
          </svg>
          <span className="text-right font-head font-semibold text-base tabular-nums">
            {formatCount(figure)}
          </span>
        </li>
      ))}
    </ul>
  )
}
