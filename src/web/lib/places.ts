import { useDeferredValue } from 'react'
import { isAlive } from './alive.ts'

/** How far each address was scrolled when it was left. */
const places = new Map<string, number>()
let returned = false

/** Whether Back or Forward led to the page in view, so that it is to stand where it was left; never while the server renders. */
export const isReturn = (): boolean => returned

/**
 * Whether what stands below the first view is drawn: not in the first frame of a page that somebody opens. What the server
 * rendered is there, and who comes back finds all of it.
 */
export const useBelow = (): boolean => useDeferredValue(true, !isAlive() || isReturn())

/** The browser's own step and the router's two. */
const STEPS = ['popstate', 'pushState', 'replaceState']
const SHOWING = ['pagehide', 'pageshow']

/**
 * Remembers how far each address was scrolled when it was left, and goes back there with Back and Forward: browsers do it
 * before the page is drawn. To be called before anything is drawn: listeners of the window are told in the order in which
 * they came, and what the router draws asks whether it is returned to.
 */
export function keepPlaces(): void {
  let { href } = location
  const travelled = ({ type }: Event) => {
    if (type !== 'replaceState') places.set(href, scrollY)
    href = location.href
    const place = type === 'popstate' ? places.get(href) : undefined
    returned = place !== undefined
    // By the next frame the page is drawn, and not yet seen.
    if (place !== undefined) requestAnimationFrame(() => scrollTo({ top: place, behavior: 'instant' }))
  }
  // A page that is loaded again is the browser's to put back.
  const restoration = ({ type }: Event) => {
    history.scrollRestoration = type === 'pagehide' ? 'auto' : 'manual'
  }
  history.scrollRestoration = 'manual'
  for (const step of STEPS) addEventListener(step, travelled)
  for (const step of SHOWING) addEventListener(step, restoration)
}
