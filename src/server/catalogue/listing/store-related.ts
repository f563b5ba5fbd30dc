import { sql } from 'kysely'
import type { Fits } from '#contracts/catalogue/discovery.ts'
import type { Kind } from '#contracts/item/item.ts'
import type { Db } from '#server/database/db.ts'
import { toLooseExpression } from '#server/database/search/loose-expression.ts'
import { withoutIndex } from '#server/database/sql-dialect.ts'
import { slugify, toAlphanumericKey } from '#server/kernel/text.ts'
import type { StoredItem } from '../items/store.ts'
import { extractSpecificationValues } from '../search/quantities/specification-values.ts'

const MAX_SIMILAR_ITEMS = 4
const MAX_PARTS = 6
/** A longer list is cut off: about 20 kB as compressed slugs. */
const MAX_FITTING_PARTS = 5000
const MAX_MACHINES = 6
/** The specifications in which a spare part names the machines that it fits. */
export const COMPATIBILITY_KEYS = ['fits', 'for', 'suits', 'machine', 'machines']
/** Maximum number of items that are read for one shared value. A more frequent value indicates little similarity. */
const MAX_ITEMS_PER_VALUE = 200
const SAME_CATEGORY_WEIGHT = 3

/**
 * Returns the ids of the related items that the page of an item shows beside those of its relations, and the filter that
 * lists all parts of a machine. Specifications such as 'Fits' count where staff have entered no relation.
 */
export async function findRelated(db: Db, item: StoredItem) {
  const parts =
    item.kind === 'machine' && !(await hasRelation(db, item, 'to'))
      ? await findNamingParts(db, getNameVariants(item), MAX_PARTS)
      : []
  return {
    similarItems: await findSimilarItemIds(db, item),
    parts: parts.map(({ id }) => id),
    partsFilter: parts[0] ? `${parts[0].key}:${parts[0].value_slug}` : null,
    machines:
      item.kind === 'spare' && !(await hasRelation(db, item, 'from'))
        ? await findMachineIdsForPart(db, item)
        : [],
  }
}

/** Whether there is a published part that fits the machine ('to'), or a machine that the part fits ('from'). */
async function hasRelation(db: Db, { id }: Pick<StoredItem, 'id'>, side: 'from' | 'to'): Promise<boolean> {
  const rowId = db.selectFrom('item').select('row_id').where('id', '=', id)
  const relation = await db
    .selectFrom('item_relation')
    .innerJoin('item', 'item.row_id', `item_relation.${side === 'from' ? 'to' : 'from'}_row_id`)
    .select('item_relation.id')
    .where(`item_relation.${side}_row_id`, '=', rowId)
    .where('type', '=', 'fits')
    .where('item.unpublished_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return relation !== undefined
}

/**
 * Items of the same kind that share the most specification values, where the category counts as three. Those of its
 * relations, such as alternatives, are shown as such.
 */
async function findSimilarItemIds(db: Db, item: StoredItem): Promise<string[]> {
  const weights = new Map<string, number>()
  const relatedIds = new Set(await listRelatedIds(db, item))
  const addWeight = (rows: { id: string }[], weight: number) => {
    for (const { id } of rows)
      if (id !== item.id && !relatedIds.has(id)) weights.set(id, (weights.get(id) ?? 0) + weight)
  }
  for (const { key, value_slug, max_value } of extractSpecificationValues(item.specifications)) {
    if (max_value === null) addWeight(await listPublishedWithValue(db, item.kind, [key], value_slug), 1)
  }
  addWeight(await listItemsOfCategory(db, item), SAME_CATEGORY_WEIGHT)
  const mostSimilar = [...weights].sort(([, a], [, b]) => b - a)
  const [, maxWeight = 0] = mostSimilar[0] ?? []
  return mostSimilar
    .filter(([, weight]) => weight * 2 >= maxWeight)
    .slice(0, MAX_SIMILAR_ITEMS)
    .map(([id]) => id)
}

/** The items of the same kind that an item is related to, in either direction. */
async function listRelatedIds(db: Db, { id, kind }: StoredItem): Promise<string[]> {
  const rowId = db.selectFrom('item').select('row_id').where('id', '=', id)
  const selectSide = (side: 'from' | 'to') =>
    db
      .selectFrom('item_relation')
      .innerJoin('item', 'item.row_id', `item_relation.${side === 'from' ? 'to' : 'from'}_row_id`)
      .select('item.id')
      .where(`item_relation.${side}_row_id`, '=', rowId)
      .where('item_relation.type', '!=', 'fits')
      .where('item.kind', '=', kind)
  const rows = await selectSide('from').union(selectSide('to')).execute()
  return rows.map((row) => row.id)
}

/** The spare parts that have this value in one of the specifications that name machines. */
const listPartsThatName = (db: Db, value: string, limit: number) =>
  listPublishedWithValue(db, 'spare', COMPATIBILITY_KEYS, value, limit)

/** How spare parts may name a machine, the longest first: 'cl-25-capstan-lathe', 'cl-25-capstan', 'cl-25'. */
export function getNameVariants({ slug, name }: Pick<StoredItem, 'slug' | 'name'>): string[] {
  const words = slugify(name).split('-')
  const prefixes = words.map((_, index) => words.slice(0, words.length - index).join('-'))
  return [slug, ...prefixes].filter((variant) => /\d/.test(variant))
}

/** The machines that a spare part names, in the order of its specifications. */
async function findMachineIdsForPart(db: Db, part: StoredItem): Promise<string[]> {
  const names = extractSpecificationValues(part.specifications)
    .filter(({ key }) => COMPATIBILITY_KEYS.includes(key))
    .slice(0, MAX_MACHINES)
  const ids = new Set<string>()
  for (const { value_slug: value } of names) {
    const machine = await db
      .selectFrom('item')
      .select('id')
      .where('kind', '=', 'machine')
      .where('unpublished_at', 'is', null)
      .where((eb) => eb.or([eb('slug', '=', value), eb('slug', 'like', `${value}-%`)]))
      .orderBy(sql`length(slug)`)
      .executeTakeFirst()
    if (machine) ids.add(machine.id)
  }
  return [...ids]
}

/** The items of any state that have this value in one of these specifications, or in any. */
export const selectItemsWithValue = (db: Db, value: string, keys?: string[]) =>
  db
    .selectFrom('item_specification')
    .innerJoin('item', 'item.row_id', 'item_specification.item_row_id')
    .where('item_specification.value_slug', '=', value)
    .$if(keys !== undefined, (query) => query.where('item_specification.key', 'in', keys!))

function listPublishedWithValue(
  db: Db,
  kind: Kind,
  keys: string[],
  value: string,
  limit = MAX_ITEMS_PER_VALUE,
) {
  return selectItemsWithValue(db, value, keys)
    .select(['item.id', 'item.slug', 'item_specification.key', 'item_specification.value_slug'])
    .where('item_specification.kind', '=', kind)
    .where('item.unpublished_at', 'is', null)
    .orderBy('item_specification.item_row_id')
    .limit(limit)
    .execute()
}

function listItemsOfCategory(db: Db, { category, kind }: StoredItem) {
  return db
    .selectFrom('item')
    .select('id')
    .where('category', '=', category)
    .where(sql<boolean>`${withoutIndex('item.kind')} = ${kind}`)
    .where('unpublished_at', 'is', null)
    .orderBy('name_sort')
    .limit(MAX_ITEMS_PER_VALUE)
    .execute()
}

/**
 * The parts that fit a machine: those of its relations; where it has none, or is not in the catalogue, those whose
 * specifications name it.
 */
export async function findFits(db: Db, key: string): Promise<Fits> {
  const machine = await findMachine(db, key)
  const isRelated = machine !== undefined && (await hasRelation(db, machine, 'to'))
  const named = isRelated
    ? []
    : await findNamingParts(db, machine ? getNameVariants(machine) : [slugify(key)], MAX_FITTING_PARTS + 1)
  const slugs = isRelated ? await listRelatedParts(db, machine.id) : named.map(({ slug }) => slug)
  const parts = [...new Set(slugs)]
  return {
    machine: machine ? { slug: machine.slug, name: machine.code ?? machine.name } : null,
    parts: parts.slice(0, MAX_FITTING_PARTS),
    isComplete: slugs.length <= MAX_FITTING_PARTS,
    partsFilter: named[0] ? `${named[0].key}:${named[0].value_slug}` : null,
  }
}

/** The published machine with this slug, former slug, id, code or name; separators of codes and names do not count. */
async function findMachine(db: Db, key: string) {
  const machines = db
    .selectFrom('item')
    .select(['id', 'slug', 'code', 'name'])
    .where('kind', '=', 'machine')
    .where('unpublished_at', 'is', null)
  const former = db.selectFrom('item_slug').select('item_id').where('slug', '=', key)
  const conditions = [
    sql<boolean>`slug = ${key}`,
    sql<boolean>`(id = ${key} or id in (${former}))`,
    ...(['code_key', 'name_sort'] as const).map(
      (column) => sql<boolean>`${toLooseExpression(column)} = ${toAlphanumericKey(key)}`,
    ),
  ]
  for (const condition of conditions) {
    const machine = await machines.where(condition).limit(1).executeTakeFirst()
    if (machine) return machine
  }
  return undefined
}

async function listRelatedParts(db: Db, machineId: string): Promise<string[]> {
  const parts = await db
    .selectFrom('item_relation')
    .innerJoin('item as machine', 'machine.row_id', 'item_relation.to_row_id')
    .innerJoin('item', 'item.row_id', 'item_relation.from_row_id')
    .select('item.slug')
    .distinct()
    .where('machine.id', '=', machineId)
    .where('item_relation.type', '=', 'fits')
    .where('item.unpublished_at', 'is', null)
    .orderBy('item.slug')
    .limit(MAX_FITTING_PARTS + 1)
    .execute()
  return parts.map(({ slug }) => slug)
}

/** The spare parts that name a machine, by the longest of these names that any of them uses. */
async function findNamingParts(db: Db, names: string[], max: number) {
  for (const name of names) {
    const parts = await listPartsThatName(db, name, max)
    if (parts.length > 0) return parts
  }
  return []
}
