import { setImmediate as nextTurn } from 'node:timers/promises'
import type { JobQuestions } from '#contracts/job-finder-questions.ts'
import type { Db } from '#server/database/db.ts'
import type { Events } from '#server/kernel/events.ts'
import { createMachineReader, type MachineProfile } from './machine.ts'

/** Machines per read. One batch takes a few milliseconds, so that other requests do not wait. */
const BATCH_SIZE = 100
/** More machines are not judged: the newest are left out. */
const MAX_MACHINES = 20_000

/** Returns the published machines as the job finder sees them. */
export type GetMachines = () => Promise<MachineProfile[]>

interface MachineCacheDeps {
  events: Events
  getDb(): Promise<Db>
  readQuestions(): Promise<JobQuestions>
}

/** Keeps the machines until content changes; concurrent requests share the reading. */
export function createMachineCache({ events, getDb, readQuestions }: MachineCacheDeps): GetMachines {
  let machines: Promise<MachineProfile[]> | undefined
  events.on('content-changed', () => {
    machines = undefined
  })
  return () => {
    if (machines) return machines
    const pending = Promise.all([getDb(), readQuestions()]).then(([db, questions]) =>
      readMachines(db, questions),
    )
    machines = pending
    pending.catch(() => {
      if (machines === pending) machines = undefined
    })
    return pending
  }
}

async function readMachines(db: Db, questions: JobQuestions): Promise<MachineProfile[]> {
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
