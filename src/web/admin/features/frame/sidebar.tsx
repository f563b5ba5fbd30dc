import { ExternalLink, Keyboard, LogOut, UserRound } from 'lucide-react'
import { useId } from 'react'
import { NavLink } from 'react-router'
import type { User } from '#contracts/account.ts'
import { ADMIN_PATHS } from '../../../lib/admin-paths.ts'
import { formatCount } from '../../../lib/format.ts'
import { Cog } from '../../../ui/cog.tsx'
import { logout, may } from '../session/session.ts'
import { useCounts } from './counts.ts'
import { LINKS, type OfficeLink } from './links.ts'

/** On wide screens everything the frame offers stands at the left (row ADM-1). */
export function Sidebar(props: { firm: string | undefined; user: User; onShortcuts: () => void }) {
  const { firm, user, onShortcuts } = props
  return (
    <aside className="on-dark sticky top-0 hidden h-svh flex-col overflow-y-auto bg-marine-deep text-on-dark lg:flex print:hidden">
      <FirmLink firm={firm} className="px-5 py-4.5" />
      <OfficeLinks user={user} />
      <Own user={user} onShortcuts={onShortcuts} className="mt-auto border-line-dark border-t px-5 py-4" />
    </aside>
  )
}

export function FirmLink({ firm, className }: { firm: string | undefined; className: string }) {
  return (
    <a
      href="/?preview"
      className={`flex items-center gap-3 font-bold font-head text-xl leading-none ${className}`}
    >
      <Cog className="size-6.5 flex-none" />
      {firm}
    </a>
  )
}

/** The ways to the screens that this person may see. */
export function OfficeLinks({ user, onChoose }: { user: User; onChoose?: () => void }) {
  const counts = useCounts(user)
  return (
    <nav aria-label="Back office">
      {LINKS.filter(({ permission }) => may(user, permission)).map((link) => (
        <Entry key={link.to} link={link} count={counts[link.to]} onChoose={onChoose} />
      ))}
    </nav>
  )
}

function Entry(props: { link: OfficeLink; count: number | undefined; onChoose: (() => void) | undefined }) {
  const { to, label, Icon, counted } = props.link
  const figure = useId()
  return (
    <div className="relative">
      <NavLink
        to={to}
        onClick={props.onChoose}
        aria-describedby={props.count ? figure : undefined}
        className="flex items-center gap-3 border-transparent border-l-3 py-2.5 pr-12 pl-5 font-head font-medium text-lg text-on-dark-muted hover:text-on-dark aria-[current]:border-dim-dark aria-[current]:bg-on-dark/8 aria-[current]:text-on-dark"
      >
        <Icon aria-hidden="true" size={20} />
        {label}
      </NavLink>
      {props.count ? (
        <span
          id={figure}
          className="pointer-events-none absolute top-1/2 right-5 -translate-y-1/2 font-head font-semibold text-base"
        >
          {formatCount(props.count)}
          <span className="sr-only"> {counted}</span>
        </span>
      ) : null}
    </div>
  )
}

/** Who is signed in, and what concerns them alone. */
export function Own(props: {
  user: User
  onShortcuts: () => void
  onChoose?: () => void
  className: string
}) {
  const { user, onShortcuts, onChoose, className } = props
  const entry = 'flex w-full items-center gap-2 py-1.5 text-left hover:underline'
  return (
    <div className={`text-sm ${className}`}>
      <p className="text-on-dark-muted">Logged in as:</p>
      <p className="mb-1 font-semibold">{user.username}</p>
      <NavLink to={ADMIN_PATHS.ownAccount} onClick={onChoose} className={entry}>
        <UserRound aria-hidden="true" size={18} /> Your account
      </NavLink>
      <a href="/?preview" className={entry}>
        <ExternalLink aria-hidden="true" size={18} /> View site
      </a>
      <button type="button" onClick={onShortcuts} className={entry}>
        <Keyboard aria-hidden="true" size={18} /> Keyboard shortcuts
      </button>
      <button type="button" onClick={() => void logout()} className={entry}>
        <LogOut aria-hidden="true" size={18} /> Logout
      </button>
    </div>
  )
}
