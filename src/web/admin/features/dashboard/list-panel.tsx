import type { ReactNode } from 'react'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A short list of the dashboard. `lines` is undefined while it is loading; `skeletonRows` rows are reserved meanwhile. */
export function ListPanel(props: {
  title: string
  note?: string
  lines: ReactNode[] | undefined
  skeletonRows: number
  /** Shown when the list is empty. */
  emptyText: string
  children?: ReactNode
}) {
  const { title, note, lines, skeletonRows, emptyText, children } = props
  return (
    <Panel title={title} {...(note !== undefined && { note })}>
      {!lines ? (
        <div className="grid gap-3 pt-1" style={{ minHeight: `${skeletonRows * 2.25}rem` }}>
          {Array.from({ length: skeletonRows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the skeletons have no identity
            <Skeleton key={index} className="h-5" />
          ))}
        </div>
      ) : lines.length === 0 ? (
        <p
          className={`grid place-items-center text-center text-muted ${skeletonRows > 2 ? 'min-h-40' : 'min-h-18'}`}
        >
          {emptyText}
        </p>
      ) : (
        <ul className="min-h-18 text-compact">{lines}</ul>
      )}
      {children}
    </Panel>
  )
}

/** One line of the list, with a number at the right. */
export function ListPanelRow({ children, value }: { children: ReactNode; value?: ReactNode }) {
  return (
    <li className="flex min-h-9 items-center justify-between gap-3 border-line border-t py-1 first:border-t-0">
      <span className="min-w-0">{children}</span>
      {value !== undefined && (
        <span className="flex flex-none items-center gap-2 font-head font-semibold text-base">{value}</span>
      )}
    </li>
  )
}
