import { useEffect, useRef } from 'react'
import { scrollToSection, useHash, usePathname } from '#web/lib/navigation.tsx'
import { isHistoryNavigation } from '#web/lib/scroll-restoration.ts'

const HASH_DELAY_MS = 100

/**
 * Scrolls smoothly to the section a hash names, 100 ms after arriving (row RT-3); a new page without one starts at its
 * top, one that Back or Forward lead to where it was left.
 */
export function useHashScroll(): void {
  const pathname = usePathname()
  const hash = useHash()
  const previousPath = useRef(pathname)
  useEffect(() => {
    const isNewPage = previousPath.current !== pathname
    previousPath.current = pathname
    if (!hash) {
      if (isNewPage) scrollTo({ top: 0, behavior: 'instant' })
      return
    }
    const scrollToHash = () => isHistoryNavigation() || scrollToSection(hash.slice(1))
    const timer = setTimeout(scrollToHash, HASH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [pathname, hash])
}
