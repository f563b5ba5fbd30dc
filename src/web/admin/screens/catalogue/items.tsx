import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { ADMIN_SORT_LABELS } from '#contracts/catalogue/sort.ts'
import { formatCount } from '#contracts/format.ts'
import type { AdminItem } from '#contracts/item/admin-item.ts'
import { KIND_LABELS, KINDS, type Kind } from '#contracts/item/kind.ts'
import { getJson } from '#web/lib/api/api.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { ITEM_LIST_CONFIGS } from '../../features/items/kind-config.ts'
import { BulkBar } from '../../features/items/list/bulk-bar.tsx'
import { ChangePricesDialog } from '../../features/items/list/change-prices-dialog.tsx'
import { DeleteDialog } from '../../features/items/list/delete-dialog.tsx'
import { ExportMenu } from '../../features/items/list/export-menu.tsx'
import { ItemTable, SelectPage } from '../../features/items/list/item-table.tsx'
import { ItemFilters } from '../../features/items/list/list-filters.tsx'
import { useItemList } from '../../features/items/list/list-params.ts'
import { useSelection } from '../../features/items/list/selection.ts'
import { useBulkUpdate } from '../../features/items/list/use-bulk-update.ts'
import type { PriceTarget } from '../../features/items/list/use-price-change.ts'
import { ProductTabs } from '../../features/items/product-tabs.tsx'
import { adminItemsQuery } from '../../features/items/queries.ts'
import { getHighlightedId, toReturnState } from '../../features/items/return-path.ts'
import { useDuplicateItem } from '../../features/items/use-duplicate-item.ts'
import { ListScreen } from '../../list/list-screen.tsx'
import { RequirePermission } from '../../session/require-permission.tsx'
import { adminApi, can, useCurrentUser } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'

/** The table of all items or of one kind, drafts included, with search and filters, for changes of one or many items. */
export default function Items() {
  const list = useItemList()
  const { kind, filters, filterParams, listParams } = list
  const query = useQuery(adminItemsQuery(list.query))
  const selection = useSelection()
  const { selectedIds } = selection
  const [priceTarget, setPriceTarget] = useState<PriceTarget>()
  const [itemToDelete, setItemToDelete] = useState<AdminItem>()
  const bulkUpdate = useBulkUpdate(selection.clear)
  // A change of one row leaves the rest of the selection as it is.
  const rowUpdate = useBulkUpdate(() => {})
  const location = useLocation()
  const navigate = useNavigate()
  const duplicate = useDuplicateItem(toReturnState(location))
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const items = query.data?.items ?? []
  const total = query.data?.total ?? 0
  const listQuery = new URLSearchParams(listParams)
  const highlightedId = getHighlightedId(location)
  const isHighlightHidden =
    query.data && !query.isFetching && highlightedId && !items.some(({ id }) => id === highlightedId)
  const selectAll = async () =>
    selection.select((await getJson(adminApi, `/api/items/ids?${listQuery}`)) as string[])
  return (
    <>
      <ListScreen
        list={list}
        label="Items"
        tabs={
          <>
            <ProductTabs
              kind={kind}
              view="table"
              exportMenu={
                <>
                  <ExportMenu
                    kind={kind}
                    items={listParams}
                    label={
                      list.isFiltered && query.data && !query.isPlaceholderData
                        ? `Export ${formatCount(total)} found`
                        : 'Export'
                    }
                  />
                  {canEdit && total > 0 && filters.state !== 'archived' && (
                    <Button
                      variant="outline"
                      size="sm"
                      aria-label={
                        total === 1
                          ? 'Change prices of the item of the list'
                          : `Change prices of all ${formatCount(total)} items of the list`
                      }
                      onClick={() => setPriceTarget({ filter: filterParams })}
                    >
                      Change prices
                    </Button>
                  )}
                </>
              }
            >
              <RequirePermission permission="catalogue.edit">
                <AddLinks kind={kind} />
              </RequirePermission>
            </ProductTabs>
            {isHighlightHidden && <SavedElsewhere id={highlightedId} kind={kind} />}
          </>
        }
        search={{ placeholder: 'Name, part number or description' }}
        filters={<ItemFilters list={list} />}
        sortLabels={ADMIN_SORT_LABELS}
        query={query}
        getRows={({ items }) => items}
        subject="The list"
        noun=""
        empty={<NoItems kind={kind} canEdit={canEdit} />}
      >
        {() => (
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
              sortBy={list.sortBy}
              onArchive={({ id }, archived) => {
                selection.deselect([id])
                void rowUpdate.send({ ids: [id], change: { archived } })
              }}
              onDuplicate={duplicate.send}
              onDelete={setItemToDelete}
            />
          </>
        )}
      </ListScreen>
      {selectedIds.size > 0 && (
        <BulkBar
          selectedIds={selectedIds}
          hiddenCount={selectedIds.size - items.filter(({ id }) => selectedIds.has(id)).length}
          total={total}
          archived={filters.state === 'archived'}
          kind={kind}
          busy={bulkUpdate.isPending}
          onChange={(change) => void bulkUpdate.send({ ids: [...selectedIds], change })}
          onChangePrices={() => setPriceTarget({ ids: [...selectedIds] })}
          onOpenGrid={() =>
            void navigate(`${ADMIN_PATHS.itemGrid}?${listQuery}`, { state: { ids: [...selectedIds] } })
          }
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
            rowUpdate.refresh()
          }}
        />
      )}
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

/** Says that the item saved last is not on this page, with a link to where it is. */
function SavedElsewhere({ id, kind }: { id: string; kind: Kind | undefined }) {
  const query = new URLSearchParams({ ...(kind && { kind }), sort: 'changed' })
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // The form that had the focus is gone.
    if (document.activeElement === document.body) link.current?.focus({ preventScroll: true })
  }, [])
  return (
    <p
      role="status"
      className="mb-3 flex flex-wrap gap-x-3 rounded-lg border border-line bg-marine-soft px-4 py-2"
    >
      The saved item is not on this page of the list.
      <Link ref={link} to={`?${query}`} state={{ highlightedId: id }} className="text-link underline">
        Show it
      </Link>
    </p>
  )
}

function NoItems({ kind, canEdit }: { kind: Kind | undefined; canEdit: boolean }) {
  return (
    <>
      <p className="font-semibold text-ink">
        {`No ${kind ? KIND_LABELS[kind].plural : 'machines, spare parts or services'} yet.`}
      </p>
      {canEdit && (
        <>
          <p>Add the first one, and it appears here and on the website.</p>
          <p className="mt-2 flex flex-wrap justify-center gap-3">
            <AddLinks kind={kind} />
          </p>
        </>
      )}
    </>
  )
}
