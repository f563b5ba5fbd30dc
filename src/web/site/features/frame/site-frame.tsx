import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { dismissToast, useCurrentToast } from '../../../lib/toast.ts'
import { Footer } from './footer.tsx'
import { NavBar } from './nav-bar.tsx'
import { Rack } from './rack.tsx'
import { useHashScroll } from './scroll.ts'
import { useStaffRedirect } from './staff-redirect.ts'

const ToastView = lazy(() => import('../../../ui/toast.tsx'))
const SignInDialog = lazy(() => import('../sign-in/sign-in-dialog.tsx'))

/** Everything around a public page: bar, footer, sign-in dialog, toast. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const [signingIn, setSigningIn] = useState(false)
  useHashScroll()
  useStaffRedirect()
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-20 bg-surface px-4 py-3 font-head font-semibold text-ink focus:translate-y-0"
      >
        Skip to content
      </a>
      <NavBar />
      <main id="main" tabIndex={-1} className="focus:outline-0">
        {children}
      </main>
      <Footer onAdminAccess={() => setSigningIn(true)} />
      <Rack />
      {signingIn && (
        <Suspense>
          <SignInDialog onClose={() => setSigningIn(false)} onSuccess={openBackOffice} />
        </Suspense>
      )}
      <Toasts />
    </>
  )
}

/** The back office is a program of its own: it starts with a page load. */
const openBackOffice = () => location.assign('/admin/dashboard')

/** Loads the toast's code with the first toast. */
function Toasts() {
  const toast = useCurrentToast()
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    if (toast) setNeeded(true)
  }, [toast])
  if (!needed) return null
  return (
    <Suspense>
      <ToastView toast={toast} onDismiss={dismissToast} />
    </Suspense>
  )
}
