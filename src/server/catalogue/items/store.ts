import { sql } from 'kysely'
import type { ItemState } from '#contracts/admin-item.ts'
import type { Kind, Specifications } from '#contracts/item.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { toSearchText } from '#server/database/search/search-expression.ts'
import type { ItemTable } from '#server/database/tables.ts'
import { newId } from '#server/kernel/ids.ts'
import { fold, slugify } from '#server/kernel/text.ts'
import { toSearchCodes, updateDerivedData } from '../search/derived-data.ts'
import { assignSortKey } from '../search/store-sort-keys.ts'
import type { ItemDraft } from './rules.ts'

/** An item as stored: a draft with what the store adds to it. */
export interface StoredItem extends ItemDraft {
  id: string
  kind: Kind
  slug: string
  state: ItemState
  revision: number
  updatedAt: string
}

/** Words that mean something else at an item's address. */
const RESERVED_SLUGS = new Set(['featured'])

/** What of a row an item is made of. */
export const ITEM_COLUMNS = [
  'id',
  'kind',
  'slug',
  'name',
  'description',
  'category',
  'brand',
  'price_paise',
  'original_price_paise',
  'features_json',
  'specifications_json',
  'images_json',
  'is_featured',
  'state',
  'revision',
  'updated_at',
] as const
type ItemRow = Pick<ItemTable, (typeof ITEM_COLUMNS)[number]>

/** The item with this id or slug, former slugs included, if it is of this kind (any, if undefined) and in one of these states. */
export async function findItem(
  db: Db,
  kind: Kind | undefined,
  key: string,
  states: readonly ItemState[] = ['published'],
): Promise<StoredItem | undefined> {
  // Without the kind, which half the table shares: an id or slug belongs to one item alone, and has an index.
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

/** The published items with these ids, in this order. Other ids are left out. */
export const findByIds = (db: Db, ids: string[]) => findInOrder(db, 'id', ids, 'published')

/** The same for row ids. */
export const findByRowIds = (db: Db, rowIds: number[]) => findInOrder(db, 'row_id', rowIds, 'published')

/** The items with these ids, whatever their state, in this order. */
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

/** Stores a new item under an id and a slug of its own; answers it. Runs in the caller's transaction. */
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
 * Replaces what staff may say of an item, which makes a demo item their own. A new name brings a new slug; the old one
 * goes on answering.
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

/** The little that the staff's list changes without opening an item. */
export interface ItemPatch {
  featured?: boolean
  state?: ItemState
  category?: string
}

/** Changes these marks and nothing else; answers the item as it is then. They are no content: a demo item stays one. */
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

/** Removes an item for good, with its history; enquiries about it stay. */
export async function deleteItem(db: Db, id: string): Promise<void> {
  await db.deleteFrom('item').where('id', '=', id).execute()
}

/** Whether anything was ever entered, archived items too. */
export async function hasItems(db: Db): Promise<boolean> {
  return (await db.selectFrom('item').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** Removes everything that the demo brought. Answers how many items went. */
export async function removeDemoItems(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('item').where('is_demo', '=', 1).executeTakeFirst()
  return Number(numDeletedRows)
}

/** A slug no other item has or had: the name's own, else with a piece of the id. */
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

async function changeSlug(db: Db, item: StoredItem, name: string): Promise<string> {
  const slug = await generateUniqueSlug(db, name, item.id)
  if (slug === item.slug) return slug
  await db.deleteFrom('item_slug').where('slug', '=', slug).execute()
  await db
    .insertInto('item_slug')
    .values({ slug: item.slug, item_id: item.id })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  return slug
}

/** What is not published is hidden from everybody but staff. */
const toVisibilityColumns = (state: ItemState, at: string) => ({
  state,
  unpublished_at: state === 'published' ? null : at,
})

function toColumns(draft: ItemDraft) {
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
