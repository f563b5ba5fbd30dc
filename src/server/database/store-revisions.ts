import { type SqlBool, sql } from 'kysely'
import { subtractDays, toIso } from '#server/kernel/clock.ts'
import type { Tx } from './db.ts'

const MAX_REVISIONS = 50
/** The content of a document at any time within this period can be restored. */
const RETENTION_DAYS = 730

/**
 * Deletes all but the last 50 revisions of a document, and those that had already been replaced two years before its change.
 * `owner` is the column and the id of the document; none where the table has the revisions of one document.
 */
export async function deleteOldRevisions(
  tx: Tx,
  table: 'item_revision' | 'site_content_revision' | 'publication_revision',
  { owner, revision, at }: { owner?: [column: string, id: string]; revision: number; at: string },
): Promise<void> {
  const isOwn = owner ? sql<SqlBool>`${sql.ref(owner[0])} = ${owner[1]}` : sql<SqlBool>`1 = 1`
  const since = toIso(subtractDays(new Date(at), RETENTION_DAYS))
  await sql`delete from ${sql.table(table)} where ${isOwn} and (
    revision <= ${revision - MAX_REVISIONS}
    or revision < (select max(revision) from ${sql.table(table)} where ${isOwn} and at < ${since}))`.execute(
    tx,
  )
}
