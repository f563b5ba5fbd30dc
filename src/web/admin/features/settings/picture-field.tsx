import { Trash2, Upload } from 'lucide-react'
import { type DragEvent, useState } from 'react'
import type { SiteField } from '#contracts/site-content-fields.ts'
import { joinPath } from '#contracts/site-content-fields.ts'
import { showToast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/field.tsx'
import { uploadPicture } from './calls.ts'
import { useField } from './editor-context.ts'

interface Picture {
  url: string
  alt: string
}

/** A picture that is chosen or dropped, stored at once, and described in words. */
export function PictureFieldView({
  field,
  path,
}: {
  field: Extract<SiteField, { kind: 'picture' }>
  path: string
}) {
  const { value, change } = useField(path)
  const address = useField(joinPath(path, 'url'))
  const alt = useField(joinPath(path, 'alt'))
  const picture = value as Picture | null
  const [isUploading, setUploading] = useState(false)
  const choose = async (file: File | undefined) => {
    if (!file) return
    setUploading(true)
    try {
      const url = await uploadPicture(file)
      change((before: unknown) => ({ url, alt: (before as Picture | null)?.alt ?? '' }))
    } catch (error) {
      const description = error instanceof Error ? error.message : String(error)
      showToast({ variant: 'destructive', title: 'Picture not stored', description })
    }
    setUploading(false)
  }
  const remove = () => {
    change(null)
    showToast({ title: 'Picture removed', action: { label: 'Undo', run: () => change(picture) } })
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-head font-medium text-label tracking-label">{field.label}</legend>
      {picture && (
        <img src={picture.url} alt="" className="max-h-56 w-full rounded-md bg-stage object-contain" />
      )}
      <ChooseFile
        label={picture ? 'Replace picture' : 'Choose picture'}
        busy={isUploading}
        onChoose={choose}
        path={path}
      />
      {(address.error ?? field.hint) && (
        <p className={`text-sm ${address.error ? 'text-danger' : 'text-muted'}`}>
          {address.error ?? field.hint}
        </p>
      )}
      {picture && (
        <>
          <TextField
            label="Description for those who cannot see it"
            error={alt.error}
            value={picture.alt}
            onChange={(event) => alt.change(event.target.value)}
            data-field={joinPath(path, 'alt')}
          />
          <div>
            <Button variant="outline" size="sm" onClick={remove}>
              <Trash2 aria-hidden="true" size={18} /> Remove picture
            </Button>
          </div>
        </>
      )}
    </fieldset>
  )
}

interface ChooseFileProps {
  label: string
  busy: boolean
  onChoose: (file: File | undefined) => void
  path: string
}

function ChooseFile({ label, busy, onChoose, path }: ChooseFileProps) {
  const [isOver, setOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!busy) onChoose([...event.dataTransfer.files].find(({ type }) => type.startsWith('image/')))
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
      className={`flex min-h-16 cursor-pointer items-center justify-center gap-3 rounded-md border-[1.5px] border-line-strong border-dashed p-3 text-muted text-sm focus-within:outline-2 focus-within:outline-focus hover:border-link hover:bg-marine-soft ${isOver ? 'border-link bg-marine-soft' : ''}`}
    >
      <Upload aria-hidden="true" size={20} />
      <span>
        <b className="font-head text-[1.0625rem] text-ink">{busy ? 'Storing...' : label}</b> or drop it here
      </span>
      <input
        type="file"
        accept="image/*"
        disabled={busy}
        data-field={joinPath(path, 'url')}
        onChange={({ target }) => {
          onChoose(target.files?.[0])
          target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}
