import type { ReactNode } from 'react'

/** One component of the gallery: its name and rules at the left, its states at the right. */
export function Example({ title, note, children }: { title: string; note: string; children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="grid min-w-0 gap-4 border-line-strong border-t py-6 min-[90rem]:grid-cols-[13rem_minmax(0,1fr)]"
    >
      <div>
        <h2 className="text-h4">{title}</h2>
        <p className="mt-1.5 text-muted text-sm">{note}</p>
      </div>
      <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4">{children}</div>
    </section>
  )
}

/** Examples side by side, wrapped when the row is full. */
export function ExampleRow({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`flex flex-wrap items-center gap-3 ${className}`}>{children}</div>
}
