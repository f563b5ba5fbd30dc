import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { PublishedReview, ReviewBody, ReviewReply } from '#contracts/site-content/review.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { PublicReads } from '#server/http-cache/public-read.ts'
import { toIso } from '#server/kernel/clock.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { type ModerationDeps, moderationRoutes } from './moderation-routes.ts'
import { insertReview, listPublishedReviews } from './store.ts'

/** The home page shows all of them. */
const MAX_PUBLISHED_REVIEWS = 12

interface ReviewDeps extends ModerationDeps {
  publicReads: PublicReads
  /** Names the notice that a form showed, by the version that it sent; '' if there was none. */
  describeShownNotice: (version: string | undefined) => Promise<string>
}

/** Registers the reviews of visitors, which staff moderate before they are published (decision 0013). */
export async function reviewRoutes(app: FastifyInstance, deps: ReviewDeps): Promise<void> {
  const { db, clock, publicReads } = deps
  publicReads.define(app, {
    path: '/api/reviews',
    tag: 'reviews',
    summary: 'List published reviews, newest first',
    body: z.array(PublishedReview),
    load: async () => ({ body: await listPublishedReviews(db, MAX_PUBLISHED_REVIEWS) }),
  })

  createRouter(app, { tag: 'reviews' })(
    'POST /api/reviews',
    {
      permission: 'public',
      rateLimit: { max: 10, timeWindow: '10 minutes' },
      summary: 'Send a review for moderation',
      body: ReviewBody,
      status: 201,
      reply: ReviewReply,
    },
    async ({ body: review }) => {
      const notice = await deps.describeShownNotice(review.notice)
      const id = await inTransaction(db, (tx) => insertReview(tx, { review, notice, at: toIso(clock()) }))
      return { id, message: 'Thank you for your review!' }
    },
  )
  moderationRoutes(app, deps)
}
