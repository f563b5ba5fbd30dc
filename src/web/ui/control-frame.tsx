/** Signs of geometric tolerancing (ISO 1101). */
const SIGNS = {
  runout: 'M4 20 18.5 5.5M12 5h7v7',
  position: 'M6 12a6 6 0 1 0 12 0 6 6 0 1 0-12 0M12 2v20M2 12h20',
  straight: 'M2 12h20',
  parallel: 'M5 20 12 4M12 20l7-16',
} as const

interface ControlFrameProps {
  sign: keyof typeof SIGNS
  /** The tolerance, then the datums it refers to. */
  parts: readonly string[]
  /** What is held to it. */
  title: string
}

/** A feature control frame: how exact something is, as a drawing says it. */
export function ControlFrame({ sign, parts, title }: ControlFrameProps) {
  return (
    <span role="img" aria-label={`${title}: ${parts.join(' to datum ')}`} className="control-frame">
      <span>
        <svg
          viewBox="0 0 24 24"
          aria-hidden="true"
          className="size-5.5 fill-none stroke-current"
          strokeWidth={1.6}
          strokeLinecap="round"
        >
          <path d={SIGNS[sign]} />
        </svg>
      </span>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  )
}
