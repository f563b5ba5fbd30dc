import { ArrowDown, ArrowUp } from 'lucide-react'
import { type EnquirySort, getDefaultDirection, type SortDirection } from '#contracts/sort.ts'

interface SortHeaderProps {
  name: EnquirySort
  label: string
  sort: EnquirySort
  order: SortDirection
  onSort: (sort: EnquirySort, order: SortDirection) => void
}

/** The head of a column that sorts the list; a second click reverses the order. */
export function SortHeader({ name, label, sort, order, onSort }: SortHeaderProps) {
  const isCurrent = name === sort
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  const reversed = order === 'asc' ? 'desc' : 'asc'
  return (
    <th
      scope="col"
      aria-sort={isCurrent ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
      className="px-0.5 text-left"
    >
      <button
        type="button"
        className="flex min-h-8 items-center gap-1 px-1.5 font-head font-medium text-label text-muted hover:text-ink aria-pressed:text-ink"
        onClick={() => onSort(name, isCurrent ? reversed : getDefaultDirection(name, false))}
      >
        {label}
        {isCurrent && <Arrow aria-hidden="true" size={15} />}
      </button>
    </th>
  )
}
