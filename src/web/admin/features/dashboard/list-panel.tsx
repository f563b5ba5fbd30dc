import type { ReactNode } from 'react'
import { Panel } from '#web/ui/panel.tsx'

/** A short list of the dashboard; `emptyText` is shown when there are no lines. */
export function ListPanel(props: {
  title: string
  note?: string
  lines: ReactNode[]
  emptyText: string
  children?: ReactNode
}) {
  const { title, note, lines, emptyText, children } = props
  return (
    <Panel title={title} {...(note !== undefined && { note })}>
      {lines.length === 0 ? (
        <p className="grid min-h-18 place-items-center text-center text-muted">{emptyText}</p>
      ) : (
        <ul className="text-compact">{lines}</ul>
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
