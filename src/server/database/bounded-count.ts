import type { Db } from './db.ts'

/** How many rows a table has, but no more than `most`: of a million it looks at no more either. */
export async function countUpTo(max: number, db: Db, table: 'item' | 'enquiry'): Promise<number> {
  const { count } = await db
    .selectFrom((eb) => eb.selectFrom(table).select('id').limit(max).as('some'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
