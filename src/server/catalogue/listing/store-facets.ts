import { sql } from 'kysely'
import type { Facets, SpecificationFacet } from '#contracts/discovery.ts'
import { DEFAULT_CATEGORIES } from '#contracts/kind.ts'
import type { ItemList } from './item-filter.ts'
import { countItems, selectItems } from './store-lists.ts'

/** The specifications that items share are determined from this many items. */
const SAMPLE_SIZE = 2000
/** A specification is offered as a filter if this part of the sample has it, but at least `MIN_ITEMS`. */
const MIN_SHARED_RATIO = 0.2
const MIN_ITEMS = 2
const MAX_FACETS = 8
const MAX_VALUES = 40
const MAX_CATEGORIES = 60

/** Returns the filters of a list. Each needs a short query on an index, independently of the length of the list. */
export async function getFacets(list: ItemList): Promise<Facets> {
  return {
    categories: await listCategories(list),
    featured: await countItems({ ...list, filter: { ...list.filter, featured: true } }),
    prices: await getPriceBounds(list),
    specifications: await findSharedSpecifications(list),
  }
}

function listCategories(list: ItemList) {
  return (
    selectItems(list)
      .select(({ fn }) => ['item.category as name', fn.countAll<number>().as('count')])
      // All machines have this one (item-filter.ts).
      .$if(list.filter.kind === 'machine', (items) =>
        items.where('item.category', '<>', DEFAULT_CATEGORIES.machine),
      )
      .groupBy('item.category')
      .orderBy('item.category')
      .limit(MAX_CATEGORIES)
      .execute()
  )
}

/** In rupees. Null if all prices are the same, or there are none. */
async function getPriceBounds(list: ItemList): Promise<Facets['prices']> {
  const price = sql<number>`coalesce(item.price_paise, 0)`
  const pricedItems = selectItems({ ...list, filter: { ...list.filter, priceFrom: 0 } })
    .select(price.as('paise'))
    .limit(1)
  const lowest = await pricedItems.orderBy(price, 'asc').executeTakeFirst()
  const highest = await pricedItems.orderBy(price, 'desc').executeTakeFirst()
  return lowest && highest && lowest.paise < highest.paise
    ? { from: lowest.paise / 100, to: highest.paise / 100 }
    : null
}

async function findSharedSpecifications(list: ItemList): Promise<SpecificationFacet[]> {
  const itemCount = await countItems(list)
  const minItems = Math.max(MIN_ITEMS, Math.ceil(Math.min(itemCount, SAMPLE_SIZE) * MIN_SHARED_RATIO))
  const sampleRows = selectSampleRows(list)
  const keys = await sampleRows
    .select(({ fn }) => [
      'key',
      fn.min('label').as('label'),
      fn.min('unit').as('unit'),
      fn.min<number | null>('numeric_value').as('from'),
      fn.max<number | null>('numeric_value').as('to'),
      sql<number>`count(distinct item_row_id)`.as('items'),
      sql<number>`count(distinct value_slug)`.as('values'),
      fn.countAll<number>().as('rows'),
    ])
    .groupBy('key')
    .having(sql<boolean>`count(distinct item_row_id) >= ${minItems} and count(distinct value_slug) > 1`)
    .orderBy('items', 'desc')
    .orderBy('key')
    .execute()
  const facets: SpecificationFacet[] = []
  for (const { key, label, unit, from, to, values, rows } of keys) {
    if (facets.length === MAX_FACETS) break
    if (from !== null && to !== null) {
      const bounds = itemCount > SAMPLE_SIZE ? await getNumericBounds(list, key) : {}
      facets.push({ key, label, unit, from, to, ...bounds })
    } else if (values <= MAX_VALUES && values * 2 <= rows)
      facets.push({ key, label, unit, values: await listValues(sampleRows, key) })
  }
  return facets
}

/** The specification rows of the first items of a list. */
function selectSampleRows(list: ItemList) {
  const sample = selectItems(list).select('row_id').limit(SAMPLE_SIZE)
  return list.db.selectFrom('item_specification').where('item_row_id', 'in', sample)
}

/** The lowest and highest number among all published items of the kind: two index lookups. */
async function getNumericBounds({ db, filter }: ItemList, key: string) {
  const numbers = db
    .selectFrom('item_specification')
    .innerJoin('item', 'item.row_id', 'item_specification.item_row_id')
    .select('numeric_value')
    .where('item_specification.kind', '=', filter.kind)
    .where('key', '=', key)
    .where('numeric_value', 'is not', null)
    .where('item.unpublished_at', 'is', null)
    .limit(1)
  const lowest = await numbers.orderBy('numeric_value', 'asc').executeTakeFirst()
  const highest = await numbers.orderBy('numeric_value', 'desc').executeTakeFirst()
  return {
    ...(lowest?.numeric_value != null && { from: lowest.numeric_value }),
    ...(highest?.numeric_value != null && { to: highest.numeric_value }),
  }
}

function listValues(sampleRows: ReturnType<typeof selectSampleRows>, key: string) {
  return sampleRows
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
