import { Button } from '../../../ui/button.tsx'
import { PAGE_ROWS } from './address.ts'
import { formatCount } from './words.ts'

/** Where one is in a long list, and the ways on. */
export function Pager({
  page,
  total,
  noun,
  onPage,
}: {
  page: number
  total: number
  noun: string
  onPage: (page: number) => void
}) {
  const first = (page - 1) * PAGE_ROWS + 1
  const last = Math.min(page * PAGE_ROWS, total)
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted text-sm tabular-nums">
        {total === 0 || first > last
          ? `${formatCount(total)} ${noun}`
          : `${formatCount(first)} to ${formatCount(last)} of ${formatCount(total)} ${noun}`}
      </p>
      {total > PAGE_ROWS && (
        <div className="flex gap-3">
          <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            Previous
          </Button>
          <Button variant="outline" size="sm" disabled={last >= total} onClick={() => onPage(page + 1)}>
            Next
          </Button>
        </div>
      )}
    </nav>
  )
}
