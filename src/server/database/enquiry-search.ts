import { type RawBuilder, sql } from 'kysely'
import { fold } from '#server/kernel/text.ts'
import { escapeLike } from './contains.ts'
import { byEngine, positionIn } from './engine.ts'

/** SQLite's trigram index knows nothing shorter. */
const SHORTEST_INDEXED = 3
/** Without country code, so that '098400 12345' finds '+91 98400 12345'. */
const NATIONAL_DIGITS = 10

interface Written {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  message: string
}

/** An enquiry as searches see it. */
export function enquirySearchRow(row: Written): { enquiry_id: string; person: string; message: string } {
  const person = `${row.first_name} ${row.last_name} ${row.email} ${row.phone}`
  return {
    enquiry_id: row.id,
    person: `${fold(person)} ${digitsOf(row.phone)}`,
    message: fold(row.message),
  }
}

/** What a search means: its folded words, and the digits where it can be a telephone number. */
export interface SearchTerm {
  text: string
  digits: string | undefined
}

/** Undefined when nothing is left to look for. */
export function searchTerm(search: string | undefined): SearchTerm | undefined {
  const text = fold(search ?? '')
  if (!text) return undefined
  const digits = digitsOf(text).slice(-NATIONAL_DIGITS)
  return {
    text,
    digits: /^[\d\s+().-]+$/.test(text) && digits.length >= SHORTEST_INDEXED ? digits : undefined,
  }
}

/** Whether a row as `enquirySearchRow` makes it, or the folded name of its item, holds the term. */
export function holdsTerm(
  row: { person: string; message: string; item: string },
  { text, digits }: SearchTerm,
): boolean {
  if (digits && row.person.includes(digits)) return true
  return [row.person, row.message, row.item].some((held) => held.includes(text))
}

/** A word that everybody writes must not read all that was ever written: of more hits, the newest count. */
const MOST_HITS = 10_000

/** Ids of the enquiries whose person, message or item holds the term, at most the newest 10,000 of each. */
export function enquiriesHolding(term: SearchTerm): RawBuilder<string> {
  return sql`(select enquiry_id from (${textHits(term, false)}) as text_hit
    union select id from (
      select id from enquiry
      where item_id in (select id from item where ${positionIn(sql.ref('name_sort'), term.text)} > 0)
      order by created_at desc limit ${MOST_HITS}
    ) as item_hit)`
}

/** Ids of the enquiries whose person holds the term, at most the newest 10,000. */
export const enquiriesFrom = (term: SearchTerm): RawBuilder<string> =>
  sql`(select enquiry_id from (${textHits(term, true)}) as text_hit)`

/** The newest enquiries whose texts hold the term. */
const textHits = (term: SearchTerm, personOnly: boolean): RawBuilder<string> =>
  byEngine({ sqlite: indexedHits(term, personOnly), postgres: likeHits(term, personOnly) })

function indexedHits({ text, digits }: SearchTerm, personOnly: boolean): RawBuilder<string> {
  if ([...text].length < SHORTEST_INDEXED) {
    const held = personOnly ? sql`person` : sql`person || ${'\n'} || message`
    return sql`select enquiry_id from enquiry_search where instr(${held}, ${text}) > 0
      order by row_id desc limit ${MOST_HITS}`
  }
  const phrases = [
    `${personOnly ? '{person} : ' : ''}${quoted(text)}`,
    ...(digits ? [`{person} : ${quoted(digits)}`] : []),
  ]
  const match = phrases.map((phrase) => `(${phrase})`).join(' OR ')
  return sql`select enquiry_id from enquiry_search where row_id in (
    select rowid from enquiry_text where enquiry_text match ${match} order by rowid desc limit ${MOST_HITS})`
}

function likeHits({ text, digits }: SearchTerm, personOnly: boolean): RawBuilder<string> {
  const holds = (column: string, part: string) =>
    sql<boolean>`${sql.ref(column)} like ${`%${escapeLike(part)}%`}`
  const conditions = [
    holds('person', text),
    ...(personOnly ? [] : [holds('message', text)]),
    ...(digits ? [holds('person', digits)] : []),
  ]
  return sql`select enquiry_id from enquiry_search where ${sql.join(conditions, sql` or `)}
    order by row_id desc limit ${MOST_HITS}`
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`
const digitsOf = (text: string) => text.replace(/\D/g, '')
