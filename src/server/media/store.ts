import type { Db, Tx } from '#server/database/db.ts'
import type { Tables } from '#server/database/tables.ts'

/** SQLite accepts 32,766 values in one statement, PostgreSQL 65,535. */
const IDS_PER_QUERY = 10_000
const RECORD_COLUMNS = ['id', 'width', 'height', 'thumbhash', 'widths_json', 'avif_at'] as const

/** A stored picture. */
export interface MediaRecord {
  id: string
  /** Of the widest variant, px. */
  width: number
  height: number
  /** base64 */
  thumbhash: string
  /** Widths of the variants in px, ascending. */
  widths: number[]
  /** Whether every width also exists as AVIF. */
  avif: boolean
}

/** The file of the widest version, from which all others are made; the uploaded file itself is not kept. */
export const getSourceFile = ({ id, widths }: Pick<MediaRecord, 'id' | 'widths'>): string =>
  `${id}/${widths.at(-1)}.webp`

/** Returns the records of the ids that exist, in no particular order. */
export async function findMedia(db: Db, ids: string[]): Promise<MediaRecord[]> {
  const found: MediaRecord[] = []
  for (const batch of toBatches(ids)) {
    const rows = await db.selectFrom('media').select(RECORD_COLUMNS).where('id', 'in', batch).execute()
    found.push(...rows.map(toRecord))
  }
  return found
}

/** Stores a record. A record that exists gets the new date and stays otherwise as it is. */
export async function insertMedia(tx: Tx, record: MediaRecord, createdAt: string): Promise<void> {
  const { widths, avif: _, ...columns } = record
  await tx
    .insertInto('media')
    .values({ ...columns, widths_json: JSON.stringify(widths), created_at: createdAt, avif_at: null })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: createdAt }))
    .execute()
}

/** Sets the date of a record and returns it, or undefined if there is none. */
export async function touchMedia(db: Db, id: string, at: string): Promise<MediaRecord | undefined> {
  const row = await db
    .updateTable('media')
    .set({ created_at: at })
    .where('id', '=', id)
    .returning(RECORD_COLUMNS)
    .executeTakeFirst()
  return row && toRecord(row)
}

/** Returns the ids of all pictures stored before this time. */
export async function listMediaBefore(db: Db, before: string): Promise<string[]> {
  const rows = await db.selectFrom('media').select('id').where('created_at', '<', before).execute()
  return rows.map(({ id }) => id)
}

/** Deletes those of the records that were stored before this time. */
export async function deleteMediaBefore(tx: Tx, ids: string[], before: string): Promise<void> {
  for (const batch of toBatches(ids))
    await tx.deleteFrom('media').where('id', 'in', batch).where('created_at', '<', before).execute()
}

/** Returns the oldest picture without AVIF files that is not in `except`. */
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

/** Records that a picture has its AVIF files. Does nothing if the picture was deleted meanwhile. */
export async function markAvif(tx: Tx, id: string, at: string): Promise<void> {
  await tx.updateTable('media').set({ avif_at: at }).where('id', '=', id).execute()
}

function toRecord(row: Pick<Tables['media'], (typeof RECORD_COLUMNS)[number]>): MediaRecord {
  const { widths_json, avif_at, ...columns } = row
  return { ...columns, widths: JSON.parse(widths_json), avif: avif_at !== null }
}

function* toBatches(ids: string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY)
    yield ids.slice(start, start + IDS_PER_QUERY)
}
