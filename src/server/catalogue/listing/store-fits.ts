import { sql } from 'kysely'
import type { Fits } from '#contracts/discovery.ts'
import type { Db } from '#server/database/db.ts'
import { slugify, toAlphanumericKey } from '#server/kernel/text.ts'
import { toLooseExpression } from '../items/store-picture-matches.ts'
import { getNameVariants, hasRelation, listPartsThatName } from './store-related.ts'

/** A longer list is cut off: about 20 kB as compressed slugs. */
const MAX_PARTS = 5000

/**
 * The parts that fit a machine: those of its relations; where it has none, or is not in the catalogue, those whose
 * specifications name it.
 */
export async function findFits(db: Db, key: string): Promise<Fits> {
  const machine = await findMachine(db, key)
  const isRelated = machine !== undefined && (await hasRelation(db, machine, 'to'))
  const named = isRelated
    ? []
    : await findNamingParts(db, machine ? getNameVariants(machine) : [slugify(key)])
  const slugs = isRelated ? await listRelatedParts(db, machine.id) : named.map(({ slug }) => slug)
  const parts = [...new Set(slugs)]
  return {
    machine: machine ? { slug: machine.slug, name: machine.code ?? machine.name } : null,
    parts: parts.slice(0, MAX_PARTS),
    isComplete: slugs.length <= MAX_PARTS,
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
    .limit(MAX_PARTS + 1)
    .execute()
  return parts.map(({ slug }) => slug)
}

/** The parts that name the machine, by the longest of these names that any of them uses. */
async function findNamingParts(db: Db, names: string[]) {
  for (const name of names) {
    const parts = await listPartsThatName(db, name, MAX_PARTS + 1)
    if (parts.length > 0) return parts
  }
  return []
}
