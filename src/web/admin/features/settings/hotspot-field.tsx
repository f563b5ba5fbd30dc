import type { KeyboardEvent, MouseEvent } from 'react'
import { getIn, joinPath, type SiteField } from '#contracts/site-content-fields.ts'
import { TextField } from '#web/ui/field.tsx'
import { useEditorContext, useField } from './editor-context.ts'

const STEP_PERCENT = 0.5
const ARROW_OFFSETS: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -STEP_PERCENT, y: 0 },
  ArrowRight: { x: STEP_PERCENT, y: 0 },
  ArrowUp: { x: 0, y: -STEP_PERCENT },
  ArrowDown: { x: 0, y: STEP_PERCENT },
}

/** A point in a picture, set by a click, by the arrow keys or by two numbers in percent. */
export function HotspotFieldView({
  field,
  path,
}: {
  field: Extract<SiteField, { kind: 'hotspot' }>
  path: string
}) {
  const { content } = useEditorContext()
  const { value, change } = useField(path)
  const url = getIn(content, `${field.picture}.url`)
  const x = toPercent(getIn(value, 'x'))
  const y = toPercent(getIn(value, 'y'))
  const setHotspot = (position: { x: number; y: number }) =>
    change((entry: unknown) => ({
      ...(entry as object),
      x: clampPercent(position.x),
      y: clampPercent(position.y),
    }))
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    // A click by keyboard has no position.
    if (event.detail === 0) return
    const box = event.currentTarget.getBoundingClientRect()
    setHotspot({
      x: ((event.clientX - box.left) / box.width) * 100,
      y: ((event.clientY - box.top) / box.height) * 100,
    })
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const offset = ARROW_OFFSETS[event.key]
    if (!offset || event.altKey) return
    event.preventDefault()
    setHotspot({ x: x + offset.x, y: y + offset.y })
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-head font-medium text-label tracking-label">{field.label}</legend>
      {typeof url === 'string' ? (
        <>
          <button
            type="button"
            aria-label="Position in the picture; the arrow keys move it"
            onClick={handleClick}
            onKeyDown={handleKeyDown}
            className="relative block w-full cursor-crosshair! overflow-hidden rounded-md bg-stage"
            style={{ aspectRatio: field.ratio }}
          >
            <img src={url} alt="" className="absolute inset-0 size-full object-cover" />
            <HotspotMarker x={x} y={y} />
          </button>
          <p className="text-muted text-sm">{field.hint}</p>
        </>
      ) : (
        <p className="text-muted text-sm">Choose the picture first, then click on it to set the position.</p>
      )}
      <div className="grid grid-cols-2 gap-4">
        <PercentField label="From the left, %" path={joinPath(path, 'x')} />
        <PercentField label="From the top, %" path={joinPath(path, 'y')} />
      </div>
    </fieldset>
  )
}

function HotspotMarker({ x, y }: { x: number; y: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute size-5 -translate-1/2 rounded-full border-3 border-surface bg-danger"
      style={{ left: `${x}%`, top: `${y}%` }}
    />
  )
}

function PercentField({ label, path }: { label: string; path: string }) {
  const { value, error, change, ref } = useField(path)
  return (
    <TextField
      type="number"
      label={label}
      error={error}
      min={0}
      max={100}
      step="any"
      value={typeof value === 'number' ? value : ''}
      onChange={({ target }) => change(target.value === '' ? null : Number(target.value))}
      ref={ref}
    />
  )
}

const toPercent = (value: unknown): number => (typeof value === 'number' ? value : 50)

/** Limits a position to the picture and rounds it to 0.1 %. */
const clampPercent = (percent: number) => Math.round(Math.min(100, Math.max(0, percent)) * 10) / 10
