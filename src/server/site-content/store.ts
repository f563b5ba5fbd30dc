import { DEFAULT_SITE_CONTENT, SiteContent } from '#contracts/site-content.ts'
import type { Db } from '#server/database/open.ts'

const ONLY_ROW = 1

/** What the site says now: as staff left it, else the defaults. Parts that a later version added take their default. */
export async function readSiteContent(db: Db): Promise<SiteContent> {
  const row = await db
    .selectFrom('site_content')
    .select('content_json')
    .where('id', '=', ONLY_ROW)
    .executeTakeFirst()
  if (!row) return DEFAULT_SITE_CONTENT
  return SiteContent.parse({ ...DEFAULT_SITE_CONTENT, ...(JSON.parse(row.content_json) as object) })
}

const MEDIA_ID = /[0-9a-f]{32}/g

/** The ids of all pictures that the site's texts show, or unsaved changes to them would. */
export async function picturesInSiteContent(db: Db): Promise<string[]> {
  const saved = await db.selectFrom('site_content').select('content_json').execute()
  const drafts = await db.selectFrom('site_content_draft').select('content_json').execute()
  return [...saved, ...drafts].flatMap(({ content_json }) => content_json.match(MEDIA_ID) ?? [])
}

export async function writeSiteContent(db: Db, content: SiteContent, at: string): Promise<void> {
  const columns = { content_json: JSON.stringify(content), updated_at: at }
  await db
    .insertInto('site_content')
    .values({ id: ONLY_ROW, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}
