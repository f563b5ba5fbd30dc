import { z } from 'zod'
import { PublishedReview, ReviewBody, ReviewReply } from '#contracts/review.ts'
import type { Api } from '#server/kernel/api.ts'
import { timestamp } from '#server/kernel/clock.ts'
import type { PublicReads } from '#server/kernel/public-reads.ts'
import { type ModerationParts, moderationRoutes } from './moderation-routes.ts'
import { insertReview, listPublishedReviews } from './store.ts'

/** Of which the landing page shows all. */
const MOST_SHOWN = 12

interface ReviewParts extends ModerationParts {
  reads: PublicReads
}

/** Reviews from the landing page; staff decide what is published (decision 0013). */
export async function reviewRoutes(app: Api, parts: ReviewParts): Promise<void> {
  const path = '/api/reviews'
  const list = z.array(PublishedReview)
  const read = async () => ({ body: await listPublishedReviews(parts.db, MOST_SHOWN) })
  parts.reads.offer({ path, body: list, answer: read })
  app.get(
    path,
    {
      schema: {
        tags: ['reviews'],
        summary: 'Published reviews, the newest first',
        response: { 200: list },
      },
      config: { kept: {} },
    },
    async () => (await read()).body,
  )

  app.post(
    path,
    {
      schema: {
        tags: ['reviews'],
        summary: 'Send a review for moderation',
        body: ReviewBody,
        response: { 201: ReviewReply },
      },
      config: { rateLimit: { max: 10, timeWindow: '10 minutes' } },
    },
    async (request, reply) => {
      const id = await insertReview(parts.db, request.body, timestamp(parts.clock()))
      return reply.code(201).send({ id, message: 'Thank you for your review!' })
    },
  )
  moderationRoutes(app, parts)
}
