import { type Kysely, sql } from 'kysely'
import { isPostgres, toWordNgrams } from './frozen.ts'

const BATCH_SIZE = 200

/** Stores known words under their n-grams, so that spelling is corrected without reading all words. */
export async function up(
  db: Kysely<{ search_word: { part: string; word: string }; old_word: { word: string } }>,
): Promise<void> {
  await db.schema.alterTable('search_word').renameTo('old_word').execute()
  await db.schema
    .createTable('search_word')
    .addColumn('part', 'text', (c) => c.notNull())
    .addColumn('word', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('search_word_key', ['part', 'word'])
    .$call((table) => (isPostgres(db) ? table : table.modifyEnd(sql`without rowid`)))
    .execute()
  for (let after = ''; ; ) {
    const words = await db
      .selectFrom('old_word')
      .select('word')
      .where('word', '>', after)
      .orderBy('word')
      .limit(BATCH_SIZE)
      .execute()
    const last = words.at(-1)
    if (!last) break
    after = last.word
    const rows = words.flatMap(({ word }) => toWordNgrams(word).map((part) => ({ part, word })))
    await db.insertInto('search_word').values(rows).execute()
  }
  await db.schema.dropTable('old_word').execute()
}
