import { z } from 'zod'
import { PublishedReview, ReviewBody, ReviewReply } from '#contracts/review.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { type ModerationDeps, moderationRoutes } from './moderation-routes.ts'
import { insertReview, listPublishedReviews } from './store.ts'

/** The home page shows all of them. */
const MAX_PUBLISHED_REVIEWS = 12

interface ReviewDeps extends ModerationDeps {
  publicReads: PublicReads
}

/** Registers the reviews of visitors, which staff moderate before they are published (decision 0013). */
export async function reviewRoutes(app: Api, deps: ReviewDeps): Promise<void> {
  deps.publicReads.define(app, {
    path: '',
    summary: 'List published reviews, newest first',
    body: z.array(PublishedReview),
    load: async () => ({ body: await listPublishedReviews(deps.db, MAX_PUBLISHED_REVIEWS) }),
  })

  app.post(
    '',
    {
      schema: {
        summary: 'Send a review for moderation',
        body: ReviewBody,
        response: { 201: ReviewReply },
      },
      config: { rateLimit: { max: 10, timeWindow: '10 minutes' } },
    },
    async (request, reply) => {
      const at = toIso(deps.clock())
      const id = await inTransaction(deps.db, (tx) => insertReview(tx, { review: request.body, at }))
      return reply.code(201).send({ id, message: 'Thank you for your review!' })
    },
  )
  moderationRoutes(app, deps)
}
