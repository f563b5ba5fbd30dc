import { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { anyMatch } from './store-lists.ts'
import { understand } from './understanding.ts'

const MOST_KEPT = 1000

/** Counts these searches as found nothing, where nothing of any kind answers them; the rarest and oldest make room. */
export async function recordMisses(db: Db, terms: string[], at: string): Promise<void> {
  const missed: string[] = []
  for (const term of terms) if (!(await isAnswered(db, term))) missed.push(term)
  if (missed.length === 0) return
  await inTransaction(db, async (transaction) => {
    for (const term of missed) {
      await transaction
        .insertInto('search_miss')
        .values({ term, count: 1, last_at: at })
        .onConflict((conflict) =>
          conflict
            .column('term')
            .doUpdateSet((eb) => ({ count: eb('search_miss.count', '+', 1), last_at: at })),
        )
        .execute()
    }
    await keepMostTelling(transaction)
  })
}

/** Whether the catalogue shows anything for this search under any of its tabs, close spellings included. */
async function isAnswered(db: Db, term: string): Promise<boolean> {
  for (const kind of Kind.options) {
    const understood = await understand(db, kind, term)
    if (understood && (await anyMatch(db, kind, understood.matching))) return true
  }
  return false
}

async function keepMostTelling(db: Db): Promise<void> {
  const { total } = await db
    .selectFrom('search_miss')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  if (total <= MOST_KEPT) return
  await db
    .deleteFrom('search_miss')
    .where('term', 'in', (eb) =>
      eb
        .selectFrom('search_miss')
        .select('term')
        .orderBy('count')
        .orderBy('last_at')
        .limit(total - MOST_KEPT),
    )
    .execute()
}

/** Forgets one search, or all. Answers how many were known. Runs in the caller's transaction. */
export async function clearMisses(db: Db, term?: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('search_miss')
    .$if(term !== undefined, (query) => query.where('term', '=', term ?? ''))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
