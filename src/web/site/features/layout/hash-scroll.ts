import { useEffect, useRef } from 'react'
import { useHash, usePathname } from '#web/lib/navigation/navigation.tsx'
import { isHistoryNavigation } from '#web/lib/navigation/scroll-restoration.ts'
import { cancelSectionScroll, scrollToSection } from '#web/lib/navigation/section-scroll.ts'

const HASH_DELAY_MS = 100

/**
 * Scrolls to the section that the hash of the address names, 100 ms after navigation (row RT-3). A new page without a
 * hash starts at its top, except after Back and Forward, which restore the scroll position.
 */
export function useHashScroll(): void {
  const pathname = usePathname()
  const hash = useHash()
  const previousPath = useRef(pathname)
  useEffect(() => {
    const isNewPage = previousPath.current !== pathname
    previousPath.current = pathname
    cancelSectionScroll()
    if (!hash) {
      if (isNewPage) scrollTo({ top: 0, behavior: 'instant' })
      return
    }
    const scrollToHash = () => isHistoryNavigation() || scrollToSection(hash.slice(1))
    const timer = setTimeout(scrollToHash, HASH_DELAY_MS)
    return () => clearTimeout(timer)
  }, [pathname, hash])
}
