import { type RawBuilder, sql } from 'kysely'
import { perDialect } from '../sql-dialect.ts'
import { type SearchExpression, toTrigramTerms } from './search-expression.ts'
import { escapeLike } from './text-contains.ts'

/**
 * Selects the row ids of all items that match, of any kind and state. The table `item_text` is an FTS5 table of SQLite; on
 * PostgreSQL it has GIN trigram indexes, or none where the server does not allow `pg_trgm`.
 */
export const selectMatches = (expression: SearchExpression): RawBuilder<unknown> =>
  perDialect({
    sqlite: sql`select rowid as row_id from item_text where item_text match ${toFtsQuery(expression)}`,
    postgres: sql`select row_id from item_text where ${toCondition(expression)}`,
  })

/** An FTS5 query: '({search_text} : (("bush") AND ("collet" OR "kollet")))'. */
function toFtsQuery(expression: SearchExpression): string {
  const clauses = expression.map(({ column, groups }) => {
    const conditions = groups.map((group) => `(${group.flatMap(toTrigramTerms).map(quote).join(' OR ')})`)
    return `({${column}} : (${conditions.join(' AND ')}))`
  })
  return clauses.join(' OR ')
}

const quote = (term: string) => `"${term.replaceAll('"', '""')}"`

function toCondition(expression: SearchExpression): RawBuilder<unknown> {
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
  sql`(${sql.join(conditions, operator)})`
