import { sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { aside } from '#server/database/engine.ts'
import { slugify } from '#server/kernel/text.ts'
import { measuresOf } from './specifications.ts'
import { findByIds, type StoredItem } from './store.ts'

const FAMILY = 4
const PARTS = 6
const MACHINES = 6
/** Where a part says what it belongs to. */
export const FITS_KEYS = ['fits', 'for', 'suits', 'machine', 'machines']
/** Rows looked at for one shared word; a word that more items share says little. */
const LOOKED_AT = 200
const SAME_CATEGORY = 3

export interface RelatedItems {
  family: StoredItem[]
  parts: StoredItem[]
  /** Names all of them to the list of spare parts. */
  partsFilter: string | null
  machines: StoredItem[]
}

/** What stands beside an item: its like, the parts that name it, the machines it names. */
export async function findRelated(db: Db, item: StoredItem): Promise<RelatedItems> {
  const [family, parts, machines] = [
    await familyOf(db, item),
    item.kind === 'machine' ? await partsFor(db, item) : NO_PARTS,
    item.kind === 'spare' ? await machinesOf(db, item) : [],
  ]
  return {
    family: await findByIds(db, family),
    parts: await findByIds(db, parts.ids),
    partsFilter: parts.filter,
    machines: await findByIds(db, machines),
  }
}

/** Items of the same kind that share the most words of their specifications, and their category. */
async function familyOf(db: Db, item: StoredItem): Promise<string[]> {
  const shared = new Map<string, number>()
  const count = (rows: { id: string }[], weight: number) => {
    for (const { id } of rows) if (id !== item.id) shared.set(id, (shared.get(id) ?? 0) + weight)
  }
  for (const { key, value, num } of measuresOf(item.specifications)) {
    if (num === null) count(await itemsStating(db, item.kind, [key], value), 1)
  }
  count(await itemsOfCategory(db, item), SAME_CATEGORY)
  const [mostShared = 0] = [...shared.values()].sort((a, b) => b - a)
  return [...shared]
    .filter(([, times]) => times * 2 >= mostShared)
    .sort(([, a], [, b]) => b - a)
    .slice(0, FAMILY)
    .map(([id]) => id)
}

/** The spare parts that name the machine: by the longest beginning of its name that any part states. */
async function partsFor(db: Db, machine: StoredItem): Promise<typeof NO_PARTS> {
  for (const value of namesInParts(machine)) {
    const found = await itemsStating(db, 'spare', FITS_KEYS, value, PARTS)
    if (found[0]) return { ids: found.map(({ id }) => id), filter: `${found[0].key}:${value}` }
  }
  return NO_PARTS
}

/** What parts may call a machine, the longest first: 'cl-25-capstan-lathe', 'cl-25-capstan', 'cl-25'. */
export function namesInParts({ slug, name }: StoredItem): string[] {
  const words = slugify(name).split('-')
  const beginnings = words.map((_, index) => words.slice(0, words.length - index).join('-'))
  return [slug, ...beginnings].filter((called) => /\d/.test(called))
}

const NO_PARTS: { ids: string[]; filter: string | null } = { ids: [], filter: null }

/** The machines that a part names, in its order. */
async function machinesOf(db: Db, item: StoredItem): Promise<string[]> {
  const named = measuresOf(item.specifications).filter(({ key }) => FITS_KEYS.includes(key))
  const found: string[] = []
  for (const { value } of named.slice(0, MACHINES)) {
    const row = await db
      .selectFrom('item')
      .select('id')
      .where('kind', '=', 'machine')
      .where('hidden_at', 'is', null)
      .where((eb) => eb.or([eb('slug', '=', value), eb('slug', 'like', `${value}-%`)]))
      .orderBy(sql`length(slug)`)
      .executeTakeFirst()
    if (row && !found.includes(row.id)) found.push(row.id)
  }
  return found
}

function itemsStating(db: Db, kind: Kind, keys: string[], value: string, limit = LOOKED_AT) {
  return db
    .selectFrom('item_spec')
    .innerJoin('item', 'item.row_id', 'item_spec.item_row_id')
    .select(['item.id', 'item_spec.key'])
    .where('item_spec.kind', '=', kind)
    .where('item_spec.key', 'in', keys)
    .where('item_spec.value', '=', value)
    .where('item.hidden_at', 'is', null)
    .orderBy('item_spec.item_row_id')
    .limit(limit)
    .execute()
}

function itemsOfCategory(db: Db, { category, kind }: StoredItem) {
  return db
    .selectFrom('item')
    .select('id')
    .where('category', '=', category)
    .where(sql<boolean>`${aside('item.kind')} = ${kind}`)
    .where('hidden_at', 'is', null)
    .orderBy('name_sort')
    .limit(LOOKED_AT)
    .execute()
}
