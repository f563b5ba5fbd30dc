import { Upload } from 'lucide-react'
import { type DragEvent, type Ref, useState } from 'react'
import { getEnding } from '#contracts/files/file-formats.ts'

interface FilePickerProps {
  label: string
  /** As the attribute of the input. */
  accept: string
  busy: boolean
  onChoose: (file: File | undefined) => void
  inputRef: Ref<HTMLInputElement>
}

/** Chooses one file, or takes one that is dropped. */
export function FilePicker({ label, accept, busy, onChoose, inputRef }: FilePickerProps) {
  const [isDragOver, setDragOver] = useState(false)
  const isAccepted = ({ name, type }: File) =>
    accept === 'image/*' ? type.startsWith('image/') : accept.split(',').includes(`.${getEnding(name)}`)
  const handleDrop = (event: DragEvent) => {
    event.preventDefault()
    setDragOver(false)
    if (!busy) onChoose([...event.dataTransfer.files].find(isAccepted))
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
