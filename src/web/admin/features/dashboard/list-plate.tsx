import type { ReactNode } from 'react'
import { Plate } from '../../../ui/plate.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** A short list of the dashboard; `lines` is undefined while it is on its way, `rows` how many lines to keep free for it. */
export function ListPlate(props: {
  title: string
  note?: string
  lines: ReactNode[] | undefined
  rows: number
  /** What will stand here as long as nothing does. */
  empty: string
  children?: ReactNode
}) {
  const { title, note, lines, rows, empty, children } = props
  return (
    <Plate title={title} {...(note !== undefined && { note })}>
      {!lines ? (
        <div className="grid gap-3 pt-1" style={{ minHeight: `${rows * 2.25}rem` }}>
          {Array.from({ length: rows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: places, not things
            <Skeleton key={index} className="h-5" />
          ))}
        </div>
      ) : lines.length === 0 ? (
        <p className="grid min-h-40 place-items-center text-center text-muted">{empty}</p>
      ) : (
        <ul className="text-[0.9375rem]">{lines}</ul>
      )}
      {children}
    </Plate>
  )
}

/** One line: what, and at the right a figure. */
export function Line({ children, figure }: { children: ReactNode; figure?: ReactNode }) {
  return (
    <li className="flex min-h-9 items-center justify-between gap-3 border-line border-t py-1 first:border-t-0">
      <span className="min-w-0">{children}</span>
      {figure !== undefined && (
        <span className="flex flex-none items-center gap-2 font-head font-semibold text-base">{figure}</span>
      )}
    </li>
  )
}
