import { type Kysely, PostgresAdapter, sql } from 'kysely'

/**
 * Creates the tables of the visitor figures (decision 0243). `visitor_figure`: sums of one day in India, by kind and name. `visits`:
 * of how many visits, `enquiries`: of those among them that sent an enquiry. `visitor_event`: of the last day, from which they are
 * counted; `visitor` is a hash with the salt of the day in `visitor_salt`. Both are deleted when the day is over.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const text = isPostgres ? sql`text collate "C"` : sql`text`
  const withoutRowid = isPostgres ? sql`` : sql`without rowid`
  await sql`create table visitor_figure (
    kind ${text} not null,
    day ${text} not null,
    name ${text} not null,
    visits integer not null,
    count integer not null,
    enquiries integer not null,
    constraint visitor_figure_key primary key (kind, day, name)
  ) ${withoutRowid}`.execute(db)
  await sql`create index visitor_figure_by_day on visitor_figure (day)`.execute(db)
  await sql`create table visitor_event (
    day ${text} not null,
    visitor ${text} not null,
    kind ${text} not null,
    name ${text} not null,
    count integer not null,
    constraint visitor_event_key primary key (day, visitor, kind, name)
  ) ${withoutRowid}`.execute(db)
  await sql`create index visitor_event_enquiry on visitor_event (day, visitor) where kind = 'enquiry'`.execute(
    db,
  )
  await sql`create table visitor_salt (
    day ${text} primary key,
    salt ${text} not null
  )`.execute(db)
}
