import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { siteContentQuery } from '../../../lib/site-content.tsx'
import { dismissToast, useCurrentToast } from '../../../lib/toast.ts'
import ToastView from '../../../ui/toast.tsx'
import TooltipLayer from '../../../ui/tooltip-layer.tsx'
import { useSignedIn } from '../session/session.ts'
import { SignInAgain } from '../session/sign-in-again.tsx'
import { AlertProvider } from './alert.tsx'
import { MenuBar } from './menu-bar.tsx'
import { useOfficeShortcuts } from './office-shortcuts.ts'
import { ShortcutSheet } from './shortcut-sheet.tsx'
import { Sidebar } from './sidebar.tsx'

/** What stands around every screen of the back office (row ADM-1). */
export function AdminFrame() {
  const user = useSignedIn()
  const { data: content } = useQuery(siteContentQuery)
  const toast = useCurrentToast()
  const [sheetOpen, setSheetOpen] = useState(false)
  const openSheet = () => setSheetOpen(true)
  useOfficeShortcuts(user, openSheet)
  if (!user) return null
  const frame = { firm: content?.company.name, user, onShortcuts: openSheet }
  return (
    <AlertProvider>
      <div className="grid min-h-svh grid-cols-[minmax(0,1fr)] content-start bg-surface-grey lg:grid-cols-[15rem_minmax(0,1fr)] lg:content-stretch print:block print:bg-surface">
        <MenuBar {...frame} />
        <Sidebar {...frame} />
        <main className="mx-auto w-full min-w-0 max-w-336 px-[clamp(1rem,2.6vw,2.5rem)] py-[clamp(1.25rem,2.4vw,2.25rem)]">
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      {sheetOpen && <ShortcutSheet onClose={() => setSheetOpen(false)} />}
      <ToastView toast={toast} onDismiss={dismissToast} />
      <TooltipLayer />
      <SignInAgain user={user} />
    </AlertProvider>
  )
}
