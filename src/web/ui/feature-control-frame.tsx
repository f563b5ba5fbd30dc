import { formatList } from '#contracts/format.ts'
import { t } from '#messages/messages.ts'

/** Symbols of geometric tolerancing (ISO 1101). */
const SYMBOL_PATHS = {
  runout: 'M4 20 18.5 5.5M12 5h7v7',
  position: 'M6 12a6 6 0 1 0 12 0 6 6 0 1 0-12 0M12 2v20M2 12h20',
  straight: 'M2 12h20',
  parallel: 'M5 20 12 4M12 20l7-16',
} as const

interface FeatureControlFrameProps {
  symbol: keyof typeof SYMBOL_PATHS
  /** The tolerance, then the datums it refers to. */
  compartments: readonly string[]
  /** The feature that the tolerance applies to. */
  title: string
}

/** A feature control frame: a tolerance in the notation of technical drawings (ISO 1101). */
export function FeatureControlFrame({ symbol, compartments, title }: FeatureControlFrameProps) {
  const [tolerance = '', ...datums] = compartments
  const size = `${title}: ${tolerance}${/^(?:Ø ?)?[\d.]+$/.test(tolerance) ? ' mm' : ''}`
  const letters = datums.flatMap((datum) => datum.split(' ')).filter(Boolean)
  const values = { size, letters: formatList(letters) }
  return (
    <span
      role="img"
      aria-label={
        letters.length > 1
          ? t('{size} to datums {letters}', values)
          : letters.length > 0
            ? t('{size} to datum {letters}', values)
            : size
      }
      className="control-frame"
    >
      <span>
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="size-5.5 fill-none stroke-current"
          strokeWidth={1.6}
          strokeLinecap="round"
        >
          <path d={SYMBOL_PATHS[symbol]} />
        </svg>
      </span>
      {compartments.map((compartment) => (
        <span key={compartment}>{compartment}</span>
      ))}
    </span>
  )
}
