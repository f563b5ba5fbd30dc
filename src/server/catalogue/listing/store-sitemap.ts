import type { Db } from '#server/database/db.ts'

/** One page of the published items of all kinds, the oldest first. */
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

/** The number of published items of all kinds. */
export async function countPublishedItems(db: Db): Promise<number> {
  const { total } = await db
    .selectFrom('item')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('unpublished_at', 'is', null)
    .executeTakeFirstOrThrow()
  return total
}
