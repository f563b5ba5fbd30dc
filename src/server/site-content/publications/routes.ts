import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ItemParams, SearchText } from '#contracts/item/item.ts'
import {
  type ArticleContent,
  PUBLICATION_LABELS,
  type PublicationType,
} from '#contracts/publication/fields.ts'
import { FoundPage } from '#contracts/publication/found-page.ts'
import {
  type ArticleSummary,
  Articles,
  ArticlesQuery,
  Publication,
} from '#contracts/publication/publication.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import type { EditingDeps } from '../deps.ts'
import { withPictureUrls } from '../pictures.ts'
import { listOwnPublicationTexts } from '../translatable-texts.ts'
import { publicationEditingRoutes } from './editing-routes.ts'
import { findBySlug, listArticles, listTags, type StoredPublication, searchPublished } from './store.ts'

const DEFAULT_LIMIT = 12
const MAX_FOUND = 5
const PATHS: Record<PublicationType, string> = { page: '/api/pages/:id', article: '/api/articles/:id' }

interface PublicationDeps extends EditingDeps {
  publicReads: PublicReads
}

/** Registers the pages and articles that staff write (decision 0240): what visitors read, and the editing. */
export function publicationRoutes(app: FastifyInstance, deps: PublicationDeps): void {
  const { db, guard, media, publicReads, translator } = deps
  for (const [type, path] of Object.entries(PATHS) as [PublicationType, string][])
    publicReads.define(app, {
      path,
      tag: 'site',
      summary: `One published ${PUBLICATION_LABELS[type].noun} by its slug or a former one`,
      params: ItemParams,
      body: Publication,
      load: async ({ params: { id: slug }, origin }) => ({ body: await read(type, slug, origin) }),
      loadPrivate: async (request, { params: { id: slug }, origin }) => {
        const actor = await guard.optionalActor(request)
        return read(type, slug, origin, actor?.permissions.includes('settings.edit') ? 'staff' : 'visitor')
      },
    })

  publicReads.define(app, {
    path: '/api/pages',
    tag: 'site',
    summary: 'The published pages and articles that contain all words of a search, at most five',
    query: z.object({ search: SearchText }),
    body: z.array(FoundPage),
    load: async ({ query: { search } }) => ({
      body: await searchPublished(db, search, { within: 'text', limit: MAX_FOUND }),
    }),
  })
  publicReads.define(app, {
    path: '/api/articles',
    tag: 'site',
    summary: 'List the published articles, newest first',
    query: ArticlesQuery,
    body: Articles,
    load: async ({ query: { tag, limit = DEFAULT_LIMIT, offset = 0 }, origin }) => {
      const { items, total } = await listArticles(db, { tag, limit, offset })
      const summaries = items.map(toSummary)
      return {
        body: await withPictureUrls(media, { articles: summaries, total, tags: await listTags(db) }, origin),
      }
    },
  })
  publicationEditingRoutes(app, deps)

  /** Throws 404 for one that the reader may not see. */
  async function read(
    type: PublicationType,
    slug: string,
    origin: string,
    reader: 'visitor' | 'staff' = 'visitor',
  ): Promise<Publication> {
    const states =
      reader === 'staff' ? (['published', 'scheduled', 'draft'] as const) : (['published'] as const)
    const found = await findBySlug(db, { type, slug: slug.toLowerCase(), states })
    if (!found) throw notFound(PUBLICATION_LABELS[type].label)
    const languages = await translator.listLanguages(listOwnPublicationTexts(found))
    const publication = {
      ...toSummary(found),
      type,
      blocks: found.content.blocks,
      ...(languages.length > 0 && { languages }),
      ...((found.state === 'draft' || found.state === 'scheduled') && { unpublished: found.state }),
    }
    return withPictureUrls(media, publication, origin)
  }
}

function toSummary({ slug, content, updatedAt, publishedAt }: StoredPublication): ArticleSummary {
  const { title, summary, picture = null, author = '', tags = [] } = content as Partial<ArticleContent>
  return {
    slug,
    title: title ?? '',
    summary: summary ?? '',
    picture,
    author,
    tags,
    publishedAt: publishedAt ?? updatedAt,
    updatedAt,
  }
}
