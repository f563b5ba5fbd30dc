import type { SiteContent } from '#contracts/site-content/site-content.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { deleteOldRevisions } from '#server/database/store-revisions.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { parseContent, type StoredContent } from './store.ts'

/** One retained revision: the site content, since when it was so, and its author ('' if unknown). */
export interface ContentRevision {
  revision: number
  at: string
  by: string
  content: SiteContent
}

/**
 * Stores the revision after a change, and the one before unless it exists. Deletes all but the last 50 revisions, and
 * those that had already been replaced two years before the change.
 */
export async function saveContentRevision(
  tx: Tx,
  author: Actor,
  { before, after }: { before: StoredContent; after: { content: SiteContent; revision: number; at: string } },
): Promise<void> {
  // The content of a new site has no time: it was so until the first change.
  const beforeAt = before.updatedAt ?? after.at
  await insertRevision(tx, { accountId: undefined, name: '' }, { ...before, at: beforeAt })
  await insertRevision(tx, author, after)
  await deleteOldRevisions(tx, 'site_content_revision', after)
}

async function insertRevision(
  tx: Tx,
  author: Pick<Actor, 'accountId' | 'name'>,
  { revision, at, content }: { revision: number; at: string; content: SiteContent },
): Promise<void> {
  await tx
    .insertInto('site_content_revision')
    .values({
      revision,
      at,
      account_id: author.accountId ?? null,
      by_name: author.name,
      content_json: JSON.stringify(content),
    })
    .onConflict((conflict) => conflict.column('revision').doNothing())
    .execute()
}

/** Returns the retained revisions, the newest first. */
export async function listContentRevisions(db: Db): Promise<ContentRevision[]> {
  const rows = await db
    .selectFrom('site_content_revision')
    .select(['revision', 'at', 'by_name as by', 'content_json as json'])
    .orderBy('revision', 'desc')
    .execute()
  return rows.map(({ json, ...row }) => ({ ...row, content: parseContent(json) }))
}

export async function findContentRevision(db: Db, revision: number): Promise<ContentRevision | undefined> {
  const row = await db
    .selectFrom('site_content_revision')
    .select(['revision', 'at', 'by_name as by', 'content_json as json'])
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row && { revision: row.revision, at: row.at, by: row.by, content: parseContent(row.json) }
}
