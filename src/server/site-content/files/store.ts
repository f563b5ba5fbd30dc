import { type SqlBool, sql } from 'kysely'
import type { SiteFile } from '#contracts/files/site-file.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { strpos } from '#server/database/sql-dialect.ts'
import { deleteUnusedRecords, type FileUsage } from '#server/database/unused-records.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'

/** Stores the record of a file. A file that is uploaded again gets the new date; its name is the first one. */
export async function insertSiteFile(
  tx: Tx,
  { id, fileName, bytes }: SiteFile,
  createdAt: string,
): Promise<void> {
  await tx
    .insertInto('site_file')
    .values({ id, file_name: fileName, bytes, created_at: createdAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ created_at: createdAt }))
    .execute()
}

/** Returns those of the files that are stored, by id. */
export async function findSiteFiles(db: Db, ids: readonly string[]): Promise<Map<string, SiteFile>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('site_file')
    .select(['id', 'file_name', 'bytes'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, file_name, bytes }) => [id, { id, fileName: file_name, bytes }]))
}

/** Whether what visitors can read has this file. */
export async function isPublicFile(db: Db, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('publication')
    .select('id')
    .where('state', '=', 'published')
    .where(sql<SqlBool>`${strpos(sql.ref('file_ids'), `\n${id}\n`)} > 0`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Deletes the records of files that were stored before this time and that no page has. The sweep of documents removes the files. */
export const removeUnusedSiteFiles = (
  deps: { db: Db; clock: Clock },
  before: Date,
  usage: FileUsage,
): Promise<boolean> =>
  deleteUnusedRecords(deps, toIso(before), {
    usage,
    listBefore: listSiteFilesBefore,
    deleteBefore: deleteSiteFilesBefore,
  })

async function listSiteFilesBefore(db: Db, before: string): Promise<string[]> {
  const rows = await db.selectFrom('site_file').select('id').where('created_at', '<', before).execute()
  return rows.map(({ id }) => id)
}

async function deleteSiteFilesBefore(tx: Tx, ids: string[], before: string): Promise<void> {
  for (const id of ids)
    await tx.deleteFrom('site_file').where('id', '=', id).where('created_at', '<', before).execute()
}
