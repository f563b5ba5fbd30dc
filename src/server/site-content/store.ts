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

export async function writeSiteContent(db: Db, content: SiteContent, at: string): Promise<void> {
  const columns = { content_json: JSON.stringify(content), updated_at: at }
  await db
    .insertInto('site_content')
    .values({ id: ONLY_ROW, ...columns })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
    .execute()
}
