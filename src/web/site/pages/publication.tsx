import { type QueryClient, useQuery } from '@tanstack/react-query'
import { formatLongDate } from '#contracts/format.ts'
import type { PublicationType } from '#contracts/publication/fields.ts'
import type { Publication } from '#contracts/publication/publication.ts'
import { msg, t } from '#messages/messages.ts'
import { langOf } from '#web/lib/content-language.ts'
import { getErrorStatus } from '../../lib/api/api.ts'
import { SiteLink } from '../../lib/navigation/navigation.tsx'
import { useLabel, useSiteContent } from '../../lib/site-content.tsx'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { prefetchBlockItems } from '../features/publication/block-items.ts'
import { Blocks } from '../features/publication/blocks.tsx'
import { getPublicationTitles } from '../features/publication/titles.ts'
import { ErrorPanel } from '../items/error-panel.tsx'
import { ContentPicture } from '../items/pictures/picture.tsx'
import { PICTURE_SIZES } from '../items/pictures/picture-sizes.ts'
import { PageHead } from '../page-head.tsx'
import type { PageLocation, PageProps } from '../page-module.ts'
import { publicationQuery } from '../queries/publication-queries.ts'
import NotFoundPage from './not-found.tsx'

const NOT_PUBLIC = {
  draft: msg('This is a draft. Only staff can see it.'),
  scheduled: msg('This is scheduled. Only staff can see it until its day.'),
}

/** Fetches a page or an article with the items of its blocks. */
export async function prefetchPublication(
  client: QueryClient,
  type: PublicationType,
  slug: string,
): Promise<void> {
  const query = publicationQuery(type, slug)
  await client.prefetchQuery(query)
  const publication = client.getQueryData(query.queryKey)
  if (publication) await prefetchBlockItems(client, publication.blocks)
}

export const prefetchData = (client: QueryClient, { params: { id = '' } }: PageLocation) =>
  prefetchPublication(client, 'page', id)

/** A page that staff have written; '404 Not Found' if there is none at this address. */
export default function PublicationPage({ params: { id = '' } }: PageProps) {
  return <PublicationView type="page" slug={id} />
}

/** A page or an article. */
export function PublicationView({ type, slug }: { type: PublicationType; slug: string }) {
  const content = useSiteContent()
  const { data, isPending, error, refetch } = useQuery(publicationQuery(type, slug))
  if (error && getErrorStatus(error) === 404) return <NotFoundPage />
  return (
    <div className="page-width wrap-anywhere pt-[calc(var(--size-bar)+2.5rem)] pb-(--space-section)">
      {data ? (
        <>
          <PageHead {...getPublicationTitles(content, data)} />
          {data.unpublished && <meta name="robots" content="noindex" />}
          <Content publication={data} />
        </>
      ) : isPending ? (
        <Spinner label={t('Loading...')} />
      ) : (
        <ErrorPanel
          heading="h1"
          message={t('The page could not be loaded.')}
          action={
            <Button variant="outline" onClick={() => void refetch()}>
              {t('Try again')}
            </Button>
          }
        />
      )}
    </div>
  )
}

function Content({ publication }: { publication: Publication }) {
  const getLabel = useLabel()
  const { type, title, summary, picture, author, tags, publishedAt, blocks, unpublished } = publication
  return (
    <article className="mx-auto max-w-216">
      {unpublished && (
        <p className="mb-6 border border-line bg-surface-grey px-4 py-2 text-sm">
          {t(NOT_PUBLIC[unpublished])}
        </p>
      )}
      <header className="mb-10">
        {type === 'article' && (
          <p className="mb-3 text-muted text-sm">
            <SiteLink to="/articles" className="text-link underline">
              {t('Articles')}
            </SiteLink>
            {' · '}
            <time dateTime={publishedAt}>{formatLongDate(publishedAt)}</time>
            {author && ` · ${author}`}
          </p>
        )}
        <h1 lang={langOf(title)} className="text-h2">
          {title}
        </h1>
        <p lang={langOf(summary)} className="mt-4 text-lg text-muted">
          {summary}
        </p>
        {picture && (
          <ContentPicture
            picture={picture}
            sizes={PICTURE_SIZES.stage}
            eager
            isWhole
            className="mt-8 h-auto max-h-136 w-full bg-stage"
          />
        )}
      </header>
      <Blocks blocks={blocks} />
      {tags.length > 0 && (
        <nav aria-label={t('Subjects')} className="mt-12 flex flex-wrap gap-2 border-line border-t pt-6">
          {tags.map((tag) => (
            <SiteLink
              key={tag}
              to={`/articles?${new URLSearchParams({ tag })}`}
              className="border border-line px-3 py-1.5 text-sm hover:border-line-strong"
            >
              {getLabel(tag)}
            </SiteLink>
          ))}
        </nav>
      )}
    </article>
  )
}
