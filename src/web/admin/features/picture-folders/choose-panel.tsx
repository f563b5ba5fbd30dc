import { FolderOpen } from 'lucide-react'
import { type DragEvent, type ReactNode, useState } from 'react'
import { LIMITS, MAX_PICTURE_SIZE } from '#contracts/limits.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { listDroppedFiles, toChosenFiles } from './source-files.ts'

type OnChoose = (files: Promise<[path: string, file: File][]>) => void

/** Takes folders, files and zips that are dropped anywhere on its content. */
export function DropArea({ onChoose, children }: { onChoose: OnChoose; children: ReactNode }) {
  const [isDragOver, setDragOver] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  return (
    <section
      aria-label="Choose pictures"
      onDragOver={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDragOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setDragOver(false)
      }}
      onDrop={(event) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        setDragOver(false)
        onChoose(listDroppedFiles(event.dataTransfer))
      }}
      className={isDragOver ? 'rounded-lg outline-2 outline-link outline-dashed' : undefined}
    >
      {children}
    </section>
  )
}

/** The first view of the screen: what can be chosen, and how file names are read. */
export function ChoosePanel({ onChoose, error }: { onChoose: OnChoose; error: string | undefined }) {
  return (
    <DropArea onChoose={onChoose}>
      <div className="mb-6 rounded-lg border border-line bg-surface p-5">
        <div className="grid min-h-48 place-items-center content-center gap-2 rounded-md border-[1.5px] border-line-strong border-dashed p-4 text-center text-muted">
          <FolderOpen aria-hidden="true" size={28} />
          <b className="font-head text-control-lg text-ink">Drop a folder, pictures or a zip here</b>
          <div className="my-2 flex flex-wrap justify-center gap-3">
            <ChooseButtons onChoose={onChoose} />
          </div>
          <p className="text-sm">{`JPEG, PNG, WebP, AVIF or GIF, up to ${MAX_PICTURE_SIZE} each. At most ${LIMITS.images} pictures per item.`}</p>
        </div>
        <p className="mt-3 text-muted text-sm">
          Nothing is stored before you have seen which picture belongs to which item and chosen 'Upload'.
        </p>
        <div role="alert">{error && <p className="mt-4 border-danger border-l-3 pl-4">{error}</p>}</div>
      </div>
      <NamingHelp />
    </DropArea>
  )
}

/** Two file inputs: browsers offer either folders or files. */
export function ChooseButtons({ onChoose }: { onChoose: OnChoose }) {
  return (
    <>
      <FileButton label="Choose a folder" isFolder onChoose={onChoose} />
      <FileButton label="Choose pictures or a zip" onChoose={onChoose} />
    </>
  )
}

function FileButton({
  label,
  isFolder = false,
  onChoose,
}: {
  label: string
  isFolder?: boolean
  onChoose: OnChoose
}) {
  return (
    <label
      className={buttonClass(
        'outline',
        'default',
        ' cursor-pointer focus-within:outline-2 focus-within:outline-focus',
      )}
    >
      {label}
      <input
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: '' } : { accept: 'image/*,.zip' })}
        onChange={({ target }) => {
          const files = toChosenFiles(target.files ?? [])
          if (files.length > 0) onChoose(Promise.resolve(files))
          // The same folder can be chosen again.
          target.value = ''
        }}
        className="sr-only"
      />
    </label>
  )
}

const EXAMPLES = [
  ['BRG-4512_2.jpg', 'Code and number'],
  ['Spring Collet Set, 25 mm (1).png', 'Name and number'],
  ['BRG-4512/front.jpg', 'Folder with the code or name'],
] as const

function NamingHelp() {
  return (
    <section aria-labelledby="naming" className="rounded-lg border border-line bg-surface p-5">
      <h2 id="naming" className="mb-3 text-brand leading-[1.2]">
        How pictures find their items
      </h2>
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_1fr]">
        {EXAMPLES.map(([name, meaning]) => (
          <div key={name} className="contents">
            <dt className="wrap-anywhere font-mono text-sm">{name}</dt>
            <dd className="mb-2 text-muted sm:mb-0">{meaning}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 text-muted text-sm">
        Capital letters, spaces, hyphens and accents do not matter. The number is the order of the pictures.
        For all other files you choose the item yourself.
      </p>
    </section>
  )
}
