import { sql } from 'kysely'
import type { Facets, SpecificationFacet } from '#contracts/discovery.ts'
import { DEFAULT_CATEGORIES } from '#contracts/kind.ts'
import { formatSpecificationFilters, parseSpecificationFilters } from '#contracts/specification-filter.ts'
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
const MAX_MACHINES = 100

/** What the visitor has chosen already: filters that no such item has are not offered. */
interface Narrowing {
  category?: string | undefined
  /** The slug of a machine. */
  fits?: string | undefined
  /** In the format of the list API. */
  specifications?: string | undefined
}

/** Returns the filters of a list. Each needs a short query on an index, independently of the length of the list. */
export async function getFacets(list: ItemList, narrowing: Narrowing = {}): Promise<Facets> {
  const narrowed = narrow(list, narrowing)
  const chosen = parseSpecificationFilters(narrowing.specifications ?? '')
  const chosenFacets: SpecificationFacet[] = []
  for (const filter of chosen) {
    const others = formatSpecificationFilters(chosen.filter((other) => other.key !== filter.key))
    chosenFacets.push(
      ...(await findSpecifications(narrow(list, { ...narrowing, specifications: others }), filter.key)),
    )
  }
  const shared = await findSpecifications(narrowed)
  return {
    categories: await listCategories(list),
    featured: await countItems(narrow(narrowed, { featured: true })),
    prices: await getPriceBounds(narrowed),
    machines: await listMachines(narrow(list, { ...narrowing, fits: undefined })),
    specifications: [
      ...chosenFacets,
      ...shared.filter(({ key }) => chosen.every((filter) => filter.key !== key)),
    ].slice(0, Math.max(MAX_FACETS, chosenFacets.length)),
  }
}

/** The list with further parameters. */
const narrow = (list: ItemList, further: Partial<ItemList['filter']>): ItemList => ({
  ...list,
  filter: { ...list.filter, ...withoutUndefined(further) },
})

const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields

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

/** The machines that the first parts of the list fit, each with the number of these parts. */
async function listMachines(list: ItemList): Promise<Facets['machines']> {
  if (list.filter.kind !== 'spare') return []
  const sample = selectItems(list).select('row_id').limit(SAMPLE_SIZE)
  return list.db
    .selectFrom('item_relation')
    .innerJoin('item', 'item.row_id', 'item_relation.to_row_id')
    .select(['item.slug', ({ fn }) => fn.coalesce('item.code', 'item.name').as('name')])
    .select(sql<number>`count(distinct item_relation.from_row_id)`.as('count'))
    .where('item_relation.from_row_id', 'in', sample)
    .where('item_relation.type', '=', 'fits')
    .where('item.unpublished_at', 'is', null)
    .groupBy(['item.slug', 'item.code', 'item.name', 'item.name_sort'])
    .orderBy('item.name_sort')
    .limit(MAX_MACHINES)
    .execute()
}

/** In rupees. Null if all prices are the same, or there are none. */
async function getPriceBounds(list: ItemList): Promise<Facets['prices']> {
  const price = sql<number>`coalesce(item.price_paise, 0)`
  const pricedItems = selectItems(narrow(list, { priceFrom: 0 }))
    .select(price.as('paise'))
    .limit(1)
  const lowest = await pricedItems.orderBy(price, 'asc').executeTakeFirst()
  const highest = await pricedItems.orderBy(price, 'desc').executeTakeFirst()
  return lowest && highest && lowest.paise < highest.paise
    ? { from: lowest.paise / 100, to: highest.paise / 100 }
    : null
}

/** Finds the specifications that the items of the list share, or the one with this key, however many items have it. */
async function findSpecifications(list: ItemList, onlyKey?: string): Promise<SpecificationFacet[]> {
  const itemCount = await countItems(list)
  const sharedMin = Math.max(MIN_ITEMS, Math.ceil(Math.min(itemCount, SAMPLE_SIZE) * MIN_SHARED_RATIO))
  const [minItems, minValues] = onlyKey === undefined ? [sharedMin, 2] : [1, 1]
  const sampleRows = selectSampleRows(list).$if(onlyKey !== undefined, (query) =>
    query.where('key', '=', onlyKey!),
  )
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
    .having(
      sql<boolean>`count(distinct item_row_id) >= ${minItems} and count(distinct value_slug) >= ${minValues}`,
    )
    .orderBy('items', 'desc')
    .orderBy('key')
    .execute()
  const facets: SpecificationFacet[] = []
  for (const { key, label, unit, from, to, values, rows } of keys) {
    if (facets.length === MAX_FACETS) break
    if (from !== null && to !== null) {
      const bounds = itemCount > SAMPLE_SIZE ? await getNumericBounds(list, key) : {}
      facets.push({ key, label, unit, from, to, ...bounds })
    } else if (values <= MAX_VALUES && (values * 2 <= rows || key === onlyKey))
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
