import { type RawBuilder, type Selectable, sql } from 'kysely'
import type { Tx } from '#server/database/db.ts'
import { escapeLike } from '#server/database/search/text-contains.ts'
import { perDialect, strpos } from '#server/database/sql-dialect.ts'
import type { Tables } from '#server/database/tables.ts'
import { fold } from '#server/kernel/text.ts'

/** SQLite's trigram index cannot find shorter terms. */
const MIN_INDEXED_LENGTH = 3
/** Without country code, so that '098400 12345' finds '+91 98400 12345'. */
const NATIONAL_NUMBER_LENGTH = 10

type SearchableColumns =
  | 'id'
  | 'first_name'
  | 'last_name'
  | 'email'
  | 'phone'
  | 'message'
  | 'company'
  | 'gstin'
  | 'place'
  | 'reference'

/** The row of `enquiry_search` for an enquiry with these lines. */
export function toEnquirySearchRow(
  row: Pick<Selectable<Tables['enquiry']>, SearchableColumns>,
  lines: { name: string; note: string }[],
): { enquiry_id: string; person: string; message: string } {
  const person = [row.first_name, row.last_name, row.email, row.phone].join(' ')
  const company = [row.company, row.gstin, row.place, row.reference].join(' ')
  const texts = [row.message, ...lines.flatMap(({ name, note }) => [name, note])]
  return {
    enquiry_id: row.id,
    person: `${fold(person)} ${extractDigits(row.phone)} ${fold(company)}`,
    message: fold(texts.join('\n')),
  }
}

/** A folded search term, and its digits if it can be a telephone number. */
export interface SearchTerm {
  text: string
  digits: string | undefined
}

/** Undefined for an empty search. */
export function parseSearchTerm(search: string | undefined): SearchTerm | undefined {
  const text = fold(search ?? '')
  if (!text) return undefined
  const digits = extractDigits(text).slice(-NATIONAL_NUMBER_LENGTH)
  return {
    text,
    digits: /^[\d\s+().-]+$/.test(text) && digits.length >= MIN_INDEXED_LENGTH ? digits : undefined,
  }
}

/** Whether a search row, or the folded name of its item, contains the term. */
export function matchesTerm(
  row: { person: string; message: string; item: string },
  { text, digits }: SearchTerm,
): boolean {
  if (digits && row.person.includes(digits)) return true
  return [row.person, row.message, row.item].some((value) => value.includes(text))
}

/** Limits the rows that a frequent word reads; the newest are used. */
const MAX_HITS = 10_000

/** Selects the ids of the enquiries whose person, message, lines or item contains the term, at most the newest 10,000 of each. */
export function enquiriesMatching(term: SearchTerm): RawBuilder<string> {
  return sql`(select enquiry_id from (${textHits(term, ['person', 'message'])}) as text_hit
    union select id from (
      select id from enquiry
      where item_id in (select id from item where ${strpos(sql.ref('name_sort'), term.text)} > 0)
      order by created_at desc limit ${MAX_HITS}
    ) as item_hit)`
}

/** Selects the ids of the enquiries whose person contains the term, at most the newest 10,000. */
export const enquiriesByPerson = (term: SearchTerm): RawBuilder<string> =>
  sql`(select enquiry_id from (${textHits(term, ['person'])}) as text_hit)`

/** Selects the newest enquiries of which a column contains the text, or the person the digits. */
function textHits({ text, digits }: SearchTerm, columns: string[]): RawBuilder<string> {
  const terms = [
    ...columns.map((column) => ({ column, term: text })),
    ...(digits ? [{ column: 'person', term: digits }] : []),
  ]
  const containsTerm = sql.join(
    terms.map(({ column, term }) => sql`${sql.ref(column)} like ${`%${escapeLike(term)}%`} escape '\\'`),
    sql` or `,
  )
  const match = terms.map(({ column, term }) => `{${column}} : "${term.replaceAll('"', '""')}"`).join(' OR ')
  const isIndexed = sql`row_id in (
    select rowid from enquiry_text where enquiry_text match ${match} order by rowid desc limit ${MAX_HITS})`
  const isHit = perDialect({
    sqlite: [...text].length < MIN_INDEXED_LENGTH ? containsTerm : isIndexed,
    postgres: containsTerm,
  })
  return sql`select enquiry_id from enquiry_search where ${isHit} order by row_id desc limit ${MAX_HITS}`
}

const extractDigits = (text: string) => text.replace(/\D/g, '')

/** Derives the search rows of these enquiries again. */
export async function replaceSearchRows(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const enquiry = await tx.selectFrom('enquiry').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const lines = await tx
      .selectFrom('enquiry_line')
      .select(['name', 'note'])
      .where('enquiry_id', '=', id)
      .execute()
    await tx.deleteFrom('enquiry_search').where('enquiry_id', '=', id).execute()
    await tx.insertInto('enquiry_search').values(toEnquirySearchRow(enquiry, lines)).execute()
  }
}
