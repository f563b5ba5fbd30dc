const IS_ASCII = /^[\x20-\x7e]*$/
const HAS_OUTER_OR_DOUBLE_SPACES = /^ | $| {2}/

/** Returns the form that is sorted and searched: no compatibility forms or Latin accents, lower case, single spaces. */
export function fold(text: string): string {
  // Most texts need nothing but this, which takes a fifth of the time.
  if (IS_ASCII.test(text) && !HAS_OUTER_OR_DOUBLE_SPACES.test(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .trim()
}

const MIN_SEARCH_LENGTH = 2
const MAX_SEARCH_LENGTH = 60
/** Eight consecutive digits, with any separators, are regarded as a telephone number. */
const TELEPHONE_NUMBER = /\d(?:[\s()./-]*\d){7}/

/** Whether a folded search of a visitor may be stored: it is of usual length and contains no e-mail address or telephone number. */
export const isRecordableSearch = (search: string): boolean =>
  search.length >= MIN_SEARCH_LENGTH &&
  search.length <= MAX_SEARCH_LENGTH &&
  !search.includes('@') &&
  !TELEPHONE_NUMBER.test(search)

/** 'CL 25 Capstan Lathe' → 'cl-25-capstan-lathe', at most 80 characters. Returns '' if no character of a-z and 0-9 remains. */
export function slugify(text: string): string {
  const slug = fold(text)
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
  return slug.slice(slug.startsWith('-') ? 1 : 0, slug.endsWith('-') ? -1 : undefined)
}

/** 'KMT-CO-2500' → 'kmtco2500': codes and names with different separators compare equal. */
export function toAlphanumericKey(text: string): string {
  return fold(text).replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Characters in codes and names that people leave out or exchange, such as a slash, which file names cannot contain. */
export const IGNORED_CHARACTERS = [...' -_/.,()&+#:"\'*']

/** Characters changed, missing, added or transposed between two words (Damerau-Levenshtein); `max + 1` if more than `max`. */
export function editDistance(a: string, b: string, max = Number.POSITIVE_INFINITY): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  let rowBeforePrevious: number[] = []
  let previousRow = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      row[j] = Math.min(previousRow[j]! + 1, row[j - 1]! + 1, previousRow[j - 1]! + (isSame ? 0 : 1))
      const isTransposed = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (isTransposed) row[j] = Math.min(row[j]!, rowBeforePrevious[j - 2]! + 1)
    }
    if (Math.min(...row) > max) return max + 1
    rowBeforePrevious = previousRow
    previousRow = row
  }
  return previousRow[b.length]!
}

/** Replaces control characters, which could start another header or line, by single spaces. */
export function toSingleLine(text: string): string {
  return text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}
