import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router'
import { formatDateTime } from '#contracts/format.ts'
import type { ItemHistory } from '#contracts/item/admin-item.ts'
import { send } from '#web/lib/api/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { RevisionList } from '../../editing/revision-list.tsx'
import { ITEM_LIST_CONFIGS } from '../../features/items/kind-config.ts'
import { historyQuery } from '../../features/items/queries.ts'
import { adminApi, can, useCurrentUser } from '../../session/session.ts'
import { LoadError } from '../../shell/load-error.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

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
      <Changes changes={data.changes} />
      <Revisions history={data} />
    </>
  )
}

const FIRST_CHANGES = 5

/** What was changed besides the fields of the form: documents, relations and drawings. */
function Changes({ changes }: Pick<ItemHistory, 'changes'>) {
  const [isComplete, setComplete] = useState(false)
  if (changes.length === 0) return null
  return (
    <div className="mb-4 max-w-224">
      <Panel title="Documents, relations and drawings">
        <ol>
          {changes.slice(0, isComplete ? undefined : FIRST_CHANGES).map(({ at, by, detail }) => (
            <li
              key={`${at} ${detail}`}
              className="grid gap-x-4 border-line border-b py-1.5 text-compact last:border-0 sm:grid-cols-[minmax(0,1fr)_auto]"
            >
              <span className="wrap-anywhere">{detail}</span>
              <span className="text-muted text-sm">
                <time dateTime={at}>{formatDateTime(at)}</time>
                {by && `, ${by}`}
              </span>
            </li>
          ))}
        </ol>
        {!isComplete && changes.length > FIRST_CHANGES && (
          <Button variant="outline" size="sm" className="mt-3" onClick={() => setComplete(true)}>
            {`Show all ${changes.length}`}
          </Button>
        )}
      </Panel>
    </div>
  )
}

function Revisions({ history: { item, revisions } }: { history: ItemHistory }) {
  const canEdit = can(useCurrentUser(), 'catalogue.edit')
  const restore = (revision: number, current: number) =>
    send<{ revision: number }>(adminApi, 'POST', `/api/items/${item.id}/restoration`, { revision, current })
  return (
    <RevisionList revisions={revisions} current={item.revision} restore={canEdit ? restore : undefined} />
  )
}
