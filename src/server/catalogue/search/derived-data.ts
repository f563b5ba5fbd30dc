import { sql } from 'kysely'
import type { Kind, Specifications } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toWordNgrams } from '#server/database/word-ngrams.ts'
import { toAlphanumericKey } from '#server/kernel/text.ts'
import type { ItemDraft } from '../items/rules.ts'
import { extractCodes, extractSpecificationValues } from '../items/specifications.ts'
import { extractWords } from './query-parsing.ts'

/** Raise it when what is derived from items changes: every item is then read again at the next start. */
const DERIVED_DATA_VERSION = 1
const DERIVED_DATA_NAME = 'item'
const ITEM_BATCH_SIZE = 500
const INSERT_BATCH_SIZE = 2000
const CORRECTABLE_WORD = /^\p{L}{4,30}$/u

/** '|code|code|': what `search_codes` holds. */
export function toSearchCodes({ name, specifications }: Pick<ItemDraft, 'name' | 'specifications'>): string {
  const codes = [...new Set([name, ...extractCodes(specifications)].map(toAlphanumericKey))].filter(Boolean)
  return codes.length > 0 ? `|${codes.join('|')}|` : ''
}

/** Replaces what an item contributes to filters and spelling. Runs in the caller's transaction. */
export async function updateDerivedData(
  db: Db,
  { rowId, kind }: { rowId: number; kind: Kind },
  draft: Pick<ItemDraft, 'name' | 'description' | 'specifications'>,
): Promise<void> {
  await db.deleteFrom('item_specification').where('item_row_id', '=', rowId).execute()
  const values = extractSpecificationValues(draft.specifications)
  if (values.length > 0) {
    const rows = values.map(({ num, value, text, ...rest }) => ({
      ...rest,
      numeric_value: num,
      value_slug: value,
      text_value: text,
      kind,
      item_row_id: rowId,
    }))
    await db.insertInto('item_specification').values(rows).execute()
  }
  await insertWords(db, extractVocabulary(draft))
}

/** Derives everything anew after an upgrade; nothing on every other start. */
export async function rebuildDerivedDataIfOutdated(db: Db): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('derived_data_version')
      .select('version')
      .where('name', '=', DERIVED_DATA_NAME)
      .executeTakeFirst()
    if (row?.version === DERIVED_DATA_VERSION) return
    for (let after = 0; ; ) {
      const items = await listItemsAfter(transaction, after)
      for (const item of items) await rebuildItem(transaction, item)
      const last = items.at(-1)
      if (!last) break
      after = last.row_id
    }
    await transaction
      .insertInto('derived_data_version')
      .values({ name: DERIVED_DATA_NAME, version: DERIVED_DATA_VERSION })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ version: DERIVED_DATA_VERSION }))
      .execute()
  })
}

function listItemsAfter(db: Db, rowId: number) {
  return db
    .selectFrom('item')
    .select(['row_id', 'kind', 'name', 'description', 'specifications_json'])
    .where('row_id', '>', rowId)
    .orderBy('row_id')
    .limit(ITEM_BATCH_SIZE)
    .execute()
}

async function rebuildItem(db: Db, row: Awaited<ReturnType<typeof listItemsAfter>>[number]): Promise<void> {
  const specifications = JSON.parse(row.specifications_json) as Specifications
  const draft = { name: row.name, description: row.description, specifications }
  await updateDerivedData(db, { rowId: row.row_id, kind: row.kind as Kind }, draft)
  await db
    .updateTable('item')
    .set({ search_codes: toSearchCodes(draft) })
    .where('row_id', '=', row.row_id)
    .execute()
}

/** Words of at least four letters; codes and figures are never corrected. */
export const extractVocabulary = ({ name, description }: { name: string; description: string }) => [
  ...new Set(
    extractWords(`${name}\n${description}`)
      .flatMap((word) => word.split(/[-/]/))
      .filter((word) => CORRECTABLE_WORD.test(word)),
  ),
]

async function insertWords(db: Db, words: string[]): Promise<void> {
  const ngrams = words.flatMap((word) => toWordNgrams(word).map((ngram) => ({ ngram, word })))
  for (let start = 0; start < ngrams.length; start += INSERT_BATCH_SIZE) {
    await db
      .insertInto('search_word')
      .values(ngrams.slice(start, start + INSERT_BATCH_SIZE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** The known words that may be `word` with so many slips in it: they share a part with it, and nearly its length. */
export async function findSimilarWords(db: Db, word: string, edits: number): Promise<string[]> {
  const rows = await db
    .selectFrom('search_word')
    .select('word')
    .distinct()
    .where('ngram', 'in', toWordNgrams(word))
    .where(sql<boolean>`length(word) between ${word.length - edits} and ${word.length + edits}`)
    .orderBy('word')
    .execute()
  return rows.map((row) => row.word)
}
