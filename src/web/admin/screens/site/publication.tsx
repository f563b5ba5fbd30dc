import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { PUBLICATION_TYPES } from '#contracts/publication/fields.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { PublicationForm } from '../../features/publications/publication-form.tsx'
import { publicationQuery } from '../../features/publications/requests.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

/** The form of a page or an article, stored or new. */
export default function PublicationScreen() {
  const { publicationId = '' } = useParams()
  const newType = PUBLICATION_TYPES.find((type) => publicationId === `new-${type}`)
  const query = useQuery({ ...publicationQuery(publicationId), enabled: !newType })
  if (newType) return <PublicationForm key={publicationId} type={newType} loaded={undefined} />
  if (query.data && query.data.state !== 'archived')
    return <PublicationForm key={publicationId} type={query.data.type} loaded={query.data} />
  return (
    <>
      <BackLink to={ADMIN_PATHS.publications}>Pages and articles</BackLink>
      <PageHeader title="Page or article" />
      <Loaded query={query} subject="It">
        {() => <p>It is in the archive. Restore it in the list to edit it.</p>}
      </Loaded>
    </>
  )
}
