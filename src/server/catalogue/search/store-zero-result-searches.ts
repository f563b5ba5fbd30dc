import { Kind } from '#contracts/item.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { interpretQuery } from './query-interpretation.ts'

const MAX_STORED_TERMS = 1000

/** Counts each of these searches that has no results in any kind. Above 1,000 terms, the rarest and oldest are deleted. */
export async function recordZeroResultSearches(db: Db, terms: string[], at: string): Promise<void> {
  const zeroResultTerms: string[] = []
  for (const term of terms) if (!(await hasResults(db, term))) zeroResultTerms.push(term)
  if (zeroResultTerms.length === 0) return
  await inTransaction(db, async (tx) => {
    for (const term of zeroResultTerms) {
      await tx
        .insertInto('zero_result_search')
        .values({ term, count: 1, last_at: at })
        .onConflict((conflict) =>
          conflict
            .column('term')
            .doUpdateSet((eb) => ({ count: eb('zero_result_search.count', '+', 1), last_at: at })),
        )
        .execute()
    }
    await deleteLeastRelevant(tx)
  })
}

/** Whether the catalogue page shows results for this search in any of its tabs, similar spellings included. */
async function hasResults(db: Db, term: string): Promise<boolean> {
  for (const kind of Kind.options) {
    const interpreted = await interpretQuery(db, kind, term)
    if (interpreted && interpreted.hits?.total !== 0) return true
  }
  return false
}

async function deleteLeastRelevant(tx: Tx): Promise<void> {
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
