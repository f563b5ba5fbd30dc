import type { Db } from '#server/database/db.ts'

/** Address and pictures of every item on offer, oldest first, page by page. */
export async function listSitemapItems(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ slug: string; updatedAt: string; images: string[] }[]> {
  const rows = await db
    .selectFrom('item')
    .select(['slug', 'updated_at', 'images_json'])
    .where('unpublished_at', 'is', null)
    .orderBy('row_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    slug: row.slug,
    updatedAt: row.updated_at,
    images: JSON.parse(row.images_json) as string[],
  }))
}

/** How many items are on offer, of every kind. */
export async function countPublishedItems(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('item')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('unpublished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}
