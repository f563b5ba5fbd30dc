import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useId, useState } from 'react'
import type { AdminItem } from '#contracts/admin-item.ts'
import { countOf, formatRupees } from '#contracts/format.ts'
import { KIND_LABELS } from '#contracts/kind.ts'
import type { Item } from '#contracts/parse-item.ts'
import { useDebouncedCallback } from '#web/lib/use-debounced-callback.ts'
import { showErrorToast } from '../layout/error-toast.ts'
import { itemQuery, searchItemsQuery } from './requests.ts'

const SEARCH_DELAY_MS = 150

interface CatalogueFieldProps {
  label: string
  value: string
  error: string | undefined
  /** Whether typing searches the catalogue. */
  searches: boolean
  onType: (text: string) => void
  onPick: (item: Item) => void
  fieldProps: { 'data-field': string; onBlur: () => void }
}

/**
 * The description of a line. What is typed is searched in the catalogue; the arrow keys and Enter choose an item, Escape and any
 * other text leave it free text.
 */
export function CatalogueField(props: CatalogueFieldProps) {
  const { label, value, error, searches, onType, onPick, fieldProps } = props
  const client = useQueryClient()
  const id = useId()
  const [search, setSearch] = useState('')
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const { schedule, cancel } = useDebouncedCallback(setSearch, SEARCH_DELAY_MS)
  const found = useQuery({
    ...searchItemsQuery(search),
    enabled: isOpen && search !== '',
    placeholderData: keepPreviousData,
  })
  const items = isOpen && search !== '' ? (found.data ?? []) : []
  const close = () => {
    cancel()
    setOpen(false)
    setActive(-1)
  }
  const pick = async ({ kind, id }: AdminItem) => {
    close()
    try {
      onPick(await client.fetchQuery(itemQuery(kind, id)))
    } catch (error) {
      showErrorToast(error as Error, 'The item could not be loaded')
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const move = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = items[active]
    if (move && items.length > 0 && !event.altKey) setActive((active + move + items.length) % items.length)
    else if (event.key === 'Enter' && chosen) void pick(chosen)
    else if (event.key === 'Escape' && isOpen) close()
    else return
    event.preventDefault()
    // Enter would go on to the next field.
    event.stopPropagation()
  }
  return (
    <div className="relative min-w-0">
      <div className="grid">
        <input
          type="text"
          role="combobox"
          data-cell=""
          aria-label={label}
          aria-expanded={items.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={items[active] && `${id}-${active}`}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          autoComplete="off"
          placeholder="Item, code or free text"
          className="field peer h-full! min-h-10! px-2! py-1! font-semibold [grid-area:1/1] not-focus:not-placeholder-shown:text-transparent forced-colors:text-[FieldText]"
          value={value}
          {...fieldProps}
          onBlur={() => {
            fieldProps.onBlur()
            close()
          }}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            onType(target.value)
            if (!searches) return
            setActive(-1)
            setOpen(target.value.trim() !== '')
            schedule(target.value.trim())
          }}
        />
        {/* What does not fit into the field, in several lines until it is edited. */}
        <span
          aria-hidden="true"
          className="wrap-anywhere pointer-events-none px-2.25 py-2 font-semibold leading-snug [grid-area:1/1] peer-focus:invisible forced-colors:invisible"
        >
          {value}
        </span>
      </div>
      {error && (
        <p id={`${id}-error`} className="text-danger text-sm">
          {error}
        </p>
      )}
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Items of the catalogue"
        className={`absolute top-full left-0 z-30 max-h-96 w-[min(30rem,calc(100vw-4rem))] overflow-y-auto rounded-md border border-line-strong bg-surface shadow-dialog ${items.length > 0 ? '' : 'hidden'}`}
      >
        {items.map((item, index) => (
          <CatalogueOption
            key={item.id}
            id={`${id}-${index}`}
            item={item}
            isActive={index === active}
            onPick={() => void pick(item)}
          />
        ))}
      </div>
      <p role="status" className={found.isError && isOpen ? 'text-danger text-sm' : 'sr-only'}>
        {isOpen && search !== '' && describeResult(found.error, found.data)}
      </p>
    </div>
  )
}

function describeResult(error: Error | null, items: AdminItem[] | undefined): string {
  if (error) return `The catalogue could not be searched: ${error.message}`
  if (!items) return ''
  return `${countOf(items.length, 'item')} found`
}

interface OptionProps {
  id: string
  item: AdminItem
  isActive: boolean
  onPick: () => void
}

function CatalogueOption({ id, item, isActive, onPick }: OptionProps) {
  const { kind, name, partNumber, price, picture } = item
  return (
    // The field keeps the focus and has the keys.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above
    // biome-ignore lint/a11y/useFocusableInteractive: see above
    <div
      id={id}
      role="option"
      aria-selected={isActive}
      ref={(element) => {
        if (isActive) element?.scrollIntoView({ block: 'nearest' })
      }}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPick}
      className="flex cursor-pointer items-center gap-3 border-line border-b px-3 py-2 last:border-0 hover:bg-marine-soft aria-selected:bg-marine-soft"
    >
      {picture ? (
        <img src={picture.url} alt="" className="h-9 w-12 flex-none rounded-sm bg-stage object-cover" />
      ) : (
        <span className="h-9 w-12 flex-none rounded-sm bg-surface-sunken" />
      )}
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">{name}</span>
        <span className="block truncate text-muted text-sm">
          {[KIND_LABELS[kind].label, partNumber].filter(Boolean).join(' · ')}
        </span>
      </span>
      <span className="flex-none text-sm tabular-nums">{price !== undefined && formatRupees(price)}</span>
    </div>
  )
}
