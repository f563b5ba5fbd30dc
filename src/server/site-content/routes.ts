import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import type { Picture } from '#contracts/item.ts'
import { Problem } from '#contracts/problem.ts'
import { SiteContent } from '#contracts/site-content.ts'
import type { Db } from '#server/database/open.ts'
import { originOf } from '#server/kernel/http.ts'
import { readSiteContent } from './store.ts'

export interface SiteContentParts {
  db: Db
  publicUrl: string | undefined
  describePictures(images: string[][], origin: string): Promise<Picture[][]>
}

/** The firm's facts and texts (decision 0001), their pictures with absolute addresses. */
export function siteContentRoutes(fastify: FastifyInstance, parts: SiteContentParts): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  let lastRead: SiteContent | undefined
  app.get(
    '/api/site-content',
    {
      schema: {
        tags: ['site'],
        summary: 'What the site says',
        response: { 200: SiteContent, default: Problem },
      },
    },
    async (request) => {
      // A failure page still names the firm and its telephone: what was true a moment ago is better than nothing.
      const content = await readSiteContent(parts.db).catch((error) => {
        if (!lastRead) throw error
        request.log.error({ err: error }, 'the site content could not be read')
        return lastRead
      })
      lastRead = content
      return withPictures(parts, content, originOf(request, parts.publicUrl))
    },
  )
}

type ContentPicture = SiteContent['hero']['picture']

/** Stored pictures hold a media id in `url`; pages need addresses. */
async function withPictures(
  { describePictures }: SiteContentParts,
  content: SiteContent,
  origin: string,
): Promise<SiteContent> {
  const { hero, about, services } = content
  const { assembly } = about
  const stored = [
    hero.picture,
    about.picture,
    assembly.picture,
    ...services.entries.map((entry) => entry.picture),
  ]
  const described = await describePictures(
    stored.map((picture) => (picture ? [picture.url] : [])),
    origin,
  )
  const [heroPicture, aboutPicture, assemblyPicture, ...servicePictures] = stored.map(
    (picture, index): ContentPicture => {
      const found = described[index]?.[0]
      return picture && found ? { ...found, alt: picture.alt } : null
    },
  )
  return {
    ...content,
    hero: { ...hero, picture: heroPicture ?? null },
    about: {
      ...about,
      picture: aboutPicture ?? null,
      assembly: { ...assembly, picture: assemblyPicture ?? null },
    },
    services: {
      ...services,
      entries: services.entries.map((entry, index) => ({
        ...entry,
        picture: servicePictures[index] ?? null,
      })),
    },
  }
}
