import type { ReactNode } from 'react'

/** One part of the sheet: what it is and what holds for it at the left, the thing itself at the right. */
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

/** Things of one kind beside each other, as far as there is room. */
export function ExampleRow({ children, className = '' }: { children: ReactNode; className?: string }) {
  return <div className={`flex flex-wrap items-center gap-3 ${className}`}>{children}</div>
}
