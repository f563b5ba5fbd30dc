import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { getSearchIndex } from '#server/database/search/get-search-index.ts'
import type { ItemQuery } from '#server/database/search/search-index.ts'
import { getKeyRange } from '#server/database/search/sort-keys.ts'
import { containsByScan } from '../search/store-hits.ts'
import { isIn } from './item-filter.ts'
import type { ListPlan } from './list-plan.ts'

/** The items of a kind that a list is read from, in no order. All parameters but kind and search are still to be applied. */
export function selectSource(db: Db, kind: Kind, plan: ListPlan): ItemQuery {
  switch (plan.kind) {
    case 'page-of-hits':
    case 'hits':
      return db.selectFrom('item').where(isIn('item.sort_key', plan.sortKeys))
    case 'search':
      return getSearchIndex(db).selectItems(plan.expression, getKeyRange(kind), plan.maxHits)
    case 'scan':
      return selectPublished(db, kind).where(containsByScan('search_text', plan.text))
    case 'filtered':
      return selectPublished(db, kind)
  }
}

/** The published items of a kind. */
export const selectPublished = (db: Db, kind: Kind): ItemQuery =>
  db.selectFrom('item').where('item.unpublished_at', 'is', null).where('item.kind', '=', kind)
