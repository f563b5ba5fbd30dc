import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Creates the tables of pages and articles (decision 0240). `tags`: the subjects of an article between line feeds, '' for none.
 * `item_ids`: the items of its blocks in the same form. `placement`: where the site links to a page, 'none' or 'footer'.
 * `purpose`: 'privacy' for the privacy notice, otherwise 'none'. `published_at`: the first time, null until then.
 * `publication_slug` has former slugs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  // Texts are compared byte by byte as on SQLite, independently of the server's locale.
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  await sql`create table publication (
    id ${text} primary key,
    type ${text} not null,
    slug ${text} not null unique,
    title ${text} not null,
    title_sort ${text} not null,
    state ${text} not null,
    tags ${text} not null,
    item_ids ${text} not null,
    placement ${text} not null,
    purpose ${text} not null,
    content_json ${text} not null,
    search_text ${text} not null,
    revision integer not null,
    created_at ${text} not null,
    updated_at ${text} not null,
    published_at ${text}
  )`.execute(db)
  await sql`create index publication_published on publication (published_at, id) where state = 'published'`.execute(
    db,
  )
  await sql`create unique index publication_notice on publication (purpose)
    where purpose = 'privacy' and state <> 'archived'`.execute(db)
  await sql`create table publication_slug (
    slug ${text} primary key,
    publication_id ${text} not null references publication (id) on delete cascade
  )`.execute(db)
  await sql`create index publication_slug_by_publication on publication_slug (publication_id)`.execute(db)
  await sql`create table publication_revision (
    publication_id ${text} not null references publication (id) on delete cascade,
    revision integer not null,
    at ${text} not null,
    account_id ${text},
    by_name ${text} not null,
    content_json ${text} not null,
    constraint publication_revision_key primary key (publication_id, revision)
  )`.execute(db)
  if (!isPostgres) return
  for (const table of ['publication', 'publication_slug'])
    await sql`create trigger capstan_notify_change after insert or update or delete on ${sql.table(table)}
      for each statement execute function capstan_notify_change()`.execute(db)
}
