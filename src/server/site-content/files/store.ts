import type { SiteFile } from '#contracts/files/site-file.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { deleteUnusedRecords, type FileUsage } from '#server/database/unused-records.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'

/** Stores the record of a file. A file that is uploaded again gets the new name and date. */
export async function insertSiteFile(
  tx: Tx,
  { id, fileName, bytes }: SiteFile,
  createdAt: string,
): Promise<void> {
  await tx
    .insertInto('site_file')
    .values({ id, file_name: fileName, bytes, created_at: createdAt })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ file_name: fileName, created_at: createdAt }),
    )
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
