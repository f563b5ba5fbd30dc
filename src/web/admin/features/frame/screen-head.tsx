import type { ReactNode } from 'react'

/** A screen's title, with its actions at the right. */
export function ScreenHead({
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

/** A white sheet on the grey ground. */
export function Plate({ title, note, children }: { title?: string; note?: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-5">
      {title && (
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="text-[1.4375rem] leading-[1.2]">{title}</h2>
          {note && <p className="text-muted text-sm">{note}</p>}
        </div>
      )}
      {children}
    </section>
  )
}
