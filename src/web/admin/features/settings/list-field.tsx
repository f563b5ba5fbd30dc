import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { getIn, joinPath, type ListField } from '#contracts/site-content-fields.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Fields } from './field.tsx'
import { useListField } from './use-list-field.ts'

/** A list whose entries are added, removed and moved. */
export function ListFieldView({ field, path }: { field: ListField; path: string }) {
  const list = useListField(field, path)
  const { label, hint, itemLabel, max } = field
  return (
    <fieldset data-list={path} className="grid gap-3">
      <legend className="font-head font-semibold text-lg">{label}</legend>
      {hint && <p className="-mt-2 text-muted text-sm">{hint}</p>}
      {list.error && <p className="-mt-1 text-danger text-sm">{list.error}</p>}
      {list.entries.length > 0 && (
        <ol className="grid gap-3">
          {list.entries.map((entry, index) => (
            <ListEntry
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
          disabled={list.entries.length >= max}
        >
          <Plus aria-hidden="true" size={18} /> {`Add ${itemLabel}`}
        </Button>
      </div>
    </fieldset>
  )
}

interface ListEntryProps {
  field: ListField
  path: string
  entry: unknown
  index: number
  list: ReturnType<typeof useListField>
}

/** An entry: a plain text in one line with its buttons, anything else in a box of its own. */
function ListEntry({ field, path, entry, index, list }: ListEntryProps) {
  const { itemLabel, titlePath, fields } = field
  const entryLabel = `${itemLabel.charAt(0).toUpperCase()}${itemLabel.slice(1)} ${index + 1}`
  const entryTitle = String(getIn(entry, titlePath) ?? '').trim()
  // Alt with an arrow moves the entry from any of its fields.
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const by = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    if (!event.altKey || !by) return
    event.preventDefault()
    event.stopPropagation()
    list.move(index, by, getMovedFieldSelector(event.target as HTMLElement, path, by, index))
  }
  const moveButton = (offset: -1 | 1) => {
    const direction = offset < 0 ? 'up' : 'down'
    return (
      <IconButton
        label={`Move ${entryLabel} ${direction}`}
        variant="ghost"
        className="size-9"
        data-move={direction}
        disabled={offset < 0 ? index === 0 : index === list.entries.length - 1}
        onClick={() => list.move(index, offset, `[data-move="${direction}"]`)}
      >
        {offset < 0 ? <ArrowUp aria-hidden="true" size={18} /> : <ArrowDown aria-hidden="true" size={18} />}
      </IconButton>
    )
  }
  const buttons = (
    <>
      {moveButton(-1)}
      {moveButton(1)}
      <IconButton
        label={`Remove ${entryLabel}`}
        variant="ghost"
        className="size-9"
        onClick={() => list.remove(index, entryTitle || entryLabel)}
      >
        <Trash2 aria-hidden="true" size={18} />
      </IconButton>
    </>
  )
  if (titlePath === '')
    return (
      <li>
        <fieldset data-entry={path} onKeyDown={moveByKey} className="min-w-0">
          <legend className="sr-only">{entryLabel}</legend>
          <div className="flex items-start">
            <div className="mr-1 min-w-0 flex-1">
              <Fields fields={fields.map((child) => ({ ...child, label: entryLabel }))} base={path} />
            </div>
            <div className="mt-7.5 flex flex-none">{buttons}</div>
          </div>
        </fieldset>
      </li>
    )
  return (
    <li>
      <fieldset data-entry={path} onKeyDown={moveByKey} className="min-w-0 rounded-md border border-line p-4">
        <legend className="sr-only">{entryLabel}</legend>
        <div className="mb-2 flex items-center gap-1">
          <p
            aria-hidden="true"
            className="mr-auto min-w-0 truncate font-head font-medium text-label text-muted"
          >
            {entryLabel}
            {entryTitle && <span className="text-ink">{`: ${entryTitle}`}</span>}
          </p>
          {buttons}
        </div>
        <Fields fields={fields} base={path} />
      </fieldset>
    </li>
  )
}

/** The selector of the field that has the focus, as it stands in the entry's next place. */
function getMovedFieldSelector(target: HTMLElement, path: string, offset: number, index: number): string {
  const field = target.dataset.field
  if (!field?.startsWith(path)) return '[data-move]'
  const list = path.slice(0, path.lastIndexOf('.'))
  return `[data-field="${joinPath(list, index + offset)}${field.slice(path.length)}"]`
}
