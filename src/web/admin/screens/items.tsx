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
import { LoadError } from '../features/layout/load-error.tsx'
import { PageHeader } from '../features/layout/page-header.tsx'
import { Pager } from '../features/layout/pager.tsx'
import { parsePage, useListParams } from '../features/layout/use-list-params.ts'
import { adminApi, can, useCurrentUser } from '../features/session/session.ts'

/** Machines, parts and services in one list: found by words and filters, changed one by one or many at once. */
export default function Items() {
  const [searchParams, changeParams] = useListParams()
  const list = useQuery(adminItemsQuery(toPageParams(searchParams)))
  return (
    <>
      <PageHeader title="All items" subtitle="Machines, spare parts and services, drafts and archive" />
      <ListFilters searchParams={searchParams} onChange={changeParams} />
      <Panel>
        {list.isPending ? (
          <Spinner label="Loading..." />
        ) : list.isError ? (
          <LoadError subject="The list" error={list.error} onRetry={list.refetch} />
        ) : (
          <List
            key={toFilterParams(searchParams).toString()}
            searchParams={searchParams}
            items={list.data.items}
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

function List({ searchParams, items, total }: ListProps) {
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const { data: categories = [] } = useQuery(categoriesQuery())
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set())
  const [itemToDelete, setItemToDelete] = useState<AdminItem>()
  const bulkUpdate = useBulkUpdate(() => setSelectedIds(new Set()))
  const select = (id: string, on: boolean) =>
    setSelectedIds((present) => new Set(on ? [...present, id] : [...present].filter((other) => other !== id)))
  const selectAll = async () => {
    const ids = await getJson(adminApi, `/api/items/ids?${toFilterParams(searchParams)}`)
    setSelectedIds(new Set(ids as string[]))
  }
  if (items.length === 0)
    return (
      <p className="py-12 text-center text-muted">
        {total === 0 ? 'Nothing matches.' : 'The list does not go on so far.'}
      </p>
    )
  return (
    <>
      {canEdit && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <Button variant="link" size="sm" onClick={() => setSelectedIds(new Set(items.map(({ id }) => id)))}>
            {`Choose these ${items.length}`}
          </Button>
          {total > items.length && (
            <Button variant="link" size="sm" onClick={() => void selectAll()}>
              {`Choose all ${formatCount(total)} that match`}
            </Button>
          )}
        </div>
      )}
      <ItemTable
        items={items}
        selectedIds={selectedIds}
        onSelect={canEdit ? select : undefined}
        onArchive={({ id }, archived) => bulkUpdate.send({ ids: [id], change: { archived } })}
        onDelete={setItemToDelete}
      />
      {selectedIds.size > 0 && (
        <BulkBar
          count={selectedIds.size}
          archived={searchParams.get('state') === 'archived'}
          categories={categories}
          busy={bulkUpdate.isPending}
          onChange={(change) => bulkUpdate.send({ ids: [...selectedIds], change })}
          onClear={() => setSelectedIds(new Set())}
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
