import { type Kysely, sql } from 'kysely'
import { fold, isPostgres } from './frozen.ts'

const BATCH_SIZE = 500
const MIN_SPECIFICATIONS = 2
const COMPATIBILITY_LABEL =
  /^(?:fits|fits machines?|suits|suitable for|for|for machines?|machines?|compatible (?:with|machines?))$/i

/** The tables that this migration reads and writes. */
interface Schema {
  item: {
    row_id: number
    id: string
    kind: string
    name_sort: string
    code_key: string | null
    specifications_json: string
  }
  item_relation: {
    id: string
    from_row_id: number
    to_row_id: number
    type: string
    assembly: string
    position: string
    sort_key: string
    quantity: number | null
    revision: number
  }
  item_specification: { item_row_id: number; key: string; value_slug: string }
}

/**
 * Creates the table of relations between items. Machines that a spare part names exactly in a specification such as 'Fits:
 * CL 25, SPA 20', by name or code, become relations. The rest of the text stays a specification; so does all of it if fewer
 * than two specifications would be left, because the form of a spare part requires two.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('item_relation')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('from_row_id', 'integer', (c) => c.notNull().references('item.row_id').onDelete('cascade'))
    .addColumn('to_row_id', 'integer', (c) => c.notNull().references('item.row_id').onDelete('cascade'))
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('assembly', 'text', (c) => c.notNull())
    .addColumn('position', 'text', (c) => c.notNull())
    .addColumn('sort_key', 'text', (c) => c.notNull())
    .addColumn('quantity', 'integer')
    .addColumn('revision', 'integer', (c) => c.notNull())
    .execute()
  await db.schema
    .createIndex('item_relation_from')
    .unique()
    .on('item_relation')
    .columns(['from_row_id', 'type', 'to_row_id', 'assembly', 'position'])
    .execute()
  await db.schema
    .createIndex('item_relation_to')
    .on('item_relation')
    .columns(['to_row_id', 'type', 'sort_key', 'from_row_id'])
    .execute()
  if (isPostgres(db))
    await sql`create trigger capstan_notify_change after insert or update or delete on item_relation
      for each statement execute function capstan_notify_change()`.execute(db)
  const machines = await listMachines(db)
  if (machines.size > 0) await moveCompatibility(db, machines)
}

/** The machines by name and code; null for one that several machines have. */
async function listMachines(db: Kysely<Schema>): Promise<Map<string, number | null>> {
  const rows = await db
    .selectFrom('item')
    .select(['row_id', 'name_sort', 'code_key'])
    .where('kind', '=', 'machine')
    .execute()
  const machines = new Map<string, number | null>()
  for (const { row_id, name_sort, code_key } of rows)
    for (const key of new Set([name_sort, code_key]))
      if (key) machines.set(key, machines.has(key) && machines.get(key) !== row_id ? null : row_id)
  return machines
}

async function moveCompatibility(db: Kysely<Schema>, machines: Map<string, number | null>): Promise<void> {
  for (let after = 0; ; ) {
    const parts = await db
      .selectFrom('item')
      .select(['row_id', 'id', 'specifications_json'])
      .where('kind', '=', 'spare')
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(BATCH_SIZE)
      .execute()
    for (const part of parts) await movePart(db, part, machines)
    const last = parts.at(-1)
    if (!last) break
    after = last.row_id
  }
}

async function movePart(
  db: Kysely<Schema>,
  part: Pick<Schema['item'], 'row_id' | 'id' | 'specifications_json'>,
  machines: Map<string, number | null>,
): Promise<void> {
  const specifications = JSON.parse(part.specifications_json) as [string, string][]
  const found = new Set<number>()
  const left = specifications.flatMap(([label, text]): [string, string][] => {
    if (!COMPATIBILITY_LABEL.test(label.trim())) return [[label, text]]
    const names = text.split(/[,;\n]/)
    const rest = names.filter((name) => {
      const machine = machines.get(fold(name))
      if (machine == null) return true
      found.add(machine)
      return false
    })
    if (rest.length === names.length) return [[label, text]]
    const value = rest.map((name) => name.trim()).filter(Boolean)
    return value.length > 0 ? [[label, value.join(', ')]] : []
  })
  if (found.size === 0) return
  await db
    .insertInto('item_relation')
    .values(
      [...found].map((machine) => ({
        id: `${part.id.slice(0, 20)}${machine.toString(16).padStart(12, '0')}`,
        from_row_id: part.row_id,
        to_row_id: machine,
        type: 'fits',
        assembly: '',
        position: '',
        sort_key: '1',
        quantity: null,
        revision: 1,
      })),
    )
    .execute()
  if (left.length < MIN_SPECIFICATIONS) return
  await db
    .updateTable('item')
    .set({ specifications_json: JSON.stringify(left) })
    .where('row_id', '=', part.row_id)
    .execute()
  const remaining = left.flatMap(([label, text]) =>
    text.split(/,\s+/).map((value) => `${slugify(label)}:${slugify(value)}`),
  )
  const compatibility = specifications.filter(([label]) => COMPATIBILITY_LABEL.test(label.trim()))
  for (const [label, text] of compatibility)
    for (const value of text.split(/,\s+/).map(slugify))
      if (!remaining.includes(`${slugify(label)}:${value}`))
        await db
          .deleteFrom('item_specification')
          .where('item_row_id', '=', part.row_id)
          .where('key', '=', slugify(label))
          .where('value_slug', '=', value)
          .execute()
}

/** As the values by which lists are filtered were derived when this migration was released. */
const slugify = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/^-+|-+$/g, '')
