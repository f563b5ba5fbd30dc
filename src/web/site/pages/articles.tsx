import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useSearch } from 'wouter'
import { formatLongDate } from '#contracts/format.ts'
import type { ArticleSummary, Articles } from '#contracts/publication/publication.ts'
import { t } from '#messages/messages.ts'
import { SiteLink } from '../../lib/navigation/navigation.tsx'
import { useLabel, useSiteContent } from '../../lib/site-content.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { getArticlesTitles } from '../features/publication/titles.ts'
import { ErrorPanel } from '../items/error-panel.tsx'
import { ContentPicture } from '../items/pictures/picture.tsx'
import { PageHead } from '../page-head.tsx'
import type { PageLocation } from '../page-module.ts'
import { ARTICLES_PER_PAGE, articlesQuery, parseArticlesUrl } from '../queries/publication-queries.ts'

export function prefetchData(client: QueryClient, { search }: PageLocation): Promise<void> {
  const { tag, page } = parseArticlesUrl(search)
  return client.prefetchQuery(articlesQuery(tag, page))
}

/** The published articles, newest first, of one subject or of all. */
export default function ArticlesPage() {
  const content = useSiteContent()
  const { tag, page } = parseArticlesUrl(new URLSearchParams(useSearch()))
  const { data, isPending, refetch } = useQuery(articlesQuery(tag, page))
  return (
    <div className="page-width wrap-anywhere pt-[calc(var(--size-bar)+2.5rem)] pb-(--space-section)">
      <PageHead {...getArticlesTitles(content)} />
      <link rel="alternate" type="application/rss+xml" title={t('Articles')} href="/articles.xml" />
      <h1 className="mb-6 text-h2">{tag ? t('Articles: {tag}', { tag }) : t('Articles')}</h1>
      {data ? (
        <ArticleList articles={data} tag={tag} page={page} />
      ) : isPending ? (
        <Spinner label={t('Loading...')} />
      ) : (
        <ErrorPanel
          message={t('The articles could not be loaded.')}
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

function ArticleList({
  articles: { articles, total, tags },
  tag,
  page,
}: {
  articles: Articles
  tag: string | null
  page: number
}) {
  const getLabel = useLabel()
  return (
    <>
      {tags.length > 0 && (
        <nav aria-label={t('Subjects')} className="mb-8 flex flex-wrap gap-2">
          {[null, ...tags].map((each) => (
            <SiteLink
              key={each ?? ''}
              to={toUrl(each, 1)}
              aria-current={each === tag ? 'page' : undefined}
              className="border border-line px-3 py-1.5 text-sm hover:border-line-strong aria-[current=page]:border-ink aria-[current=page]:font-semibold"
            >
              {each ? getLabel(each) : t('All')}
            </SiteLink>
          ))}
        </nav>
      )}
      {articles.length === 0 ? (
        <p className="py-10 text-muted">{t('There are no articles here yet.')}</p>
      ) : (
        <ul className="grid gap-(--space-column) sm:grid-cols-2 xl:grid-cols-3">
          {articles.map((article) => (
            <ArticleCard key={article.slug} article={article} />
          ))}
        </ul>
      )}
      {total > ARTICLES_PER_PAGE && (
        <nav aria-label={t('Pages')} className="mt-8 flex gap-3">
          {page > 1 && (
            <SiteLink to={toUrl(tag, page - 1)} className={buttonClass('outline')}>
              {t('Newer articles')}
            </SiteLink>
          )}
          {page * ARTICLES_PER_PAGE < total && (
            <SiteLink to={toUrl(tag, page + 1)} className={buttonClass('outline')}>
              {t('Older articles')}
            </SiteLink>
          )}
        </nav>
      )}
    </>
  )
}

function ArticleCard({
  article: { slug, title, summary, picture, publishedAt },
}: {
  article: ArticleSummary
}) {
  return (
    <li className="relative flex flex-col border border-line bg-surface hover:border-line-strong hover:shadow-lift">
      {picture && (
        <ContentPicture
          picture={{ ...picture, alt: '' }}
          sizes="(min-width: 80rem) 27rem, (min-width: 40rem) 45vw, 92vw"
          className="aspect-2/1 w-full bg-stage"
        />
      )}
      <div className="grid gap-2 p-5">
        <time dateTime={publishedAt} className="text-muted text-sm">
          {formatLongDate(publishedAt)}
        </time>
        <h2 className="text-h4 leading-tight">
          <SiteLink to={`/articles/${slug}`} className="after:absolute after:inset-0">
            {title}
          </SiteLink>
        </h2>
        <p className="text-muted">{summary}</p>
      </div>
    </li>
  )
}

function toUrl(tag: string | null, page: number): string {
  const params = new URLSearchParams({ ...(tag && { tag }), ...(page > 1 && { page: String(page) }) })
  return params.size > 0 ? `/articles?${params}` : '/articles'
}
