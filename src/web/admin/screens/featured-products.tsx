import { useQueries } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { type FeaturedEntry, toFeaturedEntry } from '#contracts/featured-entry.ts'
import type { Item } from '#contracts/item-reader.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { send } from '../../lib/api.ts'
import { showToast } from '../../lib/toast.ts'
import { useSend } from '../../lib/use-send.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { Plate, ScreenHead } from '../features/frame/screen-head.tsx'
import { allItemsQuery } from '../features/items/queries.ts'
import { staffApi } from '../features/session/session.ts'

const TYPE_LABELS = { machine: 'Machine', spare: 'Spare', service: 'Service' } as const
const COLUMNS = ['Featured', 'Name', 'Type', 'Category', 'Description']

/** Which items the landing page shows: flags change here, and all at once on the server (rows FTR-1 to FTR-5). */
export default function FeaturedProducts() {
  const lists = useQueries({
    queries: [allItemsQuery('machine'), allItemsQuery('spare'), allItemsQuery('service')],
  })
  const loading = lists.some(({ isPending }) => isPending)
  const failed = lists.some(({ isError }) => isError)
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
  useEffect(() => {
    if (failed) showToast({ variant: 'destructive', title: 'Error', description: 'Failed to fetch products' })
  }, [failed])
  const toggle = ({ id, featured }: FeaturedEntry) => setWanted(new Map(wanted).set(id, !featured))
  return (
    <>
      <Link to="/admin/products" className={buttonClass('link', 'sm')}>
        <ArrowLeft aria-hidden="true" size={18} /> Back to Products
      </Link>
      <ScreenHead title="Featured Products" subtitle="Manage which products appear on the landing page">
        <Button onClick={() => save.send()} disabled={save.isPending || loading}>
          {save.isPending ? 'Saving...' : 'Save Changes'}
        </Button>
      </ScreenHead>
      <Counters entries={entries} />
      <Plate title="All Products">
        {loading ? (
          <Spinner label="Loading products..." />
        ) : entries.length === 0 ? (
          <p className="py-12 text-center text-muted">No products found</p>
        ) : (
          <div className="overflow-x-auto">
            <table className="w-full min-w-176 text-left text-[0.9375rem]">
              <thead>
                <tr className="border-line-strong border-b">
                  {COLUMNS.map((column) => (
                    <th
                      key={column}
                      scope="col"
                      className="px-3.5 py-2.5 font-head font-medium text-label text-muted"
                    >
                      {column}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {entries.map((entry) => (
                  <Line key={entry.id} entry={entry} onToggle={() => toggle(entry)} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Plate>
    </>
  )
}

/** Everything that can be featured, with the flags as they are wanted. */
function toEntries(
  lists: { data: Item[] | undefined }[],
  wanted: ReadonlyMap<string, boolean>,
): FeaturedEntry[] {
  return lists
    .flatMap(({ data }) => (data ?? []).map(toFeaturedEntry))
    .map((entry) => ({ ...entry, featured: wanted.get(entry.id) ?? entry.featured }))
}

function Counters({ entries }: { entries: FeaturedEntry[] }) {
  const machines = entries.filter(({ type }) => type === 'machine').length
  const counters = [
    { label: 'Total Products', value: entries.length },
    { label: 'Featured', value: entries.filter(({ featured }) => featured).length },
    { label: 'Machines', value: machines },
    { label: 'Parts & Services', value: entries.length - machines },
  ]
  return (
    <dl className="mb-4 grid grid-cols-2 gap-4 xl:grid-cols-4">
      {counters.map(({ label, value }) => (
        <div key={label} className="rounded-lg border border-line bg-surface p-5">
          <dt className="font-head font-medium text-muted">{label}</dt>
          <dd className="font-head font-semibold text-[2.25rem] leading-none">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Line({ entry, onToggle }: { entry: FeaturedEntry; onToggle: () => void }) {
  return (
    <tr className="border-line border-b hover:bg-marine-soft">
      <td className="px-3.5 py-2">
        <input
          type="checkbox"
          aria-label={`Featured: ${entry.name}`}
          checked={entry.featured}
          onChange={onToggle}
          className="size-6 accent-marine"
        />
      </td>
      <td className="px-3.5 py-2 font-semibold whitespace-nowrap">{entry.name}</td>
      <td className="px-3.5 py-2">
        <Badge tone={entry.type}>{TYPE_LABELS[entry.type]}</Badge>
      </td>
      <td className="px-3.5 py-2 whitespace-nowrap">{entry.category}</td>
      <td className="max-w-88 truncate px-3.5 py-2 text-muted">{entry.description}</td>
    </tr>
  )
}
