import { getIn, joinPath, type SiteField } from '#contracts/fields/fields.ts'
import { TextField } from '#web/ui/field.tsx'
import { HotspotPicture } from '#web/ui/hotspot-picture.tsx'
import { useContent, useContentField } from './use-content-field.ts'

/** A point in a picture, set by a click, by the arrow keys or by two numbers in percent. */
export function HotspotFieldView({
  field,
  path,
}: {
  field: Extract<SiteField, { kind: 'hotspot' }>
  path: string
}) {
  const content = useContent()
  const { value, change } = useContentField(path)
  const url = getIn(content, `${field.picture}.url`)
  const x = toPercent(getIn(value, 'x'))
  const y = toPercent(getIn(value, 'y'))
  const setHotspot = (point: { x: number; y: number }) =>
    change((entry: unknown) => ({ ...(entry as object), ...point }))
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 font-head font-medium text-label tracking-label">{field.label}</legend>
      {typeof url === 'string' ? (
        <>
          <HotspotPicture
            url={url}
            ratio={field.ratio}
            label="Position in the picture; the arrow keys move it"
            x={x}
            y={y}
            onMove={setHotspot}
          />
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

function PercentField({ label, path }: { label: string; path: string }) {
  const { value, error, change, ref } = useContentField(path)
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
