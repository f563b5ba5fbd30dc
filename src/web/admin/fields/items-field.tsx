import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ArrowUp, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import type { ItemSummary } from '#contracts/catalogue/discovery.ts'
import type { ItemsField } from '#contracts/fields/fields.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { IconButton } from '#web/ui/button.tsx'
import { FIELD_CLASSES, FieldNote } from '#web/ui/field.tsx'
import { useEditedDocument } from '../editing/document-context.tsx'
import { jsonQuery } from '../session/requests.ts'
import { ItemCombobox } from '../shell/item-combobox.tsx'
import { useContentField } from './use-content-field.ts'

/** Items of the catalogue in an order, chosen by code or name. */
export function ItemsFieldView({ field, path }: { field: ItemsField; path: string }) {
  const { value, error, change, ref } = useContentField(path)
  const { focus } = useEditedDocument()
  const [typed, setTyped] = useState('')
  const id = useId()
  const ids = Array.isArray(value) ? (value as string[]) : []
  const summaries = useQuery({
    ...jsonQuery<ItemSummary[]>(`/api/summaries?${new URLSearchParams({ ids: ids.join(',') })}`),
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
  const remove = (itemId: string) => {
    focus.request(path)
    change(ids.filter((each) => each !== itemId))
  }
  const moveUp = (index: number) => change(ids.with(index, ids[index - 1]!).with(index - 1, ids[index]!))
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <label htmlFor={id} className="font-head font-medium text-label tracking-label">
        {field.label}
      </label>
      {ids.length > 0 && (
        <ol className="grid grid-cols-[minmax(0,1fr)] gap-1">
          {ids.map((itemId, index) => {
            const item = summaries.data?.find((each) => each.id === itemId)
            const name =
              item?.name ?? (summaries.isFetching ? 'Loading...' : 'An item that is not on the site')
            return (
              <li
                key={itemId}
                className="flex items-center gap-2 rounded-md border border-line py-1 pr-1 pl-3"
              >
                <span className="min-w-0 flex-1 truncate">
                  {name}
                  {item && (
                    <span className="ml-2 text-muted text-sm">
                      {[KIND_LABELS[item.kind].label, item.code].filter(Boolean).join(' · ')}
                    </span>
                  )}
                </span>
                <IconButton
                  label={`Move ${name} up`}
                  variant="ghost"
                  className="size-9"
                  disabled={index === 0}
                  onClick={() => moveUp(index)}
                >
                  <ArrowUp aria-hidden="true" size={18} />
                </IconButton>
                <IconButton
                  label={`Remove ${name}`}
                  variant="ghost"
                  className="size-9"
                  onClick={() => remove(itemId)}
                >
                  <Trash2 aria-hidden="true" size={18} />
                </IconButton>
              </li>
            )
          })}
        </ol>
      )}
      {ids.length < field.max && (
        <ItemCombobox
          field={
            <input
              ref={ref}
              id={id}
              className={FIELD_CLASSES.md}
              placeholder="Code or name"
              autoComplete="off"
              aria-invalid={error ? true : undefined}
              aria-describedby={(error ?? field.hint) && `${id}-note`}
            />
          }
          value={typed}
          onType={setTyped}
          onPick={(item) => {
            setTyped('')
            if (!ids.includes(item.id)) change([...ids, item.id])
          }}
        />
      )}
      <FieldNote id={`${id}-note`} error={error} hint={field.hint} />
    </div>
  )
}
