import type { Tx } from '#server/database/db.ts'
import { toEnquirySearchRow } from './store-search.ts'

/** Derives the search rows of these enquiries again. */
export async function replaceSearchRows(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const enquiry = await tx.selectFrom('enquiry').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const lines = await tx
      .selectFrom('enquiry_line')
      .select(['name', 'note'])
      .where('enquiry_id', '=', id)
      .execute()
    await tx.deleteFrom('enquiry_search').where('enquiry_id', '=', id).execute()
    await tx.insertInto('enquiry_search').values(toEnquirySearchRow(enquiry, lines)).execute()
  }
}
