import { FilePlus } from 'lucide-react'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { DOCUMENT_LIMITS, MAX_DOCUMENT_SIZE } from '#contracts/files/document-limits.ts'
import type { ItemDocument } from '#contracts/files/item-document.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { Sortable } from '#web/ui/sortable/sortable.tsx'
import { LoadError } from '../../../shell/load-error.tsx'
import { ACCEPTED_DOCUMENTS, checkDocumentFile } from './check-document-file.ts'
import { DocumentRow } from './document-row.tsx'
import { UploadStatus } from './upload-status.tsx'
import { useDocumentUploads } from './use-document-uploads.ts'
import { useDocuments } from './use-documents.ts'

/** The documents of an item, which are saved at once; `itemId` is undefined for an item that is not saved yet. */
export function DocumentsPanel({ itemId }: { itemId: string | undefined }) {
  return (
    <Panel
      title="Documents"
      {...(itemId && {
        note: `Saved at once. PDF, STEP, IGES, DXF, DWG or ZIP, up to ${MAX_DOCUMENT_SIZE} each.`,
      })}
    >
      {itemId ? (
        <SavedDocuments itemId={itemId} />
      ) : (
        <p className="text-muted">
          Brochures, manuals and CAD files can be added after the item has been saved.
        </p>
      )}
    </Panel>
  )
}

function SavedDocuments({ itemId }: { itemId: string }) {
  const { documents, error, refetch, store, change, move, remove } = useDocuments(itemId)
  const [problems, setProblems] = useState<string[]>([])
  const [message, setMessage] = useState('')
  const { uploads, add, retry, cancel } = useDocumentUploads(itemId, (document) => {
    store(document)
    setMessage(`${document.fileName} is uploaded.`)
  })
  const newUploads = uploads.filter(({ documentId }) => documentId === undefined)
  const addFiles = (files: File[]) => {
    const checked = files.map((file) => ({ file, problem: checkDocumentFile(file) }))
    const valid = checked.flatMap(({ file, problem }) => (problem ? [] : file))
    const room = DOCUMENT_LIMITS.perItem - (documents?.length ?? 0) - newUploads.length
    const omitted = valid.slice(Math.max(room, 0))
    setProblems([
      ...checked.flatMap(({ problem }) => problem ?? []),
      ...(omitted.length > 0
        ? [
            `An item can have ${DOCUMENT_LIMITS.perItem} documents. Not added: ${omitted.map(({ name }) => name).join(', ')}.`,
          ]
        : []),
    ])
    add(valid.slice(0, Math.max(room, 0)))
  }
  const replace = ({ id }: ItemDocument, file: File) => {
    const problem = checkDocumentFile(file)
    setProblems(problem ? [problem] : [])
    if (!problem) add([file], id)
  }
  if (error && !documents) return <LoadError subject="The documents" error={error} onRetry={refetch} />
  if (!documents) return <Skeleton className="h-24" />
  return (
    <DropArea onFiles={addFiles}>
      <Sortable
        ids={documents.map(({ id }) => id)}
        itemLabel="Document"
        layout="list"
        onMove={(from, to) => void move(from, to)}
      >
        <ul aria-label="Documents">
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              upload={uploads.find(({ documentId }) => documentId === document.id)}
              onChange={(changes) => change(document.id, changes)}
              onReplace={(file) => replace(document, file)}
              onDelete={() => void remove(document)}
              onRetry={retry}
              onCancel={cancel}
            />
          ))}
        </ul>
      </Sortable>
      {newUploads.length > 0 && (
        <ul aria-label="Uploads" className="border-line border-t">
          {newUploads.map((upload) => (
            <li key={upload.key} className="border-line border-b py-2">
              <UploadStatus upload={upload} onRetry={retry} onCancel={cancel} />
            </li>
          ))}
        </ul>
      )}
      <AddButton isEmpty={documents.length + newUploads.length === 0} onFiles={addFiles} />
      <div role="alert" className="grid gap-1 text-danger text-sm empty:hidden">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
      <p role="status" className="sr-only">
        {message}
      </p>
    </DropArea>
  )
}

interface AddButtonProps {
  isEmpty: boolean
  onFiles: (files: File[]) => void
}

function AddButton({ isEmpty, onFiles }: AddButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border-[1.5px] border-line-strong border-dashed p-3">
      <Button variant="outline" size="sm" onClick={() => input.current?.click()}>
        <FilePlus aria-hidden="true" size={16} /> Add documents
      </Button>
      <p className="text-muted text-sm">
        {isEmpty
          ? 'Buyers look for a brochure, a manual and drawings. Choose files or drop them here.'
          : 'or drop files here'}
      </p>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={ACCEPTED_DOCUMENTS}
        aria-label="Add documents"
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
    </div>
  )
}

/** Takes files that are dropped anywhere on it. */
function DropArea({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) {
  const [isDragOver, setDragOver] = useState(false)
  const handleDrop = (event: DragEvent) => {
    setDragOver(false)
    if (!event.dataTransfer.types.includes('Files')) return
    // Without this the browser would open the file and leave the form.
    event.preventDefault()
    onFiles([...event.dataTransfer.files])
  }
  return (
    <section
      aria-label="Files of the item"
      className={`grid gap-3 ${isDragOver ? 'outline-2 outline-link outline-offset-8 outline-dashed' : ''}`}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={handleDrop}
    >
      {children}
    </section>
  )
}
