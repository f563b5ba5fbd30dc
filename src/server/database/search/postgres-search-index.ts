import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db.ts'
import type { Tables } from '../tables.ts'
import { escapeLike } from '../text-contains.ts'
import { isImpliedBy, type SearchExpression, toContainsExpression } from './search-expression.ts'
import type { SearchIndex } from './search-index.ts'
import type { KeyRange } from './sort-keys.ts'

/**
 * The table `item_text` with GIN trigram indexes, or without them where the server does not allow `pg_trgm`. PostgreSQL
 * checks every candidate of the index, so one query returns as much as possible of what that reading yields.
 */
export const createPostgresSearchIndex = (db: Db): SearchIndex => ({
  fetchHits: (expression, keyRange, max) => fetchHits(db, expression, keyRange, max),
  async fetchPhraseHits(phrase, words, keyRange, max) {
    const phraseExpression = toContainsExpression(phrase)
    if (!isImpliedBy(phrase, words))
      return { phraseHits: await fetchHits(db, phraseExpression, keyRange, max) }
    const { rows } = await sql<HitRow & { phrase_keys: string; phrase_total: number }>`
      with hit as materialized (select sort_key, ${matches(phraseExpression)} as has_phrase ${from(words, keyRange)})
      select ${joinFirst(max)} as keys, (select count(*) from hit) as total,
        ${joinFirst(max, sql`where has_phrase`)} as phrase_keys,
        (select count(*) from hit where has_phrase) as phrase_total`.execute(db)
    const { phrase_keys, phrase_total, ...row } = rows[0]!
    return { phraseHits: toHits({ keys: phrase_keys, total: phrase_total }), wordHits: toHits(row) }
  },
  countHits: async (expression, keyRange, max) =>
    Math.min((await fetchHits(db, expression, keyRange, 0)).total, max),
  selectItems: (expression, keyRange, max) =>
    db.selectFrom(
      // Joined by row id: by the unique sort key, the planner would read items before it knows the hits.
      sql<Tables['item']>`(
        select hit.sort_key as hit_key, item.*
        from (
          select row_id, sort_key ${from(expression, keyRange)}
          ${max === undefined ? sql`` : sql`order by sort_key limit ${max}`}
        ) as hit join item on item.row_id = hit.row_id
      )`.as('item'),
    ),
})

interface HitRow {
  keys: string
  total: number
}

/** Materialised: with a limit alone, the planner would read along the sort keys until it has met enough hits. */
async function fetchHits(db: Db, expression: SearchExpression, keyRange: KeyRange, max: number) {
  const { rows } = await sql<HitRow>`
    with hit as materialized (select sort_key ${from(expression, keyRange)})
    select ${joinFirst(max)} as keys, (select count(*) from hit) as total`.execute(db)
  return toHits(rows[0]!)
}

const from = (expression: SearchExpression, keyRange: KeyRange) =>
  sql`from item_text where ${matches(expression)} and sort_key > ${keyRange.from} and sort_key < ${keyRange.to}`

function matches(expression: SearchExpression): RawBuilder<boolean> {
  const clauses = expression.map(({ column, groups }) => {
    const contains = (term: string) => sql`${sql.ref(column)} like ${`%${escapeLike(term)}%`}`
    return join(
      groups.map((group) => join(group.map(contains), sql` or `)),
      sql` and `,
    )
  })
  return join(clauses, sql` or `)
}

const join = (conditions: RawBuilder<unknown>[], operator: RawBuilder<unknown>) =>
  sql<boolean>`(${sql.join(conditions, operator)})`

/** The first sort keys as one text: converting each of a thousand rows takes longer than finding them. */
const joinFirst = (max: number, where = sql``) =>
  sql`array_to_string(array(select sort_key from hit ${where} order by sort_key limit ${max}), ',')`

const toHits = ({ keys, total }: HitRow) => ({ sortKeys: keys ? keys.split(',').map(Number) : [], total })
