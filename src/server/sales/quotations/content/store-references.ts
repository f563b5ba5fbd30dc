import type { Db } from '#server/database/db.ts'

/** Returns those of the ids that exist. */
export async function findKnownIds(db: Db, table: 'item' | 'media', ids: string[]): Promise<Set<string>> {
  const rows = await db.selectFrom(table).select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

/** Returns the prices of items in paise, null without one. */
export async function readItemPrices(db: Db, ids: string[]): Promise<Map<string, number | null>> {
  const rows = await db
    .selectFrom('item')
    .select(['id', 'price_paise'])
    .where('id', 'in', ['', ...ids])
    .execute()
  return new Map(rows.map(({ id, price_paise }) => [id, price_paise]))
}

/** Returns the reference of an enquiry that customers know; null if it was deleted. */
export async function findEnquiryReference(db: Db, enquiryId: string): Promise<string | null> {
  const row = await db
    .selectFrom('enquiry')
    .select('reference')
    .where('id', '=', enquiryId)
    .executeTakeFirst()
  return row?.reference ?? null
}
