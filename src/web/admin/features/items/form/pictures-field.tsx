import { arrayMove } from '@dnd-kit/sortable'
import { Upload, X } from 'lucide-react'
import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { LIMITS } from '#contracts/limits.ts'
import { showToast } from '#web/lib/toast.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Sortable, useSortableItem } from '#web/ui/sortable/sortable.tsx'
import { type FormPicture, generateId } from './item-form-values.ts'
import { validateFiles } from './validate-files.ts'

interface PicturesFieldProps {
  pictures: FormPicture[]
  onChange: (change: (pictures: FormPicture[]) => FormPicture[]) => void
  /** Called instead of `onChange` if there would be more than six pictures ([FRM-4], [FRM-8]). */
  onLimitExceeded: () => void
  /** The uploaded fraction of each new file, 0 to 1, by picture id; undefined while there is no upload. */
  uploadProgress: ReadonlyMap<string, number> | undefined
}

/** Pictures can be selected, dropped or pasted, reordered by their handles, and removed with Undo. */
export function PicturesField({ pictures, onChange, onLimitExceeded, uploadProgress }: PicturesFieldProps) {
  const [fileErrors, setFileErrors] = useState<string[]>([])
  const [isDragOver, setDragOver] = useState(false)
  const full = pictures.length >= LIMITS.images
  const isFull = useRef(full)
  useEffect(() => {
    isFull.current = full
  }, [full])
  const addFiles = (files: File[]) => {
    const validated = validateFiles(files)
    setFileErrors(validated.errors)
    if (validated.pictures.length === 0) return
    if (pictures.length + validated.pictures.length > LIMITS.images) onLimitExceeded()
    else
      onChange((present) => [...present, ...validated.pictures.map((file) => ({ id: generateId(), file }))])
  }
  const remove = (picture: FormPicture, index: number) => {
    onChange((present) => present.filter(({ id }) => id !== picture.id))
    const undo = () => {
      if (isFull.current) onLimitExceeded()
      else onChange((present) => [...present.slice(0, index), picture, ...present.slice(index)])
    }
    showToast({ title: `Picture ${index + 1} removed`, action: { label: 'Undo', run: undo } })
  }
  usePastedFiles(addFiles)
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    addFiles([...event.dataTransfer.files])
  }
  return (
    <section
      aria-label="Pictures"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={handleDrop}
    >
      <Sortable
        ids={pictures.map(({ id }) => id)}
        itemLabel="Picture"
        layout="grid"
        onMove={(from, to) => onChange((present) => arrayMove(present, from, to))}
      >
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
          {pictures.map((picture, index) => (
            <PicturePreview
              key={picture.id}
              picture={picture}
              number={index + 1}
              progress={uploadProgress?.get(picture.id)}
              onRemove={() => remove(picture, index)}
              onCaption={(caption) =>
                onChange((present) =>
                  present.map((other) => (other.id === picture.id ? { ...other, caption } : other)),
                )
              }
            />
          ))}
          <li>
            <PicturePicker count={pictures.length} full={full} isDragOver={isDragOver} onAdd={addFiles} />
          </li>
        </ul>
      </Sortable>
      <div role="alert" className="text-danger text-sm">
        {fileErrors.map((fileError) => (
          <p key={fileError} className="mt-3">
            {fileError}
          </p>
        ))}
      </div>
    </section>
  )
}

interface PicturePickerProps {
  count: number
  full: boolean
  isDragOver: boolean
  onAdd: (files: File[]) => void
}

function PicturePicker({ count, full, isDragOver, onAdd }: PicturePickerProps) {
  const stateClass = full
    ? 'bg-surface-sunken'
    : `cursor-pointer hover:border-link hover:bg-marine-soft ${isDragOver ? 'border-link bg-marine-soft' : ''}`
  return (
    <label
      className={`grid min-h-28 place-items-center content-center gap-1 rounded-md border-[1.5px] border-line-strong border-dashed p-3 text-center text-muted text-sm focus-within:outline-2 focus-within:outline-focus ${stateClass}`}
    >
      <Upload aria-hidden="true" size={20} />
      <b className="font-head text-control text-ink">Add images</b>
      {full ? `${count} of ${LIMITS.images}` : `Choose, drop or paste. ${count} of ${LIMITS.images}`}
      <input
        type="file"
        accept="image/*"
        multiple
        disabled={full}
        onChange={(event) => {
          onAdd([...(event.target.files ?? [])])
          event.target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}

interface PicturePreviewProps {
  picture: FormPicture
  number: number
  progress: number | undefined
  onRemove: () => void
  onCaption: (caption: string) => void
}

function PicturePreview({ picture, number, progress, onRemove, onCaption }: PicturePreviewProps) {
  const { element, handle } = useSortableItem(picture.id, `Move image ${number}`)
  const url = usePictureUrl(picture)
  const name = 'file' in picture ? picture.file.name : `Image ${number}`
  return (
    <li
      {...element}
      className="relative overflow-hidden rounded-md border border-line-strong bg-stage data-dragging:z-10 data-dragging:shadow-float"
    >
      <div className="relative aspect-4/3">
        {url && <img src={url} alt={`Number ${number}`} className="size-full object-cover" />}
        {number === 1 && (
          <span className="absolute bottom-1 left-1 rounded-md bg-surface px-2 py-0.5 font-head font-semibold text-sm">
            Cover
          </span>
        )}
        {progress !== undefined && (
          <progress
            aria-label={`Uploading ${name}`}
            max={1}
            value={progress}
            className="absolute inset-x-0 bottom-0 h-2 w-full accent-marine"
          />
        )}
      </div>
      <span className="absolute top-1 left-1 rounded-md bg-surface">{handle}</span>
      <IconButton
        label={`Remove image ${number}`}
        variant="secondary"
        onClick={onRemove}
        className="absolute top-1 right-1"
      >
        <X aria-hidden="true" size={18} />
      </IconButton>
      <input
        aria-label={`Caption of image ${number}`}
        placeholder="Caption (optional)"
        maxLength={LIMITS.captionLength}
        value={picture.caption ?? ''}
        onChange={(event) => onCaption(event.target.value)}
        className="w-full bg-surface px-2 py-1.5 text-sm"
      />
    </li>
  )
}

/** The URL of a picture: the stored one, or an object URL of a file that is not uploaded yet. */
function usePictureUrl(picture: FormPicture): string | undefined {
  const file = 'file' in picture ? picture.file : undefined
  const [objectUrl, setObjectUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const url = URL.createObjectURL(file)
    setObjectUrl(url)
    return () => URL.revokeObjectURL(url)
  }, [file])
  return 'address' in picture ? picture.address : objectUrl
}

/** Calls `onFiles` with the files of a paste anywhere on the screen, unless it contains text as well. */
function usePastedFiles(onFiles: (files: File[]) => void): void {
  const addPastedFiles = useEffectEvent(onFiles)
  useEffect(() => {
    const handlePaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || event.clipboardData?.getData('text/plain')) return
      event.preventDefault()
      addPastedFiles(files)
    }
    addEventListener('paste', handlePaste)
    return () => removeEventListener('paste', handlePaste)
  }, [])
}
