import { useQuery } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { OfficeItem } from '#contracts/office-item.ts'
import { getJson } from '../../lib/api.ts'
import { formatCount } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LoadFailure } from '../features/frame/load-failure.tsx'
import { Pager } from '../features/frame/pager.tsx'
import { ScreenHead } from '../features/frame/screen-head.tsx'
import { BulkBar } from '../features/items/bulk-bar.tsx'
import { DeleteDialog } from '../features/items/delete-dialog.tsx'
import { ItemTable } from '../features/items/item-table.tsx'
import { filterParameters, PAGE_SIZE, pageNumber, pageParameters } from '../features/items/list-address.ts'
import { ListFilters } from '../features/items/list-filters.tsx'
import { categoriesQuery, officeItemsQuery } from '../features/items/queries.ts'
import { useItemChanges } from '../features/items/use-item-changes.ts'
import { may, staffApi, useSignedIn } from '../features/session/session.ts'

/** Machines, parts and services in one list: found by words and filters, changed one by one or many at once. */
export default function Items() {
  const [address, setAddress] = useSearchParams()
  const set = useCallback(
    (name: string, value: string) =>
      setAddress(
        (present) => {
          const next = new URLSearchParams(present)
          if (name !== 'page') next.delete('page')
          if (value) next.set(name, value)
          else next.delete(name)
          return next
        },
        { replace: name === 'search' },
      ),
    [setAddress],
  )
  const list = useQuery(officeItemsQuery(pageParameters(address)))
  return (
    <>
      <ScreenHead title="All items" subtitle="Machines, spare parts and services, drafts and archive" />
      <ListFilters address={address} onChange={set} onClear={() => setAddress({})} />
      <Plate>
        {list.isPending ? (
          <Spinner label="Loading..." />
        ) : list.isError ? (
          <LoadFailure what="The list" error={list.error} retry={list.refetch} />
        ) : (
          <List
            key={filterParameters(address).toString()}
            address={address}
            items={list.data.items}
            total={list.data.total}
          />
        )}
      </Plate>
      {list.data && <Pager page={pageNumber(address)} size={PAGE_SIZE} total={list.data.total} />}
    </>
  )
}

interface ListProps {
  address: URLSearchParams
  items: OfficeItem[]
  total: number
}

function List({ address, items, total }: ListProps) {
  const allowed = may(useSignedIn(), 'catalogue.edit')
  const { data: categories = [] } = useQuery(categoriesQuery())
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<OfficeItem>()
  const changes = useItemChanges(() => setChosen(new Set()))
  const choose = (id: string, on: boolean) =>
    setChosen((present) => new Set(on ? [...present, id] : [...present].filter((other) => other !== id)))
  const chooseAll = async () => {
    const ids = await getJson(staffApi, `/api/items/ids?${filterParameters(address)}`)
    setChosen(new Set(ids as string[]))
  }
  if (items.length === 0)
    return (
      <p className="py-12 text-center text-muted">
        {total === 0 ? 'Nothing matches.' : 'The list does not go on so far.'}
      </p>
    )
  return (
    <>
      {allowed && (
        <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
          <Button variant="link" size="sm" onClick={() => setChosen(new Set(items.map(({ id }) => id)))}>
            {`Choose these ${items.length}`}
          </Button>
          {total > items.length && (
            <Button variant="link" size="sm" onClick={() => void chooseAll()}>
              {`Choose all ${formatCount(total)} that match`}
            </Button>
          )}
        </div>
      )}
      <ItemTable
        items={items}
        chosen={chosen}
        onChoose={allowed ? choose : undefined}
        onArchive={({ id }, archived) => changes.send({ ids: [id], change: { archived } })}
        onDelete={setDeleting}
      />
      {chosen.size > 0 && (
        <BulkBar
          count={chosen.size}
          archived={address.get('state') === 'archived'}
          categories={categories}
          busy={changes.isPending}
          onChange={(change) => changes.send({ ids: [...chosen], change })}
          onClear={() => setChosen(new Set())}
        />
      )}
      {deleting && (
        <DeleteDialog
          item={deleting}
          onClose={() => setDeleting(undefined)}
          onDeleted={() => {
            setDeleting(undefined)
            changes.refresh()
          }}
        />
      )}
    </>
  )
}
