import { sql } from 'kysely'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { newSecret } from '#server/kernel/ids.ts'
import type { Figure } from './figures.ts'

/** What one visitor did since it was last stored. */
export interface Activity {
  visitor: string
  /** Counted once a day. */
  arrival: readonly Figure[]
  figures: readonly (Figure & { count: number })[]
}

interface StoredEvent extends Figure {
  day: string
  visitor: string
  count: number
}

/** Rows of a statement, which has at most 32,766 parameters. */
const BATCH_SIZE = 1000

/** Returns the salt of a day, which all instances share and nobody has when the day is over. */
export const getSalt = (db: Db, day: string): Promise<string> =>
  inTransaction(db, async (tx) => {
    await tx
      .insertInto('visitor_salt')
      .values({ day, salt: newSecret() })
      .onConflict((conflict) => conflict.column('day').doNothing())
      .execute()
    const { salt } = await tx
      .selectFrom('visitor_salt')
      .select('salt')
      .where('day', '=', day)
      .executeTakeFirstOrThrow()
    return salt
  })

/** Adds what visitors did on a day to its sums. Only one process may do so at a time. */
export async function addActivities(tx: Tx, day: string, activities: readonly Activity[]): Promise<void> {
  const events = await nameBySlug(
    tx,
    activities.flatMap(({ visitor, figures }) =>
      figures.map(({ kind, name, count }) => ({ day, visitor, kind, name, count })),
    ),
  )
  // The day is over, and its events were deleted: every visit would be new again.
  if (!(await hasSalt(tx, day))) return
  const added = await addEvents(tx, events)
  const arrived = await findArrived(tx, { day, visitors: activities.map(toVisitor) })
  const arrivals = activities
    .filter(({ visitor }) => !arrived.has(visitor))
    .flatMap(({ visitor, arrival }) =>
      arrival.map(({ kind, name }) => ({ day, visitor, kind, name, count: 1 })),
    )
  const counted = [...added, ...(await addEvents(tx, arrivals))].filter(({ kind }) => kind !== 'enquiry')
  await addToSums(tx, day, counted)
  await countEnquirers(tx, day)
}

const ID_PATH = /^\/product\/([0-9a-z]{16})$/

/** The details of an item have two addresses: links of the site have its id, those of search engines its slug, which counts. */
async function nameBySlug(tx: Tx, events: StoredEvent[]): Promise<StoredEvent[]> {
  const ids = new Set(events.flatMap(({ kind, name }) => (kind === 'page' && ID_PATH.exec(name)?.[1]) || []))
  if (ids.size === 0) return events
  const items = await tx
    .selectFrom('item')
    .select(['id', 'slug'])
    .where('id', 'in', [...ids])
    .execute()
  const paths = new Map(items.map(({ id, slug }) => [`/product/${id}`, `/product/${slug}`]))
  const named = new Map<string, StoredEvent>()
  for (const event of events) {
    const name = (event.kind === 'page' && paths.get(event.name)) || event.name
    const key = toKey({ ...event, name })
    named.set(key, { ...event, name, count: event.count + (named.get(key)?.count ?? 0) })
  }
  return [...named.values()]
}

const hasSalt = async (tx: Tx, day: string): Promise<boolean> =>
  (await tx.selectFrom('visitor_salt').select('day').where('day', '=', day).executeTakeFirst()) !== undefined

/** Those of whom the source of the day is known. */
async function findArrived(
  tx: Tx,
  { day, visitors }: { day: string; visitors: string[] },
): Promise<Set<string>> {
  const arrived = new Set<string>()
  for (let start = 0; start < visitors.length; start += BATCH_SIZE) {
    const rows = await tx
      .selectFrom('visitor_event')
      .select('visitor')
      .where('day', '=', day)
      .where('visitor', 'in', visitors.slice(start, start + BATCH_SIZE))
      .where('kind', '=', 'source')
      .execute()
    for (const { visitor } of rows) arrived.add(visitor)
  }
  return arrived
}

const toVisitor = ({ visitor }: { visitor: string }) => visitor

/** Returns the events with whether their visitor has not had one of this kind and name before on that day. */
async function addEvents(tx: Tx, events: StoredEvent[]): Promise<(StoredEvent & { isNew: boolean })[]> {
  const added: (StoredEvent & { isNew: boolean })[] = []
  for (let start = 0; start < events.length; start += BATCH_SIZE) {
    const batch = events.slice(start, start + BATCH_SIZE)
    const stored = await tx
      .insertInto('visitor_event')
      .values(batch)
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'visitor', 'kind', 'name'])
          .doUpdateSet((eb) => ({ count: eb('visitor_event.count', '+', eb.ref('excluded.count')) })),
      )
      .returning(['visitor', 'kind', 'name', 'count'])
      .execute()
    const totals = new Map(stored.map((row) => [toKey(row), row.count]))
    for (const event of batch) added.push({ ...event, isNew: totals.get(toKey(event)) === event.count })
  }
  return added
}

const toKey = ({ visitor, kind, name }: { visitor: string; kind: string; name: string }) =>
  `${visitor} ${kind} ${name}`

async function addToSums(
  tx: Tx,
  day: string,
  events: readonly (Figure & { count: number; isNew: boolean })[],
): Promise<void> {
  const sums = new Map<string, Figure & { day: string; visits: number; count: number; enquiries: number }>()
  for (const { kind, name, count, isNew } of events) {
    const key = `${kind} ${name}`
    const sum = sums.get(key) ?? { kind, day, name, visits: 0, count: 0, enquiries: 0 }
    sums.set(key, { ...sum, visits: sum.visits + Number(isNew), count: sum.count + count })
  }
  const rows = [...sums.values()]
  for (let start = 0; start < rows.length; start += BATCH_SIZE)
    await tx
      .insertInto('visitor_figure')
      .values(rows.slice(start, start + BATCH_SIZE))
      .onConflict((conflict) =>
        conflict.columns(['kind', 'day', 'name']).doUpdateSet((eb) => ({
          visits: eb('visitor_figure.visits', '+', eb.ref('excluded.visits')),
          count: eb('visitor_figure.count', '+', eb.ref('excluded.count')),
        })),
      )
      .execute()
}

/** Counts anew, for everything of a day, the visits that sent an enquiry: before or after, on any instance. Who sent one without a visit is not counted. */
async function countEnquirers(tx: Tx, day: string): Promise<void> {
  await tx
    .insertInto('visitor_figure')
    .columns(['kind', 'day', 'name', 'visits', 'count', 'enquiries'])
    .expression((eb) =>
      eb
        .selectFrom('visitor_event as enquiry')
        .innerJoin('visitor_event as event', (join) =>
          join.onRef('event.day', '=', 'enquiry.day').onRef('event.visitor', '=', 'enquiry.visitor'),
        )
        .select((inner) => [
          'event.kind',
          'event.day',
          'event.name',
          inner.lit(0).as('visits'),
          inner.lit(0).as('count'),
          inner.fn.countAll<number>().as('enquiries'),
        ])
        .where('enquiry.day', '=', day)
        .where(sql<boolean>`enquiry.kind = 'enquiry'`)
        .where('event.kind', '!=', 'enquiry')
        .groupBy(['event.kind', 'event.day', 'event.name']),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'day', 'name'])
        .doUpdateSet((eb) => ({ enquiries: eb.ref('excluded.enquiries') })),
    )
    .execute()
}

/** As long as a salt. */
const NO_SALT = '0'.repeat(43)
/** Visitors whose events are deleted in one transaction. */
const VISITORS_PER_DELETION = 500

/** Deletes the events and the salts of days before `day`; returns the number of events. */
export async function removeEvents(db: Db, day: string): Promise<number> {
  let removed = 0
  for (;;) {
    const visitors = await db
      .selectFrom('visitor_event')
      .select(['day', 'visitor'])
      .distinct()
      .where('day', '<', day)
      .orderBy('day')
      .orderBy('visitor')
      .limit(VISITORS_PER_DELETION)
      .execute()
    const first = visitors[0]
    if (!first) break
    const ofDay = visitors.filter((visitor) => visitor.day === first.day).map(toVisitor)
    const { numDeletedRows } = await inTransaction(db, (tx) =>
      tx
        .deleteFrom('visitor_event')
        .where('day', '=', first.day)
        .where('visitor', 'in', ofDay)
        .executeTakeFirstOrThrow(),
    )
    removed += Number(numDeletedRows)
  }
  // What is deleted stays in the file until it is overwritten.
  await inTransaction(db, async (tx) => {
    await tx.updateTable('visitor_salt').set({ salt: NO_SALT }).where('day', '<', day).execute()
    await tx.deleteFrom('visitor_salt').where('day', '<', day).execute()
  })
  return removed
}

/** Deletes the sums of days before `day`. */
export const removeFigures = (db: Db, day: string): Promise<unknown> =>
  inTransaction(db, (tx) => tx.deleteFrom('visitor_figure').where('day', '<', day).execute())
