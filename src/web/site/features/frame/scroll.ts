import { useEffect, useRef } from 'react'
import { scrollToSection, useHash, usePathname } from '../../../lib/navigation.tsx'
import { isReturn } from '../../../lib/places.ts'

const HASH_DELAY_MS = 100

/**
 * Scrolls smoothly to the section a hash names, 100 ms after arriving (row RT-3); a new page without one starts at its
 * top, one that Back or Forward lead to where it was left.
 */
export function useHashScroll(): void {
  const pathname = usePathname()
  const hash = useHash()
  const shownPath = useRef(pathname)
  useEffect(() => {
    const newPage = shownPath.current !== pathname
    shownPath.current = pathname
    if (!hash) {
      if (newPage) scrollTo({ top: 0, behavior: 'instant' })
      return
    }
    const arrive = () => isReturn() || scrollToSection(hash.slice(1))
    const timer = setTimeout(arrive, HASH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [pathname, hash])
}
