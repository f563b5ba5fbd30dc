import { useQuery, useQueryClient } from '@tanstack/react-query'
import { RotateCcw } from 'lucide-react'
import { useLocation, useParams } from 'react-router'
import type { ItemHistory, ItemRevision } from '#contracts/admin-item.ts'
import { formatDateTime } from '#web/lib/format-date.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { Panel } from '#web/ui/panel.tsx'
import { send } from '../../lib/api.ts'
import { showToast } from '../../lib/toast.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { ITEM_LIST_CONFIGS } from '../features/items/kind-config.ts'
import { historyQuery } from '../features/items/queries.ts'
import { showErrorToast } from '../features/layout/error-toast.ts'
import { LoadError } from '../features/layout/load-error.tsx'
import { BackLink, PageHeader } from '../features/layout/page-header.tsx'
import { adminApi, can, useCurrentUser } from '../features/session/session.ts'

/** The revisions of an item with their authors and differences; each can be restored. */
export default function ItemHistoryScreen() {
  const { itemId = '' } = useParams()
  const { state } = useLocation()
  const { data, isPending, error, refetch } = useQuery(historyQuery(itemId))
  if (isPending) return <Spinner label="Loading..." />
  if (error)
    return (
      <>
        <PageHeader title="History" />
        <LoadError subject="The history" error={error} onRetry={refetch} />
      </>
    )
  const { item } = data
  const archived = item.state === 'archived'
  return (
    <>
      <BackLink
        state={state}
        to={archived ? '/admin/items?state=archived' : `${ITEM_LIST_CONFIGS[item.kind].editPrefix}${item.id}`}
      >
        {archived ? 'Archive' : 'Back to product'}
      </BackLink>
      <PageHeader title="History" subtitle={item.name} />
      {data.revisions.length === 0 ? (
        <Panel>
          <p className="py-8 text-center text-muted">There are no changes yet.</p>
        </Panel>
      ) : (
        <Revisions history={data} />
      )}
    </>
  )
}

function Revisions({ history: { item, revisions } }: { history: ItemHistory }) {
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const client = useQueryClient()
  const restore = useGuardedMutation<unknown, number>({
    mutationFn: (revision) => send(adminApi, 'POST', `/api/items/${item.id}/restoration`, { revision }),
    onSuccess: async () => {
      await client.invalidateQueries()
      showToast({ title: 'Restored', description: 'The previous version remains in the list below.' })
    },
    onError: (error) => void showErrorToast(error),
  })
  return (
    <ol className="grid max-w-224 gap-4">
      {revisions.map((revision) => (
        <li key={revision.revision}>
          <Panel>
            <div className="flex flex-wrap items-center justify-between gap-3">
              <h2 className="text-[1.25rem] leading-[1.2]">
                <time dateTime={revision.at}>{formatDateTime(revision.at)}</time>
                {revision.by && `, ${revision.by}`}
              </h2>
              {revision.revision === item.revision ? (
                <p className="text-muted">Current version</p>
              ) : (
                canEdit && (
                  <Button
                    variant="outline"
                    size="sm"
                    disabled={restore.isPending}
                    onClick={() => restore.send(revision.revision)}
                  >
                    <RotateCcw aria-hidden="true" size={16} /> Restore
                  </Button>
                )
              )}
            </div>
            <Differences revision={revision} />
          </Panel>
        </li>
      ))}
    </ol>
  )
}

function Differences({ revision: { differences } }: { revision: ItemRevision }) {
  if (differences.length === 0) return <p className="mt-2 text-muted">Oldest version.</p>
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
