import { sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { withoutIndex } from '#server/database/sql-dialect.ts'
import { slugify } from '#server/kernel/text.ts'
import { extractSpecificationValues } from '../items/specifications.ts'
import { findByIds, type StoredItem } from '../items/store.ts'

const MAX_SIMILAR_ITEMS = 4
const MAX_PARTS = 6
const MAX_MACHINES = 6
/** Where a part says what it belongs to. */
export const COMPATIBILITY_KEYS = ['fits', 'for', 'suits', 'machine', 'machines']
/** Rows looked at for one shared word; a word that more items share says little. */
const MAX_ROWS_PER_VALUE = 200
const SAME_CATEGORY_WEIGHT = 3

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
    await findSimilarItemIds(db, item),
    item.kind === 'machine' ? await findPartsForMachine(db, item) : NO_PARTS,
    item.kind === 'spare' ? await findMachineIdsForPart(db, item) : [],
  ]
  return {
    family: await findByIds(db, family),
    parts: await findByIds(db, parts.ids),
    partsFilter: parts.filter,
    machines: await findByIds(db, machines),
  }
}

/** Items of the same kind that share the most words of their specifications, and their category. */
async function findSimilarItemIds(db: Db, item: StoredItem): Promise<string[]> {
  const shared = new Map<string, number>()
  const addWeight = (rows: { id: string }[], weight: number) => {
    for (const { id } of rows) if (id !== item.id) shared.set(id, (shared.get(id) ?? 0) + weight)
  }
  for (const { key, value, num } of extractSpecificationValues(item.specifications)) {
    if (num === null) addWeight(await selectItemsWithValue(db, item.kind, [key], value), 1)
  }
  addWeight(await selectItemsOfCategory(db, item), SAME_CATEGORY_WEIGHT)
  const [mostShared = 0] = [...shared.values()].sort((a, b) => b - a)
  return [...shared]
    .filter(([, weight]) => weight * 2 >= mostShared)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MAX_SIMILAR_ITEMS)
    .map(([id]) => id)
}

/** The spare parts that name the machine: by the longest beginning of its name that any part states. */
async function findPartsForMachine(db: Db, machine: StoredItem): Promise<typeof NO_PARTS> {
  for (const value of getNameVariants(machine)) {
    const found = await selectItemsWithValue(db, 'spare', COMPATIBILITY_KEYS, value, MAX_PARTS)
    if (found[0]) return { ids: found.map(({ id }) => id), filter: `${found[0].key}:${value}` }
  }
  return NO_PARTS
}

/** What parts may call a machine, the longest first: 'cl-25-capstan-lathe', 'cl-25-capstan', 'cl-25'. */
export function getNameVariants({ slug, name }: StoredItem): string[] {
  const words = slugify(name).split('-')
  const prefixes = words.map((_, index) => words.slice(0, words.length - index).join('-'))
  return [slug, ...prefixes].filter((variant) => /\d/.test(variant))
}

const NO_PARTS: { ids: string[]; filter: string | null } = { ids: [], filter: null }

/** The machines that a part names, in its order. */
async function findMachineIdsForPart(db: Db, item: StoredItem): Promise<string[]> {
  const named = extractSpecificationValues(item.specifications).filter(({ key }) =>
    COMPATIBILITY_KEYS.includes(key),
  )
  const found: string[] = []
  for (const { value } of named.slice(0, MAX_MACHINES)) {
    const row = await db
      .selectFrom('item')
      .select('id')
      .where('kind', '=', 'machine')
      .where('unpublished_at', 'is', null)
      .where((eb) => eb.or([eb('slug', '=', value), eb('slug', 'like', `${value}-%`)]))
      .orderBy(sql`length(slug)`)
      .executeTakeFirst()
    if (row && !found.includes(row.id)) found.push(row.id)
  }
  return found
}

function selectItemsWithValue(db: Db, kind: Kind, keys: string[], value: string, limit = MAX_ROWS_PER_VALUE) {
  return db
    .selectFrom('item_specification')
    .innerJoin('item', 'item.row_id', 'item_specification.item_row_id')
    .select(['item.id', 'item_specification.key'])
    .where('item_specification.kind', '=', kind)
    .where('item_specification.key', 'in', keys)
    .where('item_specification.value_slug', '=', value)
    .where('item.unpublished_at', 'is', null)
    .orderBy('item_specification.item_row_id')
    .limit(limit)
    .execute()
}

function selectItemsOfCategory(db: Db, { category, kind }: StoredItem) {
  return db
    .selectFrom('item')
    .select('id')
    .where('category', '=', category)
    .where(sql<boolean>`${withoutIndex('item.kind')} = ${kind}`)
    .where('unpublished_at', 'is', null)
    .orderBy('name_sort')
    .limit(MAX_ROWS_PER_VALUE)
    .execute()
}
