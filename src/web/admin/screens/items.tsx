import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import type { AdminItem } from '#contracts/admin-item.ts'
import { formatCount } from '#contracts/format.ts'
import { KIND_LABELS, KINDS, type Kind } from '#contracts/kind.ts'
import { ADMIN_SORT_DIRECTIONS } from '#contracts/sort.ts'
import { ADMIN_PATHS } from '../../lib/admin-paths.ts'
import { getJson } from '../../lib/api.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { BulkBar } from '../features/items/bulk-bar.tsx'
import { ChangePricesDialog } from '../features/items/change-prices-dialog.tsx'
import { DeleteDialog } from '../features/items/delete-dialog.tsx'
import { ExportMenu } from '../features/items/export-menu.tsx'
import { ItemTable, SelectPage } from '../features/items/item-table.tsx'
import { ITEM_LIST_CONFIGS } from '../features/items/kind-config.ts'
import { ListFilters } from '../features/items/list-filters.tsx'
import {
  isNarrowed,
  PAGE_SIZE,
  parseKind,
  toFilterParams,
  toListParams,
  toPageParams,
} from '../features/items/list-params.ts'
import { ProductTabs } from '../features/items/product-tabs.tsx'
import { adminItemsQuery } from '../features/items/queries.ts'
import { getHighlightedId, toReturnState } from '../features/items/return-path.ts'
import { type Selection, useSelection } from '../features/items/selection.ts'
import { useBulkUpdate } from '../features/items/use-bulk-update.ts'
import { useDuplicateItem } from '../features/items/use-duplicate-item.ts'
import type { PriceTarget } from '../features/items/use-price-change.ts'
import { createColumnSort } from '../features/layout/column-sort.ts'
import { showErrorToast } from '../features/layout/error-toast.ts'
import { LoadError } from '../features/layout/load-error.tsx'
import { Pager } from '../features/layout/pager.tsx'
import { type ListParamChanges, parsePage, useListParams } from '../features/layout/use-list-params.ts'
import { RequirePermission } from '../features/session/require-permission.tsx'
import { adminApi, can, useCurrentUser } from '../features/session/session.ts'

/** The table of all items or of one kind, drafts included, with search and filters, for changes of one or many items. */
export default function Items() {
  const [searchParams, changeParams] = useListParams()
  const kind = parseKind(searchParams)
  const list = useQuery(adminItemsQuery(toPageParams(searchParams)))
  const selection = useSelection()
  const [priceTarget, setPriceTarget] = useState<PriceTarget>()
  const total = list.data?.total ?? 0
  const navigate = useNavigate()
  const openGrid = (ids?: string[]) =>
    void navigate(`${ADMIN_PATHS.itemGrid}?${toListParams(searchParams)}`, { state: ids && { ids } })
  return (
    <>
      <ProductTabs
        kind={kind}
        view="table"
        exportMenu={
          <>
            <ExportMenu
              kind={kind}
              items={Object.fromEntries(toListParams(searchParams))}
              label={
                isNarrowed(searchParams) && list.data && !list.isPlaceholderData
                  ? `Export ${formatCount(list.data.total)} found`
                  : 'Export'
              }
            />
            <RequirePermission permission="catalogue.edit">
              {total > 0 && searchParams.get('state') !== 'archived' && (
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={
                    total === 1
                      ? 'Change prices of the item of the list'
                      : `Change prices of all ${formatCount(total)} items of the list`
                  }
                  onClick={() => setPriceTarget({ filter: Object.fromEntries(toFilterParams(searchParams)) })}
                >
                  Change prices
                </Button>
              )}
            </RequirePermission>
          </>
        }
      >
        <RequirePermission permission="catalogue.edit">
          <AddLinks kind={kind} />
        </RequirePermission>
      </ProductTabs>
      <ListFilters searchParams={searchParams} onChange={changeParams} />
      <section aria-label="Items" className="min-w-0 rounded-lg border border-line bg-surface">
        {list.isPending ? (
          <Spinner label="Loading..." />
        ) : list.isError ? (
          <LoadError subject="The list" error={list.error} onRetry={list.refetch} />
        ) : (
          <List
            searchParams={searchParams}
            changeParams={changeParams}
            items={list.data.items}
            total={list.data.total}
            isCurrent={!list.isFetching}
            selection={selection}
            onOpenGrid={() => openGrid([...selection.selectedIds])}
            onChangePrices={() => setPriceTarget({ ids: [...selection.selectedIds] })}
          />
        )}
      </section>
      {priceTarget && (
        <ChangePricesDialog
          target={priceTarget}
          count={priceTarget.ids?.length ?? total}
          onClose={() => setPriceTarget(undefined)}
          onDone={() => {
            setPriceTarget(undefined)
            selection.clear()
          }}
        />
      )}
      {list.data && list.data.total > 0 && (
        <Pager page={parsePage(searchParams)} size={PAGE_SIZE} total={list.data.total} />
      )}
    </>
  )
}

/** The links to the forms of new items; of one kind under its full name. */
function AddLinks({ kind }: { kind: Kind | undefined }) {
  const returnState = toReturnState(useLocation())
  return (kind ? [kind] : KINDS).map((each) => {
    const { addRoute, addText } = ITEM_LIST_CONFIGS[each]
    return (
      <Link
        key={each}
        to={addRoute}
        state={returnState}
        className={buttonClass(kind ? 'default' : 'outline', 'sm')}
      >
        <Plus aria-hidden="true" size={16} />
        {kind ? (
          addText
        ) : (
          <span>
            <span className="sr-only">Add new </span>
            {KIND_LABELS[each].label}
          </span>
        )}
      </Link>
    )
  })
}

interface ListProps {
  searchParams: URLSearchParams
  changeParams: (changes: ListParamChanges) => void
  items: AdminItem[]
  total: number
  /** Whether the items are those of the last response, and no other one is expected. */
  isCurrent: boolean
  selection: Selection
  onChangePrices: () => void
  onOpenGrid: () => void
}

function List(props: ListProps) {
  const { searchParams, changeParams, items, total, isCurrent, selection, onChangePrices, onOpenGrid } = props
  const location = useLocation()
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const kind = parseKind(searchParams)
  const [itemToDelete, setItemToDelete] = useState<AdminItem>()
  const bulkUpdate = useBulkUpdate(selection.clear)
  // A change of one row leaves the rest of the selection as it is.
  const rowUpdate = useBulkUpdate(() => {})
  const duplicate = useDuplicateItem(toReturnState(location))
  const selectAll = async () =>
    selection.select(await getJson<string[]>(adminApi, `/api/items/ids?${toListParams(searchParams)}`))
  const { selectedIds } = selection
  const highlightedId = getHighlightedId(location)
  const isHighlightHidden = isCurrent && highlightedId && !items.some(({ id }) => id === highlightedId)
  return (
    <>
      {isHighlightHidden && <SavedElsewhere id={highlightedId} kind={kind} />}
      {items.length === 0 && (
        <EmptyList kind={kind} total={total} isNarrowed={isNarrowed(searchParams)} canEdit={canEdit} />
      )}
      {items.length > 0 && (
        <>
          {canEdit && (
            // biome-ignore lint/a11y/noLabelWithoutControl: the check box is inside
            <label className="flex items-center gap-2 border-line border-b px-3 py-2 text-sm lg:hidden">
              <SelectPage ids={items.map(({ id }) => id)} selection={selection} />
              Select all on this page
            </label>
          )}
          <ItemTable
            items={items}
            kind={kind}
            selection={canEdit ? selection : undefined}
            highlightedId={highlightedId}
            sortBy={createColumnSort(searchParams, changeParams, ADMIN_SORT_DIRECTIONS)}
            onArchive={({ id }, archived) => {
              selection.deselect([id])
              rowUpdate.send({ ids: [id], change: { archived } })
            }}
            onDuplicate={duplicate.send}
            onDelete={setItemToDelete}
          />
        </>
      )}
      {selectedIds.size > 0 && (
        <BulkBar
          selectedIds={selectedIds}
          hiddenCount={selectedIds.size - items.filter(({ id }) => selectedIds.has(id)).length}
          total={total}
          archived={searchParams.get('state') === 'archived'}
          kind={kind}
          busy={bulkUpdate.isPending}
          onChange={(change) => bulkUpdate.send({ ids: [...selectedIds], change })}
          onChangePrices={onChangePrices}
          onOpenGrid={onOpenGrid}
          onSelectAll={() => void selectAll().catch(showErrorToast)}
          onClear={selection.clear}
        />
      )}
      {itemToDelete && (
        <DeleteDialog
          item={itemToDelete}
          onClose={() => setItemToDelete(undefined)}
          onDeleted={() => {
            selection.deselect([itemToDelete.id])
            setItemToDelete(undefined)
            rowUpdate.refresh()
          }}
        />
      )}
    </>
  )
}

/** Says that the item saved last is not on this page, with a link to where it is. */
function SavedElsewhere({ id, kind }: { id: string; kind: Kind | undefined }) {
  const query = new URLSearchParams({ ...(kind && { kind }), sort: 'changed' })
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The form that had the focus is gone.
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true })
  }, [])
  return (
    <p role="status" className="flex flex-wrap gap-x-3 border-line border-b bg-marine-soft px-4 py-2">
      The saved item is not on this page of the list.
      <Link ref={link} to={`?${query}`} state={{ highlightedId: id }} className="text-link underline">
        Show it
      </Link>
    </p>
  )
}

interface EmptyListProps {
  kind: Kind | undefined
  total: number
  isNarrowed: boolean
  canEdit: boolean
}

function EmptyList({ kind, total, isNarrowed: narrowed, canEdit }: EmptyListProps) {
  const noun = kind ? KIND_LABELS[kind].plural : 'machines, spare parts or services'
  const [title, advice] =
    total > 0
      ? ['This page does not exist.', 'Go back to the first page.']
      : narrowed
        ? ['No results.', 'Change the search, or clear search and filters.']
        : [`No ${noun} yet.`, canEdit ? 'Add the first one, and it appears here and on the website.' : '']
  return (
    <div className="grid justify-items-center gap-2 px-6 py-12 text-center">
      <p className="font-semibold">{title}</p>
      <p className="text-muted">{advice}</p>
      {total === 0 && !narrowed && canEdit && (
        <p className="mt-2 flex flex-wrap justify-center gap-3">
          <AddLinks kind={kind} />
        </p>
      )}
    </div>
  )
}
