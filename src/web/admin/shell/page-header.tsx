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

/** The title of a long form, which stays in view with the state of the form and its actions. */
export function FormHeader({
  title,
  status,
  children,
}: {
  title: string
  /** What is said about the form, such as that it has unsaved changes. */
  status: ReactNode
  children: ReactNode
}) {
  return (
    <header className="sticky top-16 z-5 -mx-2 mb-1 flex flex-wrap items-center justify-between gap-x-6 gap-y-2 bg-surface-grey px-2 py-2 lg:top-0 lg:pb-5">
      <title>{title}</title>
      <div className="flex flex-wrap items-center gap-x-3">
        <h1 className="text-[1.5rem] leading-[1.1] lg:text-[2.125rem]">{title}</h1>
        <p role="status" className="flex items-center gap-3 text-muted text-sm empty:absolute">
          {status}
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2 lg:gap-3">{children}</div>
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
