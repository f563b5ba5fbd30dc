import { type ExpressionBuilder, type Selectable, type SqlBool, sql } from 'kysely'
import type { Page } from '#contracts/page.ts'
import type {
  ArticleContent,
  PublicationContent,
  PublicationState,
  PublicationType,
} from '#contracts/publication/fields.ts'
import type { FoundPage } from '#contracts/publication/found-page.ts'
import type { PublicationQuery, PublicationRow } from '#contracts/publication/publication.ts'
import { getPublicationPath } from '#contracts/publication/publication-path.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { readPage, sortBy } from '#server/database/page.ts'
import { strpos } from '#server/database/sql-dialect.ts'
import type { Tables } from '#server/database/tables.ts'
import { fold, slugify } from '#server/kernel/text.ts'
import { listFileIds } from '../files/references.ts'
import { isFixedPath, toContentText } from './rules.ts'

/** A publication as stored, with media ids for pictures. */
export interface StoredPublication {
  id: string
  type: PublicationType
  slug: string
  state: PublicationState
  content: PublicationContent
  revision: number
  updatedAt: string
  /** When it was first published; null if it never was. */
  publishedAt: string | null
}

const COLUMNS = [
  'id',
  'type',
  'slug',
  'state',
  'content_json',
  'revision',
  'updated_at',
  'published_at',
] as const
type Row = Pick<Selectable<Tables['publication']>, (typeof COLUMNS)[number]>

/** Content that was saved before a field existed has its default. */
export const parseContent = (json: string): PublicationContent => ({
  publishOn: '',
  ...(JSON.parse(json) as Omit<ArticleContent, 'publishOn'>),
})

const toPublication = (row: Row): StoredPublication => ({
  id: row.id,
  type: row.type,
  slug: row.slug,
  state: row.state,
  content: parseContent(row.content_json),
  revision: row.revision,
  updatedAt: row.updated_at,
  publishedAt: row.published_at,
})

/** Returns the publication with this id, in any state. */
export async function findPublication(db: Db, id: string): Promise<StoredPublication | undefined> {
  const row = await db.selectFrom('publication').select(COLUMNS).where('id', '=', id).executeTakeFirst()
  return row && toPublication(row)
}

/** Returns the publication that has or had this slug, if it has this type and one of these states. */
export async function findBySlug(
  db: Db,
  { type, slug, states }: { type: PublicationType; slug: string; states: readonly PublicationState[] },
): Promise<StoredPublication | undefined> {
  const hasKey = (eb: ExpressionBuilder<Tables, 'publication'>) =>
    eb.or([
      eb('slug', '=', slug),
      eb(
        'id',
        '=',
        eb.selectFrom('publication_slug').select('publication_id').where('publication_slug.slug', '=', slug),
      ),
    ])
  const row = await db
    .selectFrom('publication')
    .select(COLUMNS)
    .where(hasKey)
    .where('type', '=', type)
    .where('state', 'in', states)
    .executeTakeFirst()
  return row && toPublication(row)
}

/** Stores a new publication. */
export async function insertPublication(
  tx: Tx,
  { id, type, content, at }: NewPublication,
): Promise<StoredPublication> {
  const row = await tx
    .insertInto('publication')
    .values({
      ...toColumns(type, content),
      id,
      type,
      slug: await generateSlug(tx, { id, type, title: content.title }),
      state: content.state,
      revision: 1,
      created_at: at,
      updated_at: at,
      published_at: content.state === 'published' ? at : null,
    })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return toPublication(row)
}

interface NewPublication {
  id: string
  type: PublicationType
  content: PublicationContent
  at: string
}

/** Replaces content and state as the next revision. A new title gives a new slug, and the former one still leads to the page. */
export async function updatePublication(
  tx: Tx,
  before: StoredPublication,
  { content, state, at }: { content: PublicationContent; state: PublicationState; at: string },
): Promise<StoredPublication> {
  const row = await tx
    .updateTable('publication')
    .set({
      ...toColumns(before.type, content),
      slug:
        content.title === before.content.title ? before.slug : await changeSlug(tx, before, content.title),
      state,
      revision: before.revision + 1,
      updated_at: at,
      published_at: before.publishedAt ?? (state === 'published' ? at : null),
    })
    .where('id', '=', before.id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow()
  return toPublication(row)
}

export async function deletePublication(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('publication').where('id', '=', id).execute()
}

/** The columns that follow from the content. */
const toColumns = (type: PublicationType, content: PublicationContent) => ({
  title: content.title,
  title_sort: fold(content.title),
  tags: toListColumn((content as ArticleContent).tags ?? []),
  item_ids: toListColumn(content.blocks.flatMap((block) => ('items' in block ? block.items : []))),
  file_ids: toListColumn(listFileIds(content)),
  placement: 'placement' in content ? content.placement : 'none',
  purpose: 'purpose' in content ? content.purpose : 'none',
  content_json: JSON.stringify(content),
  search_text: fold(toContentText(type, content)),
})

/** Texts between line feeds, so that one is found as a whole. */
const toListColumn = (texts: readonly string[]) => (texts.length > 0 ? `\n${texts.join('\n')}\n` : '')

/** Returns the slug of the title, or with the first characters of the id if another publication has or had it. */
async function generateSlug(
  db: Db,
  { id, type, title }: { id: string; type: PublicationType; title: string },
): Promise<string> {
  const slug = slugify(title)
  const taken = await db
    .selectFrom('publication')
    .select('id')
    .where('slug', '=', slug)
    .where('id', '!=', id)
    .union(
      db
        .selectFrom('publication_slug')
        .select('publication_id as id')
        .where('slug', '=', slug)
        .where('publication_id', '!=', id),
    )
    .executeTakeFirst()
  if (!slug) return id
  return taken || (type === 'page' && isFixedPath(slug)) ? `${slug}-${id.slice(0, 6)}` : slug
}

async function changeSlug(
  tx: Tx,
  { id, type, slug: former }: StoredPublication,
  title: string,
): Promise<string> {
  const slug = await generateSlug(tx, { id, type, title })
  if (slug === former) return slug
  await tx.deleteFrom('publication_slug').where('slug', '=', slug).execute()
  await tx
    .insertInto('publication_slug')
    .values({ slug: former, publication_id: id })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
  return slug
}

/** Returns one page of the publications for staff, and the number of all matches. */
export async function listPublications(
  db: Db,
  { type, state, search = '', sort, order, ...page }: PublicationQuery,
): Promise<Page<PublicationRow>> {
  const text = fold(search)
  const matching = db
    .selectFrom('publication')
    .where('state', state ? '=' : '!=', state ?? 'archived')
    .$if(type !== undefined, (query) => query.where('type', '=', type!))
    .$if(text !== '', (query) => query.where(sql<SqlBool>`${strpos(sql.ref('search_text'), text)} > 0`))
  return readPage(matching, page, async (rows) => {
    const column = sort === 'title' ? sql.ref('title_sort') : sql.ref('updated_at')
    const found = await sortBy(
      rows.select(['id', 'type', 'slug', 'state', 'title', 'revision', 'updated_at', 'published_at']),
      { value: column },
      order,
    )
      .orderBy('id')
      .execute()
    const hasScheduled = found.some((row) => row.state === 'scheduled')
    const days = new Map(
      hasScheduled ? (await listScheduled(db)).map(({ id, content }) => [id, content.publishOn]) : [],
    )
    return found.map(({ updated_at, published_at, ...row }) => ({
      ...row,
      publishOn: days.get(row.id) ?? '',
      path: getPublicationPath(row),
      updatedAt: updated_at,
      publishedAt: published_at,
    }))
  })
}

/** Returns one page of the published articles, newest first, of one subject or of all, and their number. */
export async function listArticles(
  db: Db,
  { tag, limit, offset }: { tag: string | undefined; limit: number; offset: number },
): Promise<Page<StoredPublication>> {
  const matching = db
    .selectFrom('publication')
    .where('state', '=', 'published')
    .where('type', '=', 'article')
    .$if(tag !== undefined, (query) =>
      query.where(sql<SqlBool>`${strpos(sql.ref('tags'), `\n${tag}\n`)} > 0`),
    )
  return readPage(matching, { limit, offset }, async (page) => {
    const rows = await page.select(COLUMNS).orderBy('published_at', 'desc').orderBy('id').execute()
    return rows.map(toPublication)
  })
}

/** Returns what will be published on a day. */
export async function listScheduled(db: Db): Promise<StoredPublication[]> {
  const rows = await db.selectFrom('publication').select(COLUMNS).where('state', '=', 'scheduled').execute()
  return rows.map(toPublication)
}

/** Returns the subjects of the published articles, the most frequent first. */
export async function listTags(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('publication')
    .select('tags')
    .where('state', '=', 'published')
    .where('tags', '!=', '')
    .execute()
  const counts = new Map<string, number>()
  for (const tag of rows.flatMap(({ tags }) => tags.split('\n').filter(Boolean)))
    counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([tag]) => tag)
}

/** Returns the title of another privacy notice, published or a draft. */
export async function findOtherNotice(db: Db, id: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('publication')
    .select('title')
    .where('purpose', '=', 'privacy')
    .where('state', '!=', 'archived')
    .where('id', '!=', id)
    .executeTakeFirst()
  return row?.title
}

interface PublishedPublication {
  type: PublicationType
  title: string
  path: string
  isInFooter: boolean
  isInMenu: boolean
  isPrivacyNotice: boolean
  id: string
  revision: number
  updatedAt: string
}

/** Returns each published publication without its content, those with the oldest publication first. */
export async function listPublished(db: Db): Promise<PublishedPublication[]> {
  const rows = await db
    .selectFrom('publication')
    .select(['id', 'type', 'slug', 'title', 'placement', 'purpose', 'revision', 'updated_at'])
    .where('state', '=', 'published')
    .orderBy('published_at')
    .orderBy('id')
    .execute()
  return rows.map(({ updated_at, placement, purpose, ...row }) => ({
    ...row,
    path: getPublicationPath(row),
    isInFooter: placement === 'footer' || placement === 'both',
    isInMenu: placement === 'menu' || placement === 'both',
    isPrivacyNotice: purpose === 'privacy',
    updatedAt: updated_at,
  }))
}

/**
 * Returns the published pages and articles that have words beginning with all those of a search, those with all of them in the title first, then
 * the newest; `within: 'title'` returns only those. None for a search whose words all have fewer than three characters.
 */
export async function searchPublished(
  db: Db,
  search: string,
  { within, limit }: { within: 'title' | 'text'; limit: number },
): Promise<FoundPage[]> {
  const words = fold(search).split(' ').filter(Boolean).slice(0, MAX_SEARCH_WORDS)
  if (words.every((word) => word.length < 3)) return []
  const contains = (column: string) =>
    sql<SqlBool>`(${sql.join(
      words.map((word) => sql`${strpos(sql`' ' || ${sql.ref(column)}`, ` ${word}`)} > 0`),
      sql` and `,
    )})`
  const rows = await db
    .selectFrom('publication')
    .select(COLUMNS)
    .where('state', '=', 'published')
    .where(isLinked)
    .where(contains(within === 'title' ? 'title_sort' : 'search_text'))
    .orderBy(sql`case when ${contains('title_sort')} then 0 else 1 end`)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toFoundPage)
}

/** Returns the newest published publications of a type. */
export async function listNewest(
  db: Db,
  type: PublicationType,
  limit: number,
): Promise<(FoundPage & { id: string; publishedAt: string })[]> {
  const rows = await db
    .selectFrom('publication')
    .select(COLUMNS)
    .where('state', '=', 'published')
    .where('type', '=', type)
    .where(isLinked)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    ...toFoundPage(row),
    id: row.id,
    publishedAt: row.published_at ?? row.updated_at,
  }))
}

/** Returns the newest published pages and articles that show this item. */
export async function listAboutItem(db: Db, itemId: string, limit: number): Promise<FoundPage[]> {
  const rows = await db
    .selectFrom('publication')
    .select(COLUMNS)
    .where('state', '=', 'published')
    .where(isLinked)
    .where(sql<SqlBool>`${strpos(sql.ref('item_ids'), `\n${itemId}\n`)} > 0`)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(toFoundPage)
}

/** Articles, and pages to which the site links. */
const isLinked = sql<SqlBool>`(type = 'article' or placement <> 'none')`

function toFoundPage(row: Row): FoundPage {
  const { type, slug, content } = toPublication(row)
  return { title: content.title, path: getPublicationPath({ type, slug }), summary: content.summary }
}

/** Returns the published privacy notice. */
export async function findPrivacyNotice(db: Db): Promise<{ title: string; path: string } | undefined> {
  const row = await db
    .selectFrom('publication')
    .select(['type', 'slug', 'title'])
    .where('purpose', '=', 'privacy')
    .where('state', '=', 'published')
    .executeTakeFirst()
  return row && { title: row.title, path: getPublicationPath(row) }
}

/** Whether a published page contains what staff have to fill in, in double square brackets, as the pages of the demo do. */
export async function hasPlaceholders(db: Db): Promise<boolean> {
  const rows = await db
    .selectFrom('publication')
    .select('search_text')
    .where('state', '=', 'published')
    .where('type', '=', 'page')
    .where(sql<SqlBool>`${strpos(sql.ref('search_text'), '[[')} > 0`)
    .execute()
  return rows.some(({ search_text }) => PLACEHOLDER.test(search_text))
}

/** Of a longer search, the first words count. */
const MAX_SEARCH_WORDS = 8
const PLACEHOLDER = /\[\[[^[\]]{1,120}\]\]/
