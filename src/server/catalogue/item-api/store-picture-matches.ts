import { sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { toLooseExpression } from '#server/database/search/loose-expression.ts'
import { EDITABLE_STATES, ITEM_COLUMNS, type StoredItem, toItem } from '../items/store.ts'
import { isIn } from '../listing/store-item-filter.ts'
import type { NamedItem } from './picture-names.ts'

/** Two items may have the same name, but no one needs a list of a thousand. */
const MAX_FOUND = 5000

/** An item that a file name may mean. */
export interface FoundItem extends NamedItem {
  item: StoredItem
}

/** Returns the items that are not archived and have one of these texts as code, name or slug, or one of these ids. */
export async function findPictureItems(
  db: Db,
  { keys, slugs, ids }: { keys: string[]; slugs: string[]; ids: string[] },
): Promise<FoundItem[]> {
  const conditions = [
    ...(keys.length > 0
      ? [
          sql<boolean>`${toLooseExpression('code_key')} in (${sql.join(keys)})`,
          sql<boolean>`${toLooseExpression('name_sort')} in (${sql.join(keys)})`,
        ]
      : []),
    ...(slugs.length > 0 ? [isIn('slug', slugs)] : []),
    ...(ids.length > 0 ? [isIn('id', ids)] : []),
  ]
  const found = new Map<string, FoundItem>()
  for (const condition of conditions) {
    const rows = await db
      .selectFrom('item')
      .select([...ITEM_COLUMNS, 'code_key', 'name_sort'])
      .where(condition as ReturnType<typeof isIn>)
      .where('state', 'in', EDITABLE_STATES)
      .limit(MAX_FOUND)
      .execute()
    for (const row of rows) {
      const { id, slug, code_key, name_sort } = row
      found.set(id, { id, slug, codeKey: code_key, foldedName: name_sort, item: toItem(row) })
    }
  }
  return [...found.values()]
}
