import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Outlet, ScrollRestoration } from 'react-router'
import { siteContentQuery } from '#web/lib/site-content.tsx'
import { dismissToast, useCurrentToast } from '#web/lib/toast.ts'
import ToastView from '#web/ui/overlays/toast.tsx'
import TooltipLayer from '#web/ui/overlays/tooltip-layer.tsx'
import { ReauthDialog } from '../session/reauth-dialog.tsx'
import { useCurrentUser } from '../session/session.ts'
import { AlertProvider } from './alert.tsx'
import { ShortcutsDialog, useGlobalShortcuts } from './navigation/shortcuts-dialog.tsx'
import { MenuBar, Sidebar } from './navigation/sidebar.tsx'
import { useLateScrollRestoration } from './use-late-scroll-restoration.ts'

/** The layout of every admin screen: menu bar or sidebar, alerts, toasts and the re-authentication dialog ([ADM-1]). */
export function AdminLayout() {
  const user = useCurrentUser()
  const { data: content } = useQuery(siteContentQuery)
  const toast = useCurrentToast()
  const [shortcutsOpen, setShortcutsOpen] = useState(false)
  const openShortcuts = () => setShortcutsOpen(true)
  useGlobalShortcuts(user, openShortcuts)
  useLateScrollRestoration()
  if (!user) return null
  const layoutProps = { companyName: content?.company.name, user, onOpenShortcuts: openShortcuts }
  return (
    <AlertProvider>
      <div className="grid min-h-svh grid-cols-[minmax(0,1fr)] content-start bg-surface-grey lg:grid-cols-[15rem_minmax(0,1fr)] lg:content-stretch print:block print:bg-surface">
        <MenuBar {...layoutProps} />
        <Sidebar {...layoutProps} />
        <main className="wrap-anywhere mx-auto w-full min-w-0 max-w-336 px-[clamp(1rem,2.6vw,2.5rem)] py-[clamp(1.25rem,2.4vw,2.25rem)]">
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {shortcutsOpen && <ShortcutsDialog onClose={() => setShortcutsOpen(false)} />}
      <ScrollRestoration />
      <ToastView toast={toast} onDismiss={dismissToast} />
      <TooltipLayer />
      <ReauthDialog user={user} />
    </AlertProvider>
  )
}
