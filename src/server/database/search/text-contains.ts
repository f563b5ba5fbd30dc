import { type RawBuilder, sql } from 'kysely'

/**
 * True if the columns, joined by spaces, contain the trimmed term, ignoring the case of A to Z. For lists without an index.
 * In columns with the collation C and on SQLite, lower() changes no other letters: a term with 'É' is searched as it is
 * written and in lower case.
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
