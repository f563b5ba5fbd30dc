import { z } from 'zod'
import { Review, ReviewDecision, ReviewPage, ReviewQuery } from '#contracts/review.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { Events } from '#server/kernel/events.ts'
import { type Guard, getActor } from '#server/kernel/guard.ts'
import { notFound } from '#server/kernel/problem.ts'
import { affectsPublicSite, getModerationAction, getReviewLabel } from './rules.ts'
import { countReviews, deleteReview, findReview, listReviews, setReviewStatus } from './store.ts'

export interface ModerationDeps {
  db: Db
  clock: Clock
  events: Events
  guard: Guard
}

const ReviewParams = z.object({ id: z.string().max(100) })

/** Registers the moderation of reviews: staff read all of them and decide which are published. */
export function moderationRoutes(app: Api, deps: ModerationDeps): void {
  const { db, clock, events, guard } = deps
  const onRequest = guard.requires('reviews.edit')

  app.get(
    '/all',
    {
      onRequest,
      schema: {
        summary: 'List reviews of every status, newest first; X-Total-Count is the number of matches',
        querystring: ReviewQuery,
        response: { 200: ReviewPage },
      },
    },
    async (request, reply) => {
      const { reviews, total } = await listReviews(db, request.query)
      reply.header('x-total-count', total)
      return { reviews, counts: await countReviews(db) }
    },
  )

  app.patch(
    '/:id',
    {
      onRequest,
      schema: {
        summary: 'Publish or reject a review, or make it new again',
        params: ReviewParams,
        body: ReviewDecision,
        response: { 200: Review },
      },
    },
    async (request) => {
      const { status } = request.body
      const before = await inTransaction(db, async (tx) => {
        const review = await getReviewOrThrow(tx, request.params.id)
        if (review.status === status) return review
        await setReviewStatus(tx, { id: review.id, status })
        await writeAuditEntry(tx, getActor(request), {
          at: toIso(clock()),
          action: getModerationAction(review.status, status),
          ...toAuditSubject(review),
        })
        return review
      })
      if (before.status !== status && affectsPublicSite(before.status, status)) events.emit('content-changed')
      return { ...before, status }
    },
  )

  app.delete(
    '/:id',
    {
      onRequest,
      schema: {
        summary: 'Delete a review permanently',
        params: ReviewParams,
        response: { 200: z.object({ message: z.string() }) },
      },
    },
    async (request) => {
      const review = await inTransaction(db, async (tx) => {
        const present = await getReviewOrThrow(tx, request.params.id)
        await deleteReview(tx, present.id)
        await writeAuditEntry(tx, getActor(request), {
          at: toIso(clock()),
          action: 'deleted',
          ...toAuditSubject({ ...present, name: '', company: '' }),
        })
        return present
      })
      if (affectsPublicSite(review.status)) events.emit('content-changed')
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
