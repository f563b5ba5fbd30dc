import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FeaturedEntry, readFeaturedEntry } from '#contracts/featured-entry.ts'
import type { Kind } from '#contracts/item.ts'
import { SHOWN } from '#contracts/limits.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { send } from '../../lib/api.ts'
import { showToast } from '../../lib/toast.ts'
import { useSend } from '../../lib/use-send.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/field.tsx'
import { FigurePlate, Plate } from '../../ui/plate.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Table, TableCell, TableRow } from '../../ui/table.tsx'
import { Growing } from '../features/frame/growing.tsx'
import { LeavingGuard } from '../features/frame/leaving-guard.tsx'
import { BackLink, ScreenHead } from '../features/frame/screen-head.tsx'
import { useShortcut } from '../features/frame/shortcuts.tsx'
import { listQuery } from '../features/items/queries.ts'
import { Only } from '../features/session/only.tsx'
import { staffApi } from '../features/session/session.ts'

const KINDS: Kind[] = ['machine', 'spare', 'service']
const TYPE_LABELS = { machine: 'Machine', spare: 'Spare', service: 'Service' } as const
const LINES_AT_ONCE = 200
const COLUMNS = ['Featured', 'Name', 'Type', 'Category', 'Description']

/** Which items the landing page shows: flags change here, and all at once on the server (rows FTR-1 to FTR-5). */
export default function FeaturedProducts() {
  const lists = useQueries({ queries: KINDS.map(entriesQuery) })
  const loading = lists.some(({ isPending }) => isPending)
  const failed = lists.some(({ isLoadingError }) => isLoadingError)
  const [wanted, setWanted] = useState<ReadonlyMap<string, boolean>>(new Map())
  const entries = toEntries(lists, wanted)
  const save = useSend({
    mutationFn: async () => {
      // What colleagues chose since this screen was opened stays; only what was toggled here changes.
      const fresh = toEntries(
        await Promise.all(lists.map(({ refetch }) => refetch({ throwOnError: true }))),
        wanted,
      )
      await Promise.all(
        fresh.map(({ id, type, featured }) =>
          send(staffApi, 'PUT', `${RESOURCES[type].path}/${id}`, { featured }),
        ),
      )
    },
    onSuccess: async () => {
      await Promise.all(lists.map(({ refetch }) => refetch()))
      setWanted(new Map())
      showToast({ title: 'Success', description: 'Featured products updated successfully' })
    },
    onError: () =>
      showToast({ variant: 'destructive', title: 'Error', description: 'Failed to save featured products' }),
  })
  const closed = save.isPending || loading
  useShortcut({ keys: 'Ctrl+S', label: 'Save changes', run: () => closed || save.send() })
  useEffect(() => {
    if (failed) showToast({ variant: 'destructive', title: 'Error', description: 'Failed to fetch products' })
  }, [failed])
  const toggle = ({ id, featured }: FeaturedEntry) => setWanted(new Map(wanted).set(id, !featured))
  return (
    <>
      <LeavingGuard unsaved={wanted.size > 0} onLeave={async () => setWanted(new Map())} />
      <BackLink to="/admin/products">Back to Products</BackLink>
      <ScreenHead title="Featured Products" subtitle="Manage which products appear on the landing page">
        <Only permission="catalogue.edit">
          <Button onClick={() => save.send()} disabled={closed}>
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </Only>
      </ScreenHead>
      <Counters entries={loading ? undefined : entries} />
      <Shown entries={entries} />
      <Plate title="All Products">
        {loading ? (
          <Spinner label="Loading products..." />
        ) : entries.length === 0 ? (
          <p className="py-12 text-center text-muted">No products found</p>
        ) : (
          <Growing count={entries.length} step={LINES_AT_ONCE}>
            {(shown) => (
              <Table columns={COLUMNS} className="min-w-176">
                {entries.slice(0, shown).map((entry) => (
                  <Line key={entry.id} entry={entry} onToggle={() => toggle(entry)} />
                ))}
              </Table>
            )}
          </Growing>
        )}
      </Plate>
    </>
  )
}

/** One kind's lines of the table. */
const entriesQuery = (kind: Kind) => ({
  ...listQuery(RESOURCES[kind].path),
  select: (list: unknown[]) => list.map((entry) => readFeaturedEntry(kind, entry)),
})

/** Everything that can be featured, with the flags as they are wanted. */
function toEntries(
  lists: { data: FeaturedEntry[] | undefined }[],
  wanted: ReadonlyMap<string, boolean>,
): FeaturedEntry[] {
  return lists
    .flatMap(({ data }) => data ?? [])
    .map((entry) => ({ ...entry, featured: wanted.get(entry.id) ?? entry.featured }))
}

/** `entries` is undefined while they are on their way. */
function Counters({ entries }: { entries: FeaturedEntry[] | undefined }) {
  const machines = entries?.filter(({ type }) => type === 'machine').length ?? 0
  return (
    <dl className="mb-4 grid grid-cols-2 gap-4 xl:grid-cols-4">
      <FigurePlate label="Total Products" value={entries?.length} />
      <FigurePlate label="Featured" value={entries?.filter(({ featured }) => featured).length} />
      <FigurePlate label="Machines" value={entries && machines} />
      <FigurePlate label="Parts & Services" value={entries && entries.length - machines} />
    </dl>
  )
}

/** More can be featured than the landing page has room for: which ones it shows. */
function Shown({ entries }: { entries: FeaturedEntry[] }) {
  const featured = entries.filter((entry) => entry.featured)
  if (featured.length <= SHOWN.featuredShown) return null
  const names = featured.slice(0, SHOWN.featuredShown).map(({ name }) => name)
  return (
    <p role="status" className="mb-4">
      {`${featured.length} are featured; the landing page shows the first ${SHOWN.featuredShown}: ${names.join(', ')}.`}
    </p>
  )
}

function Line({ entry, onToggle }: { entry: FeaturedEntry; onToggle: () => void }) {
  return (
    <TableRow>
      <TableCell>
        <Checkbox aria-label={`Featured: ${entry.name}`} checked={entry.featured} onChange={onToggle} />
      </TableCell>
      <TableCell className="max-w-72 truncate font-semibold">{entry.name}</TableCell>
      <TableCell>
        <Badge tone={entry.type}>{TYPE_LABELS[entry.type]}</Badge>
      </TableCell>
      <TableCell className="whitespace-nowrap">{entry.category}</TableCell>
      <TableCell className="max-w-88 truncate text-muted">{entry.description}</TableCell>
    </TableRow>
  )
}
