import { type ExpressionBuilder, type Selectable, sql, type Updateable } from 'kysely'
import type { Specifications } from '#contracts/item/item.ts'
import type { Kind } from '#contracts/item/kind.ts'
import type { ItemState } from '#contracts/item/state.ts'
import { RESOURCES } from '#contracts/resources.ts'
import { readBatches } from '#server/database/batches.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { toSearchText } from '#server/database/search/search-expression.ts'
import type { Tables } from '#server/database/tables.ts'
import { conflict, notFound } from '#server/kernel/http/problem.ts'
import { newId } from '#server/kernel/ids.ts'
import { fold, slugify } from '#server/kernel/text.ts'
import type { ItemDraft } from '../item/draft.ts'
import { FIELD_COLUMNS, parseFieldColumns, toFieldColumns } from '../item/fields.ts'
import { getPartNumber } from '../search/quantities/specification-values.ts'
import { insertDerivedData, toSearchCodes, updateDerivedData } from '../search/store-derived-data.ts'

/** An item as stored: a draft with what the store adds to it. */
export interface StoredItem extends ItemDraft {
  id: string
  kind: Kind
  slug: string
  revision: number
  updatedAt: string
}

/** What identifies an item in a URL; `key` is an id or a slug. Without a kind, the item may have any. */
export interface ItemKey {
  kind?: Kind
  key: string
}

/** The states in which staff can open and change an item. An archived item has to be restored first. */
export const EDITABLE_STATES: readonly ItemState[] = ['published', 'draft']

/** Slugs that have another meaning in the URL of an item. */
const RESERVED_SLUGS = new Set(['featured'])

type ItemRow = Omit<
  Selectable<Tables['item']>,
  | 'name_sort'
  | 'code_key'
  | 'is_demo'
  | 'search_text'
  | 'search_codes'
  | 'part_number'
  | 'created_at'
  | 'unpublished_at'
>
/** The columns that `toItem` needs, and the row id. */
export const ITEM_COLUMNS = [
  'row_id',
  'id',
  'kind',
  'slug',
  'revision',
  'updated_at',
  ...FIELD_COLUMNS,
] as (keyof ItemRow)[]

/** Matches the item that has or had this slug, or has it as id. These are unique among all kinds. */
const hasKey = (key: string) => (eb: ExpressionBuilder<Tables, 'item'>) =>
  eb.or([
    eb('id', '=', key),
    eb('slug', '=', key),
    eb('id', '=', eb.selectFrom('item_slug').select('item_id').where('item_slug.slug', '=', key)),
  ])

/**
 * Returns the item with this id, slug or former slug if it has this kind and one of these states, by default only if it is
 * published. Throws 404.
 */
export async function getItemOrThrow(
  db: Db,
  { kind, key }: ItemKey,
  states: readonly ItemState[] = ['published'],
): Promise<StoredItem> {
  // Without a condition on the kind, SQLite uses the indexes on ids and slugs.
  const row = await db.selectFrom('item').select(ITEM_COLUMNS).where(hasKey(key)).executeTakeFirst()
  if (!row || row.kind !== (kind ?? row.kind) || !states.includes(row.state))
    throw notFound(RESOURCES[kind ?? 'machine'].noun)
  return toItem(row)
}

/** Returns the item with this id, of any kind and state. Throws 404. */
export async function getItemByIdOrThrow(db: Db, id: string): Promise<StoredItem> {
  const [item] = await findByIdsAnyState(db, [id])
  if (!item) throw notFound('Item')
  return item
}

/** Returns the published items with these ids, in this order. Other ids are left out. */
export const findByIds = async (db: Db, ids: string[]) =>
  (await findInOrder(db, 'id', ids)).filter(isPublished)

/** Returns the published items with these ids or slugs, in this order. Others, also former slugs, are left out. */
export async function findByKeys(db: Db, keys: string[]): Promise<StoredItem[]> {
  const byId = await findInOrder(db, 'id', keys)
  const bySlug = byId.length < keys.length ? await findInOrder(db, 'slug', keys) : []
  const found = [...byId, ...bySlug].filter(isPublished)
  return keys.flatMap((key) => found.find(({ id, slug }) => id === key || slug === key) ?? [])
}

/** Returns the published items with these row ids, in this order. Others are left out. */
export const findByRowIds = async (db: Db, rowIds: number[]) =>
  (await findByRowIdsAnyState(db, rowIds)).filter(isPublished)

/** Returns the items of any state with these row ids, in this order. Others are left out. */
export const findByRowIdsAnyState = (db: Db, rowIds: number[]) => findInOrder(db, 'row_id', rowIds)

/** Yields all items of any state, in batches. */
export async function* listItemsInBatches(db: Db): AsyncGenerator<StoredItem[]> {
  for await (const rows of readBatches(db, 'item', { columns: ITEM_COLUMNS }))
    yield rows.map((row) => toItem(row as unknown as ItemRow))
}

/** Returns the specifications of the items with these row ids, in no order. */
export async function findSpecifications(db: Db, rowIds: number[]): Promise<Specifications[]> {
  const rows = await db
    .selectFrom('item')
    .select('specifications_json')
    .where('row_id', 'in', rowIds)
    .execute()
  return rows.map((row) => JSON.parse(row.specifications_json) as Specifications)
}

export const findByIdsAnyState = (db: Db, ids: string[]) => findInOrder(db, 'id', ids)

const isPublished = ({ state }: StoredItem) => state === 'published'

async function findInOrder(
  db: Db,
  key: 'id' | 'slug' | 'row_id',
  values: (string | number)[],
): Promise<StoredItem[]> {
  if (values.length === 0) return []
  const rows = await db
    .selectFrom('item')
    .select(ITEM_COLUMNS)
    .where(sql.ref<string | number>(key), 'in', values)
    .execute()
  const byKey = new Map<string | number, StoredItem>(rows.map((row) => [row[key], toItem(row)]))
  return values.flatMap((value) => byKey.get(value) ?? [])
}

export interface NewItem {
  kind: Kind
  draft: ItemDraft
  /** The id of an item that was deleted and is created again; otherwise a new one. */
  id?: string | undefined
}

/** Stores a new item under an id and slug that no other item has, and returns it. Throws 409 if its code is in use. */
export async function insertItem(
  tx: Tx,
  kind: Kind,
  draft: ItemDraft,
  options: { at: string; isDemo?: boolean },
): Promise<StoredItem> {
  await assertCodeIsFree(tx, draft, '')
  const [item] = await insertItems(tx, [{ kind, draft }], options)
  return item!
}

/** Stores new items, at most 500, and returns them in this order. Their codes must be free, see `findTakenCodes`. */
export async function insertItems(
  tx: Tx,
  items: NewItem[],
  { at, isDemo = false }: { at: string; isDemo?: boolean },
): Promise<StoredItem[]> {
  if (items.length === 0) return []
  const named = items.map(({ kind, draft, id = newId() }) => ({ kind, draft, id, name: draft.name }))
  const slugs = await generateUniqueSlugs(tx, named)
  const rows = named.map(({ kind, draft, id }) => ({
    ...toColumns(draft, at),
    id,
    kind,
    slug: slugs.get(id)!,
    is_demo: Number(isDemo),
    revision: 1,
    created_at: at,
    updated_at: at,
  }))
  const inserted = await insertRows(tx, 'item', rows).returning(['id', 'row_id']).execute()
  const rowIds = new Map(inserted.map(({ id, row_id }) => [id, row_id]))
  const byId = new Map(rows.map((row) => [row.id, { ...row, row_id: rowIds.get(row.id)! }]))
  const stored = named.map(({ id }) => byId.get(id)!)
  await insertDerivedData(
    tx,
    stored.map((row, index) => ({ rowId: row.row_id, kind: row.kind, draft: named[index]!.draft })),
  )
  return stored.map(toItem)
}

/**
 * Replaces the content of an item and returns it; a demo item is an ordinary item from then on. A new name gives a new
 * slug, and the former slug still leads to the item. Throws 409 if another item has its code.
 */
export async function updateItem(
  tx: Tx,
  item: StoredItem,
  draft: ItemDraft,
  at: string,
): Promise<StoredItem> {
  if (draft.commercial.code !== item.commercial.code) await assertCodeIsFree(tx, draft, item.id)
  const slug = draft.name === item.name ? item.slug : await changeSlug(tx, item, draft.name)
  const row = await updateRow(tx, item.id, { ...toColumns(draft, at), slug, is_demo: 0 }, at)
  const updated = toItem(row)
  await updateDerivedData(tx, { rowId: row.row_id, kind: row.kind }, updated)
  return updated
}

/** What the admin's list changes without opening an item. */
export type ItemPatch = Partial<
  Pick<ItemDraft, 'featured' | 'state' | 'category' | 'pricePaise' | 'originalPricePaise'>
>

/** Changes only these fields and returns the item. A demo item remains one. */
export async function patchItem(
  tx: Tx,
  id: string,
  { featured, state, category, pricePaise, originalPricePaise }: ItemPatch,
  at: string,
): Promise<StoredItem> {
  const columns = {
    ...(featured !== undefined && { is_featured: Number(featured) }),
    ...(state && toVisibilityColumns(state, at)),
    ...(category !== undefined && { category }),
    ...(pricePaise !== undefined && { price_paise: pricePaise }),
    ...(originalPricePaise !== undefined && { original_price_paise: originalPricePaise }),
  }
  return toItem(await updateRow(tx, id, columns, at))
}

/** Changes these columns as the next revision of an item. */
const updateRow = (tx: Tx, id: string, columns: Updateable<Tables['item']>, at: string): Promise<ItemRow> =>
  tx
    .updateTable('item')
    .set({ ...columns, updated_at: at })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returning(ITEM_COLUMNS)
    .executeTakeFirstOrThrow()

/** Deletes an item and its revisions. Enquiries about it remain. */
export async function deleteItem(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('item').where('id', '=', id).execute()
}

/** Whether there is any item, archived items included. */
export async function hasItems(db: Db): Promise<boolean> {
  return (await db.selectFrom('item').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Returns the form of a code in which no two items have the same one. */
export const toCodeKey = (code: string): string => fold(code)

async function assertCodeIsFree(db: Db, { commercial: { code } }: ItemDraft, id: string): Promise<void> {
  if (code === null) return
  const other = await db
    .selectFrom('item')
    .select(['name', 'state'])
    .where('code_key', '=', toCodeKey(code))
    .where('id', '!=', id)
    .executeTakeFirst()
  if (!other) return
  const owner = `${other.name}${other.state === 'archived' ? ', which is archived' : ''}`
  throw conflict('code-taken', `The code ${code} belongs to ${owner}. Enter another one.`)
}

/** Returns those of these codes that an item has, in the form of `toCodeKey`. */
export async function findTakenCodes(db: Db, codes: string[]): Promise<Set<string>> {
  if (codes.length === 0) return new Set()
  const rows = await db
    .selectFrom('item')
    .select(({ ref }) => ref('code_key').$notNull().as('key'))
    .where('code_key', 'in', codes.map(toCodeKey))
    .execute()
  return new Set(rows.map(({ key }) => key))
}

/** Returns for each id a slug that no other item has or had: that of the name, or with the first six characters of the id. */
async function generateUniqueSlugs(
  db: Db,
  items: { id: string; name: string }[],
): Promise<Map<string, string>> {
  const slugs = items.map(({ name }) => slugify(name))
  const ids = items.map(({ id }) => id)
  const current = db.selectFrom('item').select('slug').where('slug', 'in', slugs).where('id', 'not in', ids)
  const former = db
    .selectFrom('item_slug')
    .select('slug')
    .where('slug', 'in', slugs)
    .where('item_id', 'not in', ids)
  const other = db.selectFrom('item').select('id as slug').where('id', 'in', slugs).where('id', 'not in', ids)
  const rows = await current.union(former).union(other).execute()
  const taken = new Set([...RESERVED_SLUGS, ...rows.map(({ slug }) => slug)])
  return new Map(
    items.map(({ id }, index) => {
      const slug = slugs[index]!
      if (!slug) return [id, id]
      const unique = taken.has(slug) ? `${slug}-${id.slice(0, 6)}` : slug
      taken.add(unique)
      return [id, unique]
    }),
  )
}

async function changeSlug(tx: Tx, item: StoredItem, name: string): Promise<string> {
  const slug = (await generateUniqueSlugs(tx, [{ id: item.id, name }])).get(item.id)!
  if (slug === item.slug) return slug
  await tx.deleteFrom('item_slug').where('slug', '=', slug).execute()
  await tx
    .insertInto('item_slug')
    .values({ slug: item.slug, item_id: item.id })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  return slug
}

/** Only staff see items with a time in `unpublished_at`. */
const toVisibilityColumns = (state: ItemState, at: string) => ({
  state,
  unpublished_at: state === 'published' ? null : at,
})

/** The columns of the content, with those that are derived from it. */
function toColumns(draft: ItemDraft, at: string) {
  const { code } = draft.commercial
  return {
    ...(toFieldColumns(draft) as Omit<
      ItemRow,
      'row_id' | 'id' | 'kind' | 'slug' | 'revision' | 'updated_at'
    >),
    name_sort: fold(draft.name),
    code_key: code === null ? null : toCodeKey(code),
    search_text: toSearchText(fold(draft.name), fold(draft.description)),
    search_codes: toSearchCodes(draft),
    part_number: getPartNumber(draft),
    ...toVisibilityColumns(draft.state, at),
  }
}

/** Converts a row with the columns of `ITEM_COLUMNS`. */
export function toItem(row: ItemRow): StoredItem {
  const { id, kind, slug, revision, updated_at } = row
  // A spread would take twice the time, which counts in long lists.
  return Object.assign(parseFieldColumns(row), { id, kind, slug, revision, updatedAt: updated_at })
}
