import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/database/db.ts'
import { toLooseExpression } from '#server/database/search/loose-expression.ts'
import { strpos } from '#server/database/sql-dialect.ts'
import { fold, toAlphanumericKey } from '#server/kernel/text.ts'
import { isStopWord, normalizeQuery, splitWords } from './query-words.ts'
import type { ListSource } from './store-row-sets.ts'

/** Words that say that parts of a machine are meant: 'parts for CL 40', 'collet to fit CL 40'. */
const PARTS_WORD = /^(?:parts?|spares?|for|fits?|fitting|suits?|suitable)$/
const SPARE_PARTS_WORD = /^(?:parts?|spares?)$/
const MAX_WORDS = 12
const MAX_NAME_WORDS = 5
/** A list of the parts of a machine is cut off here; the filter by machine has no such limit. */
const MAX_PARTS = 5000

interface Machine {
  rowId: number
  name: string
  slug: string
}

/** The parts of a machine that a search names, and the words of the search that describe them. */
export interface MachineParts {
  machine: Machine
  words: string[]
  rowIds: number[]
}

/** Whether a search says that it is about the parts of something. */
export const asksForParts = (search: string): boolean =>
  splitWords(fold(search)).some((word) => PARTS_WORD.test(word))

/** Whether a search names spare parts as what it looks for: 'parts for CL 40', but not 'chuck for CL 40'. */
export const namesSpareParts = (search: string): boolean =>
  splitWords(fold(search)).some((word) => SPARE_PARTS_WORD.test(word))

/**
 * The published parts that fit the machine which the search names by code or name, with or without separators, and that
 * contain all other words. Undefined if it names no machine, or there are no such parts.
 */
export async function findMachineParts(
  { db, tradeNames }: ListSource,
  search: string,
): Promise<MachineParts | undefined> {
  const typed = splitWords(fold(search)).slice(0, MAX_WORDS)
  const named = await findNamedMachine(db, typed)
  if (!named) return undefined
  const nameWords = splitWords(fold(named.machine.name))
  const words = typed
    .filter((_, index) => index < named.start || index >= named.end)
    .map(normalizeQuery)
    .filter((word) => !isStopWord(word) && !PARTS_WORD.test(word) && !nameWords.includes(word))
  const containsWord = (word: string) => {
    const conditions = tradeNames
      .toNames(word)
      .map((name) => sql`${strpos(sql.ref('item.search_text'), name)} > 0`)
    return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
  }
  const rows = await db
    .selectFrom('item_relation')
    .innerJoin('item', 'item.row_id', 'item_relation.from_row_id')
    .select('item.row_id')
    .distinct()
    .where('item_relation.to_row_id', '=', named.machine.rowId)
    .where('item_relation.type', '=', 'fits')
    .where('item.unpublished_at', 'is', null)
    .where((eb) => eb.and(words.map(containsWord)))
    .limit(MAX_PARTS)
    .execute()
  const rowIds = rows.map(({ row_id }) => row_id)
  return rowIds.length > 0 ? { machine: named.machine, words, rowIds } : undefined
}

interface NamedMachine {
  machine: Machine
  /** The words of the search that name it. */
  start: number
  end: number
}

/** The machine that the longest part of the words names. Each name contains a digit, so that few words are looked up. */
async function findNamedMachine(db: Db, words: string[]): Promise<NamedMachine | undefined> {
  const spans = words.flatMap((_, start) =>
    Array.from({ length: Math.min(MAX_NAME_WORDS, words.length - start) }, (_each, index) => {
      const end = start + index + 1
      return { start, end, key: toAlphanumericKey(words.slice(start, end).join('')) }
    }),
  )
  const named = spans
    .filter(({ key }) => /\d/.test(key) && /\p{L}/u.test(key))
    .sort((a, b) => b.end - b.start - (a.end - a.start))
  if (named.length === 0) return undefined
  const keys = [...new Set(named.map(({ key }) => key))]
  for (const column of ['code_key', 'name_sort'] as const) {
    const loose = toLooseExpression(column)
    const rows = await db
      .selectFrom('item')
      .select(['row_id as rowId', 'name', 'slug', loose.as('key')])
      .where(sql<boolean>`${loose} in (${sql.join(keys)})`)
      .where(sql<boolean>`kind = 'machine'`)
      .where('unpublished_at', 'is', null)
      .execute()
    const span = named.find(({ key }) => rows.some((row) => row.key === key))
    const row = rows.find(({ key }) => key === span?.key)
    if (span && row) return { machine: row, ...span }
  }
  return undefined
}
