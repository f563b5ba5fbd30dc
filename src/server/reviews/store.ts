import type { PublishedReview, ReviewBody } from '#contracts/review.ts'
import type { Db } from '#server/database/open.ts'
import { newId } from '#server/kernel/ids.ts'

/** Stores a review for moderation; answers its id. */
export async function insertReview(db: Db, review: ReviewBody, at: string): Promise<string> {
  const id = newId()
  await db
    .insertInto('review')
    .values({
      id,
      rating: review.rating ?? null,
      text: review.text,
      name: review.name,
      position: review.position,
      company: review.company,
      status: 'new',
      created_at: at,
    })
    .execute()
  return id
}

/** The newest reviews that staff published. */
export async function listPublishedReviews(db: Db, limit: number): Promise<PublishedReview[]> {
  return db
    .selectFrom('review')
    .select(['id', 'rating', 'text', 'name', 'position', 'company'])
    .where('status', '=', 'published')
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}
