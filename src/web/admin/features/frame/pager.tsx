import { ChevronLeft, ChevronRight } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

interface PagerProps {
  /** From 1 on. */
  page: number
  size: number
  total: number
  onPage: (page: number) => void
}

/** Where a long list stands, and the way through it. Nothing for a list of one page. */
export function Pager({ page, size, total, onPage }: PagerProps) {
  const last = Math.max(1, Math.ceil(total / size))
  if (last === 1) return null
  const count = (value: number) => value.toLocaleString('en-IN')
  const first = (page - 1) * size + 1
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">{`${count(first)} to ${count(Math.min(page * size, total))} of ${count(total)}`}</p>
      <div className="flex gap-2">
        <Button variant="outline" size="sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden="true" size={18} /> Previous
        </Button>
        <Button variant="outline" size="sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
          Next <ChevronRight aria-hidden="true" size={18} />
        </Button>
      </div>
    </nav>
  )
}
