import type { PublicationContent } from '#contracts/publication/fields.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { deleteOldRevisions } from '#server/database/store-revisions.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { parseContent, type StoredPublication } from './store.ts'

/** One retained revision: the content, since when it was so, and its author ('' if unknown). */
export interface PublicationRevision {
  revision: number
  at: string
  by: string
  content: PublicationContent
}

/** Stores the revision after a change. The last 50 of two years are kept, of a privacy notice all: enquiries refer to them. */
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
  if ('purpose' in content && content.purpose === 'privacy') return
  const owner: [string, string] = ['publication_id', id]
  await deleteOldRevisions(tx, 'publication_revision', { owner, revision, at: updatedAt })
}

/**
 * Returns which privacy notice a form showed, as an enquiry or a review keeps it: 'Privacy notice, version 3'. `version` is that of
 * the site content, '{id}:{revision}'. '' if there was no such notice.
 */
export async function describeShownNotice(db: Db, version: string | undefined): Promise<string> {
  const [, id = '', revision = ''] = /^([\w-]+):(\d{1,9})$/.exec(version ?? '') ?? []
  if (!id) return ''
  const { content } = (await findPublicationRevision(db, id, Number(revision))) ?? {}
  const isNotice = content && 'purpose' in content && content.purpose === 'privacy'
  return isNotice && content.state === 'published' ? `${content.title}, version ${revision}` : ''
}

const COLUMNS = ['revision', 'at', 'by_name', 'content_json'] as const

const toRevision = (row: Pick<Tables['publication_revision'], (typeof COLUMNS)[number]>) => ({
  revision: row.revision,
  at: row.at,
  by: row.by_name,
  content: parseContent(row.content_json),
})

/** Returns the retained revisions of a publication, the newest first. */
export async function listPublicationRevisions(db: Db, id: string): Promise<PublicationRevision[]> {
  const rows = await db
    .selectFrom('publication_revision')
    .select(COLUMNS)
    .where('publication_id', '=', id)
    .orderBy('revision', 'desc')
    .execute()
  return rows.map(toRevision)
}

/** Returns one retained revision. */
export async function findPublicationRevision(
  db: Db,
  id: string,
  revision: number,
): Promise<PublicationRevision | undefined> {
  const row = await db
    .selectFrom('publication_revision')
    .select(COLUMNS)
    .where('publication_id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst()
  return row && toRevision(row)
}
