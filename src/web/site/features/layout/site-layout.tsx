import { type ReactNode, useEffect, useState } from 'react'
import { t } from '#messages/messages.ts'
import { MAIN_ID, RESULTS_ID } from '#web/lib/navigation/element-ids.ts'
import { markHydrated } from '#web/lib/navigation/hydration.ts'
import { LazyComponent } from '#web/lib/navigation/lazy-component.tsx'
import { usePathname } from '#web/lib/navigation/navigation.tsx'
import { dismissToast, showNetworkError, useCurrentToast } from '#web/lib/toast.ts'
import { useCompared } from '#web/site/items/remembered/compared.ts'
import { setEnquiryListOpen, useIsEnquiryListOpen } from '#web/site/items/remembered/enquiry-list.ts'
import { ToastFallback } from '#web/ui/overlays/toast-fallback.tsx'
import { FloatingActions } from './floating-actions.tsx'
import { Footer } from './footer.tsx'
import { useHashScroll } from './hash-scroll.ts'
import { NavBar } from './nav-bar.tsx'
import { useStaffRedirect } from './staff-redirect.ts'
import { Tooltips } from './tooltips.tsx'

const loadToast = () => import('#web/ui/overlays/toast.tsx')
const loadEnquiryDrawer = () => import('../../enquiry/drawer.tsx')
const loadCompareTray = () => import('../../items/remembered/compare-tray.tsx')
const loadSignIn = () => import('../sign-in/sign-in-dialog.tsx')

/** The frame of every public page: navigation bar, footer, enquiry list, comparison, sign-in dialog, toast and tooltips. */
export function SiteLayout({ children }: { children: ReactNode }) {
  const [signingIn, setSigningIn] = useState(false)
  const contentId = usePathname() === '/products' ? RESULTS_ID : MAIN_ID
  useHashScroll()
  useStaffRedirect()
  useEffect(markHydrated, [])
  return (
    <>
      <a href={`#${contentId}`} className="skip-link">
        {t('Skip to content')}
      </a>
      <NavBar />
      <main id={MAIN_ID} tabIndex={-1} className="focus:outline-0">
        {children}
      </main>
      <Footer onAdminAccess={() => setSigningIn(true)} />
      <FloatingActions>
        <Comparison />
      </FloatingActions>
      {signingIn && (
        <LazyComponent
          load={loadSignIn}
          props={{ onClose: () => setSigningIn(false), onSuccess: openAdmin }}
          onFail={() => {
            setSigningIn(false)
            showNetworkError()
          }}
        />
      )}
      <EnquiryList />
      <Toasts />
      <Tooltips />
    </>
  )
}

/** The admin is a separate front end, so it needs a page load. */
const openAdmin = () => location.assign('/admin/dashboard')

function EnquiryList() {
  const close = () => setEnquiryListOpen(false)
  const fail = () => {
    close()
    showNetworkError()
  }
  return (
    useIsEnquiryListOpen() && (
      <LazyComponent load={loadEnquiryDrawer} props={{ onClose: close }} onFail={fail} />
    )
  )
}

/** What the visitor has chosen to compare, except on the page that compares it. */
function Comparison() {
  const ids = useCompared() ?? []
  const isHidden = usePathname() === '/compare' || ids.length === 0
  return isHidden ? null : <LazyComponent load={loadCompareTray} props={{ ids }} />
}

/** Loads the toast component with the first toast; until then, and if it cannot be loaded, a plain toast shows the text. */
function Toasts() {
  const toast = useCurrentToast()
  const [needed, setNeeded] = useState(false)
  useEffect(() => {
    if (toast) setNeeded(true)
  }, [toast])
  if (!needed) return null
  return (
    <LazyComponent
      load={loadToast}
      props={{ toast, onDismiss: dismissToast }}
      fallback={toast?.open && <ToastFallback title={toast.title} description={toast.description} />}
    />
  )
}
