import { Link, useSearchParams } from 'react-router'
import { formatCount } from '#contracts/format.ts'
import type { ItemImportDetails } from '#contracts/item-import.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** Filters of the rows as links with counts. Those of what was done appear once there is something. */
export function RowFilters({ details }: { details: ItemImportDetails }) {
  const [searchParams] = useSearchParams()
  const current = `${searchParams.get('state') ?? ''} ${searchParams.get('result') ?? ''}`
  return (
    <nav aria-label="Rows" className="mb-4 flex flex-wrap gap-2">
      {listFilters(details).map(({ label, count, state = '', result = '' }) => (
        <Link
          key={label}
          to={state || result ? `?${new URLSearchParams(state ? { state } : { result })}` : '?'}
          preventScrollReset
          aria-current={current === `${state} ${result}` ? 'true' : undefined}
          className={buttonClass(
            'outline',
            'sm',
            ' aria-[current]:border-marine aria-[current]:bg-marine-soft aria-[current]:shadow-[inset_0_-3px_0_var(--color-marine)]',
          )}
        >
          {label} <span className="font-text font-normal tabular-nums">{formatCount(count)}</span>
        </Link>
      ))}
    </nav>
  )
}

interface RowFilter {
  label: string
  count: number
  state?: string
  result?: string
}

function listFilters({ counts, applied, pending, notUndone }: ItemImportDetails): RowFilter[] {
  const { created, changed, unchanged, refused, conflicts } = counts
  return [
    { label: 'All', count: created + changed + unchanged + refused + conflicts },
    { label: 'New', count: created, state: 'created' },
    { label: 'Changed', count: changed, state: 'changed' },
    { label: 'Unchanged', count: unchanged, state: 'unchanged' },
    { label: 'Refused', count: refused, state: 'refused' },
    { label: 'Conflicts', count: conflicts, state: 'conflict' },
    ...(applied > 0 && pending > 0 ? [{ label: 'Applied', count: applied, result: 'applied' }] : []),
    ...(notUndone > 0 ? [{ label: 'Changed again', count: notUndone, result: 'changed-again' }] : []),
  ]
}
