import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useParams } from 'react-router'
import type { ItemHistory, ItemRevision } from '#contracts/office-item.ts'
import { reasonOf, send } from '../../lib/api.ts'
import { formatTime } from '../../lib/time.ts'
import { showToast } from '../../lib/toast.ts'
import { useSend } from '../../lib/use-send.ts'
import { Button } from '../../ui/button.tsx'
import { Plate } from '../../ui/plate.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { LoadFailure } from '../features/frame/load-failure.tsx'
import { BackLink, ScreenHead } from '../features/frame/screen-head.tsx'
import { LISTS } from '../features/items/kinds.ts'
import { historyQuery } from '../features/items/queries.ts'
import { may, staffApi, useSignedIn } from '../features/session/session.ts'

/** What an item was, who changed it and how, and the way back to any of it. */
export default function ItemHistoryScreen() {
  const { itemId = '' } = useParams()
  const { data, isPending, error, refetch } = useQuery(historyQuery(itemId))
  if (isPending) return <Spinner label="Loading..." />
  if (error)
    return (
      <>
        <ScreenHead title="History" />
        <LoadFailure what="The history" error={error} retry={refetch} />
      </>
    )
  const { item } = data
  const archived = item.state === 'archived'
  return (
    <>
      <BackLink to={archived ? '/admin/items?state=archived' : `${LISTS[item.kind].editPrefix}${item.id}`}>
        {archived ? 'Archive' : 'Back to the form'}
      </BackLink>
      <ScreenHead title="History" subtitle={item.name} />
      {data.revisions.length === 0 ? (
        <Plate>
          <p className="py-8 text-center text-muted">Nothing was changed yet since the history began.</p>
        </Plate>
      ) : (
        <Revisions history={data} />
      )}
    </>
  )
}

function Revisions({ history: { item, revisions } }: { history: ItemHistory }) {
  const allowed = may(useSignedIn(), 'catalogue.edit')
  const client = useQueryClient()
  const restore = useSend<unknown, number>({
    mutationFn: (revision) => send(staffApi, 'POST', `/api/items/${item.id}/restoration`, { revision }),
    onSuccess: async () => {
      await client.invalidateQueries()
      showToast({ title: 'Restored', description: 'The site shows it. What was there before is kept below.' })
    },
    onError: (error) => showToast({ variant: 'destructive', title: 'Error', description: reasonOf(error) }),
  })
  return (
    <ol className="grid max-w-224 gap-4">
      {revisions.map((revision) => (
        <li key={revision.revision}>
          <Plate>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 className="text-[1.25rem] leading-[1.2]">
                <time dateTime={revision.at}>{formatTime(revision.at)}</time>
                {revision.by && `, ${revision.by}`}
              </h2>
              {revision.revision === item.revision ? (
                <p className="text-muted">As it is now</p>
              ) : (
                allowed && (
                  <Button
                    variant="outline"
                    size="sm"
                    disabled={restore.isPending}
                    onClick={() => restore.send(revision.revision)}
                  >
                    <RotateCcw aria-hidden="true" size={16} /> Restore this
                  </Button>
                )
              )}
            </div>
            <Differences revision={revision} />
          </Plate>
        </li>
      ))}
    </ol>
  )
}

function Differences({ revision: { differences } }: { revision: ItemRevision }) {
  if (differences.length === 0) return <p className="mt-2 text-muted">The oldest that is kept.</p>
  return (
    <dl className="mt-3 grid gap-3">
      {differences.map(({ field, before, after }) => (
        <div
          key={field}
          className="grid gap-1 border-line border-t pt-2 md:grid-cols-[9rem_1fr_1fr] md:gap-4"
        >
          <dt className="font-head font-semibold">{field}</dt>
          <dd className="whitespace-pre-line break-words text-muted">
            <del className="decoration-1">{before || 'empty'}</del>
          </dd>
          <dd className="whitespace-pre-line break-words">
            <ins className="no-underline">{after || 'empty'}</ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
