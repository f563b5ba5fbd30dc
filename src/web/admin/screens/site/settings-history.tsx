import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { SiteContentHistory } from '#contracts/site-content/site-content.ts'
import { send } from '#web/lib/api/api.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { showToast } from '#web/lib/toast.ts'
import { RevisionList } from '../../editing/revision-list.tsx'
import { contentHistoryQuery } from '../../features/settings/settings-api.ts'
import { adminApi } from '../../session/session.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

/** The revisions of the site content with their authors and differences; each can be restored. */
export default function SettingsHistory() {
  return (
    <>
      <BackLink to={ADMIN_PATHS.settings}>Back to settings</BackLink>
      <PageHeader title="History of the settings" subtitle="The last 50 versions of the texts and pictures" />
      <Loaded query={useQuery(contentHistoryQuery)} subject="The history">
        {(history) => <Revisions history={history} />}
      </Loaded>
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
