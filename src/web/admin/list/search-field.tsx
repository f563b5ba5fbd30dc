import { useEffect, useRef, useState } from 'react'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { useDebouncedCallback } from '#web/lib/use-debounced-callback.ts'
import { TextField } from '#web/ui/field.tsx'
import { useShortcut } from '../shell/navigation/shortcuts.tsx'

const DEBOUNCE_MS = 300

interface SearchFieldProps {
  /** The search term in the URL. */
  term: string
  /** Writes a trimmed term to the URL, at most once per pause in typing. */
  onSearch: (term: string) => void
  label?: string
  placeholder?: string
  className?: string
}

/**
 * The search field of a list. It owns the typed text; a term that reaches the URL in any other way, such as by Back or a
 * link, replaces the text and cancels a pending search. The '/' key moves the focus to it.
 */
export function SearchField({ term, onSearch, label = 'Search', ...rest }: SearchFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(term)
  const lastTerm = useRef(term)
  const { schedule, cancel } = useDebouncedCallback((typedTerm: string) => {
    if (typedTerm === lastTerm.current) return
    lastTerm.current = typedTerm
    onSearch(typedTerm)
  }, DEBOUNCE_MS)
  useEffect(() => {
    if (term === lastTerm.current) return
    lastTerm.current = term
    cancel()
    setText(term)
  }, [term, cancel])
  useShortcut({ keys: '/', label: 'Search', run: () => input.current?.focus() })
  return (
    <TextField
      ref={input}
      label={label}
      type="search"
      autoComplete="off"
      maxLength={DISPLAY_LIMITS.searchLength}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        schedule(target.value.trim())
      }}
      {...rest}
    />
  )
}
