import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Picture } from '#contracts/item/item.ts'
import { PUBLICATION_LABELS, PUBLICATION_TYPES } from '#contracts/publication/fields.ts'
import type { Publication } from '#contracts/publication/publication.ts'
import type { PublicSiteContent } from '#contracts/site-content/site-content.ts'
import { createPageApi } from '#server/http-cache/page-api.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { chooseFile } from '#server/kernel/pdf/picture-files.ts'
import { type createPdfResponses, readTemplate } from './pdf-responses.ts'
import { readJson, readSiteContent } from './sheet-source.ts'

const TEMPLATE = readTemplate('social-picture.typ')
/** The picture has half of the width. */
const PICTURE_WIDTH = 1024
/** The file of a picture for social networks, without a text (media/file-types.ts). */
const SOCIAL_FILE = 'social.jpg'
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
      const content = await readSiteContent(api)
      const data: SocialPictureData = {
        kind: params.type === 'article' ? PUBLICATION_LABELS.article.label : '',
        title: publication.title,
        company: content.company.name,
      }
      const [file] = listPictures(publication, content).map((picture) => chooseFile(picture, PICTURE_WIDTH))
      reply.header('cache-control', CACHE_CONTROL)
      try {
        return await responses.send(request, reply, {
          template: TEMPLATE,
          data,
          pictures: [file],
          name: publication.title,
          format: 'jpeg',
        })
      } catch (error) {
        const isBusy = error instanceof HttpProblem && error.status === 503
        if (!isBusy || !file) throw error
        // Without the compiler, or while many documents wait, the picture alone stands for the page.
        const [id] = file.key.split('/')
        return reply.header('cache-control', 'no-store').redirect(`/media/${id}/${SOCIAL_FILE}`, 302)
      }
    },
  )
}

/** The picture of an article, those of the blocks, and the one of the home page. */
function listPictures({ picture, blocks }: Publication, { hero }: PublicSiteContent): Picture[] {
  const inBlocks = blocks.flatMap((block) => (block.type === 'pictures' ? block.pictures : []))
  return [picture, ...inBlocks.map((entry) => entry.picture), hero.picture].filter((each) => each !== null)
}
