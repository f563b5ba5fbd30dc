import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'

/** The title of a screen, with its actions at the right. */
export function PageHeader({
  title,
  subtitle,
  className = '',
  children,
}: {
  title: string
  subtitle?: string
  className?: string
  children?: ReactNode
}) {
  return (
    <header className={`mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 ${className}`}>
      <title>{title}</title>
      <div>
        <h1 className="text-[2.125rem] leading-[1.1]">{title}</h1>
        {subtitle && <p className="text-muted">{subtitle}</p>}
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </header>
  )
}

/** A link to the screen that this one belongs to; `state` is the state of the history entry to create. */
export function BackLink({ to, state, children }: { to: string; state?: unknown; children: string }) {
  return (
    <Link to={to} state={state} className={buttonClass('link', 'sm')}>
      <ArrowLeft aria-hidden="true" size={18} /> {children}
    </Link>
  )
}
