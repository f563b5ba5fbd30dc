import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ADMIN_PATHS, toPublicationPath } from '#web/lib/navigation/admin-paths.ts'
import { RevisionList } from '../../editing/revision-list.tsx'
import { publicationHistoryQuery, restorePublication } from '../../features/publications/requests.ts'
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
        {({ publication: { id, revision: current }, revisions }) => (
          <RevisionList
            revisions={revisions}
            current={current}
            restore={isArchived ? undefined : (revision) => restorePublication(id, { revision, current })}
          />
        )}
      </Loaded>
    </>
  )
}
