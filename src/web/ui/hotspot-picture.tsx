import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'

const STEP_PERCENT = 0.5
const ARROW_OFFSETS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP_PERCENT, y: 0 },
  ArrowRight: { x: STEP_PERCENT, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PERCENT },
  ArrowDown: { x: 0, y: STEP_PERCENT },
}

/** A point in percent of the picture. */
interface Point {
  x: number
  y: number
}

interface HotspotPictureProps extends Point {
  url: string
  /** The width divided by the height. */
  ratio: string | number
  label: string
  onMove: (point: Point) => void
  /** Shown in the picture, such as other points. */
  children?: ReactNode
}

/** A picture in which a click, or the arrow keys, set a point. */
export function HotspotPicture({ url, ratio, label, x, y, onMove, children }: HotspotPictureProps) {
  const moveTo = (point: Point) => onMove({ x: clampPercent(point.x), y: clampPercent(point.y) })
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    // A click by keyboard has no position.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    moveTo({
      x: ((event.clientX - box.left) / box.width) * 100,
      y: ((event.clientY - box.top) / box.height) * 100,
    })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const offset = ARROW_OFFSETS[event.key]
    if (!offset || event.altKey) return
    event.preventDefault()
    moveTo({ x: x + offset.x, y: y + offset.y })
  }
  return (
    <button
      type="button"
      aria-label={label}
      onClick={handleClick}
      onKeyDown={handleKeyDown}
      className="relative block w-full cursor-crosshair! overflow-hidden rounded-md bg-stage"
      style={{ aspectRatio: ratio }}
    >
      <img src={url} alt="" className="absolute inset-0 size-full object-cover" />
      {children}
      <span
        aria-hidden="true"
        className="absolute size-5 -translate-1/2 rounded-full border-3 border-surface bg-danger"
        style={{ left: `${x}%`, top: `${y}%` }}
      />
    </button>
  )
}

/** Limits a position to the picture and rounds it to 0.1 %. */
const clampPercent = (percent: number) => Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10
