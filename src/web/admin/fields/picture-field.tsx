import { Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { SiteField } from '#contracts/fields/fields.ts'
import { joinPath } from '#contracts/fields/fields.ts'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote, TextField } from '#web/ui/field.tsx'
import { FilePicker } from './file-picker.tsx'
import { uploadPicture } from './uploads.ts'
import { useContentField } from './use-content-field.ts'

interface Picture {
  url: string
  alt: string
}

/** A picture with its alt text. A chosen or dropped file is uploaded at once. */
export function PictureFieldView({
  field,
  path,
}: {
  field: Extract<SiteField, { kind: 'picture' }>
  path: string
}) {
  const { value, change } = useContentField(path)
  const urlField = useContentField(joinPath(path, 'url'))
  const altField = useContentField(joinPath(path, 'alt'))
  const noteId = useId()
  const picture = value as Picture | null
  const [isUploading, setUploading] = useState(false)
  const uploadFile = async (file: File | undefined) => {
    if (!file) return
    setUploading(true)
    try {
      const url = await uploadPicture(file)
      change((previous: unknown) => ({ url, alt: (previous as Picture | null)?.alt ?? '' }))
    } catch (error) {
      showErrorToast(error as Error, 'Picture not uploaded')
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
      <FilePicker
        label={isUploading ? 'Uploading...' : picture ? 'Replace picture' : 'Choose picture'}
        accept="image/*"
        busy={isUploading}
        onChoose={uploadFile}
        inputRef={urlField.ref}
        noteId={noteId}
        isInvalid={urlField.error !== undefined}
      />
      <FieldNote id={noteId} error={urlField.error} hint={field.hint} />
      {picture && (
        <>
          <TextField
            label="Description of the picture"
            hint="What it shows, for visitors who cannot see it and for search engines."
            error={altField.error}
            value={picture.alt}
            onChange={(event) => altField.change(event.target.value)}
            ref={altField.ref}
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
