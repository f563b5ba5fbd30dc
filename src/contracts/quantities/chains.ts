import { UNITS } from './definitions.ts'
import type { LabelContext } from './labels.ts'
import { type FoundNumber, readNumber, readPlainNumber } from './numbers.ts'
import { type FoundUnit, findUnit, readUnit } from './units.ts'

/** A number of a chain with what belongs to it. */
export interface Term {
  value: number
  start: number
  end: number
  unit?: string
  axis?: string
  tolerance?: { plus: number; minus: number; isShare: boolean }
  isNegative: boolean
  isFraction: boolean
  /** Written with ± in front. */
  isDeviation: boolean
}

/** What is between two numbers. */
export type Separator = 'range' | 'times' | 'slash' | 'comma' | 'and'
/** Numbers with what is between them: '25–42 mm', '850 × 500 mm'. */
export interface Chain {
  terms: Term[]
  separators: Separator[]
  end: number
  /** A second unit of the same dimension, as in '5/3.7 HP/kW'. */
  otherUnit?: string
  isValid: boolean
}

const SEPARATORS: [RegExp, Separator][] = [
  [
    /\s*(?:–|—|−|-|(?<=\s)~(?=\s)|(?<!\s)~(?!\s)|…|\.{2,3}|\bto\b|\bupto\b|\bup to\b|\bthrough\b|\bthru\b)\s*(?=[+−-]?[\d.½¼¾⅛⅜⅝⅞]|Ø|ø)/iy,
    'range',
  ],
  [/\s*(?:×|x|\*|\bby\b)\s*(?=[\d.½¼¾⅛⅜⅝⅞]|Ø|ø|[XYZLWHDB][ :=]\s?\d)/iy, 'times'],
  [/\s*\/\s*(?=[+−-]?[\d.½¼¾⅛⅜⅝⅞]|Ø\s?\d)/iy, 'slash'],
  [/\s*(?:,\s*)?(?:\band\b|\bor\b|&)\s*(?=[\d.½¼¾⅛⅜⅝⅞]|Ø\s?\d)/iy, 'and'],
  [/\s*,\s+(?=[\d.½¼¾⅛⅜⅝⅞]|Ø\s?\d|[XYZ][ :=]\s?\d)/y, 'comma'],
]
const DIAMETER = /(?:Ø|ø|⌀|φ|Φ|\bdia(?:meter)?\b\.?)\s*/iy
/** 'X' before a number: 'X 600 × Y 400 mm'. */
export const AXIS_PREFIX = /([XYZABCUVWLHD])(?:[ -]?axis)?(?:\s*[:=]\s*|\s)(?=[\d.±])/y
const AXIS_SUFFIX = /\s*\(?([XYZLWHD])\)?(?![\p{L}\d])/uy
const SIGN = /[-−+]\s?(?=\d|\.\d)/y
const PLUS_MINUS = /(?:±|\+\s?\/\s?[-–−]|\+-)\s*/y
const ASYMMETRIC = /\s*\+\s?([\d.]+)\s*(?:[/,]\s*)?[-–−]\s?([\d.]+)(?![\d.])/y
/** Words after an inch or a number that make it a designation. */
export const PIPE_THREAD = /\s*(?:BSPT?|BSPP|NPTF?|BSPF|pipe)(?![\p{L}\d])/iuy
const OTHER_THREAD = /\s*(?:-\s*)?(?:\d+\s*)?(?:UNC|UNF|UNEF|UNS|BSW|BSF|Whit|ACME)(?![\p{L}\d])/iuy
const V_BELT = /[\s-]*(?:belts?|grooves?|blocks?|pulleys?|section)(?![\p{L}\d])/iuy
const SUFFIX_WORDS =
  /^\s*(?:dia|diameter|max|min|or|and|bsp|npt|thick|wide|long|deep|high|square|round|hex|swing|chuck|bore|bar|od|id|x|to|nominal|approx)\b/i

/** Matches a sticky pattern at this position. */
export const matchAt = (pattern: RegExp, text: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position
  return pattern.exec(text)
}
/** Whether a sticky pattern matches at this position. */
export const isMatch = (pattern: RegExp, text: string, position: number): boolean =>
  matchAt(pattern, text, position) !== null

/** Reads a unit after a number; undefined if there is none, or if it is another word that looks like one. */
function readUnitAfter(text: string, end: number, label: LabelContext): FoundUnit | undefined {
  const gap = /^[ \u00a0\u2009\u202f]*/.exec(text.slice(end))![0].length
  let start = end + gap
  if (gap === 0 && text[start] === '-' && /[\p{L}]/u.test(text[start + 1] ?? '')) start++
  const found = readUnit(text, start)
  if (!found) return undefined
  const spelling = text.slice(start, found.end)
  const after = text.slice(found.end)
  if (/^[a-z]+$/i.test(spelling)) {
    if (spelling.toLowerCase() === 'in' && !isInch(after)) return undefined
    if (spelling.toLowerCase() === 'min' && label.unit && UNITS[label.unit]!.dimension !== 'time')
      return undefined
    if (spelling === 'V' && isMatch(V_BELT, text, found.end)) return undefined
    if (spelling === 'g' && label.folded.includes('accelerat')) return undefined
    if (spelling === 'N' && /^\s*(?:~|\/|PE|AC)/.test(after)) return undefined
  }
  // Feet and minutes of angle are attached to the number.
  if (/^['’]$/.test(spelling) && gap > 0) return undefined
  const divisor = /^(\s?[/·]\s?)(\p{L}+)/u.exec(after)
  if (!divisor) return found
  // '30 l / min' is a flow, and 'kW/HP' a pair of units; '10 kg/h' is unknown.
  const compound = findUnit(`${spelling}/${divisor[2]}`)
  if (compound) return { unit: compound, end: found.end + divisor[0].length }
  const other = readUnit(text, found.end + divisor[1]!.length)
  return other && UNITS[other.unit]!.dimension === UNITS[found.unit]!.dimension ? found : undefined
}

/** '1 in 60' and '4 in 1' are no inches, nor is '2 in stock'. */
const isInch = (after: string): boolean =>
  /^\s*(?:$|[^\p{L}\d\s])/u.test(after) || SUFFIX_WORDS.test(after) || /^\s*\d+\s*\/\s*\d/.test(after)

function readTerm(text: string, start: number, label: LabelContext): Term | undefined {
  let position = start
  const skip = (pattern: RegExp) => {
    const match = matchAt(pattern, text, position)
    if (match) position += match[0].length
    return match
  }
  const axis = skip(AXIS_PREFIX)?.[1]
  skip(DIAMETER)
  const isDeviation = skip(PLUS_MINUS) !== null
  const sign = skip(SIGN)
  const isNegative = /[-−]/.test(sign?.[0] ?? '')
  let number = readNumber(text, position)
  if (!number) return undefined
  let unit = readUnitAfter(text, number.end, label)
  if (
    number.isFraction &&
    !canBeFraction(text, number, unit ?? (label.unit ? { unit: label.unit, end: 0 } : undefined))
  ) {
    number = readPlainNumber(text, position)!
    unit = readUnitAfter(text, number.end, label)
  }
  const term: Term = {
    value: number.value * (isNegative ? -1 : 1),
    start,
    end: unit?.end ?? number.end,
    isNegative,
    isFraction: number.isFraction,
    isDeviation,
    ...(unit && { unit: unit.unit }),
    ...(axis && { axis }),
  }
  addSmallerUnits(term, text)
  addTolerance(term, text, label)
  if (!axis) {
    const suffix = matchAt(AXIS_SUFFIX, text, term.end)
    const isAxis =
      suffix && (suffix[0].includes('(') || /^\s*[×x,]/.test(text.slice(term.end + suffix[0].length)))
    // 'x' separates numbers; 'L' is a unit.
    if (isAxis && suffix[1] !== 'x' && (term.unit === undefined || suffix[0].includes('('))) {
      term.axis = suffix[1]!
      term.end += suffix[0].length
      const later = term.unit === undefined ? readUnitAfter(text, term.end, label) : undefined
      if (later) {
        term.unit = later.unit
        term.end = later.end
      }
    }
  }
  return term
}

const canBeFraction = (text: string, { end }: FoundNumber, unit: FoundUnit | undefined): boolean =>
  unit?.unit === 'inch' ||
  unit?.unit === 'hp' ||
  /[¼½¾⅓⅔⅛⅜⅝⅞]/.test(text[end - 1]!) ||
  isMatch(PIPE_THREAD, text, end) ||
  isMatch(FRACTIONS_BEFORE_INCH, text, end)

const FRACTIONS_BEFORE_INCH =
  /(?:\s?(?:–|—|-|to|x|×|,|and|or)\s?[\d./-]{1,6}(?: \d{1,2}\/\d{1,2})?){1,6}\s?(?:"|”|″|in\b|inch)/iy

const SMALLER_UNITS: Record<string, { unit: string; count: number }> = {
  ft: { unit: 'inch', count: 12 },
  lb: { unit: 'oz', count: 16 },
}
const SMALLER_GAP = /[ -]?/y
const ARC_MINUTES = /\s?(\d{1,2})\s?['′’](?:\s?(\d{1,2}(?:\.\d+)?)\s?["″”])?/y

/** 6' 2", 2 lb 4 oz and 8° 17' 50". */
function addSmallerUnits(term: Term, text: string): void {
  if (term.unit === '°') {
    const arc = matchAt(ARC_MINUTES, text, term.end)
    if (!arc) return
    term.value += Math.sign(term.value || 1) * (Number(arc[1]) / 60 + Number(arc[2] ?? 0) / 3600)
    term.end += arc[0].length
  }
  const smaller = SMALLER_UNITS[term.unit ?? '']
  if (smaller) {
    const gap = matchAt(SMALLER_GAP, text, term.end)![0].length
    const part = readNumber(text, term.end + gap)
    if (!part || !(part.value < smaller.count)) return
    const unit = readUnit(text, part.end + (text[part.end] === ' ' ? 1 : 0))
    if (unit?.unit !== smaller.unit) return
    term.value += part.value / smaller.count
    term.end = unit.end
  }
}

function addTolerance(term: Term, text: string, label: LabelContext): void {
  const gap = /^\s*/.exec(text.slice(term.end))![0].length
  const sign = matchAt(PLUS_MINUS, text, term.end + gap)
  if (sign) {
    const number = readNumber(text, term.end + gap + sign[0].length)
    if (!number) return
    const unit = readUnitAfter(text, number.end, label)
    term.tolerance = { plus: number.value, minus: number.value, isShare: unit?.unit === '%' }
    term.end = unit?.end ?? number.end
    if (unit && unit.unit !== '%') {
      if (term.unit !== undefined && term.unit !== unit.unit) term.value = Number.NaN
      term.unit ??= unit.unit
    }
    return
  }
  const asymmetric = matchAt(ASYMMETRIC, text, term.end)
  if (!asymmetric) return
  term.tolerance = { plus: Number(asymmetric[1]), minus: Number(asymmetric[2]), isShare: false }
  term.end += asymmetric[0].length
  const unit = readUnitAfter(text, term.end, label)
  if (!unit) return
  if (unit.unit === '%') term.tolerance.isShare = true
  else if (term.unit !== undefined && term.unit !== unit.unit) term.value = Number.NaN
  else term.unit = unit.unit
  term.end = unit.end
}

const CODE_TAIL = /(?![ØøxX×])[\p{L}\d][\p{L}\d.,/-]*/uy
/** '24+1'. */
const PLUS = /\s?\+\s?\d[\d.]*/y

/** Reads numbers that belong together: '850 × 500 × 500 mm', '80 to 2,800 rpm', '50/60 Hz'. */
export function readChain(text: string, start: number, label: LabelContext): Chain | undefined {
  const first = readTerm(text, start, label)
  if (!first) return undefined
  const chain: Chain = { terms: [first], separators: [], end: first.end, isValid: true }
  for (;;) {
    const next = readSeparator(text, chain.end)
    const term = next && readTerm(text, next.end, label)
    if (!next || !term) break
    chain.separators.push(next.separator)
    chain.terms.push(term)
    chain.end = term.end
  }
  const last = chain.terms.at(-1)!
  const slash = last.unit === undefined ? null : matchAt(/\s?\/\s?(?=\p{L})/uy, text, chain.end)
  if (slash) {
    const other = readUnit(text, chain.end + slash[0].length)
    if (other && UNITS[other.unit]!.dimension === UNITS[last.unit!]!.dimension) {
      chain.otherUnit = other.unit
      chain.end = other.end
    } else chain.isValid = false
  }
  if (chain.terms.some(({ value }) => Number.isNaN(value))) chain.isValid = false
  // '3R', '51105-2RS', '16MnCr5', '6%ige'.
  const tail = matchAt(CODE_TAIL, text, chain.end)
  if (tail && /[\p{L}\d]/u.test(text[chain.end - 1]!)) {
    chain.end += tail[0].length
    chain.isValid = false
  }
  if (isMatch(OTHER_THREAD, text, chain.end)) chain.isValid = false
  const plus = matchAt(PLUS, text, chain.end)
  if (plus) {
    chain.end += plus[0].length
    chain.isValid = false
  }
  // Ratios and times.
  const ratio = matchAt(/\s?:\s?\d+(?:\.\d+)?/y, text, chain.end)
  if (ratio && last.unit === undefined) {
    chain.end += ratio[0].length
    chain.isValid = false
  }
  // '1 in 60'.
  const slope = matchAt(/\s+in\s+\d+/y, text, chain.end)
  if (slope && last.unit === undefined) {
    chain.end += slope[0].length
    chain.isValid = false
  }
  return chain
}

function readSeparator(text: string, position: number): { separator: Separator; end: number } | undefined {
  for (const [pattern, separator] of SEPARATORS) {
    const match = matchAt(pattern, text, position)
    if (match) return { separator, end: position + match[0].length }
  }
  return undefined
}
