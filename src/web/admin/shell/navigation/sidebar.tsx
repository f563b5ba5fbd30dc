import { ExternalLink, Keyboard, LogOut, Menu, UserRound } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, NavLink, useLocation } from 'react-router'
import type { User } from '#contracts/account/account.ts'
import { formatCount } from '#contracts/format.ts'
import { PREVIEW_KEY } from '#contracts/storage-keys.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { CogIcon } from '#web/ui/icons/cog-icon.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { can } from '../../session/session.ts'
import { useSignOut } from '../../session/sign-out.tsx'
import { useNavBadges } from './nav-badges.ts'
import { getScreenName, isCurrent, NAV_ITEMS, type NavItem } from './nav-items.ts'

/** Marks the tab before the site opens in it: staff may follow links there before its scripts have run. */
const markPreview = () => sessionStorage.setItem(PREVIEW_KEY, 'yes')

/** The navigation at the left of screens of at least 1024 px ([ADM-1]). */
export function Sidebar(props: { companyName: string | undefined; user: User; onOpenShortcuts: () => void }) {
  const { companyName, user, onOpenShortcuts } = props
  return (
    <aside className="on-dark sticky top-0 hidden h-svh flex-col overflow-y-auto bg-marine-deep text-on-dark lg:flex print:hidden">
      <BrandLink companyName={companyName} className="px-5 py-4.5" />
      <MainNav user={user} />
      <UserMenu
        user={user}
        onOpenShortcuts={onOpenShortcuts}
        className="mt-auto border-line-dark border-t px-5 py-4"
      />
    </aside>
  )
}

function BrandLink({ companyName, className }: { companyName: string | undefined; className: string }) {
  return (
    <a
      href="/?preview"
      onClick={markPreview}
      className={`flex items-center gap-3 font-bold font-head text-xl leading-none ${className}`}
    >
      <CogIcon className="size-6.5 flex-none" />
      {companyName ?? <span className="sr-only">Website</span>}
    </a>
  )
}

/** Links to the screens that the role of the user permits. */
function MainNav({ user, onNavigate }: { user: User; onNavigate?: () => void }) {
  const badges = useNavBadges(user)
  return (
    <nav aria-label="Admin">
      {NAV_ITEMS.filter(({ permission }) => can(user, permission)).map((item) => (
        <NavItemLink key={item.to} item={item} count={badges[item.to]} onNavigate={onNavigate} />
      ))}
    </nav>
  )
}

function NavItemLink(props: {
  item: NavItem
  count: number | undefined
  onNavigate: (() => void) | undefined
}) {
  const { to, label, Icon, badgeLabel } = props.item
  const badgeId = useId()
  const { pathname } = useLocation()
  return (
    <div className="relative">
      <Link
        to={to}
        onClick={props.onNavigate}
        aria-current={isCurrent(props.item, pathname) ? 'page' : undefined}
        aria-describedby={props.count ? badgeId : undefined}
        className="flex items-center gap-3 border-transparent border-l-3 py-2.5 pr-12 pl-5 font-head font-medium text-lg text-on-dark-muted hover:text-on-dark aria-[current]:border-dim-dark aria-[current]:bg-on-dark/8 aria-[current]:text-on-dark"
      >
        <Icon aria-hidden="true" size={20} />
        {label}
      </Link>
      {props.count ? (
        <span
          id={badgeId}
          className="pointer-events-none absolute top-1/2 right-5 -translate-y-1/2 font-head font-semibold text-base"
        >
          {formatCount(props.count)}
          <span className="sr-only"> {badgeLabel}</span>
        </span>
      ) : null}
    </div>
  )
}

/** The signed-in user, their account, the site, the shortcuts and Logout. */
function UserMenu(props: {
  user: User
  onOpenShortcuts: () => void
  onNavigate?: () => void
  className: string
}) {
  const { user, onOpenShortcuts, onNavigate, className } = props
  const { signOut, dialog } = useSignOut()
  const entryClass = 'flex w-full items-center gap-2 py-1.5 text-left hover:underline'
  return (
    <div className={`text-sm ${className}`}>
      <p className="text-on-dark-muted">Logged in as:</p>
      <p className="mb-1 font-semibold">{user.username}</p>
      <NavLink to={ADMIN_PATHS.profile} onClick={onNavigate} className={entryClass}>
        <UserRound aria-hidden="true" size={18} /> Your account
      </NavLink>
      <a href="/?preview" onClick={markPreview} className={entryClass}>
        <ExternalLink aria-hidden="true" size={18} /> View site
      </a>
      <button type="button" onClick={onOpenShortcuts} className={entryClass}>
        <Keyboard aria-hidden="true" size={18} /> Keyboard shortcuts
      </button>
      <button type="button" onClick={signOut} className={entryClass}>
        <LogOut aria-hidden="true" size={18} /> Logout
      </button>
      {dialog}
    </div>
  )
}

/** The top bar below 1024 px: company, screen, and a button that opens the navigation. */
export function MenuBar(props: { companyName: string | undefined; user: User; onOpenShortcuts: () => void }) {
  const { companyName, user, onOpenShortcuts } = props
  const { pathname } = useLocation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the menu closes on every navigation, including Back
  useEffect(close, [pathname])
  return (
    <>
      <header className="on-dark sticky top-0 z-10 flex items-center justify-between gap-3 bg-marine-deep py-1.5 pr-2 pl-4 text-on-dark lg:hidden print:hidden">
        <div className="min-w-0">
          <BrandLink companyName={companyName} className="pt-1" />
          <p className="truncate pl-9.5 text-on-dark-muted text-sm">{getScreenName(pathname)}</p>
        </div>
        <Button variant="ghost" aria-haspopup="dialog" aria-expanded={open} onClick={() => setOpen(true)}>
          <Menu aria-hidden="true" size={20} /> Menu
        </Button>
      </header>
      {open && (
        <Dialog title="Menu" onClose={close}>
          <MenuContents>
            <MainNav user={user} onNavigate={close} />
            <UserMenu
              user={user}
              onNavigate={close}
              onOpenShortcuts={() => {
                close()
                onOpenShortcuts()
              }}
              className="mt-2 border-line-dark border-t px-5 pt-3"
            />
          </MenuContents>
        </Dialog>
      )}
    </>
  )
}

/** Focuses the link of the current screen instead of the close button. */
function MenuContents({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const link = element.current?.querySelector<HTMLElement>('[aria-current]')
    const first = element.current?.querySelector<HTMLElement>('a')
    ;(link ?? first)?.focus()
  }, [])
  return (
    <div ref={element} className="on-dark mt-4 bg-marine-deep py-2 text-on-dark">
      {children}
    </div>
  )
}
