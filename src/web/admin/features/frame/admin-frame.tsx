import { useQuery } from '@tanstack/react-query'
import {
  Box,
  ExternalLink,
  Gauge,
  History,
  KeyRound,
  LogOut,
  type LucideIcon,
  MessageSquareQuote,
  Rows3,
  SlidersHorizontal,
  UserRound,
  Users,
} from 'lucide-react'
import { Suspense } from 'react'
import { NavLink, Outlet } from 'react-router'
import type { Permission } from '#contracts/permission.ts'
import { ADMIN_PATHS } from '../../../lib/admin-paths.ts'
import { siteContentQuery } from '../../../lib/site-content.tsx'
import { dismissToast, useCurrentToast } from '../../../lib/toast.ts'
import { Cog } from '../../../ui/cog.tsx'
import ToastView from '../../../ui/toast.tsx'
import TooltipLayer from '../../../ui/tooltip-layer.tsx'
import { logout, may, useSignedIn } from '../session/session.ts'
import { AlertProvider } from './alert.tsx'
import { NewReviews } from './new-reviews.tsx'

const LINKS: { to: string; label: string; Icon: LucideIcon; permission: Permission }[] = [
  { to: ADMIN_PATHS.dashboard, label: 'Dashboard', Icon: Gauge, permission: 'office.read' },
  { to: '/admin/products', label: 'Products', Icon: Box, permission: 'office.read' },
  { to: ADMIN_PATHS.customers, label: 'Customers', Icon: Users, permission: 'enquiries.read' },
  { to: ADMIN_PATHS.items, label: 'All items', Icon: Rows3, permission: 'office.read' },
  { to: ADMIN_PATHS.reviews, label: 'Reviews', Icon: MessageSquareQuote, permission: 'reviews.edit' },
  { to: ADMIN_PATHS.settings, label: 'Settings', Icon: SlidersHorizontal, permission: 'settings.edit' },
  { to: ADMIN_PATHS.accounts, label: 'Accounts', Icon: KeyRound, permission: 'accounts.edit' },
  { to: ADMIN_PATHS.log, label: 'Log', Icon: History, permission: 'log.read' },
]

/** What stands around every screen of the back office (row ADM-1). */
export function AdminFrame() {
  const user = useSignedIn()
  const { data: content } = useQuery(siteContentQuery)
  const toast = useCurrentToast()
  if (!user) return null
  return (
    <AlertProvider>
      <div className="grid min-h-svh grid-cols-[minmax(0,1fr)] bg-surface-grey lg:grid-cols-[15rem_minmax(0,1fr)]">
        <aside className="on-dark flex flex-col bg-marine-deep text-on-dark lg:sticky lg:top-0 lg:h-svh">
          <a
            href="/?preview"
            className="flex items-center gap-3 px-5 py-4.5 font-bold font-head text-xl leading-none"
          >
            <Cog className="size-6.5" />
            {content?.company.name}
          </a>
          <nav aria-label="Back office" className="flex overflow-x-auto lg:block">
            {LINKS.filter(({ permission }) => may(user, permission)).map(({ to, label, Icon }) => (
              <NavLink
                key={to}
                to={to}
                className="flex flex-1 items-center gap-2 whitespace-nowrap border-transparent px-3 py-2.5 lg:gap-3 lg:px-5 font-head font-medium text-lg text-on-dark-muted hover:text-on-dark aria-[current]:border-dim-dark aria-[current]:bg-white/8 aria-[current]:text-on-dark lg:border-l-3"
              >
                <Icon aria-hidden="true" size={20} />
                {label}
                {to === ADMIN_PATHS.reviews && <NewReviews />}
              </NavLink>
            ))}
          </nav>
          <div className="mt-auto flex flex-wrap items-center gap-x-6 border-line-dark border-t px-5 py-3 text-sm lg:block lg:py-4.5">
            <p className="text-on-dark-muted">Logged in as:</p>
            <p className="font-semibold">{user.username}</p>
            <NavLink to={ADMIN_PATHS.ownAccount} className="flex items-center gap-2 py-2 hover:underline">
              <UserRound aria-hidden="true" size={18} /> Your account
            </NavLink>
            <a href="/?preview" className="flex items-center gap-2 py-2 hover:underline">
              <ExternalLink aria-hidden="true" size={18} /> View site
            </a>
            <button
              type="button"
              onClick={() => void logout()}
              className="flex items-center gap-2 py-2 hover:underline"
            >
              <LogOut aria-hidden="true" size={18} /> Logout
            </button>
          </div>
        </aside>
        <main className="mx-auto w-full min-w-0 max-w-336 px-[clamp(1rem,2.6vw,2.5rem)] py-[clamp(1.25rem,2.4vw,2.25rem)]">
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <ToastView toast={toast} onDismiss={dismissToast} />
      <TooltipLayer />
    </AlertProvider>
  )
}
