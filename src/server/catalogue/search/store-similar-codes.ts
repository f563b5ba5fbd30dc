import { type SqlBool, sql } from 'kysely'
import type { Kind } from '#contracts/item/item.ts'
import { isIndexed, type SearchExpression } from '#server/database/search/search-expression.ts'
import { selectMatches } from '#server/database/search/search-index.ts'
import { withoutIndex } from '#server/database/sql-dialect.ts'
import { toAlphanumericKey } from '#server/kernel/text.ts'
import type { ListSource } from './store-row-sets.ts'

/** Shorter codes resemble too many others; longer ones are no part numbers. */
const MIN_LENGTH = 4
/** In shorter codes no letter is wrong, and digits are not exchanged: 'TC 52' is no 'TL 52', and 'CL 52' no 'CL 25'. */
const MIN_LENGTH_WITH_WRONG_LETTER = 6
const MAX_LENGTH = 24
const MAX_CANDIDATES = 50
const COLUMN = 'search_codes'

/**
 * The part number of this kind that was meant by a mistyped one: with neighbouring characters exchanged in one or two
 * places, or one wrong letter. A wrong digit is not corrected, because it names another part.
 */
export async function findSimilarPartNumber(
  { db }: ListSource,
  kind: Kind,
  search: string,
): Promise<string | undefined> {
  const code = toAlphanumericKey(search)
  // A description is no part number, and its comparison with all codes takes 30 ms.
  if (describesItem(search)) return undefined
  if (code.length < MIN_LENGTH || code.length > MAX_LENGTH || !/\p{L}/u.test(code) || !/\d/.test(code))
    return undefined
  const isShort = code.length < MIN_LENGTH_WITH_WRONG_LETTER
  const exchanged = new Set([
    ...toLookalikes(code),
    ...[...exchangeNeighbours(code)].filter((each) => !isShort || getDigits(each) === getDigits(code)),
  ])
  const matches = selectMatches(toSimilarCodesExpression(code, exchanged))
  const candidates = await db
    .selectFrom('item')
    .select('part_number')
    .where(sql<SqlBool>`row_id in (${matches})`)
    .where(sql<SqlBool>`${withoutIndex('kind')} = ${kind} and ${withoutIndex('unpublished_at')} is null`)
    .limit(MAX_CANDIDATES)
    .execute()
  const partNumbers = candidates.map(({ part_number }) => part_number).sort()
  return (
    partNumbers.find((partNumber) => exchanged.has(toAlphanumericKey(partNumber))) ??
    partNumbers.find((partNumber) => !isShort && hasOneWrongLetter(code, toAlphanumericKey(partNumber)))
  )
}

/** Whether a search has a word of its own of four letters or more, as 'drive belt CL 25'. */
export const describesItem = (search: string): boolean => /(?:^|\s)\p{L}{4,}(?!\S)/u.test(search)

/** Letters and digits that are read as each other, also on a worn label. */
const LOOKALIKES: Record<string, string> = {
  o: '0',
  0: 'o',
  i: '1',
  l: '1',
  1: 'l',
  s: '5',
  5: 's',
  z: '2',
  2: 'z',
  b: '8',
  8: 'b',
}
const MAX_LOOKALIKES = 64

/** The codes in which letters that look like digits are digits, or the other way round, in all combinations. */
export function toLookalikes(code: string): Set<string> {
  let results = ['']
  for (const character of code) {
    const other = LOOKALIKES[character]
    const choices = other && results.length * 2 <= MAX_LOOKALIKES ? [character, other] : [character]
    results = results.flatMap((start) => choices.map((choice) => start + choice))
  }
  return new Set(results)
}

const getDigits = (code: string): string => code.replace(/\D/g, '')

/** The codes that result when neighbouring characters are exchanged in one place or two. */
export function exchangeNeighbours(code: string): Set<string> {
  const once = exchangeFrom(code, 0)
  const results = once.flatMap(({ result, end }) => [
    result,
    ...exchangeFrom(result, end).map((twice) => twice.result),
  ])
  return new Set(results)
}

function exchangeFrom(code: string, from: number): { result: string; end: number }[] {
  const starts = Array.from({ length: code.length - 1 }, (_, index) => index)
  return starts
    .filter((start) => start >= from && code[start] !== code[start + 1])
    .map((start) => ({
      result: code.slice(0, start) + code[start + 1] + code[start] + code.slice(start + 2),
      end: start + 2,
    }))
}

/** Whether two codes differ in one letter. */
export function hasOneWrongLetter(code: string, other: string): boolean {
  const different = [...code].flatMap((character, index) =>
    character === other[index] ? [] : [character + (other[index] ?? '')],
  )
  return code.length === other.length && different.length === 1 && /^\p{L}{2}$/u.test(different[0]!)
}

/** Items with one of the exchanged codes, or with a code that has the same beginning and end around any letter. */
function toSimilarCodesExpression(code: string, exchanged: Set<string>): SearchExpression {
  const around = [...code].flatMap((character, index) => {
    const ends = [`|${code.slice(0, index)}`, `${code.slice(index + 1)}|`].filter((end) =>
      isIndexed(end, COLUMN),
    )
    return /\p{L}/u.test(character) ? [{ column: COLUMN, groups: ends.map((end) => [end]) } as const] : []
  })
  return [{ column: COLUMN, groups: [[...exchanged].map((each) => `|${each}|`)] }, ...around]
}
