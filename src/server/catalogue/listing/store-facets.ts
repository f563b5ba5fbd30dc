import { sql } from 'kysely'
import type { Facets, FacetsQuery, SpecificationFacet } from '#contracts/catalogue/discovery.ts'
import { parseSpecificationFilters } from '#contracts/catalogue/specification-filter.ts'
import { DEFAULT_CATEGORIES } from '#contracts/item/kind.ts'
import { getImperialUnit } from '#contracts/quantities/imperial-numbers.ts'
import { getMeaning } from '#contracts/quantities/labels.ts'
import type { Db } from '#server/database/db.ts'
import { isInNumbers } from '#server/database/sql-dialect.ts'
import { needsKnownKeys } from '../search/quantities/specification-keys.ts'
import { getPublished } from '../search/store-hits.ts'
import { intersect, type RowSet, sampleRows } from '../search/store-row-sets.ts'
import { getStoredKey, type ItemList, toConditionName } from './store-item-filter.ts'
import { findPriceBounds, getFeatured, loadParts } from './store-lists.ts'
import { addKnownKeys } from './understand-search.ts'

/** The values of this many items are counted. */
const MAX_COUNTED = 2000
/** The specifications that more items share are determined from this many of them. */
const SAMPLE_SIZE = 500
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
 * choice has as many results as it says.
 */
export async function getFacets(list: ItemList, narrowing: Narrowing = {}): Promise<Facets> {
  const narrowed = await addKnownKeys(narrow(list, narrowing), narrowing.specifications)
  const parts = await loadParts(narrowed)
  const published = await getPublished(list, list.filter.kind)
  /** The items that the filters leave without those with this name. */
  const without = (name?: string) =>
    intersect([published, ...parts.filter((part) => part.name !== name).map(({ rows }) => rows)])
  const chosen = parseSpecificationFilters(narrowing.specifications ?? '')
  // A filter on several specifications is none of the offered ones.
  const chosenKeys = new Set(chosen.filter((filter) => !needsKnownKeys(filter)).map(getStoredKey))
  const [categories, featured, prices, machines, shared, ...ofChosen] = await Promise.all([
    countCategories(list, without('category')),
    getFeatured(list, list.filter.kind).then((rows) => rows.intersection_size(without('featured'))),
    getPriceBounds(list, without('price')),
    countMachines(list, without('fits')),
    findSpecifications(list, without()),
    ...[...chosenKeys].map((key) => findSpecifications(list, without(toConditionName(key)), key)),
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
const narrow = (list: ItemList, further: Narrowing): ItemList => ({
  ...list,
  filter: { ...list.filter, ...withoutUndefined(further) },
})

const withoutUndefined = <Fields extends object>(fields: Fields) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields

async function countCategories(list: ItemList, rows: RowSet): Promise<Facets['categories']> {
  const { db, rowSets, filter } = list
  const categories = [
    ...(await rowSets.getGroups(
      db,
      `categories of ${filter.kind}`,
      sql`select category as name, row_id from item where unpublished_at is null and kind = ${filter.kind}`,
    )),
  ]
  return (
    categories
      // All machines have this one (store-item-filter.ts).
      .filter(([name]) => filter.kind !== 'machine' || name !== DEFAULT_CATEGORIES.machine)
      .map(([name, all]) => ({ name, count: rows.intersection_size(all) }))
      .filter(({ count }) => count > 0)
      .slice(0, MAX_CATEGORIES)
  )
}

/** The machines that these parts fit, each with their number. */
async function countMachines(list: ItemList, rows: RowSet): Promise<Facets['machines']> {
  if (list.filter.kind !== 'spare') return []
  const partsByMachine = await list.rowSets.getGroups(
    list.db,
    'fits',
    sql`select to_row_id as name, from_row_id as row_id from item_relation where type = 'fits'`,
  )
  const counts = new Map(
    [...partsByMachine]
      .map(([rowId, parts]) => [Number(rowId), rows.intersection_size(parts)] as const)
      .filter(([, count]) => count > 0),
  )
  const machines = await list.db
    .selectFrom('item')
    .select(({ fn }) => ['row_id', 'slug', fn.coalesce('item.code', 'item.name').as('name')])
    .where(isInNumbers('item.row_id', [...counts.keys()]))
    .where('item.unpublished_at', 'is', null)
    .orderBy('item.name_sort')
    .limit(MAX_MACHINES)
    .execute()
  return machines.map(({ row_id, slug, name }) => ({ slug, name, count: counts.get(row_id)! }))
}

/** In rupees. Null if all prices are the same, or there are none. */
async function getPriceBounds(list: ItemList, rows: RowSet): Promise<Facets['prices']> {
  const bounds = await findPriceBounds(list, list.filter.kind, rows)
  return bounds && bounds.lowest < bounds.highest
    ? { from: bounds.lowest / 100, to: bounds.highest / 100 }
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

/** Finds the specifications that these items share, or the one with this key, however many items have it. */
async function findSpecifications(
  list: ItemList,
  rows: RowSet,
  onlyKey?: string,
): Promise<FoundSpecifications> {
  const isSampled = rows.size() > MAX_COUNTED
  const sample = sampleRows(rows, isSampled ? SAMPLE_SIZE : MAX_COUNTED)
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
  const { unit } = values[0]!
  const imperialUnit = getImperialUnit(unit)
  return { ...(imperialUnit && { imperialUnit }), from, to, meaning: getMeaning(label, unit), histogram }
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
