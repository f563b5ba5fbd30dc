import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

/*
 * Copies of application functions as they were when the migrations that use them were released. A change of the application
 * must not change what a released migration does to an old database, so that nothing in this file is ever edited.
 */

/** Whether a database or transaction is on PostgreSQL. */
export const isPostgres = (db: Pick<Kysely<unknown>, 'getExecutor'>): boolean =>
  db.getExecutor().adapter instanceof PostgresAdapter

/** 0003: the columns of an enquiry that its search row is made of. */
export interface SearchableEnquiry {
  id: string
  first_name: string
  last_name: string
  email: string
  phone: string
  message: string
}

/** 0003: the row of `enquiry_search` for an enquiry. */
export function toEnquirySearchRow(row: SearchableEnquiry) {
  const person = `${row.first_name} ${row.last_name} ${row.email} ${row.phone}`
  return {
    enquiry_id: row.id,
    person: `${fold(person)} ${row.phone.replace(/\D/g, '')}`,
    message: fold(row.message),
  }
}

/** 0003, 0015: compatibility forms and Latin accents are removed; lower case, single spaces. */
export const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()

const NEXT_CHARACTERS = new Set(' \nabcdefghijklmnopqrstuvwxyz0123456789.,;:-/+°%"\'()×')

/** 0004: the `search_text` of folded texts. */
export function toSearchText(...folded: string[]): string {
  const text = folded.map((part) => ` ${part}\n`).join('')
  const characters = [...text]
  const pairs = characters.flatMap((character, index) =>
    index < 2 || NEXT_CHARACTERS.has(character) ? [] : [`${characters[index - 2]}${characters[index - 1]}\n`],
  )
  return text + [...new Set(pairs)].join('')
}

/** 0004: spreads the sort keys of every kind evenly over its range of 2^51 numbers. */
export const REBUILD_SORT_KEYS: RawBuilder<unknown> = sql`
  update item set place = numbered.place from (
    select row_id,
      case when hidden_at is not null then ${sql.lit(3 * 2 ** 51)} + row_id
      else case kind when 'machine' then 0 when 'spare' then ${sql.lit(2 ** 51)} else ${sql.lit(2 * 2 ** 51)}
        end + row_number() over (partition by kind, hidden_at is null order by name_sort, id)
          * cast(${sql.lit(2 ** 51)} / (count(*) over (partition by kind, hidden_at is null) + 1) as bigint)
      end as place
    from item
  ) as numbered where numbered.row_id = item.row_id`

/** 0006: the n-grams under which a word is stored in `search_word`. */
export function toWordNgrams(word: string): string[] {
  const characters = [...word]
  const padded = [' ', ...characters, ' ']
  const ngrams = characters.map((_, start) => padded.slice(start, start + 3).join(''))
  return [...new Set([...ngrams, `${characters[0]}${characters.at(-1)}`])]
}
