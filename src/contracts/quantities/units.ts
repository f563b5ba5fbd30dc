import { EXACT_SPELLINGS, UNITS } from './definitions.ts'

const FOLDED_SPELLINGS = new Map<string, string>()
const SPELLINGS = new Map<string, string>()
for (const [unit, { spellings }] of Object.entries(UNITS))
  for (const spelling of [unit, ...spellings]) {
    SPELLINGS.set(spelling, unit)
    if (spelling.length > 1 && !EXACT_SPELLINGS.has(spelling))
      FOLDED_SPELLINGS.set(spelling.toLowerCase(), unit)
  }

export const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
/** After letters no other letter may follow, except in '20mmx30mm' and '40 mmØ'. */
const UNIT_END = String.raw`(?:(?![\p{L}\p{N}²³⁻·])|(?=[xX×]\s?\d)|(?=[Øø⌀]))`
const ENDS_WITH_LETTER = /\p{L}$/u
/** The longest spelling that ends where a word ends: 'mm' of '16 mm square', not 'mm sq'. */
const toPattern = (spellings: Iterable<string>) => {
  const alternatives = [...spellings].sort((a, b) => b.length - a.length).map(escapePattern)
  // The end stands there once: behind each spelling, it made a pattern that took 0.2 s and 30 MB to compile.
  return String.raw`(?:${alternatives.join('|')})(?:(?<!\p{L})|${UNIT_END})`
}
const UNIT_EXACT = new RegExp(toPattern(SPELLINGS.keys()), 'yu')
const UNIT_FOLDED = new RegExp(toPattern(FOLDED_SPELLINGS.keys()), 'yiu')

/** A unit of a text, with the position behind it. */
export interface FoundUnit {
  unit: string
  end: number
}

/** Returns the unit that begins at this position of a text. */
export function readUnit(text: string, start: number): FoundUnit | undefined {
  const found = [
    [UNIT_EXACT, SPELLINGS],
    [UNIT_FOLDED, FOLDED_SPELLINGS],
  ] as const
  let best: FoundUnit | undefined
  for (const [pattern, spellings] of found) {
    pattern.lastIndex = start
    const spelling = pattern.exec(text)?.[0]
    if (spelling === undefined) continue
    const unit = spellings.get(spelling) ?? spellings.get(spelling.toLowerCase())!
    let end = start + spelling.length
    if (ENDS_WITH_LETTER.test(spelling) && text[end] === '.' && !/\d/.test(text[end + 1] ?? '')) end++
    if (!best || end > best.end) best = { unit, end }
  }
  return best
}

/** Returns the unit in its usual spelling; undefined if it is unknown: 'mm' for 'Millimetres'. */
export function findUnit(text: string): string | undefined {
  const trimmed = text.trim()
  const found = readUnit(trimmed, 0)
  return found?.end === trimmed.length ? found.unit : undefined
}

/** Returns a number in the base unit of its dimension. */
export function toBase(value: number, unit: string): number {
  const { factor, offset = 0 } = UNITS[unit] ?? { factor: 1 }
  return round(value * factor + offset)
}

/** Returns a number of the base unit in another unit of the dimension. */
export function fromBase(value: number, unit: string): number {
  const { factor, offset = 0 } = UNITS[unit] ?? { factor: 1 }
  return round((value - offset) / factor)
}

/** Removes what multiplication leaves behind: 40.64, not 40.640000000000004. */
export const round = (value: number): number => Number(value.toPrecision(12))
