import { sql } from 'kysely'
import type { Kind, Specifications } from '#contracts/item/item.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { insertRows } from '#server/database/insert-rows.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toAlphanumericKey } from '#server/kernel/text.ts'
import type { ItemDraft } from '../item/draft.ts'
import { extractCodes, extractSpecificationValues, getPartNumber } from './quantities/specification-values.ts'
import { toWordNgrams } from './query-parsing.ts'
import { extractWords } from './query-words.ts'

/**
 * Increased when the derivation changes, which store-derived-data.test.ts notices. The data of every item are then derived again
 * after the next start.
 */
export const DERIVED_DATA_VERSION = 6
const DERIVED_DATA_NAME = 'item'
/** Up to which row id the data are of the version. */
const PROGRESS_NAME = `item ${DERIVED_DATA_VERSION} until`
/** Up to about this many items, the start derives the data of all; of more, a job does so while the site serves. */
const MAX_ITEMS_AT_START = 5000
/** So few that a batch takes about as long as a page. */
const ITEM_BATCH_SIZE = 100
const INSERT_BATCH_SIZE = 2000
const CORRECTABLE_WORD = /^\p{L}{4,30}$/u

/** The content of `search_codes`: part numbers and the name, reduced to letters and digits, as '|code|code|'. */
export function toSearchCodes(item: Parameters<typeof extractCodes>[0] & { name: string }): string {
  const codes = [...new Set([item.name, ...extractCodes(item)].map(toAlphanumericKey))].filter(Boolean)
  return codes.length > 0 ? `|${codes.join('|')}|` : ''
}

/** The texts of an item from which data is derived. */
type DerivedFrom = Pick<ItemDraft, 'name' | 'description' | 'specifications'>

/** Replaces the specification values of an item, and adds its words to the vocabulary. */
export async function updateDerivedData(
  tx: Tx,
  { rowId, kind }: { rowId: number; kind: Kind },
  draft: DerivedFrom,
): Promise<void> {
  await tx.deleteFrom('item_specification').where('item_row_id', '=', rowId).execute()
  await insertDerivedData(tx, [{ rowId, kind, draft }])
}

/** Stores the specification values of new items, and adds their words to the vocabulary. */
export async function insertDerivedData(
  tx: Tx,
  items: { rowId: number; kind: Kind; draft: DerivedFrom }[],
): Promise<void> {
  const rows = items.flatMap(({ rowId, kind, draft }) =>
    extractSpecificationValues(draft.specifications).map((value) => ({ ...value, kind, item_row_id: rowId })),
  )
  for (let start = 0; start < rows.length; start += INSERT_BATCH_SIZE)
    await insertRows(tx, 'item_specification', rows.slice(start, start + INSERT_BATCH_SIZE)).execute()
  await insertWords(tx, [...new Set(items.flatMap(({ draft }) => extractVocabulary(draft)))])
}

/** Derives the data of every item of a small catalogue if they are of another version, as after an upgrade. */
export async function rebuildDerivedDataIfOutdated(db: Db): Promise<void> {
  if (await isDerivedDataUpToDate(db)) return
  const newest = await db
    .selectFrom('item')
    .select('row_id')
    .orderBy('row_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if ((newest?.row_id ?? 0) > MAX_ITEMS_AT_START) return
  await rebuildDerivedData(db)
}

/**
 * Derives the data of every item again, in batches of one transaction each, and continues what an interruption has left.
 * Returns whether it changed the data of any item. `pause` is called between batches; the work ends when it returns false.
 */
export async function rebuildDerivedData(
  db: Db,
  pause: () => Promise<boolean> = async () => true,
): Promise<boolean> {
  if (await isDerivedDataUpToDate(db)) return false
  for (let hasChanged = false; ; hasChanged = true) {
    const isDone = await inTransaction(db, async (tx) => {
      const after = await readVersion(tx, PROGRESS_NAME)
      const items = await listItemsAfter(tx, after)
      for (const item of items) await rebuildItem(tx, item)
      const last = items.at(-1)
      if (last) await writeVersion(tx, PROGRESS_NAME, last.row_id)
      else {
        await writeVersion(tx, DERIVED_DATA_NAME, DERIVED_DATA_VERSION)
        await tx.deleteFrom('derived_data_version').where('name', 'like', 'item % until').execute()
      }
      return !last
    })
    if (isDone) return hasChanged
    if (!(await pause())) return true
  }
}

/** Whether the data of every item are of the present version. */
export const isDerivedDataUpToDate = async (db: Db): Promise<boolean> =>
  (await readVersion(db, DERIVED_DATA_NAME)) === DERIVED_DATA_VERSION

async function readVersion(db: Db, name: string): Promise<number> {
  const row = await db
    .selectFrom('derived_data_version')
    .select('version')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.version ?? 0
}

async function writeVersion(tx: Tx, name: string, version: number): Promise<void> {
  await tx
    .insertInto('derived_data_version')
    .values({ name, version })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ version }))
    .execute()
}

function listItemsAfter(db: Db, rowId: number) {
  return db
    .selectFrom('item')
    .select([
      'row_id',
      'kind',
      'name',
      'description',
      'specifications_json',
      'code',
      'search_codes',
      'part_number',
    ])
    .where('row_id', '>', rowId)
    .orderBy('row_id')
    .limit(ITEM_BATCH_SIZE)
    .execute()
}

async function rebuildItem(tx: Tx, row: Awaited<ReturnType<typeof listItemsAfter>>[number]): Promise<void> {
  const specifications = JSON.parse(row.specifications_json) as Specifications
  const { name, description, code } = row
  const draft = { name, description, specifications, commercial: { code } }
  await updateDerivedData(tx, { rowId: row.row_id, kind: row.kind }, draft)
  const search_codes = toSearchCodes(draft)
  const part_number = getPartNumber(draft)
  // A change of the item would be one of its entry in the text index as well.
  if (search_codes === row.search_codes && part_number === row.part_number) return
  await tx.updateTable('item').set({ search_codes, part_number }).where('row_id', '=', row.row_id).execute()
}

/** The words of an item that can replace misspelt ones: letters only, at least four. */
export const extractVocabulary = ({ name, description }: { name: string; description: string }) => [
  ...new Set(
    extractWords(`${name}\n${description}`)
      .flatMap((word) => word.split(/[-/]/))
      .filter((word) => CORRECTABLE_WORD.test(word)),
  ),
]

async function insertWords(tx: Tx, words: string[]): Promise<void> {
  const ngrams = words.flatMap((word) => toWordNgrams(word).map((ngram) => ({ ngram, word })))
  for (let start = 0; start < ngrams.length; start += INSERT_BATCH_SIZE) {
    await insertRows(tx, 'search_word', ngrams.slice(start, start + INSERT_BATCH_SIZE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** The known words that share an n-gram with `word` and differ in length by at most `edits`, in alphabetical order. */
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
