/** The firm's cog; turns once in 8 s unless people asked for less motion. */
export function Cog({
  className = 'size-8',
  strokeWidth = 1.5,
}: {
  className?: string
  strokeWidth?: number
}) {
  return (
    <svg
      viewBox="0 0 24 24"
      aria-hidden="true"
      className={`cog flex-none fill-none stroke-current ${className}`}
      strokeWidth={strokeWidth}
      strokeLinejoin="round"
    >
      <path d={OUTLINE} />
      <circle cx="12" cy="12" r="3.3" />
    </svg>
  )
}

const TEETH = 8
const OUTLINE = outline()

/** Eight teeth around the middle of a 24 by 24 box. */
function outline(): string {
  const corners: [angle: number, radius: number][] = []
  for (let tooth = 0; tooth < TEETH; tooth++) {
    const middle = (tooth * 2 * Math.PI) / TEETH
    corners.push([middle - 0.243, 7.9], [middle - 0.15, 10.4], [middle + 0.15, 10.4], [middle + 0.243, 7.9])
  }
  const point = ([angle, radius]: [number, number]) =>
    `${(12 + radius * Math.sin(angle)).toFixed(2)} ${(12 - radius * Math.cos(angle)).toFixed(2)}`
  return `M${corners.map(point).join('L')}z`
}
