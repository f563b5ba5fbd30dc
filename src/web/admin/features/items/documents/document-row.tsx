import { RefreshCw, Trash2 } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import {
  DOCUMENT_LANGUAGE_LABELS,
  DOCUMENT_TYPE_LABELS,
  type DocumentLanguage,
  type DocumentType,
} from '#contracts/files/document-labels.ts'
import { DOCUMENT_LIMITS } from '#contracts/files/document-limits.ts'
import type { DocumentChanges, ItemDocument } from '#contracts/files/item-document.ts'
import { formatBytes, formatDate } from '#contracts/format.ts'
import { IconButton } from '#web/ui/button.tsx'
import { useSortableItem } from '#web/ui/sortable/sortable.tsx'
import { ACCEPTED_DOCUMENTS } from './check-document-file.ts'
import { UploadStatus } from './upload-status.tsx'
import type { DocumentUpload } from './use-document-uploads.ts'

interface DocumentRowProps {
  document: ItemDocument
  /** The file that replaces the present one. */
  upload: DocumentUpload | undefined
  onChange: (changes: DocumentChanges) => Promise<boolean>
  onReplace: (file: File) => void
  onDelete: () => void
  onRetry: (key: number) => void
  onCancel: (key: number) => void
}

/** A document with its fields, which are saved when they are left or chosen. */
export function DocumentRow({
  document,
  upload,
  onChange,
  onReplace,
  onDelete,
  onRetry,
  onCancel,
}: DocumentRowProps) {
  const { id, title, type, language, format, bytes, url, updatedAt } = document
  const { element, handle } = useSortableItem(id, `Move ${title}`)
  const input = useRef<HTMLInputElement>(null)
  return (
    <li
      {...element}
      className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-x-1 gap-y-2 border-line border-t py-3 data-dragging:bg-marine-soft sm:gap-x-2"
    >
      {handle}
      <TitleField title={title} onSave={(changed) => onChange({ title: changed })} />
      <div className="col-start-3 row-start-2 flex sm:row-start-1">
        <IconButton
          label={`Replace the file of ${title}`}
          variant="ghost"
          onClick={() => input.current?.click()}
        >
          <RefreshCw aria-hidden="true" size={18} />
        </IconButton>
        <IconButton label={`Delete ${title}`} variant="ghost" onClick={onDelete}>
          <Trash2 aria-hidden="true" size={18} />
        </IconButton>
        <input
          ref={input}
          type="file"
          hidden
          accept={ACCEPTED_DOCUMENTS}
          aria-label={`New file of ${title}`}
          onChange={({ target }) => {
            const [file] = target.files ?? []
            if (file) onReplace(file)
            // So that the same file can be chosen again.
            target.value = ''
          }}
        />
      </div>
      <div className="col-span-2 col-start-1 row-start-2 flex flex-wrap items-center gap-x-3 gap-y-2 sm:col-start-2">
        <select
          aria-label={`Type of ${title}`}
          value={type}
          onChange={({ target }) => void onChange({ type: target.value as DocumentType })}
          className="field w-full min-[30rem]:w-36"
        >
          <Options labels={DOCUMENT_TYPE_LABELS} />
        </select>
        <select
          aria-label={`Language of ${title}`}
          value={language ?? ''}
          onChange={({ target }) =>
            void onChange({ language: (target.value || null) as DocumentLanguage | null })
          }
          className="field w-full min-[30rem]:w-36"
        >
          <option value="">No language</option>
          <Options labels={DOCUMENT_LANGUAGE_LABELS} />
        </select>
        <p className="text-muted text-sm">
          <a href={url} className="inline-block py-1 text-link underline">
            {`Download ${format.toUpperCase()}`}
            <span className="sr-only">{` of ${title}`}</span>
          </a>
          {`, ${formatBytes(bytes)}, ${formatDate(updatedAt)}`}
        </p>
      </div>
      {upload && (
        <div className="col-span-3 sm:col-span-2 sm:col-start-2">
          <UploadStatus upload={upload} onRetry={onRetry} onCancel={onCancel} />
        </div>
      )}
    </li>
  )
}

const Options = ({ labels }: { labels: Record<string, string> }) =>
  Object.entries(labels).map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))

/** The title, saved by Enter or when the field is left. An empty one is not saved. */
function TitleField({ title, onSave }: { title: string; onSave: (title: string) => Promise<boolean> }) {
  const [text, setText] = useState(title)
  useEffect(() => setText(title), [title])
  const isEmpty = text.trim() === ''
  const save = () => {
    const changed = text.trim()
    if (changed !== '' && changed !== title) void onSave(changed)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    // Enter would otherwise save the form of the item.
    if (event.key === 'Enter') {
      event.preventDefault()
      save()
    }
    if (event.key === 'Escape') setText(title)
  }
  return (
    <div className="col-span-2 sm:col-span-1">
      <input
        aria-label={`Title of ${title}`}
        aria-invalid={isEmpty || undefined}
        value={text}
        maxLength={DOCUMENT_LIMITS.titleLength}
        onChange={({ target }) => setText(target.value)}
        onBlur={save}
        onKeyDown={handleKeyDown}
        className="field"
      />
      {isEmpty && (
        <p role="alert" className="mt-1 text-danger text-sm">
          Enter a title.
        </p>
      )}
    </div>
  )
}
