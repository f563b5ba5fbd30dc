import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import {
  findEntryType,
  getEntryFields,
  getIn,
  joinPath,
  type ListField,
  type SiteField,
} from '#contracts/fields/fields.ts'
import { capitalize } from '#contracts/format.ts'
import { ActionsMenu } from '#web/ui/actions-menu.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useEditedDocument } from '../editing/document-context.tsx'
import { useUnsavedParts } from '../session/unsaved-changes.ts'
import { getButtonName, useListField } from './use-list-field.ts'

interface ListFieldProps {
  field: ListField
  path: string
  /** Renders the fields of one entry; `base` is the path of the entry. */
  renderFields: (fields: readonly SiteField[], base: string) => ReactNode
}

/** A list whose entries can be added, removed and moved. */
export function ListFieldView({ field, path, renderFields }: ListFieldProps) {
  const list = useListField(field, path)
  const isBusy = useUnsavedParts().length > 0
  const { focus } = useEditedDocument()
  const { label, hint, itemLabel, max, types } = field
  return (
    <fieldset className="grid min-w-0 grid-cols-1 gap-3">
      <legend className="font-head font-semibold text-lg">{label}</legend>
      {hint && <p className="-mt-2 text-muted text-sm">{hint}</p>}
      {list.error && <p className="-mt-1 text-danger text-sm">{list.error}</p>}
      {list.entries.length > 0 && (
        <ol className="grid grid-cols-1 gap-3">
          {list.entries.map((entry, index) => (
            <ListEntry
              // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id, and keep their place while a file is uploaded
              key={index}
              field={field}
              path={joinPath(path, index)}
              entry={entry}
              index={index}
              list={list}
              isBusy={isBusy}
              renderFields={renderFields}
            />
          ))}
        </ol>
      )}
      <div ref={types && focus.register(path)} tabIndex={types && -1}>
        {types ? (
          <ActionsMenu
            align="start"
            busy={isBusy || list.entries.length >= max}
            actions={types.map((type) => ({ ...type, run: () => list.add(type) }))}
          >
            <Plus aria-hidden="true" size={18} /> {`Add ${itemLabel}`}
          </ActionsMenu>
        ) : (
          <Button
            variant="outline"
            size="sm"
            ref={focus.register(path)}
            onClick={() => list.add()}
            disabled={isBusy || list.entries.length >= max}
          >
            <Plus aria-hidden="true" size={18} /> {`Add ${itemLabel}`}
          </Button>
        )}
      </div>
    </fieldset>
  )
}

interface ListEntryProps extends ListFieldProps {
  entry: unknown
  index: number
  list: ReturnType<typeof useListField>
  /** A file is being uploaded to the place of an entry. */
  isBusy: boolean
}

/** An entry: a plain text on one line with its buttons, any other entry in a box of its own. */
function ListEntry({ field, path, entry, index, list, isBusy, renderFields }: ListEntryProps) {
  const { focus } = useEditedDocument()
  const { itemLabel, titlePath } = field
  const fields = getEntryFields(field, entry)
  const type = field.types && findEntryType(field.types, entry)
  const entryLabel = `${capitalize(itemLabel)} ${index + 1}`
  const ownTitle = String(getIn(entry, titlePath) ?? '').trim()
  const entryTitle = [type?.label, ownTitle].filter(Boolean).join(': ')
  // Alt with an arrow key moves the entry, whichever of its fields has the focus.
  const moveByKey = (event: KeyboardEvent<HTMLElement>) => {
    const offset = ({ ArrowUp: -1, ArrowDown: 1 } as const)[event.key]
    if (!event.altKey || !offset || isBusy) return
    event.preventDefault()
    event.stopPropagation()
    list.move(index, offset, event.target)
  }
  const moveButton = (offset: -1 | 1) => {
    const direction = offset < 0 ? 'up' : 'down'
    return (
      <IconButton
        label={`Move ${entryLabel} ${direction}`}
        variant="ghost"
        className="size-9"
        ref={focus.register(getButtonName(path, direction))}
        disabled={isBusy || (offset < 0 ? index === 0 : index === list.entries.length - 1)}
        onClick={(event) => list.move(index, offset, event.currentTarget)}
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
        disabled={isBusy}
        onClick={() => list.remove(index, entryTitle || entryLabel)}
      >
        <Trash2 aria-hidden="true" size={18} />
      </IconButton>
    </>
  )
  if (titlePath === '')
    return (
      <li>
        <fieldset onKeyDown={moveByKey} className="min-w-0">
          <legend className="sr-only">{entryLabel}</legend>
          <div className="flex items-start">
            <div className="mr-1 min-w-0 flex-1">
              {renderFields(
                fields.map((child) => ({ ...child, label: entryLabel })),
                path,
              )}
            </div>
            <div className="mt-7.5 flex flex-none">{buttons}</div>
          </div>
        </fieldset>
      </li>
    )
  return (
    <li>
      <fieldset onKeyDown={moveByKey} className="min-w-0 rounded-md border border-line p-4">
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
        {type && <p className="mb-3 text-muted text-sm">{type.hint}</p>}
        {renderFields(fields, path)}
      </fieldset>
    </li>
  )
}
