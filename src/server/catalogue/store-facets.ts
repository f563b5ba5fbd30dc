import { sql } from 'kysely'
import type { Facets, SpecificationFacet } from '#contracts/discovery.ts'
import type { Db } from '#server/database/db.ts'
import { conditions, type ItemFilter } from './store-conditions.ts'
import { countItems } from './store-lists.ts'

/** Which specifications are shared is judged by this many items; bounds and counts beyond it are those of the kind. */
const SAMPLE = 2000
/** A specification is shared when this part of the items states it. */
const SHARED = 0.2
const LEAST_ITEMS = 2
const MOST_FACETS = 8
const MOST_VALUES = 40
const MOST_CATEGORIES = 60

/** What the list of this filter can be narrowed down by. One small question each: an index answers it, however long the list. */
export async function readFacets(db: Db, filter: ItemFilter): Promise<Facets> {
  const listed = db.selectFrom('item').where((eb) => eb.and(conditions(filter)))
  const categories = await listed
    .select((eb) => ['item.category as name', eb.fn.countAll<number>().as('count')])
    .groupBy('item.category')
    .orderBy('item.category')
    .limit(MOST_CATEGORIES)
    .execute()
  return {
    categories,
    featured: await countItems(db, { ...filter, featured: true }),
    prices: await priceBounds(db, filter),
    specifications: await sharedSpecifications(db, filter, await countItems(db, filter)),
  }
}

async function priceBounds(db: Db, filter: ItemFilter): Promise<Facets['prices']> {
  const price = sql<number>`coalesce(item.price_paise, 0)`
  const of = (way: 'asc' | 'desc') =>
    db
      .selectFrom('item')
      .select(price.as('paise'))
      .where((eb) => eb.and(conditions({ ...filter, priceFrom: 0 })))
      .orderBy(price, way)
      .limit(1)
      .executeTakeFirst()
  const [least, most] = [await of('asc'), await of('desc')]
  return least && most && least.paise < most.paise ? { from: least.paise / 100, to: most.paise / 100 } : null
}

async function sharedSpecifications(
  db: Db,
  filter: ItemFilter,
  items: number,
): Promise<SpecificationFacet[]> {
  const least = Math.max(LEAST_ITEMS, Math.ceil(Math.min(items, SAMPLE) * SHARED))
  const keys = await inSample(db, filter)
    .select(({ fn }) => [
      'key',
      fn.min('label').as('label'),
      fn.min('unit').as('unit'),
      fn.min<number | null>('num').as('from'),
      fn.max<number | null>('num').as('to'),
      sql<number>`count(distinct item_row_id)`.as('stated'),
      sql<number>`count(distinct value)`.as('differing'),
      fn.countAll<number>().as('rows'),
    ])
    .groupBy('key')
    .having(sql<boolean>`count(distinct item_row_id) >= ${least} and count(distinct value) > 1`)
    .orderBy('stated', 'desc')
    .orderBy('key')
    .execute()
  const facets: SpecificationFacet[] = []
  for (const { key, label, unit, from, to, differing, rows } of keys) {
    if (facets.length === MOST_FACETS) break
    if (from !== null && to !== null)
      facets.push({ key, label, unit, from, to, ...(items > SAMPLE && (await bounds(db, filter, key))) })
    else if (differing <= MOST_VALUES && differing * 2 <= rows)
      facets.push({ key, label, unit, values: await valuesOf(db, filter, key) })
  }
  return facets
}

/** Specification rows of the first items of the list. */
function inSample(db: Db, filter: ItemFilter) {
  const sample = db
    .selectFrom('item')
    .select('row_id')
    .where((eb) => eb.and(conditions(filter)))
    .limit(SAMPLE)
  return db.selectFrom('item_spec').where('item_row_id', 'in', sample)
}

/** Least and greatest figure among all items of the kind: two looks into an index. */
async function bounds(db: Db, { kind }: ItemFilter, key: string): Promise<{ from?: number; to?: number }> {
  const of = (way: 'asc' | 'desc') =>
    db
      .selectFrom('item_spec')
      .innerJoin('item', 'item.row_id', 'item_spec.item_row_id')
      .select('num')
      .where('item_spec.kind', '=', kind)
      .where('key', '=', key)
      .where('num', 'is not', null)
      .where('item.hidden_at', 'is', null)
      .orderBy('num', way)
      .limit(1)
      .executeTakeFirst()
  const [least, greatest] = [await of('asc'), await of('desc')]
  return {
    ...(least?.num != null && { from: least.num }),
    ...(greatest?.num != null && { to: greatest.num }),
  }
}

async function valuesOf(db: Db, filter: ItemFilter, key: string) {
  return inSample(db, filter)
    .select(({ fn }) => ['value', fn.min('txt').as('text'), fn.countAll<number>().as('count')])
    .where('key', '=', key)
    .groupBy('value')
    .orderBy('text')
    .execute()
}
