import { type Expression, type SqlBool, sql } from 'kysely'
import type { Kind, ListQuery } from '#contracts/item.ts'
import { readSpecificationFilters, type SpecificationFilter } from '#contracts/specification-filter.ts'
import { isIndexedTerm, itemContains, itemContainsEach, itemOfKind } from '#server/database/search.ts'
import { asTyped, type Matching } from './search.ts'

export interface ItemFilter extends Omit<ListQuery, 'approximate'> {
  kind: Kind
  /** In place of `search`: how it was understood. */
  matching?: Matching | undefined
}

/** What an item must be to stand in the list. Archived items never do. */
export function conditions(filter: ItemFilter): Expression<SqlBool>[] {
  const matching = filter.matching ?? literally(filter.search)
  const searched = matching ? matches(matching) : undefined
  return [
    sql<SqlBool>`item.hidden_at is null`,
    itemOfKind(filter.kind, searched?.indexed ?? false),
    ...(filter.category === undefined ? [] : [sql<SqlBool>`item.category = ${filter.category}`]),
    ...(filter.featured ? [sql<SqlBool>`item.is_featured = 1`] : []),
    ...priced(filter),
    ...(filter.ids
      ? [filter.ids.length > 0 ? sql<SqlBool>`item.id in (${sql.join(filter.ids)})` : sql<SqlBool>`1 = 0`]
      : []),
    ...readSpecificationFilters(filter.specifications ?? '').map((wish) => specified(filter.kind, wish)),
    ...(searched ? [searched.condition] : []),
  ]
}

/** True where an item matches; `indexed` when the text index answers. */
export function matches({ text, code, groups }: Matching): {
  condition: Expression<SqlBool>
  indexed: boolean
} {
  if (groups)
    return {
      condition: itemContainsEach(groups),
      indexed: groups.some((group) => group.every(isIndexedTerm)),
    }
  if (text === undefined && code === undefined) return { condition: sql<SqlBool>`1 = 1`, indexed: false }
  const either = [
    ...(text === undefined ? [] : [itemContains(text)]),
    ...(code === undefined ? [] : [itemContains(code, 'search_codes')]),
  ]
  return {
    condition: sql<SqlBool>`(${sql.join(either, sql` or `)})`,
    indexed: [text, code].every((term) => term === undefined || isIndexedTerm(term)),
  }
}

/** Name or description contains the term, nothing else (row CAT-3). */
function literally(search: string | undefined): Matching | undefined {
  const text = asTyped(search ?? '')?.text
  return text === undefined ? undefined : { text }
}

/** Worded like the index that the order by price has; an item without a price costs neither little nor much. */
function priced({ priceFrom, priceTo }: ItemFilter): Expression<SqlBool>[] {
  if (priceFrom === undefined && priceTo === undefined) return []
  return [
    sql<SqlBool>`item.price_paise is not null`,
    sql<SqlBool>`coalesce(item.price_paise, 0) >= ${(priceFrom ?? 0) * 100}`,
    ...(priceTo === undefined ? [] : [sql<SqlBool>`coalesce(item.price_paise, 0) <= ${priceTo * 100}`]),
  ]
}

function specified(kind: Kind, { key, from, to, value }: SpecificationFilter): Expression<SqlBool> {
  const wish =
    value === undefined
      ? sql`${from === undefined ? sql`` : sql`and num >= ${from}`} ${to === undefined ? sql`` : sql`and num <= ${to}`}`
      : sql`and value = ${value}`
  return sql<SqlBool>`item.row_id in (select item_row_id from item_spec where kind = ${kind} and key = ${key} ${wish})`
}
