import { useEffect } from 'react'
import { PREVIEW_KEY, STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { usePathname, useSearchParams } from '#web/lib/navigation/navigation.tsx'

const ADMIN_PATH = /^\/admin(?:\/|$)/

/**
 * Redirects signed-in staff from the public site to the dashboard, unless they opened it with '?preview' or follow its
 * links, and all others from an unknown path of the admin to the home page (row AUTH-7).
 */
export function useStaffRedirect(): void {
  const preview = useSearchParams().has('preview')
  const isAdminPath = ADMIN_PATH.test(usePathname())
  useEffect(() => {
    // A page in a frame is the preview of the settings screen.
    if (window !== window.top) return
    if (preview || (isSignedIn() && isReferredBySite())) sessionStorage.setItem(PREVIEW_KEY, 'yes')
    if (sessionStorage.getItem(PREVIEW_KEY)) return
    const redirect = () => {
      if (isSignedIn()) location.replace('/admin/dashboard')
      else if (isAdminPath) location.replace('/')
    }
    redirect()
    addEventListener('storage', redirect)
    return () => removeEventListener('storage', redirect)
  }, [preview, isAdminPath])
}

const isSignedIn = () => Boolean(localStorage.getItem(STORAGE_KEYS.token))

/**
 * Whether a link of a page of the site loaded this page: in a further tab, which does not share the session storage, or
 * before the scripts had run. Signed-in staff see such a page only if they browse the site.
 */
function isReferredBySite(): boolean {
  const { referrer } = document
  return referrer.startsWith(`${location.origin}/`) && !ADMIN_PATH.test(new URL(referrer).pathname)
}
