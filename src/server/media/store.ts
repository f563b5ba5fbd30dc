import type { Db } from '#server/database/db.ts'
import type { MediaTable } from '#server/database/tables.ts'

/** SQLite takes 32,766 values in one statement; PostgreSQL 65,535. */
const IDS_PER_QUERY = 10_000

export interface MediaRecord {
  id: string
  width: number
  height: number
  thumbhash: string
  widths: number[]
  /** Whether every width is there as AVIF too. */
  avif: boolean
}

/** The records of those ids that exist, in no order. */
export async function findMedia(db: Db, ids: string[]): Promise<MediaRecord[]> {
  const found: MediaRecord[] = []
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const rows = await db
      .selectFrom('media')
      .select(['id', 'width', 'height', 'thumbhash', 'widths_json', 'avif_at'])
      .where('id', 'in', ids.slice(start, start + IDS_PER_QUERY))
      .execute()
    found.push(...rows.map(toRecord))
  }
  return found
}

/** Stores a record; the same picture a second time is as young as the first time. */
export async function insertMedia(db: Db, record: MediaRecord, createdAt: string): Promise<void> {
  const { widths, avif: _, ...columns } = record
  await db
    .insertInto('media')
    .values({ ...columns, widths_json: JSON.stringify(widths), created_at: createdAt, avif_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: createdAt }))
    .execute()
}

/** Makes a record as young as if it had been stored `at` that time; answers whether there is one. */
export async function touchMedia(db: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ created_at: at })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** The ids of all pictures stored before this time. */
export async function listMediaBefore(db: Db, before: string): Promise<string[]> {
  const rows = await db.selectFrom('media').select('id').where('created_at', '<', before).execute()
  return rows.map(({ id }) => id)
}

export async function deleteMedia(db: Db, ids: string[]): Promise<void> {
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    await db
      .deleteFrom('media')
      .where('id', 'in', ids.slice(start, start + IDS_PER_QUERY))
      .execute()
  }
}

/** A picture that has no AVIF files yet, the oldest first, none of `except`. */
export async function findWithoutAvif(
  db: Db,
  except: string[],
): Promise<{ id: string; widths: number[] } | undefined> {
  const row = await db
    .selectFrom('media')
    .select(['id', 'widths_json'])
    .where('avif_at', 'is', null)
    .$if(except.length > 0, (query) => query.where('id', 'not in', except))
    .orderBy('created_at')
    .executeTakeFirst()
  return row && { id: row.id, widths: JSON.parse(row.widths_json) }
}

/** Answers whether the picture is still there. */
export async function markAvif(db: Db, id: string, at: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set({ avif_at: at })
    .where('id', '=', id)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

function toRecord(row: Omit<MediaTable, 'created_at'>): MediaRecord {
  const { widths_json, avif_at, ...columns } = row
  return { ...columns, widths: JSON.parse(widths_json), avif: avif_at !== null }
}
