import type { Tx } from '#server/database/db.ts'

const MAX_STORED_TERMS = 1000

/** Counts a search with no results. Above 1,000 terms, the rarest and oldest are deleted. */
export async function countZeroResultSearch(tx: Tx, term: string, at: string): Promise<void> {
  await tx
    .insertInto('zero_result_search')
    .values({ term, count: 1, last_at: at })
    .onConflict((conflict) =>
      conflict
        .column('term')
        .doUpdateSet((eb) => ({ count: eb('zero_result_search.count', '+', 1), last_at: at })),
    )
    .execute()
  const retained = tx
    .selectFrom('zero_result_search')
    .select('term')
    .orderBy('count', 'desc')
    .orderBy('last_at', 'desc')
    .limit(MAX_STORED_TERMS)
  await tx.deleteFrom('zero_result_search').where('term', 'not in', retained).execute()
}

/** Deletes one term, or all. Returns how many were deleted. */
export async function deleteZeroResultSearches(tx: Tx, term?: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('zero_result_search')
    .$if(term !== undefined, (query) => query.where('term', '=', term ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
