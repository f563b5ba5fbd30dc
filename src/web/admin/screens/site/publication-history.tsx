import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PUBLICATION_LABELS } from '#contracts/publication/fields.ts'
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
        {isArchived
          ? 'Pages and articles'
          : publication
            ? `Back to the ${PUBLICATION_LABELS[publication.type].noun}`
            : 'Back'}
      </BackLink>
      <PageHeader title="History" {...(publication && { subtitle: publication.title })} />
      <Loaded query={query} subject="The history">
        {({ publication: { id, type, state, revision: current }, revisions }) => (
          <RevisionList
            revisions={revisions}
            current={current}
            restore={
              isArchived ? undefined : (revision, current) => restorePublication(id, { revision, current })
            }
            restoredText={
              state === 'published'
                ? 'Visitors see this version now.'
                : `Only staff see this version: the ${PUBLICATION_LABELS[type].noun} is not published.`
            }
          />
        )}
      </Loaded>
    </>
  )
}
