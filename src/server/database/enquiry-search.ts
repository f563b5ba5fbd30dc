import { type RawBuilder, sql } from 'kysely'
import { fold } from '#server/kernel/text.ts'
import { perDialect, strpos } from './sql-dialect.ts'
import { escapeLike } from './text-contains.ts'

/** SQLite's trigram index cannot find shorter terms. */
const MIN_INDEXED_LENGTH = 3
/** Without country code, so that '098400 12345' finds '+91 98400 12345'. */
const NATIONAL_NUMBER_LENGTH = 10

interface SearchableEnquiry {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  message: string
}

/** The row of `enquiry_search` for an enquiry. */
export function toEnquirySearchRow(row: SearchableEnquiry): {
  enquiry_id: string
  person: string
  message: string
} {
  const person = `${row.first_name} ${row.last_name} ${row.email} ${row.phone}`
  return {
    enquiry_id: row.id,
    person: `${fold(person)} ${extractDigits(row.phone)}`,
    message: fold(row.message),
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

/** Selects the ids of the enquiries whose person, message or item contains the term, at most the newest 10,000 of each. */
export function enquiriesMatching(term: SearchTerm): RawBuilder<string> {
  return sql`(select enquiry_id from (${textHits(term, false)}) as text_hit
    union select id from (
      select id from enquiry
      where item_id in (select id from item where ${strpos(sql.ref('name_sort'), term.text)} > 0)
      order by created_at desc limit ${MAX_HITS}
    ) as item_hit)`
}

/** Selects the ids of the enquiries whose person contains the term, at most the newest 10,000. */
export const enquiriesByPerson = (term: SearchTerm): RawBuilder<string> =>
  sql`(select enquiry_id from (${textHits(term, true)}) as text_hit)`

/** Selects the newest enquiries whose texts contain the term. */
const textHits = (term: SearchTerm, personOnly: boolean): RawBuilder<string> =>
  perDialect({ sqlite: indexedHits(term, personOnly), postgres: likeHits(term, personOnly) })

function indexedHits({ text, digits }: SearchTerm, personOnly: boolean): RawBuilder<string> {
  if ([...text].length < MIN_INDEXED_LENGTH) {
    const searchedText = personOnly ? sql`person` : sql`person || ${'\n'} || message`
    return sql`select enquiry_id from enquiry_search where instr(${searchedText}, ${text}) > 0
      order by row_id desc limit ${MAX_HITS}`
  }
  const phrases = [
    `${personOnly ? '{person} : ' : ''}${quotePhrase(text)}`,
    ...(digits ? [`{person} : ${quotePhrase(digits)}`] : []),
  ]
  const match = phrases.map((phrase) => `(${phrase})`).join(' OR ')
  return sql`select enquiry_id from enquiry_search where row_id in (
    select rowid from enquiry_text where enquiry_text match ${match} order by rowid desc limit ${MAX_HITS})`
}

function likeHits({ text, digits }: SearchTerm, personOnly: boolean): RawBuilder<string> {
  const contains = (column: string, substring: string) =>
    sql<boolean>`${sql.ref(column)} like ${`%${escapeLike(substring)}%`}`
  const conditions = [
    contains('person', text),
    ...(personOnly ? [] : [contains('message', text)]),
    ...(digits ? [contains('person', digits)] : []),
  ]
  return sql`select enquiry_id from enquiry_search where ${sql.join(conditions, sql` or `)}
    order by row_id desc limit ${MAX_HITS}`
}

const quotePhrase = (text: string) => `"${text.replaceAll('"', '""')}"`
const extractDigits = (text: string) => text.replace(/\D/g, '')
