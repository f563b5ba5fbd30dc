import { sql } from 'kysely'
import type { Facets, SpecificationFacet } from '#contracts/discovery.ts'
import type { Db } from '#server/database/db.ts'
import { type ItemFilter, whereConditions } from './item-filter.ts'
import { countItems } from './store-lists.ts'

/** Which specifications are shared is judged by this many items; bounds and counts beyond it are those of the kind. */
const SAMPLE_SIZE = 2000
/** A specification is shared when this part of the items states it. */
const MIN_SHARED_RATIO = 0.2
const MIN_ITEMS = 2
const MAX_FACETS = 8
const MAX_VALUES = 40
const MAX_CATEGORIES = 60

/** What the list of this filter can be narrowed down by. One small question each: an index answers it, however long the list. */
export async function getFacets(db: Db, filter: ItemFilter): Promise<Facets> {
  const listed = db.selectFrom('item').where((eb) => eb.and(whereConditions(filter)))
  const categories = await listed
    .select((eb) => ['item.category as name', eb.fn.countAll<number>().as('count')])
    .groupBy('item.category')
    .orderBy('item.category')
    .limit(MAX_CATEGORIES)
    .execute()
  return {
    categories,
    featured: await countItems(db, { ...filter, featured: true }),
    prices: await getPriceBounds(db, filter),
    specifications: await findSharedSpecifications(db, filter, await countItems(db, filter)),
  }
}

async function getPriceBounds(db: Db, filter: ItemFilter): Promise<Facets['prices']> {
  const price = sql<number>`coalesce(item.price_paise, 0)`
  const firstInOrder = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('item')
      .select(price.as('paise'))
      .where((eb) => eb.and(whereConditions({ ...filter, priceFrom: 0 })))
      .orderBy(price, direction)
      .limit(1)
      .executeTakeFirst()
  const [lowest, highest] = [await firstInOrder('asc'), await firstInOrder('desc')]
  return lowest && highest && lowest.paise < highest.paise
    ? { from: lowest.paise / 100, to: highest.paise / 100 }
    : null
}

async function findSharedSpecifications(
  db: Db,
  filter: ItemFilter,
  items: number,
): Promise<SpecificationFacet[]> {
  const minItems = Math.max(MIN_ITEMS, Math.ceil(Math.min(items, SAMPLE_SIZE) * MIN_SHARED_RATIO))
  const keys = await selectSampleRows(db, filter)
    .select(({ fn }) => [
      'key',
      fn.min('label').as('label'),
      fn.min('unit').as('unit'),
      fn.min<number | null>('numeric_value').as('from'),
      fn.max<number | null>('numeric_value').as('to'),
      sql<number>`count(distinct item_row_id)`.as('stated'),
      sql<number>`count(distinct value_slug)`.as('differing'),
      fn.countAll<number>().as('rows'),
    ])
    .groupBy('key')
    .having(sql<boolean>`count(distinct item_row_id) >= ${minItems} and count(distinct value_slug) > 1`)
    .orderBy('stated', 'desc')
    .orderBy('key')
    .execute()
  const facets: SpecificationFacet[] = []
  for (const { key, label, unit, from, to, differing, rows } of keys) {
    if (facets.length === MAX_FACETS) break
    if (from !== null && to !== null)
      facets.push({
        key,
        label,
        unit,
        from,
        to,
        ...(items > SAMPLE_SIZE && (await getNumericBounds(db, filter, key))),
      })
    else if (differing <= MAX_VALUES && differing * 2 <= rows)
      facets.push({ key, label, unit, values: await getFacetValues(db, filter, key) })
  }
  return facets
}

/** Specification rows of the first items of the list. */
function selectSampleRows(db: Db, filter: ItemFilter) {
  const sample = db
    .selectFrom('item')
    .select('row_id')
    .where((eb) => eb.and(whereConditions(filter)))
    .limit(SAMPLE_SIZE)
  return db.selectFrom('item_specification').where('item_row_id', 'in', sample)
}

/** Least and greatest figure among all items of the kind: two looks into an index. */
async function getNumericBounds(
  db: Db,
  { kind }: ItemFilter,
  key: string,
): Promise<{ from?: number; to?: number }> {
  const firstInOrder = (direction: 'asc' | 'desc') =>
    db
      .selectFrom('item_specification')
      .innerJoin('item', 'item.row_id', 'item_specification.item_row_id')
      .select('numeric_value')
      .where('item_specification.kind', '=', kind)
      .where('key', '=', key)
      .where('numeric_value', 'is not', null)
      .where('item.unpublished_at', 'is', null)
      .orderBy('numeric_value', direction)
      .limit(1)
      .executeTakeFirst()
  const [lowest, highest] = [await firstInOrder('asc'), await firstInOrder('desc')]
  return {
    ...(lowest?.numeric_value != null && { from: lowest.numeric_value }),
    ...(highest?.numeric_value != null && { to: highest.numeric_value }),
  }
}

async function getFacetValues(db: Db, filter: ItemFilter, key: string) {
  return selectSampleRows(db, filter)
    .select(({ fn }) => [
      'value_slug as value',
      fn.min('text_value').as('text'),
      fn.countAll<number>().as('count'),
    ])
    .where('key', '=', key)
    .groupBy('value_slug')
    .orderBy('text')
    .execute()
}
