import { LayoutGrid, List, Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { LIMITS } from '#contracts/limits.ts'
import { INPUT } from '../../../ui/field.tsx'
import { type CatalogueView, TAB_NAMES } from '../../catalogue-address.ts'

const TYPING_PAUSE_MS = 200
const SORTS = [
  { value: 'name', label: 'Name' },
  { value: 'price', label: 'Price' },
  { value: 'featured', label: 'Featured first' },
] as const
const VIEWS = [
  { value: 'grid', label: 'Grid', Icon: LayoutGrid },
  { value: 'list', label: 'List', Icon: List },
] as const

interface ToolsProps {
  view: CatalogueView
  onChange: (part: Partial<CatalogueView>, options?: { replace: boolean }) => void
  placeholder: string
}

/** Search, sort and view (rows CAT-3 to CAT-5). A plain form, so that searching works without JavaScript too. */
export function Tools({ view, onChange, placeholder }: ToolsProps) {
  return (
    <search>
      <form
        action="/products"
        onSubmit={(event: FormEvent) => event.preventDefault()}
        className="mb-6 grid gap-3 border-line border-y py-3 sm:grid-cols-[minmax(12rem,1fr)_auto_auto]"
      >
        {view.tab !== 'machine' && <input type="hidden" name="tab" value={TAB_NAMES[view.tab]} />}
        <SearchInput
          search={view.search}
          onSearch={(search) => onChange({ search }, { replace: true })}
          placeholder={placeholder}
        />
        <select
          name="sort"
          aria-label="Sort"
          value={view.sort}
          onChange={(event) =>
            onChange({ sort: event.target.value as CatalogueView['sort'] }, { replace: true })
          }
          className={INPUT}
        >
          {SORTS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <fieldset className="flex" aria-label="View">
          {VIEWS.map(({ value, label, Icon }) => (
            <button
              key={value}
              type="button"
              aria-label={label}
              aria-pressed={view.view === value}
              onClick={() => onChange({ view: value }, { replace: true })}
              className="grid size-(--size-control) place-items-center border border-line-strong first:rounded-l-md last:-ml-px last:rounded-r-md hover:bg-surface-grey aria-pressed:border-marine aria-pressed:bg-marine aria-pressed:text-on-dark"
            >
              <Icon aria-hidden="true" size={20} />
            </button>
          ))}
        </fieldset>
      </form>
    </search>
  )
}

/** What is typed reaches the address after a short pause; what the address says otherwise shows here. */
function SearchInput({
  search,
  onSearch,
  placeholder,
}: {
  search: string
  onSearch: (search: string) => void
  placeholder: string
}) {
  const [text, setText] = useState(search)
  const sent = useRef(search)
  const latest = useRef(onSearch)
  const input = useRef<HTMLInputElement>(null)
  // What was typed before the page came alive counts.
  useEffect(() => {
    if (input.current?.value) setText(input.current.value)
  }, [])
  useEffect(() => {
    latest.current = onSearch
  })
  useEffect(() => {
    if (search !== sent.current) {
      sent.current = search
      setText(search)
    }
  }, [search])
  useEffect(() => {
    const trimmed = text.trim()
    if (trimmed === sent.current) return
    const timer = setTimeout(() => {
      sent.current = trimmed
      latest.current(trimmed)
    }, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <div className="relative">
      <Search aria-hidden="true" size={20} className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        name="search"
        aria-label="Search"
        placeholder={placeholder}
        maxLength={LIMITS.searchLength}
        value={text}
        onChange={(event) => setText(event.target.value)}
        className={`${INPUT} pl-10`}
      />
    </div>
  )
}
