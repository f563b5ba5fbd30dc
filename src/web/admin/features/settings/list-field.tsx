import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { joinPath, type ListField, readAt } from '#contracts/site-content-fields.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Fields } from './field.tsx'
import { useEntries } from './use-entries.ts'

/** A list whose entries are added, removed and moved. */
export function ListFieldView({ field, path }: { field: ListField; path: string }) {
  const list = useEntries(field, path)
  const { label, hint, noun, most } = field
  return (
    <fieldset data-list={path} className="grid gap-3">
      <legend className="font-head font-semibold text-lg">{label}</legend>
      {hint && <p className="-mt-2 text-muted text-sm">{hint}</p>}
      {list.error && <p className="-mt-1 text-danger text-sm">{list.error}</p>}
      {list.entries.length > 0 && (
        <ol className="grid gap-3">
          {list.entries.map((entry, index) => (
            <Entry
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no name of their own, and hold no state
              key={index}
              field={field}
              path={joinPath(path, index)}
              entry={entry}
              index={index}
              list={list}
            />
          ))}
        </ol>
      )}
      <div>
        <Button
          variant="outline"
          size="sm"
          data-add
          data-field={path}
          onClick={list.add}
          disabled={list.entries.length >= most}
        >
          <Plus aria-hidden="true" size={18} /> {`Add ${noun}`}
        </Button>
      </div>
    </fieldset>
  )
}

interface EntryProps {
  field: ListField
  path: string
  entry: unknown
  index: number
  list: ReturnType<typeof useEntries>
}

/** An entry: a plain text in one line with its buttons, anything else in a box of its own. */
function Entry({ field, path, entry, index, list }: EntryProps) {
  const { noun, title, fields } = field
  const number = `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${index + 1}`
  const words = String(readAt(entry, title) ?? '').trim()
  // Alt with an arrow moves the entry from any of its fields.
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    if (!event.altKey || !by) return
    event.preventDefault()
    event.stopPropagation()
    list.move(index, by, sameField(event.target as HTMLElement, path, by, index))
  }
  const moveButton = (by: -1 | 1) => {
    const way = by < 0 ? 'up' : 'down'
    return (
      <IconButton
        label={`Move ${number} ${way}`}
        variant="ghost"
        className="size-9"
        data-move={way}
        disabled={by < 0 ? index === 0 : index === list.entries.length - 1}
        onClick={() => list.move(index, by, `[data-move="${way}"]`)}
      >
        {by < 0 ? <ArrowUp aria-hidden="true" size={18} /> : <ArrowDown aria-hidden="true" size={18} />}
      </IconButton>
    )
  }
  const buttons = (
    <>
      {moveButton(-1)}
      {moveButton(1)}
      <IconButton
        label={`Remove ${number}`}
        variant="ghost"
        className="size-9"
        onClick={() => list.remove(index, words || number)}
      >
        <Trash2 aria-hidden="true" size={18} />
      </IconButton>
    </>
  )
  if (title === '')
    return (
      <li>
        <fieldset data-entry={path} onKeyDown={moveByKey} className="min-w-0">
          <legend className="sr-only">{number}</legend>
          <div className="flex items-start">
            <div className="mr-1 min-w-0 flex-1">
              <Fields fields={fields.map((inner) => ({ ...inner, label: number }))} base={path} />
            </div>
            <div className="mt-7.5 flex flex-none">{buttons}</div>
          </div>
        </fieldset>
      </li>
    )
  return (
    <li>
      <fieldset data-entry={path} onKeyDown={moveByKey} className="min-w-0 rounded-md border border-line p-4">
        <legend className="sr-only">{number}</legend>
        <div className="mb-2 flex items-center gap-1">
          <p
            aria-hidden="true"
            className="mr-auto min-w-0 truncate font-head font-medium text-label text-muted"
          >
            {number}
            {words && <span className="text-ink">{`: ${words}`}</span>}
          </p>
          {buttons}
        </div>
        <Fields fields={fields} base={path} />
      </fieldset>
    </li>
  )
}

/** The selector of the field that has the focus, as it stands in the entry's next place. */
function sameField(target: HTMLElement, path: string, by: number, index: number): string {
  const field = target.dataset.field
  if (!field?.startsWith(path)) return '[data-move]'
  const list = path.slice(0, path.lastIndexOf('.'))
  return `[data-field="${joinPath(list, index + by)}${field.slice(path.length)}"]`
}
