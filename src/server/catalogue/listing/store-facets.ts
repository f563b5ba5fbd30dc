import { type SqlBool, sql } from 'kysely'
import type { Facets, FacetsQuery, SpecificationFacet } from '#contracts/discovery.ts'
import { DEFAULT_CATEGORIES } from '#contracts/kind.ts'
import { getMeaning } from '#contracts/quantities/labels.ts'
import { formatSpecificationFilters, parseSpecificationFilters } from '#contracts/specification-filter.ts'
import type { Db } from '#server/database/db.ts'
import { perDialect } from '#server/database/sql-dialect.ts'
import { needsKnownKeys, toStoredFilter } from '../search/specification-keys.ts'
import type { ItemList } from './item-filter.ts'
import { countItems, selectItems } from './store-lists.ts'
import { addKnownKeys } from './understand-search.ts'

/** The specifications that items share are determined from this many items. */
const SAMPLE_SIZE = 2000
/** A specification is offered as a filter if this part of the sample has it, but at least `MIN_ITEMS`. */
const MIN_SHARED_RATIO = 0.2
const MIN_ITEMS = 2
const MAX_FACETS = 8
const MAX_VALUES = 40
const MAX_CATEGORIES = 60
const MAX_MACHINES = 100
const HISTOGRAM_PARTS = 12

/** What the visitor has chosen already, in the format of the list API. */
type Narrowing = Omit<FacetsQuery, 'kind' | 'search'>

/**
 * Returns the filters of a list. The counts of each are those of the items that all other chosen filters leave, so that a
 * choice has as many results as it says. Each filter needs a short query on an index, independently of the length of the
 * list.
 */
export async function getFacets(listed: ItemList, narrowing: Narrowing = {}): Promise<Facets> {
  const list = await addKnownKeys(listed, narrowing.specifications)
  const narrowed = narrow(list, narrowing)
  const without = (own: Partial<Narrowing>) => narrow(list, { ...narrowing, ...own })
  const chosen = parseSpecificationFilters(narrowing.specifications ?? '')
  // A filter on several specifications is none of the offered ones.
  const offered = chosen.filter((filter) => !needsKnownKeys(filter))
  const chosenKeys = new Set(offered.map((filter) => toStoredFilter(filter)?.key ?? filter.key))
  const isSearchAlone =
    list.filter.criteria !== undefined && Object.values(narrowing).every((value) => !value)
  const [{ categories, featured, prices }, machines, shared, ...ofChosen] = await Promise.all([
    isSearchAlone
      ? summarizeSearch(list)
      : summarize({
          categories: without({ category: undefined }),
          prices: without({ priceFrom: undefined, priceTo: undefined }),
          featured: without({ featured: true }),
        }),
    listMachines(without({ fits: undefined })),
    findSpecifications(narrowed),
    ...[...chosenKeys].map((key) => {
      const others = chosen.filter((other) => (toStoredFilter(other)?.key ?? other.key) !== key)
      return findSpecifications(without({ specifications: formatSpecificationFilters(others) }), key)
    }),
  ])
  const chosenFacets = ofChosen.flatMap(({ facets }) => facets)
  return {
    categories,
    featured,
    prices,
    machines,
    specifications: [...chosenFacets, ...shared.facets.filter(({ key }) => !chosenKeys.has(key))].slice(
      0,
      Math.max(MAX_FACETS, chosenFacets.length),
    ),
    isSampled: shared.isSampled,
  }
}

/** The list with further parameters. */
const narrow = (list: ItemList, further: Partial<ItemList['filter']>): ItemList => ({
  ...list,
  filter: { ...list.filter, ...withoutUndefined(further) },
})

const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields

type Summary = Pick<Facets, 'categories' | 'featured' | 'prices'>

/** Reads each part from the list that all filters but its own leave. */
async function summarize(lists: Record<keyof Summary, ItemList>): Promise<Summary> {
  const [categories, featured, prices] = await Promise.all([
    listCategories(lists.categories),
    countItems(lists.featured),
    getPriceBounds(lists.prices),
  ])
  return { categories, featured, prices }
}

/** The same for a search that nothing narrows, whose hits are read once. */
async function summarizeSearch(list: ItemList): Promise<Summary> {
  const rows = await selectItems(list)
    .select(({ fn }) => [
      'item.category as name',
      fn.countAll<number>().as('count'),
      sql<number>`count(case when item.is_featured = 1 then 1 end)`.as('featured'),
      fn.min<number | null>('item.price_paise').as('lowest'),
      fn.max<number | null>('item.price_paise').as('highest'),
    ])
    .groupBy('item.category')
    .orderBy('item.category')
    .execute()
  const priced = rows.flatMap(({ lowest, highest }) =>
    lowest === null || highest === null ? [] : [{ lowest, highest }],
  )
  const from = Math.min(...priced.map(({ lowest }) => lowest)) / 100
  const to = Math.max(...priced.map(({ highest }) => highest)) / 100
  return {
    categories: rows
      .filter(({ name }) => list.filter.kind !== 'machine' || name !== DEFAULT_CATEGORIES.machine)
      .slice(0, MAX_CATEGORIES)
      .map(({ name, count }) => ({ name, count })),
    featured: rows.reduce((total, row) => total + row.featured, 0),
    prices: priced.length > 0 && from < to ? { from, to } : null,
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

interface FoundSpecifications {
  facets: SpecificationFacet[]
  isSampled: boolean
}

/** A value of the sample with the number of items that have it. */
interface SampledValue {
  key: string
  label: string
  unit: string
  min: number | null
  max: number | null
  value: string
  text: string
  count: number
}

/** Finds the specifications that the items of the list share, or the one with this key, however many items have it. */
async function findSpecifications(list: ItemList, onlyKey?: string): Promise<FoundSpecifications> {
  const rowIds = (
    await selectItems(list)
      .select('row_id')
      .limit(SAMPLE_SIZE + 1)
      .execute()
  ).map(({ row_id }) => row_id)
  const isSampled = rowIds.length > SAMPLE_SIZE
  const sample = rowIds.slice(0, SAMPLE_SIZE)
  const sharedMin = Math.max(MIN_ITEMS, Math.ceil(sample.length * MIN_SHARED_RATIO))
  const [minItems, minValues] = onlyKey === undefined ? [sharedMin, 2] : [1, 1]
  const values = sample.length === 0 ? [] : await listSampledValues(list.db, sample, onlyKey)
  const shared = [...Map.groupBy(values, ({ key }) => key)]
    .map(([key, all]) => {
      const ofKey = selectMajority(all)
      return { key, ofKey, items: sum(ofKey), rank: sum(ofKey) * getRank(ofKey[0]!) }
    })
    .filter(({ key, ofKey, items }) => {
      const isWords = ofKey[0]!.max === null
      const isOffered =
        !isWords || (ofKey.length <= MAX_VALUES && (ofKey.length * 2 <= items || key === onlyKey))
      return isOffered && items >= minItems && ofKey.length >= minValues
    })
    .sort((a, b) => b.rank - a.rank || (a.key < b.key ? -1 : 1))
    .slice(0, MAX_FACETS)
  const facets = shared.map(async ({ key, ofKey }): Promise<SpecificationFacet> => {
    const { label, unit, max } = ofKey[0]!
    if (max !== null)
      return {
        key,
        label,
        unit,
        ...toNumericFacet(label, ofKey, isSampled ? await getNumericBounds(list, key) : {}),
      }
    return {
      key,
      label,
      unit,
      values: ofKey
        .map(({ value, text, count }) => ({ value, text, count }))
        .sort((a, b) => (a.text < b.text ? -1 : 1)),
    }
  })
  return { facets: await Promise.all(facets), isSampled }
}

/** The numbers or the words of a specification that has both, as 'Pieces: 3' and 'Pieces: 4, universal match' do. */
function selectMajority(values: SampledValue[]): SampledValue[] {
  const numbers = values.filter(({ max }) => max !== null)
  const words = values.filter(({ max }) => max === null)
  return sum(numbers) >= sum(words) ? numbers : words
}

const sum = (values: SampledValue[]): number => values.reduce((total, { count }) => total + count, 0)

/** Words and capabilities come before sizes; the three of one text, such as the overall size, come last. */
function getRank({ label, unit, max }: SampledValue): number {
  if (max === null) return 1
  if (/ [XYZLWHD]$/.test(label)) return getMeaning(label) === 'capability' ? RANKS.capability * 0.9 : 0.3
  return unit === 'V' || unit === 'Hz' ? 0.3 : RANKS[getMeaning(label, unit)]
}

const RANKS = { capability: 1, limit: 0.8, size: 0.9 }

function toNumericFacet(label: string, values: SampledValue[], bounds: { from?: number; to?: number }) {
  const from = bounds.from ?? Math.min(...values.map(({ min, max }) => min ?? max!))
  const to = bounds.to ?? Math.max(...values.map(({ max }) => max!))
  const histogram = new Array<number>(HISTOGRAM_PARTS).fill(0)
  const toPart = (number: number) =>
    to > from
      ? Math.min(
          HISTOGRAM_PARTS - 1,
          Math.max(0, Math.floor(((number - from) / (to - from)) * HISTOGRAM_PARTS)),
        )
      : 0
  for (const { min, max, count } of values)
    for (let part = toPart(min ?? max!); part <= toPart(max!); part++) histogram[part]! += count
  return { from, to, meaning: getMeaning(label, values[0]!.unit), histogram }
}

function listSampledValues(db: Db, sample: number[], onlyKey: string | undefined): Promise<SampledValue[]> {
  return db
    .selectFrom('item_specification')
    .select(({ fn }) => [
      'key',
      fn.min('label').as('label'),
      fn.min('unit').as('unit'),
      'min_value as min',
      'max_value as max',
      'value_slug as value',
      fn.min('text_value').as('text'),
      fn.countAll<number>().as('count'),
    ])
    .where(isInNumbers('item_row_id', sample))
    .$if(onlyKey !== undefined, (query) => query.where('key', '=', onlyKey!))
    .groupBy(['key', 'value_slug', 'min_value', 'max_value'])
    .execute()
}

/** One parameter for all numbers: thousands of parameters cost more than the query. */
const isInNumbers = (column: string, numbers: number[]) =>
  perDialect<SqlBool>({
    sqlite: sql`${sql.ref(column)} in (select value from json_each(${JSON.stringify(numbers)}))`,
    postgres: sql`${sql.ref(column)} = any(${numbers}::integer[])`,
  })

/** The lowest and highest number among all published items of the kind: two index lookups. */
async function getNumericBounds({ db, filter }: ItemList, key: string) {
  const numbers = db
    .selectFrom('item_specification')
    .innerJoin('item', 'item.row_id', 'item_specification.item_row_id')
    .select('max_value')
    .where('item_specification.kind', '=', filter.kind)
    .where('key', '=', key)
    .where('max_value', 'is not', null)
    .where('item.unpublished_at', 'is', null)
    .limit(1)
  const lowest = await numbers.orderBy('max_value', 'asc').executeTakeFirst()
  const highest = await numbers.orderBy('max_value', 'desc').executeTakeFirst()
  return {
    ...(lowest?.max_value != null && { from: lowest.max_value }),
    ...(highest?.max_value != null && { to: highest.max_value }),
  }
}
