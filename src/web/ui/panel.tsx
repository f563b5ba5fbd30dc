import type { ReactNode } from 'react'
import { Skeleton } from './skeleton.tsx'

/** A bordered box with a title. */
export function Panel({ title, note, children }: { title?: string; note?: string; children: ReactNode }) {
  return (
    <section className="min-w-0 rounded-lg border border-line bg-surface p-5">
      {title && (
        <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
          <h2 className="text-brand leading-[1.2]">{title}</h2>
          {note && <p className="text-muted text-sm">{note}</p>}
        </div>
      )}
      {children}
    </section>
  )
}

/** A number with its label inside a `dl`; undefined while it is loading. */
export function StatCard({
  label,
  value,
  note,
}: {
  label: string
  value: number | string | undefined
  note?: ReactNode
}) {
  return (
    <div className="rounded-lg border border-line bg-surface p-5">
      <dt className="font-head font-medium text-control text-muted">{label}</dt>
      <dd className="mt-1 font-head font-semibold text-stat leading-none md:text-stat-lg">
        {value ?? <Skeleton className="h-[1em] w-24" />}
      </dd>
      {note && <dd className="mt-1 text-muted text-sm">{note}</dd>}
    </div>
  )
}
