import { FileText, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { FileField } from '#contracts/fields/fields.ts'
import { getEndings, toAcceptAttribute } from '#contracts/files/file-formats.ts'
import {
  describeSiteFile,
  getSiteFilePath,
  SITE_FILE_FORMATS,
  type SiteFile,
} from '#contracts/files/site-file.ts'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { FilePicker } from './file-picker.tsx'
import { uploadSiteFile } from './uploads.ts'
import { useContentField } from './use-content-field.ts'

/** A document or a video. A chosen or dropped file is uploaded at once. */
export function FileFieldView({ field, path }: { field: FileField; path: string }) {
  const { value, error, change, ref } = useContentField(path)
  const [share, setShare] = useState<number>()
  const file = value as SiteFile | null
  const upload = async (chosen: File | undefined) => {
    if (!chosen) return
    setShare(0)
    try {
      const stored = await uploadSiteFile(chosen, setShare)
      change(stored)
    } catch (failure) {
      showErrorToast(failure as Error, 'File not uploaded')
    }
    setShare(undefined)
  }
  const remove = () => {
    change(null)
    showToast({ title: 'File removed', action: { label: 'Undo', run: () => change(file) } })
  }
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 font-head font-medium text-label tracking-label">{field.label}</legend>
      {file && (
        <div className="flex flex-wrap items-center gap-3">
          <FileText aria-hidden="true" size={20} className="text-muted" />
          <a
            href={getSiteFilePath(file)}
            target="_blank"
            rel="noopener"
            className="break-all text-link underline"
          >
            {file.fileName}
          </a>
          <span className="text-muted text-sm">{describeSiteFile(file)}</span>
          <Button variant="outline" size="sm" onClick={remove}>
            <Trash2 aria-hidden="true" size={18} /> Remove file
          </Button>
        </div>
      )}
      <FilePicker
        label={
          share === undefined
            ? `${file ? 'Replace' : 'Choose'} ${field.accepts}`
            : `Uploading... ${Math.round(share * 100)} %`
        }
        accept={toAcceptAttribute(SITE_FILE_FORMATS[field.accepts].flatMap(getEndings))}
        busy={share !== undefined}
        onChoose={upload}
        inputRef={ref}
      />
      {(error ?? field.hint) && (
        <p className={`text-sm ${error ? 'text-danger' : 'text-muted'}`}>{error ?? field.hint}</p>
      )}
    </fieldset>
  )
}
