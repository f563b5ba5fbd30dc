import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ImageUp, Plus, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { isDeepEqual } from '#contracts/fields/fields.ts'
import type { Drawing, DrawingChange, Hotspot } from '#contracts/files/drawing.ts'
import { DRAWING_LIMITS } from '#contracts/files/drawing-limits.ts'
import { countOf } from '#contracts/format.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { RELATION_INPUT_LIMITS } from '#contracts/item/relation-groups.ts'
import { ConflictDialog } from '#web/admin/editing/conflicts.tsx'
import { useDocumentState, useOpenDocument } from '#web/admin/editing/document-context.tsx'
import { EditedDocument } from '#web/admin/editing/edited-document.ts'
import { ConfirmDialog } from '#web/admin/editing/form-dialog.tsx'
import type { FieldRules } from '#web/admin/editing/merge.ts'
import { useUnsavedChanges } from '#web/admin/session/unsaved-changes.ts'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { LoadError } from '#web/admin/shell/load-error.tsx'
import { showToast } from '#web/lib/toast.ts'
import { Button, buttonClass, IconButton } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { HotspotPicture } from '#web/ui/hotspot-picture.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { addDrawing, deleteDrawing, drawingsQuery, replacePicture, saveDrawing } from './drawing-queries.ts'
import { listAssemblies, relationGroupQuery } from './relation-queries.ts'

const ASSEMBLIES_ID = 'assemblies-of-parts'

/** The assembly drawings of a machine: pictures in which numbered points show the spare parts. */
export default function DrawingsPanel({ item }: { item: Item }) {
  const drawings = useQuery(drawingsQuery(item.id))
  const parts = useQuery(relationGroupQuery(item.id, 'parts'))
  const assemblies = listAssemblies([parts.data])
  if (drawings.isPending) return <Spinner label="Loading..." />
  if (drawings.isError)
    return <LoadError subject="The drawings" error={drawings.error} onRetry={() => void drawings.refetch()} />
  return (
    <div className="grid gap-8">
      <datalist id={ASSEMBLIES_ID}>
        {assemblies.map((assembly) => (
          <option key={assembly} value={assembly} />
        ))}
      </datalist>
      {drawings.data.map((drawing) => (
        <DrawingEditor key={drawing.id} item={item} drawing={drawing} />
      ))}
      <AddDrawing item={item} assemblies={assemblies} />
    </div>
  )
}

/** Refreshes the drawings after a change, and shows its error. */
function useDrawingChange<Input, Result>(
  { id }: Item,
  change: (input: Input) => Promise<Result>,
  onSuccess: (result: Result) => void,
) {
  const client = useQueryClient()
  return useMutation<Result, Error, Input>({
    mutationFn: change,
    onSuccess,
    onError: (error) => showErrorToast(error.message),
    onSettled: () => client.invalidateQueries(drawingsQuery(id)),
  })
}

function AddDrawing({ item, assemblies }: { item: Item; assemblies: string[] }) {
  const [assembly, setAssembly] = useState('')
  const entered = assembly.trim()
  const add = useDrawingChange(
    item,
    (file: File) => addDrawing(item.id, assembly, file),
    () => {
      setAssembly('')
      showToast({ title: 'Drawing added' })
    },
  )
  return (
    <div className="flex flex-wrap items-end gap-3">
      <TextField
        label="Assembly of a new drawing"
        hint={
          entered !== '' && !assemblies.some((each) => each.startsWith(entered))
            ? `No spare part of this machine has the assembly '${entered}' yet`
            : 'As it is written in the relations of the parts, such as Headstock'
        }
        list={ASSEMBLIES_ID}
        autoComplete="off"
        value={assembly}
        maxLength={RELATION_INPUT_LIMITS.assemblyLength}
        onChange={({ target }) => setAssembly(target.value)}
        className="grow"
      />
      <PictureButton
        label="Choose picture"
        isUploading={add.isPending}
        disabled={entered === '' || add.isPending}
        onFile={(file) => add.mutate(file)}
      />
    </div>
  )
}

interface PictureButtonProps {
  label: string
  isUploading: boolean
  disabled: boolean
  onFile: (file: File) => void
  size?: 'sm' | 'default'
}

function PictureButton({ label, isUploading, disabled, onFile, size = 'default' }: PictureButtonProps) {
  return (
    <label
      className={buttonClass(
        'outline',
        size,
        `relative focus-within:outline-2 ${disabled ? 'pointer-events-none opacity-60' : ''}`,
      )}
    >
      {size === 'sm' && <ImageUp aria-hidden="true" size={16} />}
      {isUploading ? 'Uploading...' : label}
      <input
        type="file"
        accept="image/*"
        disabled={disabled}
        className="absolute inset-0 opacity-0"
        onChange={({ target }) => {
          const file = target.files?.[0]
          if (file) onFile(file)
          target.value = ''
        }}
      />
    </label>
  )
}

interface EditedPoint extends Hotspot {
  key: number
}
/** A drawing in its form. */
interface DrawingValue {
  assembly: string
  points: EditedPoint[]
}
let lastKey = 0
const withKey = (point: Hotspot): EditedPoint => ({ ...point, key: ++lastKey })

const toValue = ({ assembly, hotspots }: Drawing): DrawingValue => ({
  assembly,
  points: hotspots.map(withKey),
})
const toContent = ({ assembly, points }: DrawingValue): Omit<DrawingChange, 'revision'> => ({
  assembly: assembly.trim(),
  hotspots: points.map(({ position, x, y }) => ({ position: position.trim(), x, y })),
})
const toFieldText = (path: string, field: unknown): string =>
  path === 'assembly'
    ? String(field)
    : (field as EditedPoint[]).map(({ position, x, y }) => `${position} (${x} %, ${y} %)`).join('\n')

const DRAWING_RULES: FieldRules<DrawingValue> = {
  getLabel: (path) => (path === 'assembly' ? 'Assembly' : 'Points'),
  toText: toFieldText,
  isSame: (path, one, other) => toFieldText(path, one) === toFieldText(path, other),
}

/** The form of a drawing. What others save meanwhile appears while nothing was edited here. */
function useDrawingForm(item: Item, drawing: Drawing) {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries(drawingsQuery(item.id))
  const document = useOpenDocument(
    () =>
      new EditedDocument<DrawingValue, Drawing>({
        stored: drawing,
        initial: toValue(drawing),
        toValue,
        rules: DRAWING_RULES,
        isSame: (one, other) => isDeepEqual(toContent(one), toContent(other)),
        store: (value, { revision = 0 }) =>
          saveDrawing(item.id, drawing.id, { ...toContent(value), revision }),
        load: async ({ id }) => {
          const found = (await client.fetchQuery(drawingsQuery(item.id))).find((other) => other.id === id)
          if (!found) throw new Error('The drawing was removed.')
          return found
        },
        onFailed: (error) => showErrorToast(error.message),
      }),
  )
  const save = async () => {
    const before = document.getState().stored ?? drawing
    const isSaved = await document.save()
    await refresh()
    if (!isSaved) return
    const undo = async () => {
      document.change(() => toValue(before))
      if (await document.save()) showToast({ title: 'The drawing is as it was before' })
      await refresh()
    }
    showToast({ title: 'Drawing saved', action: { label: 'Undo', run: () => void undo() } })
  }
  useEffect(() => document.adopt(drawing), [document, drawing])
  return { document, save }
}

function DrawingEditor({ item, drawing }: { item: Item; drawing: Drawing }) {
  const { id, picture, parts } = drawing
  const { document, save } = useDrawingForm(item, drawing)
  const { value, save: saveState } = useDocumentState(document)
  const { points } = value
  const isChanged = document.isUnsaved
  const [selectedKey, setSelectedKey] = useState(points[0]?.key)
  const [isRemoving, setRemoving] = useState(false)
  const selected = points.find(({ key }) => key === selectedKey)
  const content = toContent(value)
  const setPoints = (change: (points: EditedPoint[]) => EditedPoint[]) =>
    document.changeField('points', change)
  useUnsavedChanges(
    isChanged,
    'The changes of an assembly drawing have not been saved. They are lost if you leave now.',
  )
  const replace = useDrawingChange(
    item,
    (file: File) => replacePicture(item.id, id, file),
    () => showToast({ title: 'Picture replaced', description: 'Check that the points still fit.' }),
  )
  const remove = useDrawingChange(
    item,
    () => deleteDrawing(item.id, id),
    () => showToast({ title: 'Drawing removed' }),
  )
  const update = (key: number, changes: Partial<Hotspot>) =>
    setPoints((present) => present.map((point) => (point.key === key ? { ...point, ...changes } : point)))
  /** The next point gets the position of the first part that has none yet. */
  const addPoint = (place: { x: number; y: number }) => {
    if (points.length >= DRAWING_LIMITS.hotspots) return
    const used = new Set(points.map(({ position }) => position))
    const position = parts.find(({ relation }) => !used.has(relation.position))?.relation.position ?? ''
    const point = withKey({ position, ...place })
    setPoints((present) => [...present, point])
    setSelectedKey(point.key)
  }
  return (
    <section aria-label={`Drawing of ${drawing.assembly}`} className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-h4">{drawing.assembly}</h3>
        <div className="flex flex-wrap gap-2">
          <PictureButton
            label="Replace picture"
            size="sm"
            isUploading={replace.isPending}
            disabled={replace.isPending}
            onFile={(file) => replace.mutate(file)}
          />
          <Button variant="outline" size="sm" disabled={remove.isPending} onClick={() => setRemoving(true)}>
            <Trash2 aria-hidden="true" size={16} /> Remove drawing
          </Button>
        </div>
      </div>
      {isRemoving && (
        <RemovalDialog
          drawing={drawing}
          onRemove={() => {
            setRemoving(false)
            remove.mutate(undefined)
          }}
          onClose={() => setRemoving(false)}
        />
      )}
      {picture && (
        <HotspotPicture
          url={picture.url}
          ratio={(picture.width ?? 4) / (picture.height ?? 3)}
          label={
            selected
              ? `Point ${selected.position || 'without number'} in the picture; the arrow keys move it`
              : 'The picture; a click adds a point'
          }
          x={selected?.x ?? -10}
          y={selected?.y ?? -10}
          onMove={(point) => (selected ? update(selected.key, point) : addPoint(point))}
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
              className={`grid grid-cols-[4rem_minmax(0,1fr)_auto_auto] items-center gap-2 rounded-md border p-2 ${point.key === selectedKey ? 'border-ink' : 'border-line'}`}
            >
              <input
                aria-label={`Position of point ${index + 1}`}
                className="field"
                value={point.position}
                maxLength={RELATION_INPUT_LIMITS.positionLength}
                onFocus={() => setSelectedKey(point.key)}
                onChange={({ target }) => update(point.key, { position: target.value })}
              />
              <span className={`wrap-anywhere text-sm ${part ? '' : 'text-danger'}`}>
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
      <TextField
        label={`Assembly of the drawing of ${drawing.assembly}`}
        list={ASSEMBLIES_ID}
        autoComplete="off"
        value={value.assembly}
        maxLength={RELATION_INPUT_LIMITS.assemblyLength}
        onChange={({ target }) => document.changeField('assembly', target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          disabled={points.length >= DRAWING_LIMITS.hotspots}
          onClick={() => addPoint({ x: 50, y: 50 })}
        >
          <Plus aria-hidden="true" size={16} /> Add point
        </Button>
        <Button
          disabled={
            !isChanged ||
            saveState.kind === 'saving' ||
            content.assembly === '' ||
            content.hotspots.some(({ position }) => !position)
          }
          onClick={() => void save()}
        >
          Save drawing
        </Button>
        {isChanged && <span className="self-center text-muted text-sm">Unsaved changes of the drawing</span>}
      </div>
      <ConflictDialog document={document} />
    </section>
  )
}

interface RemovalDialogProps {
  drawing: Drawing
  onRemove: () => void
  onClose: () => void
}

function RemovalDialog({ drawing: { assembly, hotspots }, onRemove, onClose }: RemovalDialogProps) {
  const points = countOf(hotspots.length, 'point')
  return (
    <ConfirmDialog
      title={`Remove the drawing of ${assembly}?`}
      tone="danger"
      confirmLabel="Remove drawing"
      onConfirm={onRemove}
      onClose={onClose}
    >
      <p>
        {`Its picture and ${points} are deleted. This cannot be undone. The spare parts and their positions stay.`}
      </p>
    </ConfirmDialog>
  )
}
