import { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { hasMatches } from '../listing/store-lists.ts'
import { interpretQuery } from './query-interpretation.ts'

const MAX_STORED_TERMS = 1000

/** Counts these searches as found nothing, where nothing of any kind answers them; the rarest and oldest make room. */
export async function recordZeroResultSearches(db: Db, terms: string[], at: string): Promise<void> {
  const zeroResultTerms: string[] = []
  for (const term of terms) if (!(await hasResults(db, term))) zeroResultTerms.push(term)
  if (zeroResultTerms.length === 0) return
  await inTransaction(db, async (transaction) => {
    for (const term of zeroResultTerms) {
      await transaction
        .insertInto('zero_result_search')
        .values({ term, count: 1, last_at: at })
        .onConflict((conflict) =>
          conflict
            .column('term')
            .doUpdateSet((eb) => ({ count: eb('zero_result_search.count', '+', 1), last_at: at })),
        )
        .execute()
    }
    await deleteLeastRelevant(transaction)
  })
}

/** Whether the catalogue shows anything for this search under any of its tabs, close spellings included. */
async function hasResults(db: Db, term: string): Promise<boolean> {
  for (const kind of Kind.options) {
    const interpreted = await interpretQuery(db, kind, term)
    if (interpreted && (await hasMatches(db, kind, interpreted.criteria))) return true
  }
  return false
}

async function deleteLeastRelevant(db: Db): Promise<void> {
  const { total } = await db
    .selectFrom('zero_result_search')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total <= MAX_STORED_TERMS) return
  await db
    .deleteFrom('zero_result_search')
    .where('term', 'in', (eb) =>
      eb
        .selectFrom('zero_result_search')
        .select('term')
        .orderBy('count')
        .orderBy('last_at')
        .limit(total - MAX_STORED_TERMS),
    )
    .execute()
}

/** Forgets one search, or all. Answers how many were known. Runs in the caller's transaction. */
export async function deleteZeroResultSearches(db: Db, term?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('zero_result_search')
    .$if(term !== undefined, (query) => query.where('term', '=', term ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
