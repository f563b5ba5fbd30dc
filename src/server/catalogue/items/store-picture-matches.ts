import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { isIn } from '../listing/item-filter.ts'
import { IGNORED_CHARACTERS, type NamedItem } from './picture-names.ts'
import { EDITABLE_STATES, ITEM_COLUMNS, type StoredItem, toItem } from './store.ts'

/** Two items may have the same name, but no one needs a list of a thousand. */
const MAX_FOUND = 5000

/** An item that a file name may mean. */
export interface FoundItem extends NamedItem {
  item: StoredItem
}

/** The expression of the indexes item_by_loose_code and item_by_loose_name; see `toLooseKey`. */
export const toLooseExpression = (column: 'code_key' | 'name_sort'): RawBuilder<string> =>
  IGNORED_CHARACTERS.reduce<RawBuilder<string>>(
    (text, character) => sql`replace(${text}, ${sql.lit(character)}, '')`,
    sql.ref(column),
  )

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
