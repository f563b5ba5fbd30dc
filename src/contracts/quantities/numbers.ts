/** A number of a text, with the position behind it. */
export interface FoundNumber {
  value: number
  end: number
  isFraction: boolean
}

const VULGAR: Record<string, number> = {
  '¼': 1 / 4,
  '½': 1 / 2,
  '¾': 3 / 4,
  '⅓': 1 / 3,
  '⅔': 2 / 3,
  '⅛': 1 / 8,
  '⅜': 3 / 8,
  '⅝': 5 / 8,
  '⅞': 7 / 8,
}
const VULGAR_FRACTION = /(?:(\d+)[ -]?)?([¼½¾⅓⅔⅛⅜⅝⅞])(?!\d)/y
const MIXED_FRACTION = /(\d+)[ .-](\d+)[/⁄](\d+)(?![\d/]|[.,]\d)/y
const FRACTION = /(\d+)[/⁄](\d+)(?![\d/]|[.,]\d)/y
/** Spaces group digits only before exactly three more digits: '2 800'. */
const DIGITS = /\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?![\d,]|\.\d{4})(?:\.\d+)?|\d+(?:[.,'’]\d+)*|\.\d+/y
const NUMBER_FORMS = [
  /^\d+$/,
  /^\d*\.\d+$/,
  // 2,800 and 1,00,000.
  /^[1-9]\d{0,2}(?:,\d{3})+(?:\.\d+)?$/,
  /^[1-9]\d?(?:,\d{2})+,\d{3}(?:\.\d+)?$/,
  // 2 800 and 2'800.
  /^[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'’]\d{3})+(?:\.\d+)?$/,
]
/** 0,01: no group of digits begins with zero. */
const DECIMAL_COMMA = /^0,\d+$/

/** Returns the number that begins at this position; `value` is NaN for digits that are none, such as '1.2.3'. */
export function readNumber(text: string, start: number): FoundNumber | undefined {
  const at = (pattern: RegExp) => {
    pattern.lastIndex = start
    return pattern.exec(text)
  }
  const vulgar = at(VULGAR_FRACTION)
  if (vulgar)
    return {
      value: Number(vulgar[1] ?? 0) + VULGAR[vulgar[2]!]!,
      end: start + vulgar[0].length,
      isFraction: true,
    }
  const mixed = at(MIXED_FRACTION)
  if (mixed && isProper(mixed[2]!, mixed[3]!))
    return {
      value: Number(mixed[1]) + Number(mixed[2]) / Number(mixed[3]),
      end: start + mixed[0].length,
      isFraction: true,
    }
  const fraction = at(FRACTION)
  if (fraction && isProper(fraction[1]!, fraction[2]!))
    return {
      value: Number(fraction[1]) / Number(fraction[2]),
      end: start + fraction[0].length,
      isFraction: true,
    }
  return readPlainNumber(text, start)
}

/** Returns the number without a fraction that begins at this position, as `readNumber` does. */
export function readPlainNumber(text: string, start: number): FoundNumber | undefined {
  DIGITS.lastIndex = start
  const digits = DIGITS.exec(text)?.[0]
  if (digits === undefined) return undefined
  const end = start + digits.length
  if (DECIMAL_COMMA.test(digits)) return { value: Number(digits.replace(',', '.')), end, isFraction: false }
  const isNumber = NUMBER_FORMS.some((form) => form.test(digits))
  return { value: isNumber ? Number(digits.replace(/[^\d.]/g, '')) : Number.NaN, end, isFraction: false }
}

/** As inches are divided: 5/8, but neither 50/60 nor 6/8. */
const DENOMINATORS = new Set(['2', '4', '8', '16', '32', '64'])
const isProper = (numerator: string, denominator: string): boolean =>
  DENOMINATORS.has(denominator) && Number(numerator) < Number(denominator) && Number(numerator) % 2 === 1
