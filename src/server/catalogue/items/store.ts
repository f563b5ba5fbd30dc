import { sql } from 'kysely'
import type { Specifications } from '#contracts/item.ts'
import type { ItemState } from '#contracts/item-state.ts'
import type { Kind } from '#contracts/kind.ts'
import { RESOURCES } from '#contracts/resources.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { toSearchText } from '#server/database/search/search-expression.ts'
import type { ItemTable } from '#server/database/tables.ts'
import { newId } from '#server/kernel/ids.ts'
import { notFound } from '#server/kernel/problem.ts'
import { fold, slugify } from '#server/kernel/text.ts'
import { toSearchCodes, updateDerivedData } from '../search/derived-data.ts'
import { assignSortKey } from '../search/store-sort-keys.ts'
import type { ItemDraft } from './draft.ts'

/** An item as stored: a draft with what the store adds to it. */
export interface StoredItem extends ItemDraft {
  id: string
  kind: Kind
  slug: string
  state: ItemState
  revision: number
  updatedAt: string
}

/** What identifies an item in a URL; `key` is an id or a slug. */
export interface ItemKey {
  kind: Kind
  key: string
}

/** The states in which staff can open and change an item. An archived item has to be restored first. */
export const EDITABLE_STATES: readonly ItemState[] = ['published', 'draft']

/** Slugs that have another meaning in the URL of an item. */
const RESERVED_SLUGS = new Set(['featured'])

/** The column of each field of the draft. */
const DRAFT_COLUMNS = {
  name: 'name',
  description: 'description',
  category: 'category',
  brand: 'brand',
  pricePaise: 'price_paise',
  originalPricePaise: 'original_price_paise',
  features: 'features_json',
  specifications: 'specifications_json',
  images: 'images_json',
  featured: 'is_featured',
  draft: 'state',
} as const satisfies Record<keyof ItemDraft, keyof ItemTable>
type DraftColumn = (typeof DRAFT_COLUMNS)[keyof ItemDraft]

/** The columns that `toItem` needs. */
export const ITEM_COLUMNS = [
  'id',
  'kind',
  'slug',
  'revision',
  'updated_at',
  ...(Object.values(DRAFT_COLUMNS) as DraftColumn[]),
] as const
type ItemRow = Pick<ItemTable, (typeof ITEM_COLUMNS)[number]>

/** Returns the item with this id, slug or former slug if it has this kind (undefined: any kind) and one of these states. */
export async function findItem(
  db: Db,
  kind: Kind | undefined,
  key: string,
  states: readonly ItemState[] = ['published'],
): Promise<StoredItem | undefined> {
  // Without a condition on the kind, SQLite uses the indexes on ids and slugs; both are unique among all kinds.
  const row = await db
    .selectFrom('item')
    .select(ITEM_COLUMNS)
    .where((eb) =>
      eb.or([
        eb('id', '=', key),
        eb('slug', '=', key),
        eb('id', 'in', eb.selectFrom('item_slug').select('item_id').where('item_slug.slug', '=', key)),
      ]),
    )
    .executeTakeFirst()
  const item = row && toItem(row)
  return item && (kind ?? item.kind) === item.kind && states.includes(item.state) ? item : undefined
}

/** Returns the item with this id, slug or former slug; by default only if it is published. Throws 404. */
export async function getItemOrThrow(
  db: Db,
  { kind, key }: ItemKey,
  states?: readonly ItemState[],
): Promise<StoredItem> {
  const item = await findItem(db, kind, key, states)
  if (!item) throw notFound(RESOURCES[kind].noun)
  return item
}

/** Returns the item with this id, of any kind and state. Throws 404. */
export async function getItemByIdOrThrow(db: Db, id: string): Promise<StoredItem> {
  const [item] = await findByIdsAnyState(db, [id])
  if (!item) throw notFound('Item')
  return item
}

/** Returns the published items with these ids, in this order. Other ids are left out. */
export const findByIds = (db: Db, ids: string[]) => findInOrder(db, 'id', ids, 'published')

/** Returns the published items with these row ids, in this order. Others are left out. */
export const findByRowIds = (db: Db, rowIds: number[]) => findInOrder(db, 'row_id', rowIds, 'published')

/** Returns the items of any state with these ids, in this order. */
export const findByIdsAnyState = (db: Db, ids: string[]) => findInOrder(db, 'id', ids, 'any')

async function findInOrder(
  db: Db,
  key: 'id' | 'row_id',
  values: (string | number)[],
  states: 'published' | 'any',
): Promise<StoredItem[]> {
  if (values.length === 0) return []
  const rows = await db
    .selectFrom('item')
    .select([...ITEM_COLUMNS, 'row_id'])
    .where(sql.ref<string | number>(key), 'in', values)
    .$if(states === 'published', (query) => query.where('unpublished_at', 'is', null))
    .execute()
  const byKey = new Map<string | number, StoredItem>(rows.map((row) => [row[key], toItem(row)]))
  return values.flatMap((value) => byKey.get(value) ?? [])
}

/** Stores a new item under an id and slug that no other item has, and returns it. */
export async function insertItem(
  tx: Tx,
  kind: Kind,
  draft: ItemDraft,
  stored: { at: string; isDemo?: boolean },
): Promise<StoredItem> {
  const id = newId()
  const row = await tx
    .insertInto('item')
    .values({
      ...toColumns(draft),
      id,
      kind,
      slug: await generateUniqueSlug(tx, draft.name, id),
      is_demo: Number(stored.isDemo ?? false),
      ...toVisibilityColumns(draft.draft ? 'draft' : 'published', stored.at),
      revision: 1,
      created_at: stored.at,
      updated_at: stored.at,
    })
    .returning([...ITEM_COLUMNS, 'row_id'])
    .executeTakeFirstOrThrow()
  await updateDerivedData(tx, { rowId: row.row_id, kind }, draft)
  await assignSortKey(tx, row.row_id)
  return toItem(row)
}

/**
 * Replaces the content of an item and returns it; a demo item is an ordinary item from then on. A new name gives a new
 * slug, and the former slug still leads to the item.
 */
export async function updateItem(
  tx: Tx,
  item: StoredItem,
  draft: ItemDraft,
  at: string,
): Promise<StoredItem> {
  const slug = draft.name === item.name ? item.slug : await changeSlug(tx, item, draft.name)
  const row = await tx
    .updateTable('item')
    .set({ ...toColumns(draft), ...toVisibilityColumns(draft.draft ? 'draft' : 'published', at) })
    .set({ slug, is_demo: 0, updated_at: at })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', item.id)
    .returning([...ITEM_COLUMNS, 'row_id'])
    .executeTakeFirstOrThrow()
  await updateDerivedData(tx, { rowId: row.row_id, kind: item.kind }, draft)
  await assignSortKey(tx, row.row_id)
  return toItem(row)
}

/** What the admin's list changes without opening an item. */
export interface ItemPatch {
  featured?: boolean
  state?: ItemState
  category?: string
}

/** Changes only these fields and returns the item. A demo item remains one. */
export async function patchItem(tx: Tx, id: string, patch: ItemPatch, at: string): Promise<StoredItem> {
  const row = await tx
    .updateTable('item')
    .set({
      updated_at: at,
      ...(patch.featured !== undefined && { is_featured: Number(patch.featured) }),
      ...(patch.state && toVisibilityColumns(patch.state, at)),
      ...(patch.category !== undefined && { category: patch.category }),
    })
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .returning([...ITEM_COLUMNS, 'row_id'])
    .executeTakeFirstOrThrow()
  if (patch.state) await assignSortKey(tx, row.row_id)
  return toItem(row)
}

/** Deletes an item and its revisions. Enquiries about it remain. */
export async function deleteItem(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('item').where('id', '=', id).execute()
}

/** Whether there is any item, archived items included. */
export async function hasItems(db: Db): Promise<boolean> {
  return (await db.selectFrom('item').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Deletes the demo items that staff have not changed, and returns their number. */
export async function removeDemoItems(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx.deleteFrom('item').where('is_demo', '=', 1).executeTakeFirst()
  return Number(numDeletedRows)
}

/** Returns a slug that no other item has or had: that of the name, or with the first six characters of the id. */
async function generateUniqueSlug(db: Db, name: string, id: string): Promise<string> {
  const slug = slugify(name)
  if (!slug) return id
  if (RESERVED_SLUGS.has(slug)) return `${slug}-${id.slice(0, 6)}`
  const existing = await db
    .selectFrom('item')
    .select('id')
    .where((eb) => eb.or([eb('slug', '=', slug), eb('id', '=', slug)]))
    .where('id', '!=', id)
    .union(
      db.selectFrom('item_slug').select('item_id as id').where('slug', '=', slug).where('item_id', '!=', id),
    )
    .executeTakeFirst()
  return existing ? `${slug}-${id.slice(0, 6)}` : slug
}

async function changeSlug(tx: Tx, item: StoredItem, name: string): Promise<string> {
  const slug = await generateUniqueSlug(tx, name, item.id)
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

type DraftColumns = Pick<
  ItemTable,
  Exclude<DraftColumn, 'state'> | 'name_sort' | 'search_text' | 'search_codes'
>

function toColumns(draft: ItemDraft): DraftColumns {
  return {
    name: draft.name,
    name_sort: fold(draft.name),
    description: draft.description,
    category: draft.category,
    brand: draft.brand,
    price_paise: draft.pricePaise,
    original_price_paise: draft.originalPricePaise,
    features_json: JSON.stringify(draft.features),
    specifications_json: JSON.stringify(draft.specifications),
    images_json: JSON.stringify(draft.images),
    is_featured: Number(draft.featured),
    search_text: toSearchText(fold(draft.name), fold(draft.description)),
    search_codes: toSearchCodes(draft),
  }
}

/** Converts a row with the columns of `ITEM_COLUMNS`. */
export function toItem(row: ItemRow): StoredItem {
  return {
    id: row.id,
    kind: row.kind as Kind,
    slug: row.slug,
    name: row.name,
    description: row.description,
    category: row.category,
    brand: row.brand,
    pricePaise: row.price_paise,
    originalPricePaise: row.original_price_paise,
    features: JSON.parse(row.features_json) as string[],
    specifications: JSON.parse(row.specifications_json) as Specifications,
    images: JSON.parse(row.images_json) as string[],
    featured: row.is_featured === 1,
    draft: row.state === 'draft',
    state: row.state as ItemState,
    revision: row.revision,
    updatedAt: row.updated_at,
  }
}
