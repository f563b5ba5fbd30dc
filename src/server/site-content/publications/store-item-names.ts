import type { Db } from '#server/database/db.ts'
import { listValues, replaceValues, type ValueKind } from '../replace-values.ts'

const ITEMS: ValueKind<string[]> = {
  key: 'items',
  is: (value): value is string[] => Array.isArray(value) && value.every((id) => typeof id === 'string'),
}

/** Returns copies of documents with the names of items instead of their ids, as staff read them. */
export async function withItemNames<Document>(db: Db, documents: readonly Document[]): Promise<Document[]> {
  const ids = new Set(listValues(documents, ITEMS).flatMap(({ value }) => value))
  if (ids.size === 0) return [...documents]
  const items = await db
    .selectFrom('item')
    .select(['id', 'name'])
    .where('id', 'in', [...ids])
    .execute()
  const names = new Map(items.map(({ id, name }) => [id, name]))
  return replaceValues([...documents], ITEMS, (value) =>
    value.map((id) => names.get(id) ?? `Deleted item ${id}`),
  )
}
