import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import type { ItemImportDetails } from '#contracts/bulk-data/item-import.ts'
import type { ImportRowState } from '#contracts/bulk-data/item-import-limits.ts'
import { countOf, formatCount } from '#contracts/format.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ListScreen } from '../../list/list-screen.tsx'
import { useList } from '../../list/use-list.ts'
import { importRowsQuery, isBusy, ROWS_SECTION_ID } from './requests.ts'
import { type ConflictResolver, RowsTable, useConflictResolver } from './rows-table.tsx'
import { MarkedFileDownload } from './upload-panel.tsx'

const ROW_LIST = { filters: { state: 'text', result: 'text' } } as const

/** The rows of an import with what would change or was changed. The URL holds filter and page. */
export function RowsPanel({ details }: { details: ItemImportDetails }) {
  const list = useList(ROW_LIST)
  const { id, counts, applied, notUndone, hasFile } = details
  const rows = useQuery(importRowsQuery(id, list.query))
  const resolver = useConflictResolver(id)
  const isDecidable = !isBusy(details)
  const { state: shownState = '', result } = list.filters
  const isShown = (state: ImportRowState) => ['', state].includes(shownState) && !result
  return (
    <section
      id={ROWS_SECTION_ID}
      aria-labelledby={`${ROWS_SECTION_ID}-title`}
      className="min-w-0 rounded-lg border border-line bg-surface pb-2"
    >
      <div className="p-5 pb-0">
        <h2
          id={`${ROWS_SECTION_ID}-title`}
          tabIndex={-1}
          className="mb-4 scroll-mt-24 text-brand leading-[1.2]"
        >
          {applied > 0 || notUndone > 0 ? '2. What changed' : '2. What would change'}
        </h2>
        <RowFilters details={details} />
        {counts.refused > 0 && hasFile && isShown('refused') && (
          <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
            <p className="text-sm">
              Refused rows are not applied. Correct them in the file and import it again.
            </p>
            <MarkedFileDownload id={id} />
          </div>
        )}
        {counts.conflicts > 0 && isDecidable && isShown('conflict') && (
          <ConflictNotice count={counts.conflicts} resolver={resolver} />
        )}
      </div>
      <ListScreen
        list={list}
        query={rows}
        getRows={({ items }) => items}
        subject="The rows"
        noun="row"
        loadingLabel="Loading rows..."
        noResults="No rows."
        empty={<p>No rows.</p>}
        isBoxed={false}
        anchor={ROWS_SECTION_ID}
      >
        {(shown) => (
          <RowsTable
            rows={shown}
            hasSheets={details.sheets.length > 1}
            resolver={isDecidable ? resolver : undefined}
          />
        )}
      </ListScreen>
    </section>
  )
}

/** Explains conflicts, and decides all of them. */
function ConflictNotice({ count, resolver }: { count: number; resolver: ConflictResolver }) {
  return (
    <section aria-label="Conflicts" className="mb-4 grid gap-3 border-accent border-l-3 bg-surface-grey p-4">
      <p>
        {`${countOf(count, 'item')} ${count === 1 ? 'was' : 'were'} changed after the file was made. Decide for each whether the values of the file are applied or the item stays as it is. Nothing is saved before you apply.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button variant="outline" size="sm" onClick={() => resolver.resolveAll('file')}>
          {count === 1 ? 'Use the file' : `Use the file for all ${formatCount(count)}`}
        </Button>
        <Button variant="outline" size="sm" onClick={() => resolver.resolveAll('item')}>
          {count === 1 ? 'Keep the item' : `Keep all ${formatCount(count)} items`}
        </Button>
      </div>
    </section>
  )
}

/** Filters of the rows as links with counts. Those of what was done appear once there is something. */
function RowFilters({ details }: { details: ItemImportDetails }) {
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
