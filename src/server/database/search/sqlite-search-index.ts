import { sql } from 'kysely'
import type { Db } from '../db.ts'
import type { Tables } from '../tables.ts'
import { type SearchExpression, toTrigramTerms } from './search-expression.ts'
import type { SearchIndex } from './search-index.ts'
import type { KeyRange } from './sort-keys.ts'

/**
 * The FTS5 table `item_text`, whose row id is the item's sort key. SQLite reads it in the order of names and stops at
 * the limit, so that the first page of a frequent word costs no more than that of a rare one.
 */
export const createSqliteSearchIndex = (db: Db): SearchIndex => ({
  fetchHits: (expression, keyRange, max) => fetchHits(db, expression, keyRange, max),
  // Two queries that stop at their limits cost less than one that reads all hits of the words.
  fetchPhraseHits: async (phrase, _words, keyRange, max) => ({
    phraseHits: await fetchHits(db, [{ column: 'search_text', groups: [[phrase]] }], keyRange, max),
  }),
  async countHits(expression, keyRange, max) {
    const { rows } = await sql<{ total: number }>`
      select count(*) as total from (${selectKeys(expression, keyRange)} limit ${max})`.execute(db)
    return rows[0]!.total
  },
  selectItems: (expression, keyRange) =>
    db.selectFrom(
      // The cross join makes SQLite read the index first.
      sql<Tables['item']>`(
        select hit.sort_key as hit_key, item.*
        from (${selectKeys(expression, keyRange)}) as hit cross join item on item.sort_key = hit.sort_key
      )`.as('item'),
    ),
})

/** Reads the keys as one text: converting each of a thousand rows takes longer than finding them. */
async function fetchHits(db: Db, expression: SearchExpression, keyRange: KeyRange, max: number) {
  const { rows } = await sql<{ keys: string | null }>`
    select group_concat(sort_key) as keys
    from (${selectKeys(expression, keyRange)} order by rowid limit ${max + 1})`.execute(db)
  const sortKeys = rows[0]?.keys?.split(',').map(Number) ?? []
  return { sortKeys: sortKeys.slice(0, max), total: sortKeys.length > max ? undefined : sortKeys.length }
}

const selectKeys = (expression: SearchExpression, { from, to }: KeyRange) => sql`
  select rowid as sort_key from item_text
  where item_text match ${toFtsQuery(expression)} and rowid > ${from} and rowid < ${to}`

/** An FTS5 query: '({search_text} : (("bush") AND ("collet" OR "kollet")))'. */
function toFtsQuery(expression: SearchExpression): string {
  const clauses = expression.map(({ column, groups }) => {
    const conditions = groups.map((group) => `(${group.flatMap(toTrigramTerms).map(quote).join(' OR ')})`)
    return `({${column}} : (${conditions.join(' AND ')}))`
  })
  return clauses.join(' OR ')
}

const quote = (term: string) => `"${term.replaceAll('"', '""')}"`
