import { useQueryClient } from '@tanstack/react-query'
import { type RefCallback, useId } from 'react'
import type { Item } from '#contracts/item/parse-item.ts'
import { showErrorToast } from '#web/admin/shell/error-toast.ts'
import { ItemCombobox, type OfferedItem } from '#web/admin/shell/item-combobox.tsx'
import { FIELD_CLASSES } from '#web/ui/field.tsx'
import { itemQuery } from '../requests.ts'

interface CatalogueFieldProps {
  label: string
  value: string
  error: string | undefined
  /** Whether typing searches the catalogue. */
  searches: boolean
  onType: (text: string) => void
  onPick: (item: Item) => void
  control: { ref: RefCallback<HTMLElement>; onBlur: () => void }
}

/** The description of a line: an item of the catalogue, or free text. */
export function CatalogueField(props: CatalogueFieldProps) {
  const { label, value, error, searches, onType, onPick, control } = props
  const client = useQueryClient()
  const id = useId()
  const pick = ({ kind, id }: OfferedItem) =>
    client
      .fetchQuery(itemQuery(kind, id))
      .then(onPick, (error) => showErrorToast(error, 'The item could not be loaded'))
  return (
    <div className="grid min-w-0">
      <ItemCombobox
        field={
          <input
            type="text"
            data-cell=""
            aria-label={label}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? `${id}-error` : undefined}
            autoComplete="off"
            placeholder="Item, code or free text"
            className={`${FIELD_CLASSES.sm} peer font-semibold [grid-area:1/1] not-focus:not-placeholder-shown:text-transparent forced-colors:text-[FieldText]`}
            {...control}
          />
        }
        value={value}
        onType={onType}
        onPick={(item) => void pick(item)}
        isFreeText
        searches={searches}
      />
      {/* What does not fit into the field, in several lines until it is edited. */}
      <span
        aria-hidden="true"
        className="wrap-anywhere pointer-events-none px-2.25 py-1.5 font-semibold leading-snug [grid-area:1/1] peer-focus:invisible forced-colors:invisible"
      >
        {value}
      </span>
      {error && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
