import { useQueries } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import { type FeaturedEntry, parseFeaturedEntry } from '#contracts/catalogue/featured-entry.ts'
import type { Kind } from '#contracts/item/item.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { showToast } from '#web/lib/toast.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/field.tsx'
import { Panel, StatCard } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { Table, TableCell, TableRow } from '#web/ui/table.tsx'
import { LeaveGuard } from '../../editing/leave-guard.tsx'
import { listQuery } from '../../features/items/queries.ts'
import { IncrementalList } from '../../list/incremental-list.tsx'
import { RequirePermission } from '../../session/require-permission.tsx'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { LoadError } from '../../shell/load-error.tsx'
import { useShortcut } from '../../shell/navigation/shortcuts.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

const KINDS: Kind[] = ['machine', 'spare', 'service']
const ROW_BATCH_SIZE = 200
const COLUMNS = ['Featured', 'Name', 'Type', 'Category', 'Description']

/** The featured flags of all items; they are saved together ([FTR-1] to [FTR-5]). */
export default function FeaturedProducts() {
  const lists = useQueries({ queries: KINDS.map(entriesQuery) })
  const loading = lists.some(({ isPending }) => isPending)
  const failed = lists.filter(({ isLoadingError }) => isLoadingError)
  const hasFailed = failed.length > 0
  const [pendingFlags, setPendingFlags] = useState<ReadonlyMap<string, boolean>>(new Map())
  const entries = toEntries(lists, pendingFlags)
  const save = useGuardedMutation({
    mutationFn: async () => {
      // The flags that other users have changed since this screen was opened are retained.
      const refetchedEntries = toEntries(
        await Promise.all(lists.map(({ refetch }) => refetch({ throwOnError: true }))),
        pendingFlags,
      )
      await Promise.all(
        refetchedEntries.map(({ id, type, featured }) =>
          send(adminApi, 'PUT', `${RESOURCES[type].path}/${id}`, { featured }),
        ),
      )
    },
    onSuccess: async () => {
      await Promise.all(lists.map(({ refetch }) => refetch()))
      setPendingFlags(new Map())
      showToast({ title: 'Success', description: 'Featured products updated successfully' })
    },
    onError: () => void showErrorToast('Failed to save featured products'),
  })
  const isSaveDisabled = save.isPending || loading
  useShortcut({ keys: 'Ctrl+S', label: 'Save changes', run: () => isSaveDisabled || save.send() })
  useEffect(() => {
    if (hasFailed) showErrorToast('Failed to fetch products')
  }, [hasFailed])
  const toggle = ({ id, featured }: FeaturedEntry) =>
    setPendingFlags(new Map(pendingFlags).set(id, !featured))
  return (
    <>
      <LeaveGuard unsaved={pendingFlags.size > 0} onLeave={async () => setPendingFlags(new Map())} />
      <BackLink to="/admin/products">Back to Products</BackLink>
      <PageHeader
        title="Featured Products"
        subtitle="Manage which products appear on the landing page"
        className="sticky top-16 z-5 bg-surface-grey py-2 lg:top-0"
      >
        <RequirePermission permission="catalogue.edit">
          <Button onClick={() => save.send()} disabled={isSaveDisabled}>
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </RequirePermission>
      </PageHeader>
      <Counters entries={loading ? undefined : entries} />
      <DisplayLimitNotice entries={entries} />
      <Panel title="All Products">
        {hasFailed && (
          <LoadError
            subject="Some of the products"
            error={failed[0]!.error!}
            onRetry={() => Promise.all(failed.map(({ refetch }) => refetch()))}
          />
        )}
        {loading ? (
          <Spinner label="Loading products..." />
        ) : entries.length === 0 ? (
          !hasFailed && <p className="py-12 text-center text-muted">No products found</p>
        ) : (
          <IncrementalList count={entries.length} batchSize={ROW_BATCH_SIZE}>
            {(visibleCount) => (
              <Table columns={COLUMNS} stacked className="lg:min-w-176">
                {entries.slice(0, visibleCount).map((entry) => (
                  <EntryRow key={entry.id} entry={entry} onToggle={() => toggle(entry)} />
                ))}
              </Table>
            )}
          </IncrementalList>
        )}
      </Panel>
    </>
  )
}

/** The rows of one kind. */
const entriesQuery = (kind: Kind) => ({
  ...listQuery(RESOURCES[kind].path),
  select: (list: unknown[]) => list.map((entry) => parseFeaturedEntry(kind, entry)),
})

/** All items, with the flags that are not saved yet. */
function toEntries(
  lists: { data: FeaturedEntry[] | undefined }[],
  pendingFlags: ReadonlyMap<string, boolean>,
): FeaturedEntry[] {
  return lists
    .flatMap(({ data }) => data ?? [])
    .map((entry) => ({ ...entry, featured: pendingFlags.get(entry.id) ?? entry.featured }))
}

/** `entries` is undefined while the lists are loading. */
function Counters({ entries }: { entries: FeaturedEntry[] | undefined }) {
  const machines = entries?.filter(({ type }) => type === 'machine').length ?? 0
  return (
    <dl className="mb-4 grid grid-cols-2 gap-4 xl:grid-cols-4">
      <StatCard label="Total Products" value={entries?.length} />
      <StatCard label="Featured" value={entries?.filter(({ featured }) => featured).length} />
      <StatCard label="Machines" value={entries && machines} />
      <StatCard label="Parts & Services" value={entries && entries.length - machines} />
    </dl>
  )
}

/** Names the displayed items if more are featured than the home page displays. */
function DisplayLimitNotice({ entries }: { entries: FeaturedEntry[] }) {
  const featured = entries.filter((entry) => entry.featured)
  if (featured.length <= DISPLAY_LIMITS.featuredItems) return null
  const names = featured.slice(0, DISPLAY_LIMITS.featuredItems).map(({ name }) => name)
  return (
    <p role="status" className="mb-4">
      {`${featured.length} products are featured. The home page shows the first ${DISPLAY_LIMITS.featuredItems}: ${names.join(', ')}.`}
    </p>
  )
}

function EntryRow({ entry, onToggle }: { entry: FeaturedEntry; onToggle: () => void }) {
  return (
    <TableRow>
      <TableCell label="Featured">
        <Checkbox
          className="block"
          aria-label={`Featured: ${entry.name}`}
          checked={entry.featured}
          onChange={onToggle}
        />
      </TableCell>
      <TableCell label="Name" className="font-semibold lg:max-w-72 lg:truncate">
        {entry.name}
      </TableCell>
      <TableCell label="Type">
        <Badge tone={entry.type}>{KIND_LABELS[entry.type].label}</Badge>
      </TableCell>
      <TableCell label="Category" className="whitespace-nowrap">
        {entry.category}
      </TableCell>
      <TableCell label="Description" className="text-muted lg:max-w-88 lg:truncate">
        <span className="line-clamp-2 lg:inline">{entry.description}</span>
      </TableCell>
    </TableRow>
  )
}
