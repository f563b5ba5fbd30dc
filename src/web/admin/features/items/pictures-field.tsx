import { Upload, X } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { LIMITS } from '#contracts/limits.ts'
import { showToast } from '../../../lib/toast.ts'
import { IconButton } from '../../../ui/button.tsx'
import { moved, Sortable, useSortableItem } from '../../../ui/sortable.tsx'
import { judgeFiles } from './chosen-files.ts'
import { type FormPicture, nextId } from './form-value.ts'

interface PicturesFieldProps {
  pictures: FormPicture[]
  onChange: (change: (pictures: FormPicture[]) => FormPicture[]) => void
  /** Called instead of `onChange` when a choice would make more than six (rows FRM-4, FRM-8). */
  onTooMany: () => void
  /** How much of each new file has gone out, 0 to 1, by picture id; undefined while nothing is sent. */
  sent: ReadonlyMap<string, number> | undefined
}

/** Pictures are chosen, dropped or pasted, put in order by their handles, and removed with a way back. */
export function PicturesField({ pictures, onChange, onTooMany, sent }: PicturesFieldProps) {
  const [refusals, setRefusals] = useState<string[]>([])
  const [over, setOver] = useState(false)
  const full = pictures.length >= LIMITS.images
  const isFull = useRef(full)
  isFull.current = full
  const add = (files: File[]) => {
    const judged = judgeFiles(files)
    setRefusals(judged.refusals)
    if (judged.pictures.length === 0) return
    if (pictures.length + judged.pictures.length > LIMITS.images) onTooMany()
    else onChange((present) => [...present, ...judged.pictures.map((file) => ({ id: nextId(), file }))])
  }
  const remove = (picture: FormPicture, index: number) => {
    onChange((present) => present.filter(({ id }) => id !== picture.id))
    const undo = () => {
      if (isFull.current) onTooMany()
      else onChange((present) => [...present.slice(0, index), picture, ...present.slice(index)])
    }
    showToast({ title: `Picture ${index + 1} removed`, action: { label: 'Undo', run: undo } })
  }
  usePastedFiles(add)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    add([...event.dataTransfer.files])
  }
  return (
    <section
      aria-label="Pictures"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Sortable
        ids={pictures.map(({ id }) => id)}
        noun="Picture"
        layout="grid"
        onMove={(from, to) => onChange((present) => moved(present, from, to))}
      >
        <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
          {pictures.map((picture, index) => (
            <Preview
              key={picture.id}
              picture={picture}
              number={index + 1}
              sent={sent?.get(picture.id)}
              onRemove={() => remove(picture, index)}
            />
          ))}
          <li>
            <Chooser count={pictures.length} full={full} over={over} onChoose={add} />
          </li>
        </ul>
      </Sortable>
      <div role="alert" className="text-danger text-sm">
        {refusals.map((refusal) => (
          <p key={refusal} className="mt-3">
            {refusal}
          </p>
        ))}
      </div>
    </section>
  )
}

interface ChooserProps {
  count: number
  full: boolean
  over: boolean
  onChoose: (files: File[]) => void
}

function Chooser({ count, full, over, onChoose }: ChooserProps) {
  const look = full
    ? 'bg-surface-sunken'
    : `cursor-pointer hover:border-link hover:bg-marine-soft ${over ? 'border-link bg-marine-soft' : ''}`
  return (
    <label
      className={`grid min-h-28 place-items-center content-center gap-1 rounded-md border-[1.5px] border-line-strong border-dashed p-3 text-center text-muted text-sm focus-within:outline-2 focus-within:outline-focus ${look}`}
    >
      <Upload aria-hidden="true" size={20} />
      <b className="font-head text-[1.0625rem] text-ink">Add images</b>
      {full ? `${count} of ${LIMITS.images}` : `Choose, drop or paste. ${count} of ${LIMITS.images}`}
      <input
        type="file"
        accept="image/*"
        multiple
        disabled={full}
        onChange={(event) => {
          onChoose([...(event.target.files ?? [])])
          event.target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}

interface PreviewProps {
  picture: FormPicture
  number: number
  sent: number | undefined
  onRemove: () => void
}

function Preview({ picture, number, sent, onRemove }: PreviewProps) {
  const { element, handle } = useSortableItem(picture.id, `Move image ${number}`)
  const address = useAddress(picture)
  const name = 'file' in picture ? picture.file.name : `Image ${number}`
  return (
    <li
      {...element}
      className="relative overflow-hidden rounded-md border border-line-strong bg-stage data-dragging:z-10 data-dragging:shadow-float"
    >
      {address && <img src={address} alt={`Number ${number}`} className="aspect-4/3 w-full object-cover" />}
      <span className="absolute top-1 left-1 rounded-md bg-surface">{handle}</span>
      <IconButton
        label={`Remove image ${number}`}
        variant="secondary"
        onClick={onRemove}
        className="absolute top-1 right-1"
      >
        <X aria-hidden="true" size={18} />
      </IconButton>
      {number === 1 && (
        <span className="absolute bottom-1 left-1 rounded-md bg-surface px-2 py-0.5 font-head font-semibold text-sm">
          Cover
        </span>
      )}
      {sent !== undefined && (
        <progress
          aria-label={`Sending ${name}`}
          max={1}
          value={sent}
          className="absolute inset-x-0 bottom-0 h-2 w-full accent-marine"
        />
      )}
    </li>
  )
}

/** Where the browser shows a picture: its address, or one made for a file that is not sent yet. */
function useAddress(picture: FormPicture): string | undefined {
  const file = 'file' in picture ? picture.file : undefined
  const [made, setMade] = useState<string>()
  useEffect(() => {
    if (!file) return
    const address = URL.createObjectURL(file)
    setMade(address)
    return () => URL.revokeObjectURL(address)
  }, [file])
  return 'address' in picture ? picture.address : made
}

/** Pictures on the clipboard are added wherever on the screen they are pasted. */
function usePastedFiles(add: (files: File[]) => void): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])]
      if (files.length === 0 || event.clipboardData?.getData('text/plain')) return
      event.preventDefault()
      add(files)
    }
    addEventListener('paste', paste)
    return () => removeEventListener('paste', paste)
  }, [add])
}
