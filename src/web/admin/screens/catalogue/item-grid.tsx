import { useState } from 'react'
import { useLocation } from 'react-router'
import { MAX_GRID_ITEMS } from '#contracts/bulk-data/grid-fields.ts'
import { countOf, formatCount } from '#contracts/format.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { LeaveGuard } from '../../editing/leave-guard.tsx'
import { ConflictPanel } from '../../features/grid/conflict-panel.tsx'
import { countEdits, listSendable } from '../../features/grid/grid-state.ts'
import { ItemGrid } from '../../features/grid/item-grid.tsx'
import { type GridTarget, useGrid } from '../../features/grid/use-grid.ts'
import { useItemList } from '../../features/items/list/list-params.ts'
import { RequirePermission } from '../../session/require-permission.tsx'
import { LoadError } from '../../shell/load-error.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

/** The items to edit, and the screen that they were chosen on if it is another one than the list. */
type GridLocation = { state: { ids?: string[]; from?: string } | null }

/** Items in a grid like a spreadsheet: the selected ones of the list, or all that match its filters. */
export default function ItemGridScreen() {
  const { listParams } = useItemList()
  const { state } = useLocation() as GridLocation
  return (
    <>
      <BackLink to={state?.from ?? `${ADMIN_PATHS.items}?${new URLSearchParams(listParams)}`}>
        {state?.from ? 'Back to data quality' : 'Back to the list'}
      </BackLink>
      <RequirePermission
        permission="catalogue.edit"
        fallback={<PageHeader title="Edit in a grid" subtitle="Your role cannot edit items." />}
      >
        <div className="md:hidden">
          <PageHeader title="Edit in a grid" />
          <p>Use a tablet or computer for the grid. On this screen, use the list and its forms.</p>
        </div>
        <div className="max-md:hidden">
          <Grid filter={listParams} />
        </div>
      </RequirePermission>
    </>
  )
}

function Grid({ filter }: { filter: Record<string, string> }) {
  const { state: locationState } = useLocation() as GridLocation
  const [target] = useState<GridTarget>(() => (locationState?.ids ? { ids: locationState.ids } : { filter }))
  const { query, state, dispatch, save, question, isSaving, error, message } = useGrid(target)
  const { changed, invalid } = countEdits(state)
  const sendable = listSendable(state)
  return (
    <>
      <PageHeader
        title="Edit in a grid"
        subtitle="Paste from Excel, fill down with Ctrl+D, undo with Ctrl+Z, select with Shift and arrows"
        className="mb-3"
      >
        <p role="status" className="self-center text-sm">
          {isSaving
            ? 'Saving …'
            : changed > 0
              ? `${countOf(changed, 'changed cell')}${invalid > 0 ? `, ${formatCount(invalid)} invalid` : ''}`
              : message}
        </p>
        <Button disabled={isSaving || sendable.length === 0} onClick={save}>
          {sendable.length > 0 ? `Save ${countOf(sendable.length, 'item')}` : 'Save'}
        </Button>
      </PageHeader>
      {error && (
        <p role="alert" className="mb-3 text-danger">
          {error}
        </p>
      )}
      {message && changed > 0 && !isSaving && (
        <p role="status" className="mb-3 text-sm">
          {message}
        </p>
      )}
      {query.data && query.data.total > MAX_GRID_ITEMS && (
        <p className="mb-3 text-sm">
          {`The first ${formatCount(MAX_GRID_ITEMS)} of ${formatCount(query.data.total)} items. Narrow the list with search and filters to edit others.`}
        </p>
      )}
      <ConflictPanel state={state} dispatch={dispatch} />
      {query.isPending ? (
        <Spinner label="Loading..." />
      ) : query.isError ? (
        <LoadError subject="The items" error={query.error} onRetry={query.refetch} />
      ) : query.data.items.length === 0 ? (
        <p>No items match. Go back to the list and change search or filters.</p>
      ) : (
        state.items.length > 0 && <ItemGrid state={state} dispatch={dispatch} onSave={save} />
      )}
      {question}
      <LeaveGuard unsaved={changed > 0} />
    </>
  )
}
