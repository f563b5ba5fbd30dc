import { Upload } from 'lucide-react'
import { type DragEvent, type Ref, useState } from 'react'

interface FilePickerProps {
  label: string
  /** As the attribute of the input. */
  accept: string
  busy: boolean
  onChoose: (file: File | undefined) => void
  inputRef: Ref<HTMLInputElement>
  /** The id of the element with hint or error. */
  noteId?: string
  isInvalid?: boolean
}

/** Chooses one file, or takes one that is dropped. */
export function FilePicker({ label, accept, busy, onChoose, inputRef, noteId, isInvalid }: FilePickerProps) {
  const [isDragOver, setDragOver] = useState(false)
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    if (!busy) onChoose(event.dataTransfer.files[0])
  }
  return (
    <label
      onDragOver={(event) => {
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={() => setDragOver(false)}
      onDrop={handleDrop}
      className={`flex min-h-16 cursor-pointer items-center justify-center gap-3 rounded-md border-[1.5px] border-line-strong border-dashed p-3 text-muted text-sm focus-within:outline-2 focus-within:outline-focus hover:border-link hover:bg-marine-soft ${isDragOver ? 'border-link bg-marine-soft' : ''}`}
    >
      <Upload aria-hidden="true" size={20} />
      <span>
        <b className="font-head text-control text-ink">{label}</b> or drop it here
      </span>
      <input
        type="file"
        accept={accept}
        disabled={busy}
        aria-describedby={noteId}
        aria-invalid={isInvalid || undefined}
        ref={inputRef}
        onChange={({ target }) => {
          onChoose(target.files?.[0])
          target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}
