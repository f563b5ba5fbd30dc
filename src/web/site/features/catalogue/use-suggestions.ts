import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import type { ItemSummary } from '#contracts/discovery.ts'
import { suggestionsQuery } from '#web/site/discovery-queries.ts'

const DEBOUNCE_MS = 120

interface CurrentSuggestions {
  /** The text to which the suggestions belong. */
  query: string
  items: ItemSummary[]
  terms: string[]
}

/** The suggestions for a text. While typing continues and the next ones are pending, the previous ones; none for ''. */
export function useSuggestions(text: string): CurrentSuggestions {
  const [query, setQuery] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => startTransition(() => setQuery(text)), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [text])
  const { data } = useQuery({ ...suggestionsQuery(query), enabled: query !== '' })
  const [latest, setLatest] = useState(data)
  const shown = text ? (data ?? latest) : undefined
  if (shown !== latest) setLatest(shown)
  return { query, items: shown?.items ?? [], terms: shown?.terms ?? [] }
}
