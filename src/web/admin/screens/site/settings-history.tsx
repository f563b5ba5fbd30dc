import { useQuery } from '@tanstack/react-query'
import { send } from '#web/lib/api/api.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { RevisionList } from '../../editing/revision-list.tsx'
import { contentHistoryQuery } from '../../features/settings/settings-api.ts'
import { adminApi } from '../../session/session.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

/** The revisions of the site content with their authors and differences; each can be restored. */
export default function SettingsHistory() {
  return (
    <>
      <BackLink to={ADMIN_PATHS.settings}>Back to settings</BackLink>
      <PageHeader title="History of the settings" subtitle="The last 50 versions of the texts and pictures" />
      <Loaded query={useQuery(contentHistoryQuery)} subject="The history">
        {({ revision: current, revisions }) => (
          <RevisionList
            revisions={revisions}
            current={current}
            restore={(revision, current) =>
              send<{ revision: number }>(adminApi, 'POST', '/api/site-content/restoration', {
                revision,
                current,
              })
            }
            restoredText="The site shows this version. The previous one remains in the list below."
          />
        )}
      </Loaded>
    </>
  )
}
