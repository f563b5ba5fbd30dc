import { useDeferredValue } from 'react'
import { createStore, useStore } from '../store.ts'
import { scrollWhenPossible } from './scroll-when-possible.ts'

/** How the page on display was opened: by a page load, by a link, or by Back or Forward to a known scroll position. */
type NavigationType = 'load' | 'link' | 'history'

const navigationType = createStore<NavigationType>('load')
/** Scroll position in px by address, as of leaving it. */
const scrollPositions = new Map<string, number>()

/** Whether Back or Forward opened the page on display, whose scroll position is restored. Not for use during rendering. */
export const isHistoryNavigation = (): boolean => navigationType.get() === 'history'

/** Whether the page on display was rendered by the server and no navigation has happened since. Not for use during rendering. */
export const isLoadedPage = (): boolean => navigationType.get() === 'load'

/** How the page on display was opened; 'load' on the server and during hydration. */
export const useNavigationType = (): NavigationType => useStore(navigationType, 'load')

/**
 * Returns false for the first render of a page that a link has opened, then true, so that content below the fold is
 * rendered in a second pass of lower priority. Always true for server-rendered pages and for Back and Forward.
 */
export const useBelowFoldReady = (): boolean => useDeferredValue(true, useNavigationType() !== 'link')

/** The browser's event, and those that wouter dispatches. */
const NAVIGATION_EVENTS = ['popstate', 'pushState', 'replaceState']
const PAGE_LIFECYCLE_EVENTS = ['pagehide', 'pageshow']

/**
 * Stores the scroll position of every address that is left, and restores it on Back and Forward: browsers restore it
 * before the page is rendered. Must be called before hydration, so that its listeners run before those of the router.
 */
export function installScrollRestoration(): void {
  let { href } = location
  let stopScrolling = () => {}
  const handleNavigation = ({ type }: Event) => {
    if (type !== 'replaceState') scrollPositions.set(href, scrollY)
    href = location.href
    const savedPosition = type === 'popstate' ? scrollPositions.get(href) : undefined
    navigationType.set(savedPosition === undefined ? 'link' : 'history')
    stopScrolling()
    // React has rendered the page before the next frame, or on a busy device after it.
    if (savedPosition === undefined) return
    requestAnimationFrame(() => {
      stopScrolling = scrollWhenPossible(savedPosition)
    })
  }
  // After a page load the browser itself restores the position.
  const setScrollRestoration = ({ type }: Event) => {
    history.scrollRestoration = type === 'pagehide' ? 'auto' : 'manual'
  }
  history.scrollRestoration = 'manual'
  for (const event of NAVIGATION_EVENTS) addEventListener(event, handleNavigation)
  for (const event of PAGE_LIFECYCLE_EVENTS) addEventListener(event, setScrollRestoration)
}
