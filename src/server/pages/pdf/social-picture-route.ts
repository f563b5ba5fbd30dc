import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Picture } from '#contracts/item/item.ts'
import { PUBLICATION_LABELS, PUBLICATION_TYPES } from '#contracts/publication/fields.ts'
import type { Publication } from '#contracts/publication/publication.ts'
import { createPageApi } from '#server/http-cache/page-api.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { chooseFile } from '#server/kernel/pdf/picture-files.ts'
import { type createPdfResponses, readTemplate } from './pdf-responses.ts'
import { readJson, readSiteContent } from './sheet-source.ts'

const TEMPLATE = readTemplate('social-picture.typ')
/** The picture has half of the width. */
const PICTURE_WIDTH = 1024
/** Social networks fetch it again under the address of a change. */
const CACHE_CONTROL = 'public, max-age=86400'
/** Of one network, stored files included. */
const RATE_LIMIT = { max: 240, timeWindow: '1 minute' }
const API_PATHS = { page: '/api/pages', article: '/api/articles' } as const

/** What the template shows. */
interface SocialPictureData {
  /** '' for a page. */
  kind: string
  title: string
  company: string
}

interface SocialPictureDeps {
  publicReads: PublicReads
  responses: ReturnType<typeof createPdfResponses>
}

/** Registers the pictures of pages and articles in social networks: title, company and picture (decision 0244). */
export function socialPictureRoute(
  app: FastifyInstance,
  { publicReads, responses }: SocialPictureDeps,
): void {
  createRouter(app)(
    'GET /social/:type/:slug.jpg',
    {
      permission: 'public',
      rateLimit: RATE_LIMIT,
      params: z.object({ type: z.enum(PUBLICATION_TYPES), slug: z.string().max(300) }),
    },
    async (request, reply) => {
      const { siteOrigin: origin, params } = request
      const api = createPageApi(app, publicReads, request, { origin })
      const path = `${API_PATHS[params.type]}/${encodeURIComponent(params.slug)}`
      const publication = await readJson<Publication>(api, path)
      const { company } = await readSiteContent(api)
      const data: SocialPictureData = {
        kind: params.type === 'article' ? PUBLICATION_LABELS.article.label : '',
        title: publication.title,
        company: company.name,
      }
      reply.header('cache-control', CACHE_CONTROL)
      return responses.send(request, reply, {
        template: TEMPLATE,
        data,
        pictures: listPictures(publication)
          .map((picture) => chooseFile(picture, PICTURE_WIDTH))
          .slice(0, 1),
        name: publication.title,
        format: 'jpeg',
      })
    },
  )
}

/** The picture of an article, and those of its blocks. */
const listPictures = ({ picture, blocks }: Publication): Picture[] =>
  [
    picture,
    ...blocks.flatMap((block) =>
      block.type === 'pictures' ? block.pictures.map((each) => each.picture) : [],
    ),
  ].filter((each) => each !== null)
