import { useEffect } from 'react'
import { PREVIEW_KEY, STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { usePathname, useSearchParams } from '#web/lib/navigation.tsx'

const ADMIN_PATH = /^\/admin(?:\/|$)/

/**
 * Redirects signed-in staff from the public site to the dashboard, unless the tab was opened with '?preview', and all
 * others from an unknown path of the admin to the home page (row AUTH-7).
 */
export function useStaffRedirect(): void {
  const preview = useSearchParams().has('preview')
  const isAdminPath = ADMIN_PATH.test(usePathname())
  useEffect(() => {
    // A page in a frame is the preview of the settings screen.
    if (window !== window.top) return
    if (preview || isReferredByPreview()) sessionStorage.setItem(PREVIEW_KEY, 'yes')
    if (sessionStorage.getItem(PREVIEW_KEY)) return
    const redirect = () => {
      if (localStorage.getItem(STORAGE_KEYS.token)) location.replace('/admin/dashboard')
      else if (isAdminPath) location.replace('/')
    }
    redirect()
    addEventListener('storage', redirect)
    return () => removeEventListener('storage', redirect)
  }, [preview, isAdminPath])
}

/** Whether this page was loaded by a link of a page with '?preview' that was followed before the scripts had run there. */
function isReferredByPreview(): boolean {
  const { referrer } = document
  return referrer.startsWith(`${location.origin}/`) && new URL(referrer).searchParams.has('preview')
}
