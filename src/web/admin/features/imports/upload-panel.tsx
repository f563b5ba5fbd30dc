import { Download, FileSpreadsheet } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { ItemImportDetails } from '#contracts/bulk-data/item-import.ts'
import { MAX_IMPORT_BYTES, MAX_IMPORT_SIZE } from '#contracts/bulk-data/item-import-limits.ts'
import { getEnding, toAcceptAttribute } from '#contracts/files/file-formats.ts'
import { formatBytes } from '#contracts/format.ts'
import { isClientError, send } from '#web/lib/api/api.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { createAdminUploadApi } from '../../session/session.ts'
import { useUnsavedChanges } from '../../session/unsaved-changes.ts'
import { getImportPath, IMPORTS_PATH, SERVER_ERROR_MESSAGE } from './requests.ts'

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

type UploadState =
  | { status: 'idle' }
  | { status: 'uploading'; file: File; sentBytes: number }
  | { status: 'rejected'; message: string }
  /** The file was not received, and can be sent again. */
  | { status: 'failed'; file: File; message: string }

/** Uploads one file at a time. Leaving the screen cancels the upload. */
function useUpload(onUploaded: (created: ItemImportDetails) => void) {
  const [state, setState] = useState<UploadState>({ status: 'idle' })
  const controller = useRef<AbortController>(undefined)
  useUnsavedChanges(state.status === 'uploading')
  useEffect(() => () => controller.current?.abort(), [])

  const start = async (file: File) => {
    controller.current = new AbortController()
    const { signal } = controller.current
    setState({ status: 'uploading', file, sentBytes: 0 })
    const body = new FormData()
    body.append('file', file)
    try {
      const api = createAdminUploadApi((sentBytes) => {
        if (!signal.aborted) setState({ status: 'uploading', file, sentBytes })
      })
      const created = await send<ItemImportDetails>(api, 'POST', IMPORTS_PATH, body, SERVER_ERROR_MESSAGE, {
        signal,
      })
      if (signal.aborted) return
      setState({ status: 'idle' })
      onUploaded(created)
    } catch (error) {
      if (signal.aborted) return
      const { message } = error as Error
      setState(isClientError(error) ? { status: 'rejected', message } : { status: 'failed', file, message })
    }
  }
  return {
    state,
    choose: (files: readonly File[]) => {
      const [file] = files
      if (!file) return
      const message = files.length > 1 ? 'Import one file at a time. Choose one of them.' : checkFile(file)
      if (message) setState({ status: 'rejected', message })
      else void start(file)
    },
    retry: () => {
      if (state.status === 'failed') void start(state.file)
    },
    cancel: () => {
      controller.current?.abort()
      setState({ status: 'idle' })
    },
  }
}

const ENDINGS = ['xlsx', 'csv', 'tsv', 'txt']
/** The files that the dialog for choosing one offers. */
const ACCEPTED_FILES = toAcceptAttribute(ENDINGS)

/** Returns why a file cannot be imported, as a sentence; undefined if it can be uploaded. The server checks its content. */
export function checkFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const ending = getEnding(name)
  if (ending === 'xls')
    return `'${name}' is in the old Excel format. Open it in Excel, save it as 'Excel Workbook (.xlsx)' and choose that file.`
  if (ending === 'xlsm' || ending === 'xlsb')
    return `'${name}' can contain macros. Open it in Excel, save it as 'Excel Workbook (.xlsx)' and choose that file.`
  if (ending === 'ods' || ending === 'fods' || ending === 'numbers')
    return `'${name}' is not an Excel workbook. Open it in LibreOffice or the program that made it, choose 'Save as' and the format 'Excel 2007-365 (.xlsx)', and choose that file.`
  if (!name.includes('.') || !ENDINGS.includes(ending))
    return `'${name}' is not a .xlsx or .csv file. Save it as one of these and choose that file.`
  if (size === 0) return `'${name}' is empty.`
  if (size > MAX_IMPORT_BYTES)
    return `'${name}' is larger than ${MAX_IMPORT_SIZE}. Divide it into several files, or remove pictures from it.`
  return undefined
}

/** The present catalogue as a workbook: the best template of an import. */
export const CatalogueDownload = ({ className = buttonClass('link', 'sm') }: { className?: string }) => (
  <a href="/api/items/export?format=xlsx" download className={className}>
    <Download aria-hidden="true" size={16} /> Download your catalogue as Excel
  </a>
)

/** The imported workbook with the refused cells marked and commented. */
export const MarkedFileDownload = ({ id }: { id: string }) => (
  <a
    href={`${getImportPath(id)}/marked-file`}
    download
    className={buttonClass('outline', 'sm', ' whitespace-normal')}
  >
    <Download aria-hidden="true" size={16} /> Download the file with these cells marked
  </a>
)
