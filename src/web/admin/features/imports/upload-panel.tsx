import { FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import { formatBytes } from '#contracts/format.ts'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { MAX_IMPORT_SIZE } from '#contracts/item-import-limits.ts'
import { Button } from '#web/ui/button.tsx'
import { ACCEPTED_FILES } from './check-file.ts'
import { CatalogueDownload } from './downloads.tsx'
import { type UploadState, useUpload } from './use-upload.ts'

/** Takes one file, chosen or dropped anywhere on the panel, and uploads it. */
export function UploadPanel({ onUploaded }: { onUploaded: (created: ItemImportDetails) => void }) {
  const { state, choose, retry, cancel } = useUpload(onUploaded)
  const [isDragOver, setDragOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const isUploading = state.status === 'uploading'
  const wasUploading = useRef(false)
  useEffect(() => {
    // The button 'Cancel' is gone.
    if (wasUploading.current && !isUploading && document.activeElement === document.body)
      input.current?.focus()
    wasUploading.current = isUploading
  }, [isUploading])
  const handleDrop = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setDragOver(false)
    if (!isUploading) choose([...event.dataTransfer.files])
  }
  return (
    <section
      aria-label="Import a file"
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragOver(false)
      }}
      onDrop={handleDrop}
      className="mb-6 rounded-lg border border-line bg-surface p-5"
    >
      {isUploading ? (
        <UploadProgress state={state} onCancel={cancel} />
      ) : (
        <>
          <label
            className={`grid min-h-40 cursor-pointer place-items-center content-center gap-1.5 rounded-md border-[1.5px] border-line-strong border-dashed p-4 text-center text-muted focus-within:outline-2 focus-within:outline-focus hover:border-link hover:bg-marine-soft ${isDragOver ? 'border-link bg-marine-soft' : ''}`}
          >
            <FileSpreadsheet aria-hidden="true" size={28} />
            <b className="font-head text-control-lg text-ink">Choose an Excel or CSV file</b>
            <span className="text-sm">{`or drop it here. .xlsx or .csv, up to ${MAX_IMPORT_SIZE}`}</span>
            <input
              ref={input}
              type="file"
              accept={ACCEPTED_FILES}
              onChange={({ target }) => {
                choose([...(target.files ?? [])])
                // The same file can be chosen again after it was corrected.
                target.value = ''
              }}
              className="sr-only"
            />
          </label>
          <p className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-muted text-sm">
            Your items change only after you have seen what would change and chosen 'Apply'.
            <CatalogueDownload />
          </p>
        </>
      )}
      <div role="alert">
        {(state.status === 'rejected' || state.status === 'failed') && (
          <div className="mt-4 flex flex-wrap items-center justify-between gap-4 border-danger border-l-3 pl-4">
            <p>
              {state.status === 'failed'
                ? `'${state.file.name}' was not uploaded: ${state.message}`
                : state.message}
            </p>
            {state.status === 'failed' && (
              <Button variant="outline" onClick={retry}>
                Try again
              </Button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}

interface UploadProgressProps {
  state: Extract<UploadState, { status: 'uploading' }>
  onCancel: () => void
}

function UploadProgress({ state: { file, sentBytes }, onCancel }: UploadProgressProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The field that had the focus is gone.
    if (document.activeElement === document.body) button.current?.focus()
  }, [])
  const sent = Math.min(sentBytes, file.size)
  return (
    <div className="grid min-h-40 content-center gap-3">
      <p role="status" className="font-semibold">{`Uploading '${file.name}'`}</p>
      <progress
        aria-label={`Uploading ${file.name}`}
        max={file.size}
        value={sent}
        className="import-progress"
      />
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted text-sm tabular-nums">
          {sent < file.size
            ? `${formatBytes(sent)} of ${formatBytes(file.size)}. Keep this screen open until the file is uploaded.`
            : 'The file is being checked.'}
        </p>
        <Button ref={button} variant="outline" size="sm" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
