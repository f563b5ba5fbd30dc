import { Upload, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { LIMITS } from '#contracts/limits.ts'
import { IconButton } from '../../../ui/button.tsx'

/** The pictures of a form: those the server has, by address, and those still to be sent. */
export interface FormImages {
  existing: string[]
  added: File[]
}

interface ImagesFieldProps {
  images: FormImages
  onChange: (images: FormImages) => void
  /** Called instead of `onChange` when a choice would make more than six (rows FRM-4, FRM-8). */
  onTooMany: () => void
}

/** Chooses, shows and removes pictures. */
export function ImagesField({ images, onChange, onTooMany }: ImagesFieldProps) {
  const previews = usePreviews(images.added)
  const count = images.existing.length + images.added.length
  const full = count >= LIMITS.images
  const add = (chosen: File[]) => {
    const pictures = chosen.filter((file) => file.type.startsWith('image/'))
    if (count + pictures.length > LIMITS.images) onTooMany()
    else onChange({ ...images, added: [...images.added, ...pictures] })
  }
  return (
    <ul className="grid grid-cols-2 gap-3 sm:grid-cols-3 lg:grid-cols-4">
      {images.existing.map((address, index) => (
        <Preview
          key={address}
          address={address}
          number={index + 1}
          onRemove={() => onChange({ ...images, existing: images.existing.filter((_, at) => at !== index) })}
        />
      ))}
      {previews.map((address, index) => (
        <Preview
          key={address}
          address={address}
          number={images.existing.length + index + 1}
          onRemove={() => onChange({ ...images, added: images.added.filter((_, at) => at !== index) })}
        />
      ))}
      <li>
        <label
          className={`grid min-h-28 place-items-center content-center gap-1 rounded-md border-[1.5px] border-line-strong border-dashed p-3 text-center text-muted text-sm focus-within:outline-2 focus-within:outline-focus ${full ? 'bg-surface-sunken' : 'cursor-pointer hover:border-link hover:bg-marine-soft'}`}
        >
          <Upload aria-hidden="true" size={20} />
          <b className="font-head text-[1.0625rem] text-ink">Add images</b>
          {`${count} of ${LIMITS.images}`}
          <input
            type="file"
            accept="image/*"
            multiple
            disabled={full}
            onChange={(event) => {
              add([...(event.target.files ?? [])])
              event.target.value = ''
            }}
            className="sr-only"
          />
        </label>
      </li>
    </ul>
  )
}

function Preview({ address, number, onRemove }: { address: string; number: number; onRemove: () => void }) {
  return (
    <li className="relative overflow-hidden rounded-md border border-line-strong">
      <img src={address} alt={`Number ${number}`} className="aspect-4/3 w-full bg-stage object-cover" />
      <IconButton
        label={`Remove image ${number}`}
        variant="secondary"
        onClick={onRemove}
        className="absolute top-1 right-1 size-9!"
      >
        <X aria-hidden="true" size={16} />
      </IconButton>
    </li>
  )
}

/** Addresses under which the browser shows files that are not sent yet. */
function usePreviews(files: File[]): string[] {
  const previews = useMemo(() => files.map((file) => URL.createObjectURL(file)), [files])
  useEffect(() => () => previews.forEach(URL.revokeObjectURL), [previews])
  return previews
}
