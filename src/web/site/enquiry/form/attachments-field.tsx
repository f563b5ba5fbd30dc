import { FileCheck2, FileWarning, Paperclip, RotateCw, X } from 'lucide-react'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { ENQUIRY_LIMITS, MAX_ATTACHMENT_SIZE } from '#contracts/enquiry/form-limits.ts'
import { formatBytes } from '#contracts/format.ts'
import { t } from '#messages/messages.ts'
import { ACCEPTED_FILES } from '#web/site/enquiry/attachment-rules.ts'
import { Button, IconButton } from '#web/ui/button.tsx'
import {
  type AttachedFile,
  addFiles,
  checkRestoredFiles,
  removeFile,
  retryFile,
  useAttachments,
} from './attachments.ts'

/** The files of the enquiry: chosen, dropped onto the form, or pasted. */
export function AttachmentsField({ form }: { form: RefObject<HTMLFormElement | null> }) {
  const files = useAttachments()
  const [problems, setProblems] = useState<string[]>([])
  const input = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => void checkRestoredFiles(), [])
  const add = (added: Iterable<File>) => setProblems(addFiles(added))
  const isDragging = useDroppedFiles(form, add)
  const uploadedCount = files.filter(({ state }) => state === 'uploaded').length
  return (
    <div className="grid gap-1.5 sm:col-span-2">
      <p className="font-head font-medium text-label tracking-label">{t('Drawings and files (optional)')}</p>
      <div
        className={`grid gap-3 border border-dashed p-4 ${isDragging ? 'border-focus bg-marine-soft' : 'border-line-strong'}`}
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button ref={button} variant="outline" onClick={() => input.current?.click()}>
            <Paperclip aria-hidden="true" size={18} /> {t('Attach files')}
          </Button>
          <p className="min-w-48 flex-1 text-muted text-sm">
            {t(
              'Choose, drop or paste up to {limit} files of {size} each: PDF, DXF, DWG, STEP, pictures or ZIP.',
              { limit: ENQUIRY_LIMITS.attachments, size: MAX_ATTACHMENT_SIZE },
            )}
          </p>
          <input
            ref={input}
            type="file"
            multiple
            hidden
            accept={ACCEPTED_FILES}
            aria-label={t('Attach files')}
            onChange={({ target }) => {
              add([...(target.files ?? [])])
              // So that the same file can be chosen again.
              target.value = ''
            }}
          />
        </div>
        {files.length > 0 && (
          <ul className="border-line border-t">
            {files.map((file) => (
              <FileRow
                key={file.key}
                file={file}
                onRemove={() => {
                  removeFile(file.key)
                  button.current?.focus()
                }}
                onReplace={() => input.current?.click()}
              />
            ))}
          </ul>
        )}
        <div role="alert" className="grid gap-1 text-danger text-sm empty:hidden">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
        <p role="status" className="sr-only">
          {uploadedCount > 0 &&
            t('{uploaded} of {count} files attached', { uploaded: uploadedCount, count: files.length })}
        </p>
      </div>
    </div>
  )
}

interface FileRowProps {
  file: AttachedFile
  onRemove: () => void
  /** Opens the choice of files. */
  onReplace: () => void
}

function FileRow({ file, onRemove, onReplace }: FileRowProps) {
  const { key, name, bytes, state, progress, error, canRetry } = file
  const isFailure = state === 'failed' || state === 'missing'
  const Icon = isFailure ? FileWarning : state === 'uploaded' ? FileCheck2 : Paperclip
  return (
    <li className="wrap-anywhere flex items-center gap-3 border-line border-b py-2">
      <Icon
        aria-hidden="true"
        size={20}
        className={`flex-none ${isFailure ? 'text-danger' : state === 'uploaded' ? 'text-success' : 'text-muted'}`}
      />
      <div className="min-w-0 grow">
        <p className="leading-snug">
          {name} <span className="whitespace-nowrap text-muted text-sm">{formatBytes(bytes)}</span>
        </p>
        {state === 'uploading' && (
          <progress
            aria-label={t('Attaching {name}', { name })}
            value={progress}
            className="mt-1 block h-1.5 w-full accent-marine"
          />
        )}
        {state === 'failed' && <p className="text-danger text-sm">{error}</p>}
        {state === 'missing' && (
          <p className="text-danger text-sm">
            {t(
              'We no longer have this file. You attached it more than a day ago, or it did not arrive complete. Attach it again.',
            )}
          </p>
        )}
      </div>
      {state === 'failed' && canRetry && (
        <IconButton
          label={t('Attach again: {name}', { name })}
          variant="ghost"
          onClick={() => retryFile(key)}
        >
          <RotateCw aria-hidden="true" size={18} />
        </IconButton>
      )}
      {state === 'missing' && (
        <Button
          variant="outline"
          size="sm"
          aria-label={t('Attach again: {name}', { name })}
          onClick={onReplace}
          className="flex-none"
        >
          {t('Attach again')}
        </Button>
      )}
      <IconButton
        label={t('Remove {name}', { name })}
        variant="ghost"
        onClick={onRemove}
        className="flex-none"
      >
        <X aria-hidden="true" size={20} />
      </IconButton>
    </li>
  )
}

/** Receives the files that are dropped onto the form or pasted into it. Returns whether files are being dragged over it. */
function useDroppedFiles(
  form: RefObject<HTMLFormElement | null>,
  onFiles: (files: Iterable<File>) => void,
): boolean {
  const [isDragging, setIsDragging] = useState(false)
  const receive = useEffectEvent(onFiles)
  useEffect(() => {
    const element = form.current
    if (!element) return
    const controller = new AbortController()
    const { signal } = controller
    const hasFiles = (transfer: DataTransfer | null) => transfer?.types.includes('Files') ?? false
    const handleDrag = (event: DragEvent) => {
      if (!hasFiles(event.dataTransfer)) return
      event.preventDefault()
      setIsDragging(true)
    }
    element.addEventListener('dragenter', handleDrag, { signal })
    element.addEventListener('dragover', handleDrag, { signal })
    element.addEventListener(
      'dragleave',
      ({ relatedTarget }) => setIsDragging(element.contains(relatedTarget as Node | null)),
      { signal },
    )
    element.addEventListener(
      'drop',
      (event) => {
        setIsDragging(false)
        if (!hasFiles(event.dataTransfer)) return
        // Without this the browser would open the file and leave the form.
        event.preventDefault()
        receive([...(event.dataTransfer?.files ?? [])])
      },
      { signal },
    )
    element.addEventListener(
      'paste',
      ({ clipboardData }) => {
        // Copied cells of a table are text and also a picture; the field gets the text.
        if (!hasFiles(clipboardData) || clipboardData?.types.includes('text/plain')) return
        receive([...(clipboardData?.files ?? [])])
      },
      { signal },
    )
    return () => controller.abort()
  }, [form])
  return isDragging
}
