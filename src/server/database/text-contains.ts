import { type RawBuilder, sql } from 'kysely'

/**
 * True if the columns, joined by spaces, contain the trimmed term, ignoring the case of A to Z. For lists without an index.
 * SQLite's lower() does not change 'É', PostgreSQL's does: a term with such characters is searched in both forms, so that
 * both engines find it as it is written.
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

/** Escapes the wildcards of `like`. */
export const escapeLike = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
