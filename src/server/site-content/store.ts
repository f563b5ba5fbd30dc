import { DEFAULT_SITE_CONTENT } from '#contracts/site-content/default-site-content.ts'
import { SiteContent, type SiteContentDraft } from '#contracts/site-content/site-content.ts'
import type { Db, Tx } from '#server/database/db.ts'

const SINGLETON_ID = 1

/** The site content with media ids for pictures. */
export interface StoredContent {
  content: SiteContent
  /** 0, and `updatedAt` null, before the first save. */
  revision: number
  updatedAt: string | null
}

/** Returns the saved content, or the default. */
export async function readSiteContent(db: Db): Promise<StoredContent> {
  const row = await db
    .selectFrom('site_content')
    .select(['content_json', 'revision', 'updated_at'])
    .where('id', '=', SINGLETON_ID)
    .executeTakeFirst()
  if (!row) return { content: DEFAULT_SITE_CONTENT, revision: 0, updatedAt: null }
  return { content: parseContent(row.content_json), revision: row.revision, updatedAt: row.updated_at }
}

/** Reads stored site content. Sections that a later version added have their default. */
export const parseContent = (json: string): SiteContent =>
  SiteContent.parse({ ...DEFAULT_SITE_CONTENT, ...(JSON.parse(json) as object) })

/** Replaces the content independent of its revision, which increases by 1. */
export async function writeSiteContent(tx: Tx, content: SiteContent, at: string): Promise<void> {
  const columns = { content_json: JSON.stringify(content), updated_at: at }
  await tx
    .insertInto('site_content')
    .values({ id: SINGLETON_ID, ...columns })
    .onConflict((conflict) =>
      conflict
        .column('id')
        .doUpdateSet((eb) => ({ ...columns, revision: eb('site_content.revision', '+', 1) })),
    )
    .execute()
}

/** Replaces the content if it has this revision. Returns whether it had. */
export async function replaceSiteContent(
  tx: Tx,
  content: SiteContent,
  { revision, at }: { revision: number; at: string },
): Promise<boolean> {
  const columns = { content_json: JSON.stringify(content), updated_at: at }
  if (revision === 0) {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('site_content')
      .values({ id: SINGLETON_ID, ...columns })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow()
    return numInsertedOrUpdatedRows === 1n
  }
  const { numUpdatedRows } = await tx
    .updateTable('site_content')
    .set({ ...columns, revision: revision + 1 })
    .where('id', '=', SINGLETON_ID)
    .where('revision', '=', revision)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Returns the newest audit log entry about the settings. */
export async function findLastChange(
  db: Db,
): Promise<{ by: string; at: string; detail: string } | undefined> {
  return db
    .selectFrom('audit_log')
    .select(['by_name as by', 'at', 'detail'])
    .where('subject', '=', 'settings')
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

/** Returns the draft of an account. */
export async function findDraft(
  db: Db,
  accountId: string,
): Promise<{ content: SiteContentDraft; updatedAt: string } | undefined> {
  const row = await db
    .selectFrom('site_content_draft')
    .select(['content_json', 'updated_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && { content: JSON.parse(row.content_json) as SiteContentDraft, updatedAt: row.updated_at }
}

export async function writeDraft(
  tx: Tx,
  accountId: string,
  draft: { content: SiteContentDraft; at: string },
): Promise<void> {
  const columns = { content_json: JSON.stringify(draft.content), updated_at: draft.at }
  await tx
    .insertInto('site_content_draft')
    .values({ account_id: accountId, ...columns })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(columns))
    .execute()
}

export async function deleteDraft(tx: Tx, accountId: string): Promise<void> {
  await tx.deleteFrom('site_content_draft').where('account_id', '=', accountId).execute()
}
