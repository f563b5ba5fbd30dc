import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminItem } from '#contracts/admin-item.ts'
import { Panel } from '#web/ui/panel.tsx'
import { getJson } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BulkBar } from '../features/items/bulk-bar.tsx'
import { DeleteDialog } from '../features/items/delete-dialog.tsx'
import { ItemTable } from '../features/items/item-table.tsx'
import { ListFilters } from '../features/items/list-filters.tsx'
import { PAGE_SIZE, toFilterParams, toPageParams } from '../features/items/list-params.ts'
import { adminItemsQuery, categoriesQuery } from '../features/items/queries.ts'
import { useBulkUpdate } from '../features/items/use-bulk-update.ts'
import { showErrorToast } from '../features/layout/error-toast.ts'
import { LoadError } from '../features/layout/load-error.tsx'
import { PageHeader } from '../features/layout/page-header.tsx'
import { Pager } from '../features/layout/pager.tsx'
import { parsePage, useListParams } from '../features/layout/use-list-params.ts'
import { adminApi, can, useCurrentUser } from '../features/session/session.ts'

/** Machines, spare parts and services in one list, with search and filters, for changes of one or many items. */
export default function Items() {
  const [searchParams, changeParams] = useListParams()
  const list = useQuery(adminItemsQuery(toPageParams(searchParams)))
  return (
    <>
      <PageHeader
        title="All items"
        subtitle="Machines, spare parts and services, including drafts and archived items"
      />
      <ListFilters searchParams={searchParams} onChange={changeParams} />
      <Panel>
        {list.isPending ? (
          <Spinner label="Loading..." />
        ) : list.isError ? (
          <LoadError subject="The list" error={list.error} onRetry={list.refetch} />
        ) : (
          <List
            // Archived items take other changes than the rest, so the selection does not outlast the switch.
            key={String(searchParams.get('state') === 'archived')}
            searchParams={searchParams}
            items={list.data.rows}
            total={list.data.total}
          />
        )}
      </Panel>
      {list.data && <Pager page={parsePage(searchParams)} size={PAGE_SIZE} total={list.data.total} />}
    </>
  )
}

interface ListProps {
  searchParams: URLSearchParams
  items: AdminItem[]
  total: number
}

/** The rows of one page. The selection is retained when search, filters or page change. */
function List({ searchParams, items, total }: ListProps) {
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const { data: categories = [] } = useQuery(categoriesQuery)
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [itemToDelete, setItemToDelete] = useState<AdminItem>()
  const clearSelection = () => setSelectedIds(new Set())
  const bulkUpdate = useBulkUpdate(clearSelection)
  const select = (ids: string[]) => setSelectedIds((current) => new Set([...current, ...ids]))
  const toggle = (id: string, selected: boolean) =>
    setSelectedIds((current) => {
      const next = new Set(current)
      if (selected) next.add(id)
      else next.delete(id)
      return next
    })
  const selectAll = async () =>
    select((await getJson(adminApi, `/api/items/ids?${toFilterParams(searchParams)}`)) as string[])
  const hiddenCount = selectedIds.size - items.filter(({ id }) => selectedIds.has(id)).length
  return (
    <>
      {items.length === 0 && (
        <p className="py-12 text-center text-muted">
          {total === 0 ? 'No results.' : 'This page does not exist.'}
        </p>
      )}
      {canEdit && items.length > 0 && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <Button variant="link" size="sm" onClick={() => select(items.map(({ id }) => id))}>
            Select all on this page
          </Button>
          {total > items.length && (
            <Button variant="link" size="sm" onClick={() => void selectAll().catch(showErrorToast)}>
              {`Select all ${formatCount(total)}`}
            </Button>
          )}
        </div>
      )}
      {items.length > 0 && (
        <ItemTable
          items={items}
          selectedIds={selectedIds}
          onSelect={canEdit ? toggle : undefined}
          onArchive={({ id }, archived) => bulkUpdate.send({ ids: [id], change: { archived } })}
          onDelete={setItemToDelete}
        />
      )}
      {selectedIds.size > 0 && (
        <BulkBar
          count={selectedIds.size}
          hiddenCount={hiddenCount}
          archived={searchParams.get('state') === 'archived'}
          categories={categories}
          busy={bulkUpdate.isPending}
          onChange={(change) => bulkUpdate.send({ ids: [...selectedIds], change })}
          onClear={clearSelection}
        />
      )}
      {itemToDelete && (
        <DeleteDialog
          item={itemToDelete}
          onClose={() => setItemToDelete(undefined)}
          onDeleted={() => {
            setItemToDelete(undefined)
            bulkUpdate.refresh()
          }}
        />
      )}
    </>
  )
}
