import type { PublicationContent } from '#contracts/publication/fields.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { deleteOldRevisions } from '#server/database/store-revisions.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import type { StoredPublication } from './store.ts'

/** One retained revision: the content, since when it was so, and its author ('' if unknown). */
export interface PublicationRevision {
  revision: number
  at: string
  by: string
  content: PublicationContent
}

/** Stores the revision after a change. The last 50 of two years are kept. */
export async function savePublicationRevision(
  tx: Tx,
  author: Pick<Actor, 'accountId' | 'name'>,
  { id, revision, updatedAt, content }: StoredPublication,
): Promise<void> {
  await tx
    .insertInto('publication_revision')
    .values({
      publication_id: id,
      revision,
      at: updatedAt,
      account_id: author.accountId ?? null,
      by_name: author.name,
      content_json: JSON.stringify(content),
    })
    .execute()
  const owner: [string, string] = ['publication_id', id]
  await deleteOldRevisions(tx, 'publication_revision', { owner, revision, at: updatedAt })
}

/** Returns the retained revisions of a publication, the newest first. */
export async function listPublicationRevisions(db: Db, id: string): Promise<PublicationRevision[]> {
  const rows = await db
    .selectFrom('publication_revision')
    .select(['revision', 'at', 'by_name as by', 'content_json'])
    .where('publication_id', '=', id)
    .orderBy('revision', 'desc')
    .execute()
  return rows.map(({ content_json, ...row }) => ({
    ...row,
    content: JSON.parse(content_json) as PublicationContent,
  }))
}
