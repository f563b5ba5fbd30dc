import { type Expression, type SqlBool, sql } from 'kysely'
import type { Kind, ListQuery } from '#contracts/item.ts'
import { LIMITS } from '#contracts/limits.ts'
import { parseSpecificationFilters, type SpecificationFilter } from '#contracts/specification-filter.ts'
import { aside } from '#server/database/engine.ts'
import {
  containsShort,
  eachOf,
  isIndexedTerm,
  isMatched,
  isWhole,
  type Match,
  matchOf,
} from '#server/database/search.ts'
import { asTyped, type Matching } from './search.ts'

/** So many places are looked up, which is the longest page; beyond, what stands there is searched for again. */
const LOOKED_UP = LIMITS.listLimit

export interface ItemFilter extends Omit<ListQuery, 'approximate'> {
  kind: Kind
  /** In place of `search`: how it was understood. */
  matching?: Matching | undefined
}

/** What an item must be to stand in the list. Archived items never do. */
export function conditions(filter: ItemFilter): Expression<SqlBool>[] {
  const { match, short } = searchOf(filter)
  return [
    sql<SqlBool>`item.hidden_at is null`,
    // Beside a search the kind must not choose the index: the few hits are then looked at, not the whole kind.
    sql<SqlBool>`${isPlaced(filter) ? aside('item.kind') : sql.ref('item.kind')} = ${filter.kind}`,
    ...narrowing(filter),
    ...(match ? [isMatched(match)] : []),
    ...short,
  ]
}

/** How a filter narrows its kind down, the search left out. */
export function narrowing(filter: ItemFilter): Expression<SqlBool>[] {
  return [
    ...(filter.category === undefined ? [] : [sql<SqlBool>`item.category = ${filter.category}`]),
    ...(filter.featured ? [sql<SqlBool>`item.is_featured = 1`] : []),
    ...priced(filter),
    ...(filter.ids
      ? [filter.ids.length > 0 ? sql<SqlBool>`item.id in (${sql.join(filter.ids)})` : sql<SqlBool>`1 = 0`]
      : []),
    ...parseSpecificationFilters(filter.specifications ?? '').map((wish) => specified(filter.kind, wish)),
  ]
}

/** A search as the text index takes it, or what must be true where it is too short for that. */
interface TextSearch {
  match: Match | undefined
  short: Expression<SqlBool>[]
}

/** What a filter searches for. */
export function searchOf(filter: ItemFilter): TextSearch {
  const matching = matchingOf(filter)
  return matching ? toSearch(matching) : { match: undefined, short: [] }
}

/** Whether the text index, or places that are known, tell what a filter searches for; otherwise it is read through. */
export function isPlaced(filter: ItemFilter): boolean {
  const found = filter.matching?.found
  return searchOf(filter).match !== undefined || (found !== undefined && isWhole(found))
}

/** How a filter's search was understood, or as it stands. */
export const matchingOf = ({ matching, search }: ItemFilter): Matching | undefined =>
  matching ?? literally(search)

export function toSearch({ text, code, groups, found }: Matching): TextSearch {
  if (found && isWhole(found) && found.places.length <= LOOKED_UP)
    return { match: undefined, short: [isAt(found.places)] }
  if (groups) return { match: eachOf(groups), short: [] }
  // A text is never shorter than the code that was read from it.
  if (text !== undefined && !isIndexedTerm(text)) return { match: undefined, short: [containsShort(text)] }
  const matches = [
    ...(text === undefined ? [] : [matchOf(text)]),
    ...(code === undefined ? [] : [matchOf(code, 'search_codes')]),
  ]
  return { match: matches.length > 0 ? matches.flat() : undefined, short: [] }
}

const isAt = (places: number[]): Expression<SqlBool> =>
  places.length > 0 ? sql<SqlBool>`item.place in (${sql.join(places)})` : sql<SqlBool>`1 = 0`

/** Name or description contains the term, nothing else (row CAT-3). */
function literally(search: string | undefined): Matching | undefined {
  const text = asTyped(search ?? '')?.text
  return text === undefined ? undefined : { text }
}

/** Worded like the index that the order by price has; an item without a price costs neither little nor much. */
function priced({ priceFrom, priceTo }: ItemFilter): Expression<SqlBool>[] {
  if (priceFrom === undefined && priceTo === undefined) return []
  const price = sql`coalesce(item.price_paise, 0)`
  return [
    sql<SqlBool>`item.price_paise is not null`,
    sql<SqlBool>`${price} >= ${wholePaise(priceFrom ?? 0, Math.ceil)}`,
    ...(priceTo === undefined ? [] : [sql<SqlBool>`${price} <= ${wholePaise(priceTo, Math.floor)}`]),
  ]
}

/** 0.29 × 100 is a little less than 29: what binary figures get wrong is taken off first. */
const wholePaise = (rupees: number, round: (paise: number) => number): number =>
  Math.min(round(Number((rupees * 100).toFixed(4))), Number.MAX_SAFE_INTEGER)

function specified(kind: Kind, { key, from, to, value }: SpecificationFilter): Expression<SqlBool> {
  const wish =
    value === undefined
      ? sql`${from === undefined ? sql`` : sql`and num >= ${from}`} ${to === undefined ? sql`` : sql`and num <= ${to}`}`
      : sql`and value = ${value}`
  return sql<SqlBool>`item.row_id in (select item_row_id from item_spec where kind = ${kind} and key = ${key} ${wish})`
}
