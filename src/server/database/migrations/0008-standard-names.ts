import { type Kysely, sql } from 'kysely'
import { isPostgres } from './frozen.ts'

const TABLES: [old: string, name: string][] = [
  ['log_entry', 'audit_log'],
  ['item_spec', 'item_specification'],
  ['derived', 'derived_data_version'],
  ['search_miss', 'zero_result_search'],
  ['sign_in_failure', 'sign_in_attempt'],
  ['account_link', 'account_token'],
]
const COLUMNS: [table: string, old: string, name: string][] = [
  ['item', 'place', 'sort_key'],
  ['item', 'hidden_at', 'unpublished_at'],
  ['item_specification', 'num', 'numeric_value'],
  ['item_specification', 'txt', 'text_value'],
  ['item_specification', 'value', 'value_slug'],
  ['search_word', 'part', 'ngram'],
  ['sign_in_attempt', 'failed_at', 'attempted_at'],
  ['account', 'recovery_json', 'recovery_code_hashes_json'],
  ['account', 'totp_step', 'totp_last_step'],
  ['session', 'agent', 'user_agent'],
  ['outbox', 'tries', 'attempts'],
  ['outbox', 'next_try_at', 'next_attempt_at'],
]
const INDEXES: [old: string, name: string][] = [
  ['log_entry_by_time', 'audit_log_by_time'],
  ['log_entry_by_subject', 'audit_log_by_subject'],
  ['log_entry_by_person', 'audit_log_by_name'],
  ['item_by_place', 'item_by_sort_key'],
  ['item_hidden', 'item_unpublished'],
  ['item_spec_by_number', 'item_specification_by_number'],
  ['item_spec_by_value', 'item_specification_by_value'],
  ['sign_in_failure_by_subject', 'sign_in_attempt_by_subject'],
  ['outbox_waiting', 'outbox_pending'],
]
const TRIGGERS = ['insert', 'delete', 'update'].map((operation) => `item_text_${operation}`)

/** Gives tables, columns, indexes and scopes of API keys the names of docs/glossary.md. Only SQLite's text index is built again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  if (!isPostgres(db)) await dropTextIndex(db)
  for (const [old, name] of TABLES) await db.schema.alterTable(old).renameTo(name).execute()
  for (const [table, old, name] of COLUMNS)
    await db.schema.alterTable(table).renameColumn(old, name).execute()
  for (const [old, name] of INDEXES) await renameIndex(db, old, name)
  await (isPostgres(db) ? renameFunctions(db) : createTextIndex(db))
  await renameKeyScopes(db)
}

/** The permission 'office.read' was split into two; API keys keep their rights. */
async function renameKeyScopes(db: Kysely<unknown>): Promise<void> {
  await sql`update api_key set scopes_json =
    replace(scopes_json, '"office.read"', '"dashboard.read","catalogue.read"')`.execute(db)
}

/** SQLite cannot rename an index: it is created again with its own definition. */
async function renameIndex(db: Kysely<unknown>, old: string, name: string): Promise<void> {
  if (isPostgres(db)) {
    await sql`alter index ${sql.ref(old)} rename to ${sql.ref(name)}`.execute(db)
    return
  }
  const { rows } = await sql<{ sql: string }>`select sql from sqlite_master where name = ${old}`.execute(db)
  await db.schema.dropIndex(old).execute()
  await sql.raw(rows[0]!.sql.replace(`"${old}"`, `"${name}"`)).execute(db)
}

async function dropTextIndex(db: Kysely<unknown>): Promise<void> {
  for (const trigger of TRIGGERS) await sql`drop trigger ${sql.ref(trigger)}`.execute(db)
  await sql`drop table item_text`.execute(db)
}

/** The text index names the column of its row ids, which a renaming of the column does not change. */
async function createTextIndex(db: Kysely<unknown>): Promise<void> {
  await sql`create virtual table item_text using fts5(
    search_text, search_codes, content = 'item', content_rowid = 'sort_key', tokenize = 'trigram case_sensitive 1'
  )`.execute(db)
  const insertEntry = sql`insert into item_text(rowid, search_text, search_codes)
    select new.sort_key, new.search_text, new.search_codes where new.sort_key is not null`
  const deleteEntry = sql`insert into item_text(item_text, rowid, search_text, search_codes)
    select 'delete', old.sort_key, old.search_text, old.search_codes where old.sort_key is not null`
  await sql`create trigger item_text_insert after insert on item begin ${insertEntry}; end`.execute(db)
  await sql`create trigger item_text_delete after delete on item begin ${deleteEntry}; end`.execute(db)
  await sql`create trigger item_text_update after update of search_text, search_codes, sort_key on item
    begin ${deleteEntry}; ${insertEntry}; end`.execute(db)
  await sql`insert into item_text(item_text) values ('rebuild')`.execute(db)
}

async function renameFunctions(db: Kysely<unknown>): Promise<void> {
  for (const table of ['item', 'item_slug', 'media', 'review', 'site_content'])
    await sql`alter trigger capstan_announce on ${sql.ref(table)} rename to capstan_notify_change`.execute(db)
  await sql`alter function capstan_announce() rename to capstan_notify_change`.execute(db)
  await sql`alter table item_text rename column place to sort_key`.execute(db)
  await sql`alter trigger capstan_file_text on item rename to capstan_sync_item_text`.execute(db)
  await sql`alter function capstan_file_text() rename to capstan_sync_item_text`.execute(db)
  await sql`create or replace function capstan_sync_item_text() returns trigger language plpgsql as $$
    begin
      insert into item_text values (new.row_id, new.sort_key, new.search_text, new.search_codes)
        on conflict (row_id) do update set (sort_key, search_text, search_codes) =
          (excluded.sort_key, excluded.search_text, excluded.search_codes);
      return null;
    end $$`.execute(db)
}
