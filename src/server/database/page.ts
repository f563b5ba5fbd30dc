import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '#contracts/page.ts'

type Query<DB, TB extends keyof DB> = SelectQueryBuilder<DB, TB, object>

/** Returns the number of rows of a query without columns. */
export async function countMatches<DB, TB extends keyof DB>(matching: Query<DB, TB>): Promise<number> {
  const { total } = await matching
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>()
    .executeTakeFirstOrThrow()
  return total
}

/** Returns one page of the rows of a query without columns as `read` selects, orders and converts them, and the number of all rows. */
export async function readPage<DB, TB extends keyof DB, Item>(
  matching: Query<DB, TB>,
  { limit, offset }: { limit: number; offset: number },
  read: (page: Query<DB, TB>) => Promise<Item[]>,
): Promise<Page<Item>> {
  return { items: await read(matching.limit(limit).offset(offset)), total: await countMatches(matching) }
}

/** What a list is sorted by. Rows of which a condition is true are last in both directions. */
export interface SortKey {
  value: Expression<unknown>
  last?: Expression<unknown>[]
}

export function sortBy<DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  { value, last = [] }: SortKey,
  direction: 'asc' | 'desc',
): SelectQueryBuilder<DB, TB, Row> {
  let sorted = query
  for (const isLast of last) sorted = sorted.orderBy(sql`case when ${isLast} then 1 else 0 end`)
  return sorted.orderBy(value, direction)
}

/** Returns the condition that a value of a filter states, or none without a value: `eb.and([...ifGiven(status, ...)])`. */
export const ifGiven = <Value, Condition extends Expression<SqlBool>>(
  value: Value | undefined,
  toCondition: (value: Value) => Condition,
): Condition[] => (value === undefined ? [] : [toCondition(value)])
