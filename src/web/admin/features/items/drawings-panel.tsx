import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Drawing, Hotspot } from '#contracts/drawing.ts'
import { DRAWING_LIMITS } from '#contracts/drawing-limits.ts'
import type { Item } from '#contracts/parse-item.ts'
import { RELATION_INPUT_LIMITS } from '#contracts/relation-groups.ts'
import { getErrorMessage } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { showErrorToast } from '../layout/error-toast.ts'
import { HotspotPicture } from '../layout/hotspot-picture.tsx'
import { LoadError } from '../layout/load-error.tsx'
import { addDrawing, deleteDrawing, drawingsQuery, saveDrawing } from './drawing-queries.ts'

/** The assembly drawings of a machine: pictures in which numbered points show the spare parts. */
export default function DrawingsPanel({ item }: { item: Item }) {
  const drawings = useQuery(drawingsQuery(item.id))
  if (drawings.isPending) return <Spinner label="Loading..." />
  if (drawings.isError)
    return <LoadError subject="The drawings" error={drawings.error} onRetry={() => void drawings.refetch()} />
  return (
    <div className="grid gap-8">
      {drawings.data.map((drawing) => (
        <DrawingEditor key={`${drawing.id} ${drawing.revision}`} item={item} drawing={drawing} />
      ))}
      <AddDrawing item={item} />
    </div>
  )
}

/** Refreshes the drawings after a change, and shows its error. */
function useDrawingChange<Input>({ id }: Item, change: (input: Input) => Promise<unknown>, done: string) {
  const client = useQueryClient()
  return useMutation<unknown, Error, Input>({
    mutationFn: change,
    onSuccess: () => showToast({ title: done }),
    onError: (error) => showErrorToast(getErrorMessage(error)),
    onSettled: () => client.invalidateQueries(drawingsQuery(id)),
  })
}

function AddDrawing({ item }: { item: Item }) {
  const [assembly, setAssembly] = useState('')
  const add = useDrawingChange(
    item,
    (file: File) => addDrawing(item.id, assembly, file, () => {}).then(() => setAssembly('')),
    'Drawing added',
  )
  const isReady = assembly.trim() !== '' && !add.isPending
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label="Assembly of a new drawing"
        hint="As it is written in the relations of the parts, such as Headstock"
        value={assembly}
        maxLength={RELATION_INPUT_LIMITS.assemblyLength}
        onChange={({ target }) => setAssembly(target.value)}
        className="grow"
      />
      <label
        className={buttonClass(
          'outline',
          'default',
          `relative focus-within:outline-2 ${isReady ? '' : 'pointer-events-none opacity-60'}`,
        )}
      >
        {add.isPending ? 'Uploading...' : 'Choose picture'}
        <input
          type="file"
          accept="image/*"
          disabled={!isReady}
          className="absolute inset-0 opacity-0"
          onChange={({ target }) => {
            const file = target.files?.[0]
            if (file) add.mutate(file)
            target.value = ''
          }}
        />
      </label>
    </div>
  )
}

interface EditedPoint extends Hotspot {
  key: number
}
let lastKey = 0
const withKey = (point: Hotspot): EditedPoint => ({ ...point, key: ++lastKey })

function DrawingEditor({ item, drawing }: { item: Item; drawing: Drawing }) {
  const { id, revision, assembly, picture, parts } = drawing
  const [points, setPoints] = useState(() => drawing.hotspots.map(withKey))
  const [selectedKey, setSelectedKey] = useState(points[0]?.key)
  const selected = points.find(({ key }) => key === selectedKey)
  const save = useDrawingChange(
    item,
    () =>
      saveDrawing(item.id, id, {
        ...{ assembly, revision },
        hotspots: points.map(({ position, x, y }) => ({ position: position.trim(), x, y })),
      }),
    'Drawing saved',
  )
  const remove = useDrawingChange(item, () => deleteDrawing(item.id, id), 'Drawing removed')
  const isChanged =
    JSON.stringify(points.map(({ key: _, ...point }) => point)) !== JSON.stringify(drawing.hotspots)
  const update = (key: number, changes: Partial<Hotspot>) =>
    setPoints((present) => present.map((point) => (point.key === key ? { ...point, ...changes } : point)))
  /** The next point gets the position of the first part that has none yet. */
  const addPoint = () => {
    const used = new Set(points.map(({ position }) => position))
    const position = parts.find(({ relation }) => !used.has(relation.position))?.relation.position ?? ''
    const point = withKey({ position, x: 50, y: 50 })
    setPoints((present) => [...present, point])
    setSelectedKey(point.key)
  }
  return (
    <section aria-label={`Drawing of ${assembly}`} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-h4">{assembly}</h3>
        <Button
          variant="outline"
          size="sm"
          disabled={remove.isPending}
          onClick={() => remove.mutate(undefined)}
        >
          <Trash2 aria-hidden="true" size={16} /> Remove drawing
        </Button>
      </div>
      {picture && (
        <HotspotPicture
          url={picture.url}
          ratio={(picture.width ?? 4) / (picture.height ?? 3)}
          label={
            selected
              ? `Point ${selected.position || 'without number'} in the picture; the arrow keys move it`
              : 'Add a point first, then click where it is'
          }
          x={selected?.x ?? -10}
          y={selected?.y ?? -10}
          onMove={(point) => selected && update(selected.key, point)}
        >
          {points.map(({ key, position, x, y }) => (
            <span
              key={key}
              aria-hidden="true"
              // Not as text, which the name of the button would have to contain.
              data-position={position}
              className="balloon absolute -translate-1/2 bg-surface text-ink before:content-[attr(data-position)]"
              style={{ left: `${x}%`, top: `${y}%` }}
            />
          ))}
        </HotspotPicture>
      )}
      <ul aria-label="Points" className="grid gap-2 sm:grid-cols-2">
        {points.map((point, index) => {
          const part = parts.find(({ relation }) => relation.position === point.position.trim())
          return (
            <li
              key={point.key}
              className={`flex flex-wrap items-center gap-2 rounded-md border p-2 ${point.key === selectedKey ? 'border-ink' : 'border-line'}`}
            >
              <input
                aria-label={`Position of point ${index + 1}`}
                className="field w-20"
                value={point.position}
                maxLength={RELATION_INPUT_LIMITS.positionLength}
                onFocus={() => setSelectedKey(point.key)}
                onChange={({ target }) => update(point.key, { position: target.value })}
              />
              <span className={`min-w-0 grow wrap-anywhere text-sm ${part ? '' : 'text-danger'}`}>
                {part?.name ?? 'No part has this position in this assembly'}
              </span>
              <Button
                variant="ghost"
                size="sm"
                aria-pressed={point.key === selectedKey}
                aria-label={`Move point ${index + 1}`}
                onClick={() => setSelectedKey(point.key)}
              >
                Move
              </Button>
              <IconButton
                label={`Remove point ${index + 1}`}
                variant="ghost"
                onClick={() => setPoints((present) => present.filter(({ key }) => key !== point.key))}
              >
                <Trash2 aria-hidden="true" size={18} />
              </IconButton>
            </li>
          )
        })}
      </ul>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" disabled={points.length >= DRAWING_LIMITS.hotspots} onClick={addPoint}>
          <Plus aria-hidden="true" size={16} /> Add point
        </Button>
        <Button
          disabled={!isChanged || save.isPending || points.some(({ position }) => !position.trim())}
          onClick={() => save.mutate(undefined)}
        >
          Save points
        </Button>
        {isChanged && <span className="self-center text-muted text-sm">Unsaved points</span>}
      </div>
    </section>
  )
}
