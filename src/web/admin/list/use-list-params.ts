import { useCallback } from 'react'
import { useSearchParams } from 'react-router'

export type ListParamChanges = Record<string, string | undefined>

/**
 * Search, filters and page of a list, stored in the query string of the URL. `changeParams` sets the parameters given,
 * removes those that are undefined or empty, and returns to the first page unless the page itself is given. A change of
 * the search replaces the history entry, so that Back leaves the list. The change is rendered synchronously, not as a
 * transition: a field never shows an older value of the URL than the one that it has written.
 */
export function useListParams() {
  const [params, setParams] = useSearchParams()
  const changeParams = useCallback(
    (changes: ListParamChanges) =>
      // The parameters of the last rendering are those before a link that was followed since then.
      setParams(withParams(new URLSearchParams(location.search), changes), {
        replace: 'search' in changes,
        flushSync: true,
        preventScrollReset: true,
      }),
    [setParams],
  )
  return [params, changeParams] as const
}

/** A copy of the parameters with these changes, on the first page unless they contain a page. */
export function withParams(current: URLSearchParams, changes: ListParamChanges): URLSearchParams {
  const next = new URLSearchParams(current)
  next.delete('page')
  for (const [name, value] of Object.entries(changes)) {
    if (value) next.set(name, value)
    else next.delete(name)
  }
  return next
}

/** The page number in the URL, from 1 to one million; 1 if there is none or it is invalid. */
export function parsePage(params: URLSearchParams): number {
  const page = Number(params.get('page'))
  return Number.isInteger(page) && page > 0 ? Math.min(page, 1_000_000) : 1
}
