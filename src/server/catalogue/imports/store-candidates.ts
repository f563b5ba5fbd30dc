import type { Kind } from '#contracts/item/kind.ts'
import type { Db } from '#server/database/db.ts'
import { toCodeKey } from '../items/store.ts'

/** Returns the kinds of the items with these ids or codes. */
export async function findKinds(db: Db, { ids, codes }: { ids: string[]; codes: string[] }): Promise<Kind[]> {
  if (ids.length + codes.length === 0) return []
  const rows = await db
    .selectFrom('item')
    .select('kind')
    .distinct()
    .where((eb) => eb.or([eb('id', 'in', ids), eb('code_key', 'in', codes.map(toCodeKey))]))
    .execute()
  return rows.map(({ kind }) => kind)
}

/** Returns the ids of the items with one of these values in a column. */
export async function listIds(db: Db, column: 'code_key' | 'name_sort', values: string[]): Promise<string[]> {
  if (values.length === 0) return []
  const rows = await db
    .selectFrom('item')
    .select('id')
    .where(column, 'in', [...new Set(values)])
    .execute()
  return rows.map(({ id }) => id)
}
