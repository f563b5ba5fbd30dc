import { useQuery } from '@tanstack/react-query'
import { Link, useParams, useSearchParams } from 'react-router'
import { PUBLICATION_TYPES } from '#contracts/publication/fields.ts'
import { ADMIN_PATHS } from '#web/lib/navigation/admin-paths.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { PublicationForm } from '../../features/publications/publication-form.tsx'
import { publicationQuery, templatesQuery } from '../../features/publications/requests.ts'
import { Loaded } from '../../shell/loaded.tsx'
import { BackLink, PageHeader } from '../../shell/page-header.tsx'

/** The form of a page or an article, stored or new. */
export default function PublicationScreen() {
  const { publicationId = '' } = useParams()
  const newType = PUBLICATION_TYPES.find((type) => publicationId === `new-${type}`)
  const query = useQuery({ ...publicationQuery(publicationId), enabled: !newType })
  if (newType === 'page') return <NewPage />
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

/** A new page: empty, or one of the pages that every firm needs, which `template` in the address names. */
function NewPage() {
  const title = useSearchParams()[0].get('template')
  const query = useQuery(templatesQuery())
  if (query.isPending && title) return <Spinner label="Loading..." />
  const template = query.data?.find((each) => each.title === title)
  return (
    <PublicationForm key={template?.title ?? ''} type="page" loaded={undefined} template={template}>
      {!template && query.data && (
        <p className="mb-4 flex flex-wrap gap-x-4 text-sm">
          <span className="text-muted">Start with a text to complete:</span>
          {query.data.map((each) => (
            <Link
              key={each.title}
              to={`?${new URLSearchParams({ template: each.title })}`}
              className="inline-block min-h-6 text-link underline"
            >
              {each.title}
            </Link>
          ))}
        </p>
      )}
    </PublicationForm>
  )
}
