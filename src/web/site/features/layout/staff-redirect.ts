import { useEffect } from 'react'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { useSearchParams } from '#web/lib/navigation.tsx'

/** Kept in this tab, so that staff who came to look can look around. */
const PREVIEW_KEY = 'preview'

/** Signed-in staff outside the back office are taken there (row AUTH-7), unless they came to look: '?preview' (decision 0020). */
export function useStaffRedirect(): void {
  const preview = useSearchParams().has('preview')
  useEffect(() => {
    // A page in a frame is the preview of a screen, and no visit of this tab.
    if (window !== window.top) return
    if (preview) sessionStorage.setItem(PREVIEW_KEY, 'yes')
    if (sessionStorage.getItem(PREVIEW_KEY)) return
    const check = () => {
      if (localStorage.getItem(STORAGE_KEYS.token)) location.replace('/admin/dashboard')
    }
    check()
    addEventListener('storage', check)
    return () => removeEventListener('storage', check)
  }, [preview])
}
