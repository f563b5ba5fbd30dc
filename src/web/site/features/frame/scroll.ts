import { useEffect, useRef } from 'react'
import { scrollToSection, useHash, usePathname } from '../../../lib/navigation.tsx'

const HASH_DELAY_MS = 100
/** The browser's own step and the router's two. */
const STEPS = ['popstate', 'pushState', 'replaceState']
const SHOWING = ['pagehide', 'pageshow']

/**
 * Scrolls smoothly to the section a hash names, 100 ms after arriving (row RT-3); a new page without one starts at its
 * top, one that Back or Forward lead to where it was left.
 */
export function useHashScroll(): void {
  const pathname = usePathname()
  const hash = useHash()
  const shownPath = useRef(pathname)
  const cameBack = usePlaces()
  useEffect(() => {
    const newPage = shownPath.current !== pathname
    shownPath.current = pathname
    if (!hash) {
      if (newPage) scrollTo({ top: 0, behavior: 'instant' })
      return
    }
    const timer = setTimeout(() => cameBack.current || scrollToSection(hash.slice(1)), HASH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [pathname, hash, cameBack])
}

/**
 * Remembers how far each address was scrolled when it was left, and goes back there with Back and Forward: browsers do it
 * before the page is drawn. Answers whether the address that is shown was reached that way.
 */
function usePlaces() {
  const cameBack = useRef(false)
  useEffect(() => {
    const places = new Map<string, number>()
    let { href } = location
    const travelled = ({ type }: Event) => {
      if (type !== 'replaceState') places.set(href, scrollY)
      href = location.href
      const place = type === 'popstate' ? places.get(href) : undefined
      cameBack.current = place !== undefined
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
    return () => {
      for (const step of STEPS) removeEventListener(step, travelled)
      for (const step of SHOWING) removeEventListener(step, restoration)
    }
  }, [])
  return cameBack
}
