import { sql } from 'kysely'
import type { Kind } from '#contracts/item/kind.ts'
import type { QuantityCondition } from '../search/quantities/quantity-query.ts'
import type { StoredFilter } from '../search/quantities/specification-keys.ts'
import { findHits, type SearchCriteria } from '../search/store-hits.ts'
import type { ListSource } from '../search/store-row-sets.ts'

const MAX_NEAREST = 3
/** Values of one specification that are compared. */
const MAX_READ = 50

/**
 * The items that come nearest to what a search asks of quantities, the nearest first: those that miss the least in all, each as
 * a part of what is asked. Items that do not state one of the quantities are left out.
 */
export async function findNearest(
  source: ListSource,
  kind: Kind,
  criteria: SearchCriteria | undefined,
  conditions: QuantityCondition[],
): Promise<number[]> {
  const candidates = criteria && (await findHits(source, kind, criteria))
  const misses = new Map<number, number[]>()
  for (const [index, { alternatives }] of conditions.entries())
    for (const { rowId, miss } of await listMisses(source, kind, alternatives)) {
      if (candidates && !candidates.has(rowId)) continue
      const ofItem = misses.get(rowId) ?? []
      ofItem[index] = Math.min(miss, ofItem[index] ?? Number.POSITIVE_INFINITY)
      misses.set(rowId, ofItem)
    }
  return [...misses]
    .filter(([, ofItem]) => conditions.every((_, index) => ofItem[index] !== undefined))
    .map(([rowId, ofItem]) => ({ rowId, miss: ofItem.reduce((sum, miss) => sum + miss, 0) }))
    .sort((one, other) => one.miss - other.miss)
    .slice(0, MAX_NEAREST)
    .map(({ rowId }) => rowId)
}

/** How much the values of published items miss these bounds, for at most so many items. */
async function listMisses({ db }: ListSource, kind: Kind, alternatives: StoredFilter[]) {
  const found: { rowId: number; miss: number }[] = []
  for (const { key, from, to } of alternatives) {
    const isMost = from === undefined
    const { rows } = await sql<{ row_id: number; min_value: number | null; max_value: number }>`
      select item_row_id as row_id, min_value, max_value from item_specification
      where kind = ${kind} and key = ${key} and max_value is not null
        and item_row_id in (select row_id from item where unpublished_at is null)
      order by max_value ${isMost ? sql`` : sql`desc`} limit ${MAX_READ}`.execute(db)
    for (const { row_id, min_value, max_value } of rows)
      found.push({
        rowId: row_id,
        miss: isMost
          ? Math.max(0, (min_value ?? max_value) / (to ?? 1) - 1)
          : Math.max(0, 1 - max_value / from),
      })
  }
  return found
}
