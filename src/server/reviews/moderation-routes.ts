import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Review, ReviewDecision, ReviewPage, ReviewQuery } from '#contracts/site-content/review.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { affectsPublicSite, getModerationAction, getReviewLabel } from './rules.ts'
import { countReviews, deleteReview, findReview, listReviews, setReviewStatus } from './store.ts'

export interface ModerationDeps {
  db: Db
  clock: Clock
  events: Events
  guard: Guard
}

/** Registers the moderation of reviews: staff read all of them and decide which are published. */
export function moderationRoutes(app: FastifyInstance, deps: ModerationDeps): void {
  const { db, clock, events, guard } = deps
  const route = createRouter(app, { guard, tag: 'reviews' })

  route(
    'GET /api/reviews/all',
    {
      permission: 'reviews.edit',
      summary: 'List reviews of every status, newest first; X-Total-Count is the number of matches',
      query: ReviewQuery,
      reply: ReviewPage,
    },
    async ({ query }, reply) => {
      const { items, total } = await listReviews(db, query)
      reply.header('x-total-count', total)
      return { reviews: items, counts: await countReviews(db) }
    },
  )

  route(
    'PATCH /api/reviews/:id',
    {
      permission: 'reviews.edit',
      summary: 'Publish or reject a review, or make it new again',
      body: ReviewDecision,
      reply: Review,
    },
    async ({ actor, params: { id }, body: { status } }) => {
      const before = await inTransaction(db, async (tx) => {
        const review = await getReviewOrThrow(tx, id)
        if (review.status === status) return review
        await setReviewStatus(tx, { id, status })
        await writeAuditEntry(tx, actor, {
          at: toIso(clock()),
          action: getModerationAction(review.status, status),
          ...toAuditSubject(review),
        })
        return review
      })
      if (before.status !== status && affectsPublicSite(before.status, status))
        events.emit('content-changed', 'pages')
      return { ...before, status }
    },
  )

  route(
    'DELETE /api/reviews/:id',
    {
      permission: 'reviews.edit',
      summary: 'Delete a review permanently',
      reply: z.object({ message: z.string() }),
    },
    async ({ actor, params: { id } }) => {
      const review = await inTransaction(db, async (tx) => {
        const present = await getReviewOrThrow(tx, id)
        await deleteReview(tx, id)
        await writeAuditEntry(tx, actor, {
          at: toIso(clock()),
          action: 'deleted',
          ...toAuditSubject({ ...present, name: '', company: '' }),
        })
        return present
      })
      if (affectsPublicSite(review.status)) events.emit('content-changed', 'pages')
      return { message: 'Review deleted.' }
    },
  )
}

const toAuditSubject = (review: Review) =>
  ({ subject: 'review', subjectId: review.id, subjectName: getReviewLabel(review) }) as const

async function getReviewOrThrow(db: Db, id: string): Promise<Review> {
  const review = await findReview(db, id)
  if (!review) throw notFound('Review')
  return review
}
