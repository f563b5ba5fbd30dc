import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { t } from '#messages/messages.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import { useNavigate, useOpenItem } from '#web/lib/navigation/navigation.tsx'
import { useDebouncedCallback } from '#web/lib/use-debounced-callback.ts'
import { buildCatalogueUrl } from '../catalogue-url.ts'
import { useSuggestions } from './use-suggestions.ts'

const DEBOUNCE_MS = 200
const loadSuggestions = () => import('./suggestions.tsx')

interface SearchFieldProps {
  search: string
  /** Called after a pause in typing. */
  onSearch?: (search: string) => void
  /** Called with a suggested search that was chosen; without it, the field gets the text. */
  onTerm?: (term: string) => void
  placeholder: string
  autoFocus?: boolean
  className?: string
}

/**
 * A search field: a combobox whose suggestions open below it while the visitor types. The arrow keys select one, Enter
 * chooses it or submits the form around the field, Escape and leaving the field close the list. In the catalogue, what is
 * typed reaches the address after a pause; another change of the address replaces the text.
 */
export function SearchField(props: SearchFieldProps) {
  const { search, onSearch, onTerm, placeholder, autoFocus, className = '' } = props
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useDebouncedSearch(input, search, onSearch)
  const [isOpen, setIsOpen] = useState(false)
  const [selectedIndex, setSelectedIndex] = useState(-1)
  const { query, understood, items, pages, terms } = useSuggestions(isOpen ? text.trim() : '')
  const openItem = useOpenItem()
  const goTo = useNavigate()
  const listId = useId()
  const count = understood.length + items.length + pages.length + terms.length
  const activeIndex = selectedIndex < count ? selectedIndex : -1

  const close = () => {
    setIsOpen(false)
    setSelectedIndex(-1)
  }
  const choose = (index: number) => {
    close()
    const tab = understood[index]?.kind
    const item = items[index - understood.length]
    const page = pages[index - understood.length - items.length]
    const term = terms[index - understood.length - items.length - pages.length]
    if (tab) goTo(buildCatalogueUrl({ tab, search: query }))
    else if (item) openItem(item)
    else if (page) goTo(page.path)
    else if (term !== undefined) (onTerm ?? setText)(term)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const offset = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Tab') close()
    if (event.key === 'Escape' && count > 0) {
      // The field keeps its text.
      event.preventDefault()
      close()
    }
    if (event.key === 'Enter' && activeIndex >= 0) event.preventDefault()
    if (event.key === 'Enter') choose(activeIndex)
    if (offset && count > 0) {
      event.preventDefault()
      // The index -1, nothing selected, is one of the positions.
      setSelectedIndex(((activeIndex + 1 + offset + count + 1) % (count + 1)) - 1)
    }
  }
  return (
    <div className="relative min-w-0 grow">
      <Search aria-hidden="true" size={20} className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        type="search"
        name="search"
        role="combobox"
        aria-label={t('Search')}
        aria-autocomplete="list"
        aria-expanded={count > 0}
        aria-controls={count > 0 ? listId : undefined}
        aria-activedescendant={activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
        autoComplete="off"
        placeholder={placeholder}
        maxLength={DISPLAY_LIMITS.searchLength}
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setIsOpen(true)
        }}
        onKeyDown={handleKeyDown}
        onBlur={close}
        // biome-ignore lint/a11y/noAutofocus: the field replaces one that has the focus
        autoFocus={autoFocus}
        className={`field pl-10 ${className}`}
      />
      {count > 0 && (
        <LazyComponent
          load={loadSuggestions}
          props={{ id: listId, query, understood, items, pages, terms, activeIndex, onChoose: choose }}
        />
      )}
    </div>
  )
}

/** The text of the field, synchronised with the address in both directions. */
function useDebouncedSearch(
  input: { current: HTMLInputElement | null },
  search: string,
  onSearch: ((search: string) => void) | undefined,
) {
  const [text, setText] = useState(search)
  const lastSearch = useRef(search)
  const { schedule, cancel } = useDebouncedCallback((typed: string) => {
    if (typed === lastSearch.current) return
    lastSearch.current = typed
    onSearch?.(typed)
  }, DEBOUNCE_MS)
  const changeText = (typed: string) => {
    setText(typed)
    schedule(typed.trim())
  }
  const takeOverTyped = useEffectEvent(() => {
    if (input.current?.value) changeText(input.current.value)
  })
  // What was typed before hydration.
  useEffect(() => takeOverTyped(), [])
  useEffect(() => {
    if (search === lastSearch.current) return
    lastSearch.current = search
    cancel()
    setText(search)
  }, [search, cancel])
  return [text, changeText] as const
}
