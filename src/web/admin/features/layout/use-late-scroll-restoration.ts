import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

const STORAGE_KEY = 'capstan:admin-scroll'
/** How long a page that is still too short may take to grow. */
const TIMEOUT_MS = 10_000
const USER_INPUT_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

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

/** Scrolls to a position, repeatedly while the page is too short for it, until the user does something. Returns a function that ends it. */
function scrollWhenPossible(position: number): () => void {
  const controller = new AbortController()
  const observer = new ResizeObserver(() => scroll())
  const timer = setTimeout(() => stop(), TIMEOUT_MS)
  const stop = () => {
    observer.disconnect()
    clearTimeout(timer)
    controller.abort()
  }
  const scroll = () => {
    scrollTo({ top: position, behavior: 'instant' })
    if (Math.abs(scrollY - position) < 1) stop()
  }
  observer.observe(document.body)
  for (const event of USER_INPUT_EVENTS)
    addEventListener(event, stop, { signal: controller.signal, passive: true })
  return stop
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
