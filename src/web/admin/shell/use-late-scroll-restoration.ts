import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { scrollWhenPossible } from '#web/lib/navigation/scroll-when-possible.ts'

const STORAGE_KEY = 'capstan:admin-scroll'

/**
 * The scroll position in px of each history entry, by its address and key; the first entry of every document has the same
 * key. They are stored for reloads, and for Back to an earlier document.
 */
const positions = new Map(readStoredPositions())

/**
 * Restores the scroll position after Back, Forward and a reload once the page is long enough: React Router restores it
 * before the screen has loaded its data. A new entry with `scrollKey` in its state gets the position of the entry with
 * that key: a list that is shown again after an item was saved.
 */
export function useLateScrollRestoration(): void {
  const { pathname, search, key, state } = useLocation()
  const navigationType = useNavigationType()
  const scrollKey = (state as { scrollKey?: string } | null)?.scrollKey
  const address = pathname + search
  useLayoutEffect(() => {
    const id = toEntryId(address, key)
    const position = positions.get(navigationType === 'POP' ? id : toEntryId(address, scrollKey ?? ''))
    const stop = position === undefined ? undefined : scrollWhenPossible(position)
    const savePosition = () => positions.set(id, scrollY)
    addEventListener('scroll', savePosition, { passive: true })
    addEventListener('pagehide', storePositions)
    return () => {
      stop?.()
      removeEventListener('scroll', savePosition)
      removeEventListener('pagehide', storePositions)
    }
  }, [address, key, scrollKey, navigationType])
}

function toEntryId(address: string, key: string): string {
  return `${key} ${address}`
}

const storePositions = () => sessionStorage.setItem(STORAGE_KEY, JSON.stringify([...positions]))

function readStoredPositions(): [string, number][] {
  const stored = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? '[]') as [string, number][]
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  // An address that is opened anew begins at its top.
  const openedId =
    navigation?.type === 'navigate' ? toEntryId(location.pathname + location.search, 'default') : ''
  return stored.filter(([id]) => id !== openedId)
}
