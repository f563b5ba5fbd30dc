import { type RawBuilder, sql } from 'kysely'

/**
 * True where these columns, a space between each, contain the trimmed term, whatever the case of A to Z. For lists that
 * have no index of their own. SQLite's lower() leaves 'É' as it is and PostgreSQL's does not, so a term with such letters
 * is looked for both ways, and what is found as written is found by either engine.
 */
export function containsText(columns: readonly string[], term: string): RawBuilder<boolean> {
  const text = sql`lower(${sql.join(columns.map(sql.ref), sql` || ' ' || `)})`
  const trimmedTerm = term.trim()
  const variants = new Set([
    trimmedTerm.replace(/[A-Z]/g, (character) => character.toLowerCase()),
    trimmedTerm.toLowerCase(),
  ])
  const conditions = [...variants].map(
    (variant) => sql<boolean>`${text} like ${`%${escapeLike(variant)}%`} escape '\\'`,
  )
  return sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/** A text as `like` takes it literally. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
