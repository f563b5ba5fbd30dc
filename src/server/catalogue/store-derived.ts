import { sql } from 'kysely'
import type { Kind, Specifications } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { wordParts } from '#server/database/word-parts.ts'
import { squeeze } from '#server/kernel/text.ts'
import type { ItemDraft } from './rules.ts'
import { wordsOf } from './search.ts'
import { codesOf, measuresOf } from './specifications.ts'

/** Raise it when what is derived from items changes: every item is then read again at the next start. */
const VERSION = 1
const NAME = 'item'
const ITEMS_AT_ONCE = 500
const VALUES_AT_ONCE = 2000
const WORD = /^\p{L}{4,30}$/u

/** '|code|code|': what `search_codes` holds. */
export function searchCodes({ name, specifications }: Pick<ItemDraft, 'name' | 'specifications'>): string {
  const codes = [...new Set([name, ...codesOf(specifications)].map(squeeze))].filter(Boolean)
  return codes.length > 0 ? `|${codes.join('|')}|` : ''
}

/** Replaces what an item contributes to filters and spelling. Runs in the caller's transaction. */
export async function deriveFromItem(
  db: Db,
  { rowId, kind }: { rowId: number; kind: Kind },
  draft: Pick<ItemDraft, 'name' | 'description' | 'specifications'>,
): Promise<void> {
  await db.deleteFrom('item_spec').where('item_row_id', '=', rowId).execute()
  const measures = measuresOf(draft.specifications)
  if (measures.length > 0) {
    const rows = measures.map(({ text, ...measure }) => ({ ...measure, txt: text, kind, item_row_id: rowId }))
    await db.insertInto('item_spec').values(rows).execute()
  }
  await addWords(db, wordsToKnow(draft))
}

/** Derives everything anew after an upgrade; nothing on every other start. */
export async function deriveIfOutdated(db: Db): Promise<void> {
  await inTransaction(db, async (transaction) => {
    const row = await transaction
      .selectFrom('derived')
      .select('version')
      .where('name', '=', NAME)
      .executeTakeFirst()
    if (row?.version === VERSION) return
    for (let after = 0; ; ) {
      const items = await itemsAfter(transaction, after)
      for (const item of items) await deriveAgain(transaction, item)
      const last = items.at(-1)
      if (!last) break
      after = last.row_id
    }
    await transaction
      .insertInto('derived')
      .values({ name: NAME, version: VERSION })
      .onConflict((conflict) => conflict.column('name').doUpdateSet({ version: VERSION }))
      .execute()
  })
}

function itemsAfter(db: Db, rowId: number) {
  return db
    .selectFrom('item')
    .select(['row_id', 'kind', 'name', 'description', 'specifications_json'])
    .where('row_id', '>', rowId)
    .orderBy('row_id')
    .limit(ITEMS_AT_ONCE)
    .execute()
}

async function deriveAgain(db: Db, row: Awaited<ReturnType<typeof itemsAfter>>[number]): Promise<void> {
  const specifications = JSON.parse(row.specifications_json) as Specifications
  const draft = { name: row.name, description: row.description, specifications }
  await deriveFromItem(db, { rowId: row.row_id, kind: row.kind as Kind }, draft)
  await db
    .updateTable('item')
    .set({ search_codes: searchCodes(draft) })
    .where('row_id', '=', row.row_id)
    .execute()
}

/** Words of at least four letters; codes and figures are never corrected. */
export const wordsToKnow = ({ name, description }: { name: string; description: string }) => [
  ...new Set(
    wordsOf(`${name}\n${description}`)
      .flatMap((word) => word.split(/[-/]/))
      .filter((word) => WORD.test(word)),
  ),
]

async function addWords(db: Db, words: string[]): Promise<void> {
  const parts = words.flatMap((word) => wordParts(word).map((part) => ({ part, word })))
  for (let start = 0; start < parts.length; start += VALUES_AT_ONCE) {
    await db
      .insertInto('search_word')
      .values(parts.slice(start, start + VALUES_AT_ONCE))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

/** The known words that may be `word` with so many slips in it: they share a part with it, and nearly its length. */
export async function similarWords(db: Db, word: string, edits: number): Promise<string[]> {
  const rows = await db
    .selectFrom('search_word')
    .select('word')
    .distinct()
    .where('part', 'in', wordParts(word))
    .where(sql<boolean>`length(word) between ${word.length - edits} and ${word.length + edits}`)
    .orderBy('word')
    .execute()
  return rows.map((row) => row.word)
}
