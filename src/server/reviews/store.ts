import type { Selectable } from 'kysely'
import type { Page } from '#contracts/page.ts'
import {
  type PublishedReview,
  type Review,
  type ReviewBody,
  type ReviewPage,
  type ReviewQuery,
  ReviewStatus,
} from '#contracts/site-content/review.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { readPage } from '#server/database/page.ts'
import { containsText } from '#server/database/search/text-contains.ts'
import type { Tables } from '#server/database/tables.ts'
import { newId } from '#server/kernel/ids.ts'
import { NAMELESS_REVIEW } from './rules.ts'

/** Stores a new review and returns its id. */
export async function insertReview(
  tx: Tx,
  { review, notice, at }: { review: ReviewBody; notice: string; at: string },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('review')
    .values({
      id,
      rating: review.rating ?? null,
      text: review.text,
      name: review.name,
      position: review.position,
      company: review.company,
      status: 'new',
      notice,
      created_at: at,
    })
    .execute()
  return id
}

/** Returns the newest published reviews. */
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

/** Returns one page of the matching reviews, newest first, and the number of all matches. */
export async function listReviews(db: Db, { status, search, ...page }: ReviewQuery): Promise<Page<Review>> {
  const matching = db
    .selectFrom('review')
    .where('status', 'in', status ? [status] : ReviewStatus.options)
    .$if(Boolean(search?.trim()), (query) => query.where(containsText(SEARCHED_COLUMNS, search ?? '')))
  return readPage(matching, page, async (rows) =>
    (await rows.select(COLUMNS).orderBy('created_at', 'desc').orderBy('id').execute()).map(toReview),
  )
}

/** Returns the number of reviews by status. */
export async function countReviews(db: Db): Promise<ReviewPage['counts']> {
  const rows = await db
    .selectFrom('review')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .groupBy('status')
    .execute()
  const getCount = (status: ReviewStatus) => Number(rows.find((row) => row.status === status)?.count ?? 0)
  return { new: getCount('new'), published: getCount('published'), declined: getCount('declined') }
}

export async function findReview(db: Db, id: string): Promise<Review | undefined> {
  const row = await db.selectFrom('review').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toReview(row)
}

export async function setReviewStatus(
  tx: Tx,
  { id, status }: { id: string; status: ReviewStatus },
): Promise<void> {
  await tx.updateTable('review').set({ status }).where('id', '=', id).execute()
}

/** Deletes a review, and the name of its author in the audit log. */
export async function deleteReview(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('review').where('id', '=', id).execute()
  await tx
    .updateTable('audit_log')
    .set({ subject_name: NAMELESS_REVIEW })
    .where('subject', '=', 'review')
    .where('subject_id', '=', id)
    .execute()
}

const COLUMNS = [
  'id',
  'rating',
  'text',
  'name',
  'position',
  'company',
  'status',
  'notice',
  'created_at',
] as const
const SEARCHED_COLUMNS = ['text', 'name', 'position', 'company']
type Row = Pick<Selectable<Tables['review']>, (typeof COLUMNS)[number]>

const toReview = ({ created_at, status, ...review }: Row): Review => ({
  ...review,
  status: ReviewStatus.catch('declined').parse(status),
  createdAt: created_at,
})
