import type { Db } from '#server/database/db.ts'
import { findMediaIds } from '#server/kernel/ids.ts'

const PAGE_SIZE = 200

/** Yields the media ids of the pictures of all quotations and their issues, in batches. */
export async function* iterateQuotationPictures(db: Db): AsyncGenerator<string[]> {
  for (let after = ''; ; ) {
    const quotations = await db
      .selectFrom('quotation')
      .select(['id', 'body_json'])
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE_SIZE)
      .execute()
    const last = quotations.at(-1)
    if (!last) return
    const issues = await db
      .selectFrom('quotation_issue')
      .select(['body_json', 'appendix_json'])
      .where('quotation_id', '>', after)
      .where('quotation_id', '<=', last.id)
      .execute()
    yield [...quotations, ...issues].flatMap(findPictures)
    after = last.id
  }
}

/** Returns the media ids of the pictures of quotations that were saved since this time. */
export async function listQuotationPicturesSince(db: Db, since: string): Promise<string[]> {
  const rows = await db.selectFrom('quotation').select('body_json').where('updated_at', '>=', since).execute()
  const issues = await db
    .selectFrom('quotation_issue')
    .select(['body_json', 'appendix_json'])
    .where('issued_at', '>=', since)
    .execute()
  return [...rows, ...issues].flatMap(findPictures)
}

/** Data sheets of an issue have pictures too. */
const findPictures = (row: { body_json: string; appendix_json?: string | null }): string[] =>
  findMediaIds(row.body_json + (row.appendix_json ?? ''))
