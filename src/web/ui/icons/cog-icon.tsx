/** The company's cog; it turns once in 8 s, unless reduced motion is preferred. */
export function CogIcon({
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
      <path d={COG_PATH} />
      <circle cx="12" cy="12" r="3.3" />
    </svg>
  )
}

const TEETH = 8
const COG_PATH = createCogPath()

/** Eight teeth around the centre of a 24 by 24 view box. */
function createCogPath(): string {
  const corners: [angle: number, radius: number][] = []
  for (let tooth = 0; tooth < TEETH; tooth++) {
    const toothAngle = (tooth * 2 * Math.PI) / TEETH
    corners.push(
      [toothAngle - 0.243, 7.9],
      [toothAngle - 0.15, 10.4],
      [toothAngle + 0.15, 10.4],
      [toothAngle + 0.243, 7.9],
    )
  }
  const toPoint = ([angle, radius]: [number, number]) =>
    `${(12 + radius * Math.sin(angle)).toFixed(2)} ${(12 - radius * Math.cos(angle)).toFixed(2)}`
  return `M${corners.map(toPoint).join('L')}z`
}
