import type { Kysely } from 'kysely'
import { fold } from './frozen.ts'

const BATCH_SIZE = 500
const MIN_SPECIFICATIONS = 2
const CODE_LABEL = /^(?:part|model|order|item|article)\s*(?:no\.?|number|code)$/i
const MAX_CODE_LENGTH = 100

/** The columns of an item that this migration reads and writes. */
interface Schema {
  item: {
    row_id: number
    kind: string
    specifications_json: string
    code: string | null
    code_key: string | null
  }
}

/**
 * Adds the fields that price lists have. The first part number, or similar code, of the specifications becomes the code
 * of its item, unless an earlier item has the same one. It stays a specification as well if fewer than two would be left,
 * because the forms of machines and spare parts require two.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  for (const column of ['code', 'code_key', 'hsn', 'unit', 'availability'])
    await db.schema.alterTable('item').addColumn(column, 'text').execute()
  for (const column of ['gst_rate_bp', 'minimum_quantity', 'lead_time_days', 'warranty_months'])
    await db.schema.alterTable('item').addColumn(column, 'integer').execute()
  await db.schema
    .alterTable('item')
    .addColumn('captions_json', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute()
  const usedKeys = new Set<string>()
  for (let after = 0; ; ) {
    const items = await db
      .selectFrom('item')
      .select(['row_id', 'kind', 'specifications_json'])
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(BATCH_SIZE)
      .execute()
    for (const item of items) await moveCode(db, item, usedKeys)
    const last = items.at(-1)
    if (!last) break
    after = last.row_id
  }
  await db.schema.createIndex('item_code_key').unique().on('item').column('code_key').execute()
}

type Row = Pick<Schema['item'], 'row_id' | 'kind' | 'specifications_json'>

async function moveCode(
  db: Kysely<Schema>,
  { row_id, kind, specifications_json }: Row,
  usedKeys: Set<string>,
) {
  const specifications = JSON.parse(specifications_json) as [string, string][]
  const found = specifications.find(([label]) => CODE_LABEL.test(label))
  const code = found?.[1].trim().replace(/\s+/g, ' ')
  if (!code || code.length > MAX_CODE_LENGTH || usedKeys.has(fold(code))) return
  usedKeys.add(fold(code))
  const others = specifications.filter((pair) => pair !== found)
  const left = kind === 'service' || others.length >= MIN_SPECIFICATIONS ? others : specifications
  await db
    .updateTable('item')
    .set({ code, code_key: fold(code), specifications_json: JSON.stringify(left) })
    .where('row_id', '=', row_id)
    .execute()
}
