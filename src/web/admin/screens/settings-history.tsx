import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SiteContentHistory } from '#contracts/site-content.ts'
import { ADMIN_PATHS } from '#web/lib/admin-paths.ts'
import { send } from '#web/lib/api.ts'
import { showToast } from '#web/lib/toast.ts'
import { useGuardedMutation } from '#web/lib/use-guarded-mutation.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { showErrorToast } from '../features/layout/error-toast.ts'
import { LoadError } from '../features/layout/load-error.tsx'
import { BackLink, PageHeader } from '../features/layout/page-header.tsx'
import { RevisionList } from '../features/layout/revision-list.tsx'
import { adminApi } from '../features/session/session.ts'
import { contentHistoryQuery } from '../features/settings/settings-api.ts'

/** The revisions of the site content with their authors and differences; each can be restored. */
export default function SettingsHistory() {
  const { data, error, isPending, refetch } = useQuery(contentHistoryQuery)
  return (
    <>
      <BackLink to={ADMIN_PATHS.settings}>Back to settings</BackLink>
      <PageHeader title="History of the settings" subtitle="The last 50 versions of the texts and pictures" />
      {isPending ? (
        <Spinner label="Loading..." />
      ) : data ? (
        <Revisions history={data} />
      ) : (
        <LoadError subject="The history" error={error} onRetry={refetch} />
      )}
    </>
  )
}

function Revisions({ history: { revision: current, revisions } }: { history: SiteContentHistory }) {
  const client = useQueryClient()
  const restore = useGuardedMutation<unknown, number>({
    mutationFn: (revision) => send(adminApi, 'POST', '/api/site-content/restoration', { revision, current }),
    onSuccess: async () => {
      await client.invalidateQueries()
      showToast({
        title: 'Restored',
        description: 'The site shows this version. The previous one remains in the list below.',
      })
    },
    onError: async (error) => {
      showErrorToast(error, 'Not restored')
      await client.invalidateQueries({ queryKey: contentHistoryQuery.queryKey })
    },
  })
  return (
    <RevisionList
      revisions={revisions}
      current={current}
      onRestore={restore.send}
      isRestoring={restore.isPending}
    />
  )
}
