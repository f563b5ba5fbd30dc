import { FileText, Trash2 } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import type { FileField } from '#contracts/fields/fields.ts'
import { getEndings, getFormatByName, toAcceptAttribute } from '#contracts/files/file-formats.ts'
import {
  describeSiteFile,
  getSiteFilePath,
  SITE_FILE_FORMATS,
  type SiteFile,
} from '#contracts/files/site-file.ts'
import { formatList } from '#contracts/format.ts'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { showToast } from '#web/lib/toast.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldNote } from '#web/ui/field.tsx'
import { useUnsavedChanges } from '../session/unsaved-changes.ts'
import { FilePicker } from './file-picker.tsx'
import { uploadSiteFile } from './uploads.ts'
import { useContentField } from './use-content-field.ts'

/** A document or a video. A chosen or dropped file is uploaded at once; the form can be saved and its lists changed afterwards. */
export function FileFieldView({ field, path }: { field: FileField; path: string }) {
  const { value, error, change, ref } = useContentField(path)
  const [share, setShare] = useState<number>()
  const [upload, setUpload] = useState<AbortController>()
  const noteId = useId()
  const file = value as SiteFile | null
  const formats: readonly unknown[] = SITE_FILE_FORMATS[field.accepts]
  useUnsavedChanges(share !== undefined, 'A file is still being uploaded. It is lost if you leave now.')
  useEffect(() => () => upload?.abort(), [upload])
  const choose = async (chosen: File | undefined) => {
    if (!chosen) return
    const names = formatList(
      SITE_FILE_FORMATS[field.accepts].map((format) => format.toUpperCase()),
      'or',
    )
    if (!formats.includes(getFormatByName(chosen.name)))
      return showErrorToast(
        `${chosen.name} is not a ${field.accepts} that the site can show. Choose ${names}.`,
        'File not uploaded',
      )
    const controller = new AbortController()
    setUpload(controller)
    setShare(0)
    try {
      change(await uploadSiteFile(chosen, { onProgress: setShare, signal: controller.signal }))
    } catch (failure) {
      if (!controller.signal.aborted) showErrorToast(failure as Error, 'File not uploaded')
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
      {file && field.accepts === 'video' && <Player key={file.id} file={file} />}
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
          <Button variant="outline" size="sm" onClick={remove} disabled={share !== undefined}>
            <Trash2 aria-hidden="true" size={18} /> Remove file
          </Button>
        </div>
      )}
      <FilePicker
        label={`${file ? 'Replace' : 'Choose'} ${field.accepts}`}
        accept={toAcceptAttribute(SITE_FILE_FORMATS[field.accepts].flatMap(getEndings))}
        busy={share !== undefined}
        onChoose={choose}
        inputRef={ref}
        noteId={noteId}
        isInvalid={error !== undefined}
      />
      {share !== undefined && (
        <p className="flex items-center gap-3 text-sm">
          <span role="status">{`Uploading... ${Math.round(share * 10) * 10} %`}</span>
          <Button variant="outline" size="sm" onClick={() => upload?.abort()}>
            Cancel
          </Button>
        </p>
      )}
      <FieldNote id={noteId} error={error} hint={field.hint} />
    </fieldset>
  )
}

/** Plays the video, and says so if the browser cannot: visitors could not see it either. */
function Player({ file }: { file: SiteFile }) {
  const player = useRef<HTMLVideoElement>(null)
  const [isBroken, setBroken] = useState(false)
  return (
    <>
      {/* biome-ignore lint/a11y/useMediaCaption: what is said has a field of its own */}
      <video
        ref={player}
        src={getSiteFilePath(file)}
        controls
        preload="metadata"
        aria-label={file.fileName}
        onError={() => setBroken(true)}
        onLoadedMetadata={() => setBroken(player.current?.videoWidth === 0)}
        className="max-h-72 w-full bg-stage"
      />
      {isBroken && (
        <p role="alert" className="text-danger text-sm">
          This browser cannot play the video, and those of visitors may not either. Save it as MP4 with H.264.
        </p>
      )}
    </>
  )
}
