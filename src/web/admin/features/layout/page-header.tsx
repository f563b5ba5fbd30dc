import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'

/** A screen's title, with its actions at the right. */
export function PageHeader({
  title,
  subtitle,
  children,
}: {
  title: string
  subtitle?: string
  children?: ReactNode
}) {
  return (
    <header className="mb-5 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <title>{title}</title>
      <div>
        <h1 className="text-[2.125rem] leading-[1.1]">{title}</h1>
        {subtitle && <p className="text-muted">{subtitle}</p>}
      </div>
      <div className="flex flex-wrap gap-3">{children}</div>
    </header>
  )
}

/** The way back to the screen that this one belongs to. */
export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={buttonClass('link', 'sm')}>
      <ArrowLeft aria-hidden="true" size={18} /> {children}
    </Link>
  )
}
