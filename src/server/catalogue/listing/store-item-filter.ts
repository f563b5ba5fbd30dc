import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  parseSpecificationFilters,
  type SpecificationFilter,
} from '#contracts/catalogue/specification-filter.ts'
import type { Kind, ListQuery } from '#contracts/item/item.ts'
import { DEFAULT_CATEGORIES } from '#contracts/item/kind.ts'
import { isPriceFilter } from '../search/quantities/price-query.ts'
import {
  needsKnownKeys,
  resolveFilter,
  type StoredFilter,
  toStoredFilter,
} from '../search/quantities/specification-keys.ts'
import type { KnownKey } from '../search/quantities/store-known-keys.ts'
import { type SearchCriteria, selectPublishedRows } from '../search/store-hits.ts'
import type { ListSource } from '../search/store-row-sets.ts'

/** The items of a list: published items of one kind that match the search and all further parameters. */
export interface ItemFilter extends Omit<ListQuery, 'approximate' | 'search'> {
  kind: Kind
  criteria?: SearchCriteria | undefined
  /** What a search asks of quantities: an item needs one alternative of each. */
  quantities?: StoredFilter[][] | undefined
  /** Items with one of these come first, as an item with 320 mm for 'swing over bed 320'. */
  nearest?: StoredFilter[] | undefined
  /** The keys of the kind, if a filter needs them ('*.mm:~16'). */
  knownKeys?: KnownKey[] | undefined
}

export interface ItemList extends ListSource {
  filter: ItemFilter
}

/** What one parameter but kind and search requires of an item. */
interface Condition {
  /** The parameter; that of filters on a specification is `toConditionName` of its stored key. */
  name: string
  /** What is required, as a key of caches. */
  value: unknown
  /** Selects the row ids of the items, perhaps with items of other kinds. */
  rowIds: RawBuilder<unknown>
}

/** All that narrows a list besides its kind and its search. */
export function listConditions(filter: ItemFilter): Condition[] {
  const { kind, featured, fits, ids } = filter
  const category = isKindName(filter) ? undefined : filter.category
  const published = (condition: RawBuilder<unknown>) => sql`${selectPublishedRows(kind)} and ${condition}`
  return [
    ...(category === undefined
      ? []
      : [{ name: 'category', value: category, rowIds: published(sql`category = ${category}`) }]),
    ...(featured ? [{ name: 'featured', value: true, rowIds: published(sql`is_featured = 1`) }] : []),
    ...priceConditions(filter),
    ...(ids ? [{ name: 'ids', value: ids, rowIds: published(isIn('item.id', ids)) }] : []),
    ...(fits === undefined ? [] : [{ name: 'fits', value: fits, rowIds: selectPartsOf(fits) }]),
    ...parseSpecificationFilters(filter.specifications ?? '').flatMap((each) =>
      isPriceFilter(each)
        ? priceConditions({ kind, priceFrom: each.from, priceTo: each.to })
        : [
            {
              name: toConditionName(getStoredKey(each)),
              value: each,
              rowIds: selectMatching(filter, each),
            },
          ],
    ),
    ...(filter.quantities ?? []).map((alternatives) => ({
      name: 'quantities',
      value: alternatives,
      rowIds: selectAlternatives(kind, alternatives),
    })),
  ]
}

export const toConditionName = (storedKey: string): string => `specification ${storedKey}`

/** The key under which the values of a filter are stored: 'bar-capacity.mm' for 'bar-capacity:1.6in..'. */
export const getStoredKey = (filter: SpecificationFilter): string => toStoredFilter(filter)?.key ?? filter.key

/** Every machine has the category 'machine', whatever category staff have chosen for it (decision 0151). */
const isKindName = ({ kind, category }: ItemFilter): boolean =>
  kind === 'machine' && category === DEFAULT_CATEGORIES.machine

/** The parts that fit the published machine with this slug, former slug or id. */
const selectPartsOf = (key: string) => sql`
  select from_row_id as row_id from item_relation where type = 'fits' and to_row_id in (
    select row_id from item as machine where machine.unpublished_at is null and (machine.slug = ${key} or machine.id = ${key}
      or machine.id in (select item_id from item_slug where item_slug.slug = ${key})))`

/** Also takes an empty list, which SQL does not. */
export const isIn = (column: string, values: readonly (string | number)[]) =>
  values.length > 0 ? sql<SqlBool>`${sql.ref(column)} in (${sql.join(values)})` : sql<SqlBool>`1 = 0`

/** Excludes items without a price. The coalesce lets SQLite use the index of the order by price. */
function priceConditions({ kind, priceFrom, priceTo }: ItemFilter): Condition[] {
  if (priceFrom === undefined && priceTo === undefined) return []
  const price = sql`coalesce(item.price_paise, 0)`
  const upper = priceTo === undefined ? sql`` : sql`and ${price} <= ${toPaise(priceTo, Math.floor)}`
  const from = toPaise(priceFrom ?? 0, Math.ceil)
  // Only a price of 0 has to be told from none, so that the index alone answers for all others.
  const above = sql`${selectPublishedRows(kind)} and ${price} >= ${Math.max(from, 1)} ${upper}`
  const rowIds = from > 0 ? above : sql`${above} union all ${selectPricedAtZero(kind)}`
  return [{ name: 'price', value: [priceFrom, priceTo], rowIds }]
}

/** The items that cost nothing, in contrast to those without a price. */
export const selectPricedAtZero = (kind: Kind) =>
  sql`${selectPublishedRows(kind)} and coalesce(price_paise, 0) = 0 and price_paise is not null`

/** Rounds to four decimal places of a paisa first, because 0.29 * 100 is a little less than 29. */
const toPaise = (rupees: number, round: (paise: number) => number): number =>
  Math.min(round(Number((rupees * 100).toFixed(4))), Number.MAX_SAFE_INTEGER)

function selectMatching({ kind, knownKeys = [] }: ItemFilter, filter: SpecificationFilter) {
  const { key, value } = filter
  if (value !== undefined)
    return sql`
      select item_row_id as row_id from item_specification where kind = ${kind} and key = ${key} and value_slug = ${value}
      ${key === 'fits' ? unionPartsOfMachine(value) : sql``}`
  if (needsKnownKeys(filter)) return selectAlternatives(kind, resolveFilter(filter, knownKeys))
  const stored = toStoredFilter(filter)
  return selectAlternatives(kind, stored ? [stored] : [])
}

/** The row ids of items with one of these quantities. Keys with the same bounds are looked up together. */
export function selectAlternatives(kind: Kind, alternatives: StoredFilter[]): RawBuilder<unknown> {
  const groups = Map.groupBy(alternatives, ({ from, to, isExact }) => `${from}..${to} ${isExact}`)
  if (groups.size === 0) return sql`select 0 as row_id where 1 = 0`
  const queries = [...groups.values()].map((group) =>
    selectWithin(
      kind,
      group.map(({ key }) => key),
      group[0]!,
    ),
  )
  return sql.join(queries, sql` union all `)
}

function selectWithin(kind: Kind, keys: string[], { from, to, isExact }: StoredFilter) {
  const ofKey = sql`select item_row_id as row_id from item_specification where kind = ${kind} and key in (${sql.join(keys)})`
  if (to === undefined) return sql`${ofKey} and max_value >= ${from}`
  const lower = from === undefined ? sql`` : sql`and max_value >= ${from}`
  const within = sql`${ofKey} and max_value <= ${to} ${lower}`
  if (isExact) return within
  // Ranges have an index of their own.
  return sql`${within}
    union all ${ofKey} and min_value is not null and max_value > ${to} and min_value <= ${to}`
}

/** Links from before relations existed contain 'fits:cl-25', with the code or name of a machine. */
const unionPartsOfMachine = (value: string) => sql`
  union all select from_row_id from item_relation where type = 'fits' and to_row_id in (
    select row_id from item as machine where machine.kind = 'machine' and machine.unpublished_at is null
      and (machine.slug = ${value} or replace(machine.code_key, ' ', '-') = ${value}))`
