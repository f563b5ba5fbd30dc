import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JobQuestions } from '#contracts/catalogue/job-finder-questions.ts'
import type { Db } from '#server/database/db.ts'
import { toNameKey } from '../quality/similar-names.ts'
import { createMachineReader, type MachineProfile } from './machine.ts'

/** Machines per read. One batch takes a few milliseconds, so that other requests do not wait. */
const BATCH_SIZE = 100
/** More machines are not judged: the newest are left out. */
const MAX_MACHINES = 20_000

/** Returns the published machines as the job finder sees them. */
export async function readMachines(db: Db, questions: JobQuestions): Promise<MachineProfile[]> {
  const readMachine = createMachineReader(questions)
  const machines: MachineProfile[] = []
  for (let after = 0; machines.length < MAX_MACHINES; ) {
    const rows = await db
      .selectFrom('item')
      .select(['row_id', 'id', 'slug', 'name', 'code', 'price_paise', 'description'])
      .select(['features_json', 'specifications_json'])
      .where('kind', '=', 'machine')
      .where('state', '=', 'published')
      .where('row_id', '>', after)
      .orderBy('row_id')
      .limit(BATCH_SIZE)
      .execute()
    for (const row of rows)
      machines.push(
        readMachine({
          rowId: row.row_id,
          id: row.id,
          slug: row.slug,
          name: row.name,
          code: row.code,
          pricePaise: row.price_paise,
          description: row.description,
          features: JSON.parse(row.features_json),
          specifications: JSON.parse(row.specifications_json),
        }),
      )
    const last = rows.at(-1)
    if (!last || rows.length < BATCH_SIZE) break
    after = last.row_id
    await nextTurn()
  }
  return machines
}

/** Returns those of the names that no machine has as a specification, in any spelling that means the same. */
export async function findUnknownSpecifications(db: Db, names: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('item_specification')
    .innerJoin('item', 'item.row_id', 'item_specification.item_row_id')
    .select('item_specification.label')
    .distinct()
    .where('item.kind', '=', 'machine')
    .execute()
  const known = new Set(rows.map(({ label }) => toNameKey(label)))
  return names.filter((name) => !known.has(toNameKey(name)))
}
