import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { DISPLAY_LIMITS } from '#contracts/limits.ts'
import { LazyComponent } from '#web/lib/lazy-component.tsx'

const DEBOUNCE_MS = 200
const loadSuggestions = () => import('./suggestions.tsx')

/**
 * The search of the catalogue. What is typed reaches the address after a short pause; what the address says otherwise
 * shows here. Suggestions open below while somebody types.
 */
export function SearchField({
  search,
  onSearch,
  placeholder,
}: {
  search: string
  onSearch: (search: string) => void
  placeholder: string
}) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useDebouncedSearch(input, search, onSearch)
  const [typing, setTyping] = useState(false)
  return (
    <div className="relative max-sm:col-span-full">
      <Search aria-hidden="true" size={20} className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        name="search"
        aria-label="Search"
        autoComplete="off"
        placeholder={placeholder}
        maxLength={DISPLAY_LIMITS.searchLength}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setTyping(true)
        }}
        className="field pl-10"
      />
      {typing && (
        <LazyComponent
          load={loadSuggestions}
          props={{ input, text, onPick: setText, onClose: () => setTyping(false) }}
        />
      )}
    </div>
  )
}

/** The text in the field, kept in step with the address. */
function useDebouncedSearch(
  input: { current: HTMLInputElement | null },
  search: string,
  onSearch: (search: string) => void,
) {
  const [text, setText] = useState(search)
  const lastSent = useRef(search)
  const latestOnSearch = useRef(onSearch)
  // What was typed before the page came alive counts.
  useEffect(() => {
    if (input.current?.value) setText(input.current.value)
  }, [input])
  useEffect(() => {
    latestOnSearch.current = onSearch
  })
  useEffect(() => {
    if (search !== lastSent.current) {
      lastSent.current = search
      setText(search)
    }
  }, [search])
  useEffect(() => {
    const trimmed = text.trim()
    if (trimmed === lastSent.current) return
    const timer = setTimeout(() => {
      lastSent.current = trimmed
      latestOnSearch.current(trimmed)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return [text, setText] as const
}
