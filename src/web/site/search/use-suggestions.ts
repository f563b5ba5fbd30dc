import { useQuery } from '@tanstack/react-query'
import { startTransition, useEffect, useState } from 'react'
import type { ItemSummary, UnderstoodSearch } from '#contracts/catalogue/discovery.ts'
import type { FoundPage } from '#contracts/publication/found-page.ts'
import { useDebouncedCallback } from '#web/lib/use-debounced-callback.ts'
import { suggestionsQuery } from '#web/site/queries/discovery-queries.ts'

const DEBOUNCE_MS = 120

interface CurrentSuggestions {
  /** The text to which the suggestions belong. */
  query: string
  understood: UnderstoodSearch[]
  items: ItemSummary[]
  pages: FoundPage[]
  terms: string[]
}

/** The suggestions for a text. While typing continues and the next ones are pending, the previous ones; none for ''. */
export function useSuggestions(text: string): CurrentSuggestions {
  const [query, setQuery] = useState('')
  const { schedule } = useDebouncedCallback(
    (typed: string) => startTransition(() => setQuery(typed)),
    DEBOUNCE_MS,
  )
  useEffect(() => schedule(text), [schedule, text])
  const { data } = useQuery({ ...suggestionsQuery(query), enabled: query !== '' })
  const [latest, setLatest] = useState(data)
  const shown = text ? (data ?? latest) : undefined
  if (shown !== latest) setLatest(shown)
  return {
    query,
    understood: shown?.understood ?? [],
    items: shown?.items ?? [],
    pages: shown?.pages ?? [],
    terms: shown?.terms ?? [],
  }
}
