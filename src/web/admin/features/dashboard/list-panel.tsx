import type { ReactNode } from 'react'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

/** A short list of the dashboard; `lines` is undefined while it is on its way, `rows` how many lines to keep free for it. */
export function ListPanel(props: {
  title: string
  note?: string
  lines: ReactNode[] | undefined
  skeletonRows: number
  /** What will stand here as long as nothing does. */
  emptyText: string
  children?: ReactNode
}) {
  const { title, note, lines, skeletonRows, emptyText, children } = props
  return (
    <Panel title={title} {...(note !== undefined && { note })}>
      {!lines ? (
        <div className="grid gap-3 pt-1" style={{ minHeight: `${skeletonRows * 2.25}rem` }}>
          {Array.from({ length: skeletonRows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
            <Skeleton key={index} className="h-5" />
          ))}
        </div>
      ) : lines.length === 0 ? (
        <p className="grid min-h-40 place-items-center text-center text-muted">{emptyText}</p>
      ) : (
        <ul className="text-[0.9375rem]">{lines}</ul>
      )}
      {children}
    </Panel>
  )
}

/** One line: what, and at the right a figure. */
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
