import { type ReactNode, useRef, useState } from 'react'
import { formatCount } from '#contracts/format.ts'
import { Button } from '#web/ui/button.tsx'

interface PagedListProps<Entry> {
  entries: readonly Entry[]
  pageSize: number
  /** The plural of the entries: 'pictures'. */
  noun: string
  children: (entry: Entry) => ReactNode
}

/** One page of a list that exists in this tab only, so that its page is not part of the URL. */
export function PagedList<Entry>({ entries, pageSize, noun, children }: PagedListProps<Entry>) {
  const list = useRef<HTMLUListElement>(null)
  const [requestedPage, setPage] = useState(0)
  const lastPage = Math.max(0, Math.ceil(entries.length / pageSize) - 1)
  const page = Math.min(requestedPage, lastPage)
  const start = page * pageSize
  const rows = entries.slice(start, start + pageSize)
  const goTo = (next: number) => {
    setPage(next)
    list.current?.scrollIntoView()
    list.current?.focus({ preventScroll: true })
  }
  return (
    <>
      <ul ref={list} tabIndex={-1} className="scroll-mt-24 focus:outline-0">
        {rows.map(children)}
      </ul>
      {lastPage > 0 && (
        <nav
          aria-label={`Pages of ${noun}`}
          className="flex flex-wrap items-center justify-between gap-3 border-line border-t p-4"
        >
          <p role="status" className="text-muted text-sm tabular-nums">
            {`${formatCount(start + 1)} to ${formatCount(start + rows.length)} of ${formatCount(entries.length)} ${noun}`}
          </p>
          <div className="flex gap-3">
            <Button variant="outline" size="sm" disabled={page === 0} onClick={() => goTo(page - 1)}>
              Previous
            </Button>
            <Button variant="outline" size="sm" disabled={page === lastPage} onClick={() => goTo(page + 1)}>
              Next
            </Button>
          </div>
        </nav>
      )}
    </>
  )
}
