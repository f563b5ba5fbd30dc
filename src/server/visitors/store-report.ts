import { getPublicationPath } from '#contracts/publication/publication-path.ts'
import type { Db } from '#server/database/db.ts'
import { countMatches } from '#server/database/page.ts'
import type { Figure, FigureKind } from './figures.ts'

/** Days in India; both are included. */
export interface Days {
  from: string
  to: string
}

interface Sum {
  name: string
  visits: number
  count: number
  enquiries: number
}

/** Returns the sums of a kind over some days by name, of most visits first. */
export async function listSums(db: Db, { from, to }: Days, kind: FigureKind, limit: number): Promise<Sum[]> {
  return db
    .selectFrom('visitor_figure')
    .select((eb) => [
      'name',
      eb.fn.sum<number>('visits').as('visits'),
      eb.fn.sum<number>('count').as('count'),
      eb.fn.sum<number>('enquiries').as('enquiries'),
    ])
    .where('kind', '=', kind)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .groupBy('name')
    .orderBy('visits', 'desc')
    .orderBy('name')
    .limit(limit)
    .execute()
}

/** Returns the number of visits of each day that had any. */
export async function listVisits(db: Db, { from, to }: Days): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('visitor_figure')
    .select(['day', 'visits'])
    .where('kind', '=', 'visit')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute()
  return new Map(rows.map(({ day, visits }) => [day, visits]))
}

/** Returns all sums of a day, for an export. */
export async function listDay(db: Db, day: string): Promise<(Sum & Figure)[]> {
  const rows = await db
    .selectFrom('visitor_figure')
    .select(['kind', 'name', 'visits', 'count', 'enquiries'])
    .where('day', '=', day)
    .orderBy('kind')
    .orderBy('visits', 'desc')
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, kind: row.kind as FigureKind }))
}

/** Returns the numbers of quotations that were first sent, and of orders, between two times (UTC); `before` is exclusive. */
export async function countSales(
  db: Db,
  { since, before }: { since: string; before: string },
): Promise<{ quotation: number; order: number }> {
  const quotations = db.selectFrom('quotation')
  return {
    quotation: await countMatches(
      quotations.where('first_issued_at', '>=', since).where('first_issued_at', '<', before),
    ),
    order: await countMatches(
      quotations
        .where('state', '=', 'accepted')
        .where('decided_at', '>=', since)
        .where('decided_at', '<', before),
    ),
  }
}

/** Returns titles by the addresses of pages, data sheets and documents, and by the ids of items, as far as there are any. */
export async function findTitles(db: Db, names: readonly string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map()
  const parts = names.map((name) => name.split('/'))
  const last = parts.map((part) => part.at(-1)!.replace(/\.pdf$/, ''))
  const items = await db
    .selectFrom('item')
    .select(['id', 'slug', 'name'])
    .where((eb) => eb.or([eb('slug', 'in', last), eb('id', 'in', last)]))
    .execute()
  const publications = await db
    .selectFrom('publication')
    .select(['type', 'slug', 'title'])
    .where('slug', 'in', last)
    .execute()
  const documents = await db
    .selectFrom('item_document')
    .innerJoin('item', 'item.id', 'item_document.item_id')
    .select(['item_document.id', 'item_document.title', 'item.name'])
    .where(
      'item_document.id',
      'in',
      parts.map((part) => part[2] ?? ''),
    )
    .execute()
  const titles = new Map<string, string>()
  for (const { type, slug, title } of publications) titles.set(getPublicationPath({ type, slug }), title)
  for (const { id, slug, name } of items)
    titles
      .set(id, name)
      .set(`/product/${id}`, name)
      .set(`/product/${slug}`, name)
      .set(`/product/${slug}.pdf`, `${name}: data sheet`)
  for (const [index, [, first, id, fileName = '']] of parts.entries()) {
    if (first === 'files') titles.set(names[index]!, decodeFileName(fileName))
    const document = first === 'documents' ? documents.find((row) => row.id === id) : undefined
    if (document) titles.set(names[index]!, `${document.name}: ${document.title}`)
  }
  return titles
}

/** The name of a file as staff know it; as it was reported if a stranger made it up. */
function decodeFileName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Returns searches without results since a time (UTC), with how often they were made so far; the most frequent first. */
export const listMissedSearches = (
  db: Db,
  since: string,
  limit: number,
): Promise<{ term: string; count: number }[]> =>
  db
    .selectFrom('zero_result_search')
    .select(['term', 'count'])
    .where('last_at', '>=', since)
    .orderBy('count', 'desc')
    .orderBy('term')
    .limit(limit)
    .execute()
