import {
  CAPABILITY_UNITS,
  COUNT_ADJECTIVES,
  COUNTED_THINGS,
  type Dimension,
  EXACT_SPELLINGS,
  IDENTIFIER_LABEL,
  LABELS,
  type Meaning,
  UNITS,
} from './quantity-definitions.ts'

/* Reads the quantities of specification texts, without changing the texts: pure functions. See docs/quantities.md. */

/** A number, range or limit with its unit, as a part of a text. */
export interface Quantity {
  dimension: Dimension
  /** The unit as it is written, in its usual spelling: 'mm' for 'Millimetres'. */
  unit: string
  /** The bounds in the base unit of the dimension, inclusive; null if it is open, as in 'up to 42 mm'. Equal for a value. */
  min: number | null
  max: number | null
  /** In the base unit: 0.02 and 0.02 for '25 ± 0.02 mm'. */
  tolerance?: { plus: number; minus: number }
  /** '± 0.01 mm' by itself: a deviation in both directions. */
  isDeviation?: true
  /** 'X' of '850 × 500 mm', or a word of the name of the specification such as 'lead'. */
  axis?: string
  /** What is counted, in the singular: 'speed' of '12 speeds'. */
  counted?: string
  /** Of a metric thread, in mm. */
  pitch?: number
  /**
   * restated: the quantity before, in another unit, such as '(5 hp)'. circumstance: what the quantity before applies to,
   * such as 'at 30 bar' or '(30 min)'.
   */
  role?: 'restated' | 'circumstance'
  /** The place in the text. */
  start: number
  end: number
}

const FOLDED_SPELLINGS = new Map<string, string>()
const SPELLINGS = new Map<string, string>()
for (const [unit, { spellings }] of Object.entries(UNITS))
  for (const spelling of [unit, ...spellings]) {
    SPELLINGS.set(spelling, unit)
    if (spelling.length > 1 && !EXACT_SPELLINGS.has(spelling))
      FOLDED_SPELLINGS.set(spelling.toLowerCase(), unit)
  }

const escapePattern = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
const toPattern = (spellings: Iterable<string>) =>
  [...spellings]
    .sort((a, b) => b.length - a.length)
    .map(escapePattern)
    .join('|')
const UNIT_EXACT = new RegExp(toPattern(SPELLINGS.keys()), 'yu')
const UNIT_FOLDED = new RegExp(toPattern(FOLDED_SPELLINGS.keys()), 'yiu')
/** After letters no other letter may follow, except in '20mmx30mm' and '40 mmØ'. */
const UNIT_END = /(?![\p{L}\p{N}²³⁻·])|(?=[xX×]\s?\d)|(?=[Øø⌀])/uy

interface FoundUnit {
  unit: string
  end: number
}

/** Returns the unit that begins at this position of a text. */
function readUnit(text: string, start: number): FoundUnit | undefined {
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
    if (/\p{L}$/u.test(spelling)) {
      UNIT_END.lastIndex = end
      if (!UNIT_END.test(text)) continue
      if (text[end] === '.' && !/\d/.test(text[end + 1] ?? '')) end++
    }
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
const round = (value: number): number => Number(value.toPrecision(12))

interface FoundNumber {
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

function readPlainNumber(text: string, start: number): FoundNumber | undefined {
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

/** What the name of a specification says about its numbers. */
interface LabelContext {
  unit: string | undefined
  axes: string[]
  isIdentifier: boolean
  /** The name in lower case. */
  folded: string
  hasTimes: boolean
}

const LABEL_UNIT = /[([]\s*(?:in\s+)?([^()[\]]{1,12}?)\s*[)\]]\s*$|,?\s+in\s+(\S{1,12})$|,\s*(\S{1,12})$/
/** At the end of a name these are words: 'Capacity, bar'. */
const WORDS_LIKE_UNITS = new Set([
  'bar',
  'min',
  'in',
  'second',
  'day',
  'A',
  'V',
  'm',
  'W',
  'g',
  's',
  'h',
  't',
  'C',
  'litre',
])
const AXIS_LETTERS = /(?<![\p{L}\d])[XYZABCUVW](?:\s*(?:,|\/|×|x|&|and|\*)\s*[XYZABCUVW](?![\p{L}\d]))+/u
const SIZE_LETTERS = /(?<![\p{L}\d])[LWHDBT](?:\s*(?:×|x|X|\*|\/)\s*[LWHDBT])+(?![\p{L}\d])/u
const SINGLE_AXIS = /(?<![\p{L}\d])([XYZ])(?:[ -]?axis)?(?![\p{L}\d])/u
const SIZE_WORDS = /[\p{L}.-]+(?: (?![×x] )[\p{L}.-]+)*(?: [×x] [\p{L}.-]+(?: (?![×x] )[\p{L}.-]+)*)+/u
const WORD_AXES: Record<string, string> = { length: 'L', width: 'W', height: 'H', breadth: 'W', depth: 'D' }

function readLabel(label: string): LabelContext {
  const unitText = LABEL_UNIT.exec(label)
  const bracketed = unitText?.[1]
  const trailing = unitText?.[2] ?? unitText?.[3]
  const text = bracketed ?? (trailing && !WORDS_LIKE_UNITS.has(trailing) ? trailing : undefined)
  const letters = (AXIS_LETTERS.exec(label) ?? SIZE_LETTERS.exec(label))?.[0]
  const words = letters ? undefined : SIZE_WORDS.exec(label)?.[0]
  const single = SINGLE_AXIS.exec(label)?.[1]
  const axes = letters
    ? letters
        .replace(/and/g, ',')
        .split(/[^A-WYZX]+|(?<=[A-Z])x(?=[A-Z])/)
        .filter(Boolean)
    : words
      ? words.split(/\s[×x]\s/).map(toAxis)
      : single
        ? [single]
        : []
  return {
    unit: text === undefined || isOtherWord(text, label) ? undefined : findUnit(text),
    axes,
    isIdentifier: IDENTIFIER_LABEL.test(label.toLowerCase()),
    folded: label.toLowerCase(),
    hasTimes: axes.length > 1 || /[×]|size|dimension/i.test(label),
  }
}

/** '(A)' is a dimension in a drawing unless the name is about currents, and '(bar)' is a bar. */
const isOtherWord = (text: string, label: string): boolean =>
  UNITS_BY_TOPIC[text] !== undefined && !UNITS_BY_TOPIC[text].test(label)
const UNITS_BY_TOPIC: Record<string, RegExp> = {
  bar: /pressure|air|hydraulic/i,
  A: /current|amp|fuse/i,
  V: /volt|supply|coil/i,
  W: /power|watt|motor/i,
  N: /force|thrust|load|pull/i,
  L: /capacity|volume|tank/i,
  T: /weight|load|capacity/i,
  H: /time|life/i,
}

const toAxis = (words: string): string => {
  const word = words.trim().toLowerCase()
  return WORD_AXES[word.split(' ').at(-1)!] ?? word
}

/** A number of a chain with what belongs to it. */
interface Term {
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

type Separator = 'range' | 'times' | 'slash' | 'comma' | 'and'
interface Chain {
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
const AXIS_PREFIX = /([XYZABCUVWLHD])(?:[ -]?axis)?(?:\s*[:=]\s*|\s)(?=[\d.±])/y
const AXIS_SUFFIX = /\s*\(?([XYZLWHD])\)?(?![\p{L}\d])/uy
const SIGN = /[-−+]\s?(?=\d|\.\d)/y
const PLUS_MINUS = /(?:±|\+\s?\/\s?[-–−]|\+-)\s*/y
const ASYMMETRIC = /\s*\+\s?([\d.]+)\s*[/,]?\s*[-–−]\s?([\d.]+)(?![\d.])/y
/** Words after an inch or a number that make it a designation. */
const PIPE_THREAD = /\s*(?:BSPT?|BSPP|NPTF?|BSPF|pipe)(?![\p{L}\d])/iuy
const OTHER_THREAD = /\s*-?\s*\d*\s*(?:UNC|UNF|UNEF|UNS|BSW|BSF|Whit|ACME)(?![\p{L}\d])/iuy
const V_BELT = /[\s-]*(?:belts?|grooves?|blocks?|pulleys?|section)(?![\p{L}\d])/iuy
const SUFFIX_WORDS =
  /^\s*(?:dia|diameter|max|min|or|and|bsp|npt|thick|wide|long|deep|high|square|round|hex|swing|chuck|bore|bar|od|id|x|to|nominal|approx)\b/i

const matchAt = (pattern: RegExp, text: string, position: number): RegExpExecArray | null => {
  pattern.lastIndex = position
  return pattern.exec(text)
}
const isMatch = (pattern: RegExp, text: string, position: number): boolean =>
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
function readChain(text: string, start: number, label: LabelContext): Chain | undefined {
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

type Draft = Omit<Quantity, 'start' | 'end'>

/** A value with its unit; null if it cannot be one. */
function toDraft({ value, tolerance, axis, isDeviation }: Term, unit: string): Draft {
  const { dimension } = UNITS[unit]!
  const base = toBase(value, unit)
  const toSpan = (part: number) =>
    round(tolerance!.isShare ? Math.abs(base * part) / 100 : part * UNITS[unit]!.factor)
  return {
    dimension,
    unit,
    min: isDeviation ? -base : base,
    max: base,
    ...(isDeviation && { isDeviation: true as const }),
    ...(tolerance && { tolerance: { plus: toSpan(tolerance.plus), minus: toSpan(tolerance.minus) } }),
    ...(axis && { axis }),
  }
}

/** Splits a chain at separators of this type. */
function split({ terms, separators }: Pick<Chain, 'terms' | 'separators'>, ...at: Separator[]) {
  const parts = [{ terms: [terms[0]!], separators: [] as Separator[] }]
  for (const [index, separator] of separators.entries()) {
    const term = terms[index + 1]!
    if (at.includes(separator)) parts.push({ terms: [term], separators: [] })
    else {
      parts.at(-1)!.terms.push(term)
      parts.at(-1)!.separators.push(separator)
    }
  }
  return parts
}

/** Interprets a chain. Empty if it has no meaning that is certain. */
function interpretChain(chain: Chain, label: LabelContext, isWholeText: boolean): Draft[] {
  if (!chain.isValid) return []
  const groups = split(chain, 'comma', 'and')
  const getUnit = (group: (typeof groups)[number]) => group.terms.findLast(({ unit }) => unit)?.unit
  const lastUnit = getUnit(groups.at(-1)!)
  const bare = groups.filter((group) => getUnit(group) === undefined)
  if (bare.length === 0)
    return groups.flatMap((group) => interpretGroup(group, chain, label, getUnit(group)!))
  // No unit at all: that of the name of the specification, or plain numbers.
  if (bare.length === groups.length) {
    if (!isWholeText) return []
    if (label.unit !== undefined) {
      if (groups.length > 1 && !isList(groups, chain, label)) return []
      return assignAxes(
        groups.flatMap((group) => interpretGroup(group, chain, label, label.unit!)),
        label,
      )
    }
    if (label.isIdentifier || chain.terms.some(({ isFraction }) => isFraction)) return []
    if (groups.length > 1 && !isList(groups, chain, label)) return []
    return groups.flatMap((group) => interpretPlain(group))
  }
  if (lastUnit !== undefined && isList(groups, chain, label) && bare.length === groups.length - 1)
    return assignAxes(
      groups.flatMap((group) => interpretGroup(group, chain, label, lastUnit)),
      label,
    )
  // '3, 14 mm wide': the first number is a count of something that the text does not name.
  return groups.flatMap((group) => {
    const unit = getUnit(group)
    return unit === undefined ? [] : interpretGroup(group, chain, label, unit)
  })
}

function interpretPlain({ terms, separators }: Pick<Chain, 'terms' | 'separators'>): Draft[] {
  const [first, second] = terms
  const isRange = separators.length === 1 && separators[0] === 'range'
  if (terms.some(({ isDeviation, tolerance, axis }) => isDeviation || tolerance || axis)) return []
  if (separators.length > 0 && !(isRange && first!.value <= second!.value)) return []
  return [{ dimension: 'count', unit: '', min: first!.value, max: (second ?? first)!.value }]
}

/** Whether numbers separated by commas have one unit: '6, 8 and 10 mm', or '30, 30 m/min' for X and Z. */
function isList(groups: { terms: Term[] }[], { separators }: Chain, { axes }: LabelContext): boolean {
  if (groups.some(({ terms }) => terms.length > 1)) return false
  const values = groups.map(({ terms }) => terms[0]!.value)
  if (axes.length > 1) return axes.length === values.length
  const isRising = values.every((value, index) => index === 0 || value > values[index - 1]!)
  return isRising && (separators.at(-1) === 'and' || values.length > 2)
}

const assignAxes = (drafts: Draft[], { axes }: LabelContext): Draft[] =>
  axes.length > 1 && axes.length === drafts.length
    ? drafts.map((draft, index) => ({ axis: axes[index]!, ...draft }))
    : drafts

const MAX_ALTERNATIVE_RATIO = 10
const MIN_PER_RATIO = 40

function interpretGroup(
  group: Pick<Chain, 'terms' | 'separators'>,
  chain: Chain,
  label: LabelContext,
  unit: string,
): Draft[] {
  if (group.separators.includes('times')) return interpretSizes(group, label, unit)
  const alternatives = split(group, 'slash')
  if (alternatives.length === 1) return interpretRange(group, unit)
  if (chain.otherUnit) return interpretPair(alternatives, unit, chain.otherUnit)
  const ownUnits = alternatives.map(({ terms }) => terms.findLast(({ unit: own }) => own)?.unit)
  if (ownUnits.slice(0, -1).every((own) => own !== undefined)) {
    const drafts = alternatives.flatMap((each, index) => interpretRange(each, ownUnits[index] ?? unit))
    return isPer(drafts) ? [drafts[0]!, { ...drafts[1]!, role: 'circumstance' }] : drafts
  }
  if (ownUnits.slice(0, -1).some((own) => own !== undefined)) return []
  // '-5/+10 mm' is a tolerance.
  if (group.terms.some(({ isNegative }) => isNegative)) return []
  const drafts = alternatives.map((each) => interpretRange(each, unit))
  if (drafts.some(({ length }) => length === 0)) return []
  const all = drafts.flat()
  if (label.axes.length > 1 && label.axes.length === all.length) return assignAxes(all, label)
  if (isPer(all)) return [all[0]!, { ...all[1]!, role: 'circumstance' }]
  const values = all.map(({ max }) => Math.abs(max!))
  return Math.max(...values) / Math.min(...values) <= MAX_ALTERNATIVE_RATIO ? all : []
}

/** '0.02/300 mm'. */
const isPer = ([first, second, ...others]: Draft[]): boolean =>
  others.length === 0 &&
  first?.dimension === 'length' &&
  second?.dimension === 'length' &&
  first.max! < 2 &&
  second.max! / first.max! >= MIN_PER_RATIO

/** '5/3.7 HP/kW'. */
function interpretPair(
  alternatives: Pick<Chain, 'terms' | 'separators'>[],
  unit: string,
  otherUnit: string,
): Draft[] {
  if (alternatives.length !== 2) return []
  const [first, second] = alternatives
  return [...interpretRange(first!, unit, unit), ...interpretRange(second!, otherUnit, otherUnit)]
}

function interpretRange(
  { terms, separators }: Pick<Chain, 'terms' | 'separators'>,
  unit: string,
  forced?: string,
): Draft[] {
  const [first, second] = terms
  if (separators.length === 0) return [toDraft(first!, forced ?? first!.unit ?? unit)]
  if (separators.length > 1 || separators[0] !== 'range') return []
  // '25 mm - 42' may be anything.
  if (first!.unit !== undefined && second!.unit === undefined && !forced) return []
  if (first!.isDeviation || second!.isDeviation || first!.tolerance || second!.tolerance) return []
  const from = toDraft(first!, forced ?? first!.unit ?? unit)
  const to = toDraft(second!, forced ?? second!.unit ?? unit)
  if (from.dimension !== to.dimension || from.min! > to.max!) return []
  // '3~400 V'.
  if (to.dimension === 'voltage' && first!.value <= 3) return []
  const axis = first!.axis ?? second!.axis
  return [{ dimension: to.dimension, unit: to.unit, min: from.min, max: to.max, ...(axis && { axis }) }]
}

const DEFAULT_AXES = ['X', 'Y', 'Z']

function interpretSizes(
  group: Pick<Chain, 'terms' | 'separators'>,
  label: LabelContext,
  unit: string,
): Draft[] {
  const parts = split(group, 'times')
  if (parts.length > 4 || parts.some(({ terms }) => terms.length > 1)) return []
  const terms = parts.map((part) => part.terms[0]!)
  if (terms.some(({ isDeviation }) => isDeviation)) return []
  const units = terms.map((term) => term.unit)
  const hasOwn = units.slice(0, -1).filter((own) => own !== undefined).length
  if (hasOwn > 0 && units.some((own) => own === undefined)) return []
  const drafts = terms.map((term) => toDraft(term, term.unit ?? unit))
  // 'No. × width × pitch'.
  const counts =
    label.axes.length === drafts.length ? label.axes.map((axis) => /^no\b|^number|^qty/.test(axis)) : []
  if (counts.includes(true))
    return drafts.flatMap((draft, index) => (counts[index] ? [] : [{ axis: label.axes[index]!, ...draft }]))
  if (new Set(drafts.map(({ dimension }) => dimension)).size > 1) return hasOwn > 0 ? drafts : []
  const hasAxes = terms.every(({ axis }) => axis)
  if (!hasAxes && hasOwn === 0 && mayBeCount(terms, label)) return []
  if (drafts[0]!.dimension !== 'length') return []
  if (hasAxes) return drafts
  const axes = label.axes.length === drafts.length ? label.axes : DEFAULT_AXES
  return drafts.map((draft, index) => (axes[index] ? { axis: axes[index], ...draft } : draft))
}

/** '2 × 32 mm' and '8 × 36 × 40 mm' (a spline) probably begin with a count. */
function mayBeCount(terms: Term[], label: LabelContext): boolean {
  if (label.hasTimes) return false
  const [first, second] = terms
  const isSmall = Number.isInteger(first!.value) && first!.value <= 12
  return isSmall && second!.value > first!.value * 2
}

/** A third number is a length: 'M10 × 1.5 × 30 mm'. */
const METRIC_THREAD =
  /M\s?(\d+(?:\.\d+)?)(?:\s?[x×]\s?(\d+(?:\.\d+)?)(?:\s?[x×]\s?\d+(?:\s?mm)?)?)?(?![\d.]*[\p{L}\d]|\s?[x×/-]\s?\d)/uy
const METRIC_THREAD_RANGE =
  /M\s?(\d+(?:\.\d+)?)\s?(?:-|–|to)\s?M\s?(\d+(?:\.\d+)?)(?![\d.]*[\p{L}\d]|\s?[x×/-]\s?\d)/uy
const PIPE_PREFIX = /(?:G|R|Rc|Rp|PT|PF|BSP)\s?(?=\d)/y
const CURRENCY =
  /(?:₹|\$|€|£|\b(?:Rs\.?|INR|USD|EUR|GBP)(?![\p{L}]))\s*[\d,.]+(?:\s*\/-)?(?:\s*(?:lakhs?|crores?|million))?/iuy
const WORD = /\p{L}[\p{L}\p{M}\d]*(?:['’]\p{L}+)*\.?/uy
/** Capitals that do not make the next number a designation, as 'BT' does in 'BT 40'. */
const PLAIN_CAPITALS =
  /^(?:MAX|MIN|DIA|UP|TO|TIR|FROM|AND|OR|OD|ID|PCD|LH|RH|AC|DC|CNC|WITH|FOR|AT|IN|BAR|FEED|TOOL|PER|SWG|LOAD|STD|CE|NOT|LESS|OVER)$/
const DESIGNATION_TAIL = /(?:[ -]?\d+(?:[./-]\d+)*|(?<=\d))(?:\s?[×x]\s?\d+(?:\.\d+)?)*[\p{L}\d]*/uy
const DESIGNATION_WORD =
  /^(?:class|grade|series|type|section|iso|din|en|is|jis|model|standard|no|profile|taper|spec|rule|part|version|mod)\.?$/i
const HARDNESS_PREFIX =
  /(HRC|HB|BHN)\s?(\d+(?:\.\d+)?)(?:\s?(?:-|–|to)\s?(\d+(?:\.\d+)?))?(?![\d.]*[\p{L}\d])/uy
const ROUGHNESS = /Ra\s?[≤<]?\s?(?=[\d.])/y
const AT_MOST =
  /^(?:up ?to|to|until|max(?:imum)?|≤|<=?|not exceeding|not more than|less than|below|under|within|upto)$/i
const AT_LEAST = /^(?:min(?:imum)?|≥|>=?|at least|not less than|more than|above|over|from|minimum of)$/i
const CIRCUMSTANCE = /^(?:at|@|per|in|over|for|on|every|from|above|after|with)$/i
const BEFORE =
  /(?:^|[\s(,;:/])((?:not )?(?:up ?to|exceeding|more than|less than|at least|to|until|max(?:imum)?\.?|min(?:imum)?\.?|below|under|within|above|over|from|between))\s*(?:of\s*)?:?\s*$|([≤≥<>]=?)\s*$/i
const AFTER_MOST = /^\s*[,(]?\s*(?:max(?:imum)?\b|or less\b|and below\b|or under\b)\.?\)?/i
const AFTER_LEAST = /^\s*[,(]?\s*(?:min(?:imum)?\b|or more\b|and above\b|or over\b|and up\b|minimum\b)\.?\)?/i
const COUNT_WORDS = /[ -]?((?:\p{L}+[ -])?)(\p{L}+)(?![\p{L}\d])/uy
const IRREGULAR: Record<string, string> = {
  teeth: 'tooth',
  axes: 'axis',
  nos: 'piece',
  pcs: 'piece',
  pc: 'piece',
}
const MAX_RESTATED_DIFFERENCE = 0.035

/**
 * Returns the quantities of a specification. What is not certain is left out: a number without a unit, a designation such as
 * 'A2-6' or 'BT 40', a price. `label`: the name of the specification, for its unit and its axes.
 */
export function parseQuantities(text: string, label = ''): Quantity[] {
  const context = readLabel(label)
  const found: Quantity[] = []
  let position = 0
  let previousWord = ''
  /** Where the current part of the text begins: after a semicolon, or a comma outside of a chain. */
  let segment = 0
  let depth = 0
  let modifier: 'most' | 'least' | undefined
  const add = (drafts: Draft[], start: number, end: number) =>
    found.push(...drafts.map((draft) => ({ ...draft, start, end })))

  while (position < text.length) {
    const char = text[position]!
    if (char === '(' || char === '[') depth++
    if (char === ')' || char === ']') depth = Math.max(0, depth - 1)
    if (char === ';' || char === ',' || char === '|') {
      segment = position + 1
      modifier = undefined
      previousWord = ''
    }
    const special = readSpecial(text, position, context, previousWord)
    if (special) {
      add(special.drafts, position, special.end)
      position = special.end
      previousWord = ''
      continue
    }
    const canStart = /[\d.½¼¾⅓⅔⅛⅜⅝⅞±Øø⌀φΦ+−-]/.test(char) || isMatch(AXIS_PREFIX, text, position)
    const isAfterWord = position > 0 && /[\p{L}\d]/u.test(text[position - 1]!)
    const chain = canStart && !isAfterWord ? readChain(text, position, context) : undefined
    if (chain) {
      const before = text.slice(0, position)
      const drafts = interpretWithCount(text, chain, context, before)
      const { end } = drafts
      const isAfterQuantity =
        /\d/.test(text.slice(segment, position)) &&
        CIRCUMSTANCE.test(previousWord.replace('.', '')) &&
        !(/^from$/i.test(previousWord) && chain.separators.includes('range'))
      const qualified = isAfterQuantity
        ? drafts.drafts
        : qualify(drafts.drafts, { text, before: text.slice(segment, position), end, modifier })
      const isCircumstance =
        isAfterQuantity || (depth > 0 && found.length > 0) || isDuty(found.at(-1), qualified[0])
      const isSkipped = DESIGNATION_WORD.test(previousWord) && !chain.terms.at(-1)!.unit
      if (!isSkipped)
        add(
          qualified.map((draft, index) => {
            const last = index === 0 ? found.at(-1) : qualified[index - 1]
            const isNear = index > 0 || /^[\s([/=|,;]*$/.test(text.slice(found.at(-1)?.end ?? 0, position))
            if (isNear && last && isRestated(last, draft)) return { ...draft, role: 'restated' as const }
            return isCircumstance && draft.role === undefined
              ? { ...draft, role: 'circumstance' as const }
              : draft
          }),
          position,
          end,
        )
      position = Math.max(end, position + 1)
      previousWord = ''
      modifier = undefined
      continue
    }
    const word = matchAt(WORD, text, position)?.[0]
    if (word === undefined) {
      if (char === '@') previousWord = '@'
      position++
      continue
    }
    position += word.length
    const isDesignation =
      (/\d/.test(word) ||
        (/^\p{Lu}{1,4}$/u.test(word) && !PLAIN_CAPITALS.test(word)) ||
        /^HSK|^Tr$/.test(word)) &&
      !isAfterWord
    if (isDesignation) position += matchAt(DESIGNATION_TAIL, text, position)?.[0].length ?? 0
    if (/^max(?:imum)?\.?$/i.test(word)) modifier = 'most'
    if (/^min(?:imum)?\.?$/i.test(word)) modifier = 'least'
    previousWord = word
  }
  const [axis] = context.axes
  if (axis === undefined || context.axes.length > 1) return found
  return found.map((quantity) => (quantity.role ? quantity : { axis, ...quantity }))
}

/** Threads, prices and hardness, which begin with letters. */
function readSpecial(
  text: string,
  position: number,
  label: LabelContext,
  previousWord: string,
): { drafts: Draft[]; end: number } | undefined {
  if (position > 0 && /[\p{L}\d]/u.test(text[position - 1]!)) return undefined
  const currency = matchAt(CURRENCY, text, position)
  if (currency) return { drafts: [], end: position + currency[0].length }
  const threads = matchAt(METRIC_THREAD_RANGE, text, position)
  if (threads) {
    const [min, max] = [Number(threads[1]), Number(threads[2])]
    const drafts: Draft[] = min <= max ? [{ dimension: 'metric thread', unit: 'M', min, max }] : []
    return { drafts, end: position + threads[0].length }
  }
  const thread = matchAt(METRIC_THREAD, text, position)
  if (thread) {
    const size = Number(thread[1])
    const pitch = thread[2] === undefined ? undefined : Number(thread[2])
    const isThread = pitch === undefined ? mayBeThread(label, previousWord) : pitch <= 8 && pitch * 2 < size
    const draft: Draft = {
      dimension: 'metric thread',
      unit: 'M',
      min: size,
      max: size,
      ...(pitch && { pitch }),
    }
    return { drafts: isThread ? [draft] : [], end: position + thread[0].length }
  }
  const hardness = matchAt(HARDNESS_PREFIX, text, position)
  if (hardness) {
    const unit = hardness[1] === 'HRC' ? 'HRC' : 'HB'
    const min = Number(hardness[2])
    const max = Number(hardness[3] ?? hardness[2])
    const end = position + hardness[0].length
    return { drafts: min <= max ? [{ dimension: UNITS[unit]!.dimension, unit, min, max }] : [], end }
  }
  const pipe = matchAt(PIPE_PREFIX, text, position)
  if (pipe) {
    const number = readNumber(text, position + pipe[0].length)
    if (!number || Number.isNaN(number.value)) return undefined
    const isPipe = number.isFraction || /^(?:R|Rc|Rp|PT|BSP)/.test(pipe[0])
    const unit = readUnit(text, number.end)
    const end = unit?.unit === 'inch' ? unit.end : number.end
    // 'G 6.3' is a grade of balancing.
    const isSize = isPipe && number.value <= 6 && (number.isFraction || Number.isInteger(number.value))
    if (!/[\p{L}\d]/u.test(text[end] ?? ''))
      return { drafts: isSize ? [toPipeThread(number.value)] : [], end }
  }
  const roughness = matchAt(ROUGHNESS, text, position)
  if (roughness) return { drafts: [], end: position + roughness[0].length }
  return undefined
}

/** 'M80' is a control, and 'M2' a steel, unless the words around it speak of threads. */
const mayBeThread = ({ folded, isIdentifier }: LabelContext, previousWord: string): boolean =>
  /thread|tap|bolt|screw|stud/.test(folded) ||
  (!isIdentifier &&
    !/control|system|cnc|material|steel/.test(folded) &&
    /^(?:|to|with|for|of|thread|threads|bolts?|screws?|tap|up)$/i.test(previousWord))

const toPipeThread = (size: number): Draft => ({
  dimension: 'pipe thread',
  unit: 'inch pipe',
  min: size,
  max: size,
})

/** A chain with what it counts: '12 speeds'; or its values. */
function interpretWithCount(
  text: string,
  chain: Chain,
  label: LabelContext,
  before: string,
): { drafts: Draft[]; end: number } {
  const { end, terms, separators } = chain
  const last = terms.at(-1)!
  if (chain.isValid && last.unit === 'inch' && isMatch(PIPE_THREAD, text, end))
    return {
      drafts: terms.length === 1 ? [toPipeThread(last.value)] : [],
      end: end + matchAt(PIPE_THREAD, text, end)![0].length,
    }
  if (chain.isValid && last.unit === undefined && last.isFraction && isMatch(PIPE_THREAD, text, end))
    return { drafts: terms.length === 1 ? [toPipeThread(last.value)] : [], end }
  if (chain.isValid && last.unit === undefined) {
    const phases = matchAt(/\s?(?:Ø|ø|~)/y, text, end)
    if (phases && terms.length === 1 && (last.value === 1 || last.value === 3) && /\d\s?V/.test(text))
      return {
        drafts: [{ dimension: 'phases', unit: 'phase', min: last.value, max: last.value }],
        end: end + phases[0].length,
      }
    const counted = readCounted(text, end)
    if (counted) return { drafts: interpretCount(terms, separators, counted.counted), end: counted.end }
  }
  const rest = text.slice(end)
  const isWholeText =
    /^\s*(?:(?:max(?:imum)?|min(?:imum)?|up ?to|Ø|dia)\.?\s*)?$/i.test(before) &&
    /^\s*(?:\(?(?:max|min|maximum|minimum|approx|std|standard|dia)\b\.?\)?|[([][^()[\]]*[)\]])?\s*$/i.test(
      rest,
    )
  return { drafts: interpretChain(chain, label, isWholeText), end }
}

/** Of '12 speeds' or '6 to 12 tools' all numbers are counts; of '8, 250 tools' only the last one. */
function interpretCount(terms: Term[], separators: Separator[], counted: string): Draft[] {
  if (separators.length > 0 && separators.every((separator) => separator === 'slash'))
    return terms.flatMap((term) => interpretCount([term], [], counted))
  const parts = split({ terms, separators }, 'comma', 'and')
  const last = parts.at(-1)!
  const [first, second] = last.terms
  const isRange = last.separators.length === 1 && last.separators[0] === 'range'
  const isCount = last.terms.every(
    ({ value, isNegative, isDeviation, tolerance, unit }) =>
      Number.isInteger(value) && !isNegative && !isDeviation && !tolerance && unit === undefined,
  )
  if (!isCount || (last.separators.length > 0 && !(isRange && first!.value <= second!.value))) return []
  const count: Draft = {
    dimension: 'count',
    unit: '',
    min: first!.value,
    max: (second ?? first)!.value,
    counted,
  }
  const others = parts.slice(0, -1)
  const withUnit = others.filter(({ terms: [term] }) => term!.unit !== undefined)
  return [
    ...withUnit.flatMap((part) => interpretRange(part, part.terms.at(-1)!.unit ?? part.terms[0]!.unit!)),
    count,
  ]
}

function readCounted(text: string, end: number): { counted: string; end: number } | undefined {
  const words = matchAt(COUNT_WORDS, text, end)
  if (!words) return undefined
  const adjective = words[1]!.trim().replace(/-$/, '')
  const candidates: [string, number][] = adjective
    ? [
        [adjective, end + words[0].length - words[2]!.length - 1],
        [words[2]!, end + words[0].length],
      ]
    : [[words[2]!, end + words[0].length]]
  const direct = toCounted(candidates[0]![0])
  const next = candidates[1] && toCounted(candidates[1][0])
  // 'tool' of '4 tool positions' describes what is counted.
  if (next && COUNT_ADJECTIVES.test(adjective.toLowerCase())) return { counted: next, end: candidates[1]![1] }
  if (direct) return { counted: direct, end: candidates[0]![1] }
  return undefined
}

/** 'speeds' → 'speed'; undefined for words that are not counted. */
export function toCounted(word: string): string | undefined {
  const folded = word.toLowerCase()
  const singular = IRREGULAR[folded] ?? folded.replace(/(?<=[^s])s$/, '')
  return COUNTED_THINGS.has(singular) ? singular : undefined
}

/** Makes a value a limit: 'up to 42 mm', '42 mm max.'. */
function qualify(
  drafts: Draft[],
  {
    text,
    before,
    end,
    modifier,
  }: { text: string; before: string; end: number; modifier: 'most' | 'least' | undefined },
): Draft[] {
  const isValue =
    drafts.length > 0 && drafts.every(({ min, max, isDeviation }) => min === max && !isDeviation)
  if (!isValue) return drafts
  const match = BEFORE.exec(before)
  const phrase = (match?.[1] ?? match?.[2] ?? '').replace(/\.$/, '').replace(/\s+/g, ' ')
  const after = text.slice(end)
  const limit =
    AT_MOST.test(phrase) || AFTER_MOST.test(after)
      ? 'most'
      : AT_LEAST.test(phrase) || AFTER_LEAST.test(after)
        ? 'least'
        : modifier
  if (limit === undefined) return drafts
  return drafts.map((draft) => (limit === 'most' ? { ...draft, min: null } : { ...draft, max: null }))
}

/** '15 kW / 30 min': how long the power is available. */
const isDuty = (last: Draft | undefined, draft: Draft | undefined): boolean =>
  last !== undefined && last.dimension === 'power' && draft?.dimension === 'time'

/** Whether a quantity is the one before in another unit. */
function isRestated(last: Draft, draft: Draft): boolean {
  if (last.dimension !== draft.dimension || last.unit === draft.unit) return false
  const isSame = (a: number | null, b: number | null) =>
    a === b || (a !== null && b !== null && Math.abs(a - b) <= Math.abs(a) * MAX_RESTATED_DIFFERENCE)
  // '≤ 42 mm (1.65 in)'.
  const isOpen = draft.min === draft.max && (last.min === null || last.max === null)
  return isOpen
    ? isSame(last.min ?? last.max, draft.min)
    : isSame(last.min, draft.min) && isSame(last.max, draft.max)
}

/** Returns what the numbers of a specification mean to a buyer. `unit`: their base unit. */
export function getMeaning(label: string, unit = ''): Meaning {
  const folded = label
    .replace(/\s*[([][^()[\]]*[)\]]\s*$/, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
  const definition = LABELS.find(({ pattern }) => pattern.test(folded))
  return definition?.meaning ?? (CAPABILITY_UNITS.has(unit) ? 'capability' : 'size')
}
