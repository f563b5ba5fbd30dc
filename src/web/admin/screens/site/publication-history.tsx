import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { PublicationHistory } from '#contracts/publication/publication.ts'
import { useGuardedMutation } from '#web/lib/api/use-guarded-mutation.ts'
import { ADMIN_PATHS, toPublicationPath } from '#web/lib/navigation/admin-paths.ts'
import { showToast } from '#web/lib/toast.ts'
import { RevisionList } from '../../editing/revision-list.tsx'
import { publicationHistoryQuery, restorePublication } from '../../features/publications/requests.ts'
import { showErrorToast } from '../../shell/error-toast.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

/** The revisions of a page or an article with their authors and differences; each can be restored. */
export default function PublicationHistoryScreen() {
  const { publicationId = '' } = useParams()
  const query = useQuery(publicationHistoryQuery(publicationId))
  const publication = query.data?.publication
  const isArchived = publication?.state === 'archived'
  return (
    <>
      <BackLink to={isArchived ? ADMIN_PATHS.publications : toPublicationPath(publicationId)}>
        {isArchived ? 'Pages and articles' : 'Back to the form'}
      </BackLink>
      <PageHeader title="History" {...(publication && { subtitle: publication.title })} />
      <Loaded query={query} subject="The history">
        {(history) => <Revisions history={history} />}
      </Loaded>
    </>
  )
}

function Revisions({ history: { publication, revisions } }: { history: PublicationHistory }) {
  const client = useQueryClient()
  const { id, revision: current } = publication
  const restore = useGuardedMutation<unknown, number>({
    mutationFn: (revision) => restorePublication(id, { revision, current }),
    onSuccess: async () => {
      await client.invalidateQueries()
      showToast({ title: 'Restored', description: 'The previous version remains in the list below.' })
    },
    onError: async (error) => {
      showErrorToast(error, 'Not restored')
      await client.invalidateQueries({ queryKey: publicationHistoryQuery(id).queryKey })
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
