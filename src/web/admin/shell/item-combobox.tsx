import {
  Combobox,
  ComboboxItem,
  ComboboxPopover,
  ComboboxProvider,
  useComboboxContext,
  useStoreState,
} from '@ariakit/react'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactElement, useId, useState } from 'react'
import { formatRupees } from '#contracts/format.ts'
import type { AdminItem } from '#contracts/item/admin-item.ts'
import { KIND_LABELS, type Kind } from '#contracts/item/kind.ts'
import { useDebouncedCallback } from '#web/lib/use-debounced-callback.ts'
import { jsonQuery } from '../session/requests.ts'

const SEARCH_DELAY_MS = 150
const SEARCHED_ITEMS = 40
const OFFERED_ITEMS = 8
/** How long Enter chooses from what was found. */
const FRESH_MS = 5000

/** What an option shows of an item. */
export type OfferedItem = Pick<AdminItem, 'id' | 'kind' | 'name' | 'partNumber'> &
  Partial<Pick<AdminItem, 'price' | 'picture'>>

interface ItemComboboxProps {
  /** The input, without value and handlers of its own for them. */
  field: ReactElement
  value: string
  onType: (text: string) => void
  onPick: (item: OfferedItem) => void
  /** Only items of this kind are offered. */
  kind?: Kind | undefined
  /** The id of an item that is not offered. */
  excludedId?: string
  /** Offered until something is typed. */
  candidates?: OfferedItem[]
  /**
   * Whether any text is valid: then only the arrow keys and Enter choose an item. Otherwise Enter also chooses the item with
   * the typed code, or the only one that was found.
   */
  isFreeText?: boolean
  /** Whether typing searches the catalogue. */
  searches?: boolean
}

/** A text field in which an item of the catalogue is searched by code or name and chosen. */
export function ItemCombobox(props: ItemComboboxProps) {
  const { field, value, onType, onPick, kind, excludedId, candidates = [] } = props
  const { isFreeText = false, searches = true } = props
  const client = useQueryClient()
  const [search, setSearch] = useState('')
  const [wantsOpen, setWantsOpen] = useState(candidates.length > 0)
  const { schedule, cancel } = useDebouncedCallback(setSearch, SEARCH_DELAY_MS)
  const text = value.trim()
  const found = useQuery({
    ...searchItemsQuery(search, kind),
    enabled: wantsOpen && search !== '' && text !== '',
    placeholderData: keepPreviousData,
  })
  const items = text === '' ? candidates : (found.data ?? []).filter(({ id }) => id !== excludedId)
  const isOpen = wantsOpen && items.length > 0 && (text === '' || search !== '')
  const type = (typed: string) => {
    onType(typed)
    if (!searches) return
    setWantsOpen(typed.trim() !== '' || candidates.length > 0)
    schedule(typed.trim())
  }
  const pick = (item: OfferedItem) => {
    cancel()
    setSearch('')
    setWantsOpen(false)
    onPick(item)
  }
  /** Chooses the item with the typed code, or the only one that is found, also before the list shows it. */
  const pickTyped = async () => {
    cancel()
    setSearch(text)
    const found = await client.fetchQuery({ ...searchItemsQuery(text, kind), staleTime: FRESH_MS })
    const others = found.filter(({ id }) => id !== excludedId)
    const exact = others.find(({ partNumber }) => partNumber.toLowerCase() === text.toLowerCase())
    const chosen = exact ?? (others.length === 1 ? others[0] : undefined)
    if (chosen) pick(chosen)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // The active option has used the key already; around the field, it would go on to another one.
    if (event.defaultPrevented) event.stopPropagation()
    else if (event.key === 'Enter' && !isFreeText) {
      event.preventDefault()
      // The query of the list says why it failed.
      if (text !== '') void pickTyped().catch(() => undefined)
    }
  }
  /** The arrow keys and Escape belong to the open list. Without an active option, Enter does not. */
  const stopListKeys = (event: KeyboardEvent) => {
    if (isOpen && event.defaultPrevented && event.key !== 'Enter') event.stopPropagation()
  }
  return (
    <ComboboxProvider
      value={value}
      setValue={type}
      open={isOpen}
      setOpen={setWantsOpen}
      placement="bottom-start"
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the field in it has the focus */}
      <div className="contents" onKeyDown={stopListKeys}>
        <Combobox
          render={field}
          autoComplete="list"
          showOnClick={false}
          showOnKeyPress={false}
          onKeyDown={onKeyDown}
        />
      </div>
      <ComboboxPopover
        aria-label="Items of the catalogue"
        fixed
        gutter={2}
        className="z-30 max-h-96 w-[min(30rem,calc(100vw-4rem))] overflow-y-auto rounded-md border border-line-strong bg-surface shadow-dialog"
      >
        {items.map((item) => (
          <ItemOption key={item.id} item={item} onPick={() => pick(item)} />
        ))}
      </ComboboxPopover>
      <p role="status" className={found.isError && wantsOpen ? 'text-danger text-sm' : 'sr-only'}>
        {wantsOpen && search !== '' && describeResult(found.error, found.data && items)}
      </p>
    </ComboboxProvider>
  )
}

/** The items that a search finds: those with the text in name or code come before those with it elsewhere. */
function searchItemsQuery(search: string, kind: Kind | undefined) {
  const wanted = search.toLowerCase()
  const rank = ({ name, partNumber }: AdminItem) => {
    const texts = [partNumber.toLowerCase(), name.toLowerCase()]
    if (texts.includes(wanted)) return 0
    if (texts.some((text) => text.startsWith(wanted))) return 1
    return texts.some((text) => text.includes(wanted)) ? 2 : 3
  }
  const params = { search, sort: 'name', limit: String(SEARCHED_ITEMS), ...(kind && { kind }) }
  return queryOptions({
    ...jsonQuery<AdminItem[]>(`/api/items?${new URLSearchParams(params)}`),
    select: (items) => items.toSorted((one, other) => rank(one) - rank(other)).slice(0, OFFERED_ITEMS),
  })
}

function describeResult(error: Error | null, items: OfferedItem[] | undefined): string {
  if (error) return `The catalogue could not be searched: ${error.message}`
  if (!items) return ''
  return items.length === 1 ? '1 item found' : `${items.length} items found`
}

function ItemOption({ item, onPick }: { item: OfferedItem; onPick: () => void }) {
  const { kind, name, partNumber, price, picture } = item
  const id = useId()
  const activeId = useStoreState(useComboboxContext(), 'activeId')
  return (
    <ComboboxItem
      id={id}
      value={name}
      aria-selected={activeId === id}
      setValueOnClick={false}
      focusOnHover={false}
      onClick={onPick}
      className="flex cursor-pointer items-center gap-3 border-line border-b px-3 py-2 last:border-0 hover:bg-marine-soft data-active-item:bg-marine-soft"
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
    </ComboboxItem>
  )
}
