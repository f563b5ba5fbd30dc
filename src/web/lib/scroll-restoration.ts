import { useDeferredValue } from 'react'
import { isHydrated } from './hydration.ts'

/** How far each address was scrolled when it was left. */
const scrollPositions = new Map<string, number>()
let navigatedByHistory = false

/** Whether Back or Forward led to the page in view, so that it is to stand where it was left; never while the server renders. */
export const isHistoryNavigation = (): boolean => navigatedByHistory

/**
 * Whether what stands below the first view is drawn: not in the first frame of a page that somebody opens. What the server
 * rendered is there, and who comes back finds all of it.
 */
export const useBelowFoldReady = (): boolean => useDeferredValue(true, !isHydrated() || isHistoryNavigation())

/** The browser's own step and the router's two. */
const NAVIGATION_EVENTS = ['popstate', 'pushState', 'replaceState']
const PAGE_LIFECYCLE_EVENTS = ['pagehide', 'pageshow']

/**
 * Remembers how far each address was scrolled when it was left, and goes back there with Back and Forward: browsers do it
 * before the page is drawn. To be called before anything is drawn: listeners of the window are told in the order in which
 * they came, and what the router draws asks whether it is returned to.
 */
export function installScrollRestoration(): void {
  let { href } = location
  const handleNavigation = ({ type }: Event) => {
    if (type !== 'replaceState') scrollPositions.set(href, scrollY)
    href = location.href
    const savedPosition = type === 'popstate' ? scrollPositions.get(href) : undefined
    navigatedByHistory = savedPosition !== undefined
    // By the next frame the page is drawn, and not yet seen.
    if (savedPosition !== undefined)
      requestAnimationFrame(() => scrollTo({ top: savedPosition, behavior: 'instant' }))
  }
  // A page that is loaded again is the browser's to put back.
  const setScrollRestoration = ({ type }: Event) => {
    history.scrollRestoration = type === 'pagehide' ? 'auto' : 'manual'
  }
  history.scrollRestoration = 'manual'
  for (const step of NAVIGATION_EVENTS) addEventListener(step, handleNavigation)
  for (const step of PAGE_LIFECYCLE_EVENTS) addEventListener(step, setScrollRestoration)
}
