import { sql } from 'kysely'
import type { Kind } from '#contracts/item/kind.ts'
import type { Db } from '#server/database/db.ts'
import { countMatches } from '#server/database/page.ts'
import { listOwnTexts } from '../items/translatable-texts.ts'

/** The numbers of published items, and the lowest and highest price of a machine in paise; null without prices. */
export interface CatalogueNumbers extends Record<Kind, number> {
  machinePrices: { from: number; to: number } | null
}

export async function readCatalogueNumbers(db: Db): Promise<CatalogueNumbers> {
  const isPublished = sql<boolean>`item.unpublished_at is null`
  const counts = await db
    .selectFrom('item')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('count')])
    .where(isPublished)
    .groupBy('kind')
    .execute()
  const { from, to } = await db
    .selectFrom('item')
    .select(({ fn }) => [fn.min('price_paise').as('from'), fn.max('price_paise').as('to')])
    .where('kind', '=', 'machine')
    .where(isPublished)
    .executeTakeFirstOrThrow()
  const getCount = (kind: Kind) => counts.find((row) => row.kind === kind)?.count ?? 0
  return {
    machine: getCount('machine'),
    spare: getCount('spare'),
    service: getCount('service'),
    machinePrices: from === null || to === null ? null : { from, to },
  }
}

/** The items whose pages the sitemap lists: those of all kinds that are published. */
const selectSitemapItems = (db: Db) => db.selectFrom('item').where('unpublished_at', 'is', null)

/** One page of them, the oldest first. */
export async function listSitemapItems(
  db: Db,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ slug: string; updatedAt: string; images: string[]; texts: string[] }[]> {
  const rows = await selectSitemapItems(db)
    .select(['slug', 'updated_at', 'images_json', 'name', 'description', 'features_json'])
    .orderBy('row_id')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => ({
    slug: row.slug,
    updatedAt: row.updated_at,
    images: JSON.parse(row.images_json) as string[],
    texts: listOwnTexts({ ...row, features: JSON.parse(row.features_json) as string[] }),
  }))
}

export const countSitemapItems = (db: Db): Promise<number> => countMatches(selectSitemapItems(db))
