import type { SpecificationFilter } from '#contracts/catalogue/specification-filter.ts'
import { type Dimension, getBaseUnit, type Meaning } from '#contracts/quantities/definitions.ts'
import { DIMENSION_WORDS } from '#contracts/quantities/label-vocabulary.ts'
import { parseQuantities } from '#contracts/quantities/parse-quantities.ts'
import type { Quantity } from '#contracts/quantities/quantity.ts'
import { getReadableUnit, pluralizeUnit } from '#contracts/quantities/unit-names.ts'
import { fold } from '#server/kernel/text.ts'
import { isStopWord, splitWords } from '../query-words.ts'
import type { TradeNames } from '../trade-names.ts'
import { getLabelWords, isSameWord, toLabelWords, toSingular } from './label-words.ts'
import { resolveFilter, type StoredFilter } from './specification-keys.ts'
import type { KnownKey } from './store-known-keys.ts'

/* Which quantities a search asks for: pure functions. 'lathe 42 mm bar' → 'lathe', and a bar capacity of at least 42 mm. */

/** What a search asks of one quantity. */
export interface QuantityCondition {
  /** In the form of the parameter `specifications`. */
  filter: SpecificationFilter
  /** An item needs one of these. */
  alternatives: StoredFilter[]
  /** Items with one of these come first: they have what was asked for, not more. Empty for bounds. */
  nearest: StoredFilter[]
  /** Whether more is hardly what is meant: any length of a spare part. */
  isAmbiguous: boolean
  /** Whether the search names the specification, as 'bar' does. */
  isNamed: boolean
  /** Whether one word before the number names it, which may as well be what is looked for: 'collet 5/8"'. */
  isNoun: boolean
  /** Whether a word says what is measured: 'motor' with 5 kW. */
  isMeasure: boolean
  /** Whether an item without it is no answer: it is too small or too inaccurate. */
  isDecisive: boolean
  /** For people: 'Bar capacity from 42 mm'. */
  text: string
}

/** A search that asks for quantities, and its other words. */
export interface QuantityQuery {
  words: string
  conditions: QuantityCondition[]
  /** The words without those after a number, which may say what the number is of: 'collets for 30 mm bar'. */
  fewerWords: string
}

/** How far a trade size such as '8 inch' or '7.5 hp' may be from what is meant. */
const TRADE_SIZE_TOLERANCE = 0.02
/** Chucks of 6 and 12 inches have 160 and 315 mm. */
const ROUNDED_INCHES = new Set([6, 12])
const ROUNDED_TOLERANCE = 0.052
const MM_PER_INCH = 25.4

interface Asked {
  dimension: Dimension | undefined
  counted?: string | undefined
  axis?: string | undefined
  unit: string
  /** In the base unit. */
  min: number | null
  max: number | null
  start: number
  end: number
}

/** What has been read is replaced by this character. */
const BLANK = '¦'
const UNIT = String.raw`(?:\s*(mm|cm|m|in|inch|inches|"))?`
const COMPARATOR = `(?:over|above|more than|at least|min|minimum|under|below|less than|max|maximum|up to)`
const SEVERAL_AXES = new RegExp(
  String.raw`(?<![\d./])(\d+(?:\.\d+)?)${UNIT}\s*x\s+(\d+(?:\.\d+)?)${UNIT}\s*y(?:\s+(\d+(?:\.\d+)?)${UNIT}\s*z)?(?![\p{L}\d])`,
  'iu',
)
/** Words that say that several sizes are those of the axes: '25 x 17 x 18 inch travel', 'table 600 x 400'. */
const TRAVELS = /\b(?:travels?|table)\b/i
const UNNAMED_AXES = new RegExp(
  String.raw`(?<![\p{L}\d./-])(\d+(?:\.\d+)?)\s*[x×*]\s*(\d+(?:\.\d+)?)(?:\s*[x×*]\s*(\d+(?:\.\d+)?))?${UNIT}(?![\p{L}\d])`,
  'iu',
)
const AXIS_AFTER = new RegExp(
  String.raw`(?<![\p{L}\d./-])(\d+(?:\.\d+)?)${UNIT}\s*([xyz])(?:[ -]?axis)?(?:\s+travel)?(?![\p{L}\d]|\s*\d)`,
  'iu',
)
const AXIS_BEFORE = new RegExp(
  String.raw`(?<![\p{L}\d])([xyz])(?:[ -]?axis)?(?:\s+travel)?\s+(?:(${COMPARATOR})\s+)?(\d+(?:\.\d+)?)${UNIT}(?![\p{L}\d])`,
  'iu',
)
const BARE_NUMBER = /(?<![\p{L}\d.,/-])(\d[\d,]*(?:\.\d+)?)(?![\p{L}\d/.-])/gu

/** Whether a search contains a number that may be a quantity; part numbers contain none. */
export const mayAskForQuantity = (search: string): boolean =>
  search.match(BARE_NUMBER) !== null || readAsked(toStatedWording(search)).asked.length > 0

/** Comparisons as people speak, and what they mean as specifications state it. */
const COMPARISONS: [spoken: RegExp, meant: string][] = [
  [/\b(?:no|not) (?:heavier|weighing more) than\b/gi, 'weight less than'],
  [
    /\b(?:no|not) (?:more|longer|larger|bigger|greater|wider|higher) than\b|\bat (?:most|the most)\b/gi,
    'less than',
  ],
  [/\b(?:no|not) (?:less|smaller|shorter|fewer) than\b|\bat the least\b/gi, 'at least'],
  [/\blighter than\b/gi, 'weight less than'],
  [/\bheavier than\b/gi, 'weight more than'],
  [/\bshorter than\b/gi, 'length less than'],
  [/\blonger than\b/gi, 'length more than'],
  [/\bnarrower than\b/gi, 'width less than'],
  [/\bwider than\b/gi, 'width more than'],
  [/\b(?:lower|less high) than\b/gi, 'height less than'],
  [/\b(?:higher|taller) than\b/gi, 'height more than'],
  [/\b(?:smaller|fewer|slower) than\b/gi, 'less than'],
  [/\b(?:larger|bigger|greater|faster|stronger) than\b/gi, 'more than'],
  [/\bweigh(?:s|ing)?\b/gi, 'weight'],
]

export const NUMBER_WORDS = 'two three four five six seven eight nine ten eleven twelve'.split(' ')
const SPOKEN_COUNT = new RegExp(
  String.raw`\b(${NUMBER_WORDS.join('|')})(?=[ -](?:station|speed|axis|axes|spindle)s?\b)`,
  'gi',
)
const THOUSANDS_OF_TURNS = /\b(\d+(?:\.\d+)?)k(?= ?rpm\b)/gi

/** Rewrites comparisons and numbers as specifications state them: 'eight station' as '8 station', '8k rpm' as '8000 rpm'. */
const toStatedWording = (search: string): string =>
  COMPARISONS.reduce((text, [spoken, meant]) => text.replace(spoken, meant), search)
    .replace(SPOKEN_COUNT, (word) => String(NUMBER_WORDS.indexOf(word.toLowerCase()) + 2))
    .replace(THOUSANDS_OF_TURNS, (_all, thousands) => String(Number(thousands) * 1000))

/** Reads a search; undefined if it asks for no quantity that items of the kind have. */
export function readQuantityQuery(
  search: string,
  keys: KnownKey[],
  tradeNames: TradeNames,
  isNamingIgnored = false,
): QuantityQuery | undefined {
  const { asked, text } = readAsked(toStatedWording(search))
  // '3 jaw' is a word where no item has a number of jaws.
  const counts = asked.filter(
    ({ counted }) => counted === undefined || keys.some(({ unit }) => unit === counted),
  )
  const all = counts.length > 0 ? counts : readBareNumber(search, keys)
  if (all.length === 0) return undefined
  const withoutNumbers = all.reduce(
    (rest, { start, end }) => rest.slice(0, start) + BLANK.repeat(end - start) + rest.slice(end),
    text,
  )
  const removed = new Set<string>()
  const conditions: QuantityCondition[] = []
  for (const each of all) {
    const found = toCondition(each, withoutNumbers, keys, isNamingIgnored)
    if (!found) return undefined
    conditions.push(found.condition)
    for (const word of found.words) removed.add(word)
  }
  const after = all.flatMap(({ end }) => toLabelWords(withoutNumbers.slice(end).split(BLANK)[0]!).slice(0, 1))
  const words = splitWords(fold(withoutNumbers.replace(/¦+/g, ' ')))
    .filter((word) => !word.split('-').every((part) => removed.has(toSingular(part))))
    .filter((word) => !COMPARING_WORD.test(word))
    .filter((word) => !(isNamingIgnored && /^(?:length|width|height)$/.test(word)))
    .filter(
      (word, index, rest) =>
        !(isStopWord(word) && (index === 0 || index === rest.length - 1)) || tradeNames.has(rest.join(' ')),
    )
  const fewerWords = words.filter((word) => !after.includes(toSingular(word)))
  return { words: words.join(' '), conditions, fewerWords: fewerWords.join(' ') }
}

const COMPARING_WORD =
  /^(?:over|above|under|below|less|more|than|least|at|max|maximum|min|minimum|up|upto|between|to|about|approx|with|through|capacity|size|dia|diameter)$/

function readAsked(search: string): { asked: Asked[]; text: string } {
  let text = search
  const asked: Asked[] = []
  const blank = (start: number, length: number) => {
    text = text.slice(0, start) + BLANK.repeat(length) + text.slice(start + length)
  }
  const addAxis = (
    axis: string,
    digits: string,
    unit: string | undefined,
    comparator = '',
    at = 0,
    length = 0,
  ) => {
    const [quantity] = parseQuantities(`${digits} ${unit ?? 'mm'}`)
    const value = quantity!.max!
    const isMost = /under|below|less|max|up/i.test(comparator)
    asked.push({
      dimension: 'length',
      axis: axis.toLowerCase(),
      unit: quantity!.unit,
      min: isMost ? null : value,
      max: isMost ? value : comparator ? null : value,
      start: at,
      end: at + length,
    })
  }
  const sizes = TRAVELS.test(text) ? UNNAMED_AXES.exec(text) : null
  if (sizes) {
    const [all, x, y, z, unit] = sizes
    for (const [axis, digits] of Object.entries({ x, y, z }))
      if (digits) addAxis(axis, digits, unit, '', sizes.index, all.length)
    blank(sizes.index, all.length)
  }
  const several = SEVERAL_AXES.exec(text)
  if (several) {
    const [all, x, xUnit, y, yUnit, z, zUnit] = several
    addAxis('x', x!, xUnit, '', several.index, all.length)
    addAxis('y', y!, yUnit, '', several.index, all.length)
    if (z) addAxis('z', z, zUnit, '', several.index, all.length)
    blank(several.index, all.length)
  }
  for (;;) {
    const before = AXIS_BEFORE.exec(text)
    const after = before ? null : AXIS_AFTER.exec(text)
    if (before) addAxis(before[1]!, before[3]!, before[4], before[2], before.index, before[0].length)
    else if (after) addAxis(after[3]!, after[1]!, after[2], '', after.index, after[0].length)
    else break
    const match = (before ?? after)!
    blank(match.index, match[0].length)
  }
  const quantities = parseQuantities(text.replaceAll(BLANK, ';')).filter(
    ({ role, dimension, counted, min, max, start, end }) =>
      role !== 'restated' &&
      (dimension !== 'count' || counted !== undefined) &&
      (min ?? max) !== 0 &&
      !isPartOfWord(text, start, end),
  )
  return { asked: [...asked, ...quantities.map(toAsked)], text }
}

/** '68 v-belt' and 'b-68 v belt' are no voltages: the letter begins a word, or the number ends one. '12 mm-collet' is a size. */
const isPartOfWord = (text: string, start: number, end: number): boolean =>
  (/(?<!\p{L})\p{L}-$/u.test(text.slice(0, start)) && /\d ?\p{L}$/u.test(text.slice(start, end))) ||
  (/(?<!\p{L})\p{L}$/u.test(text.slice(0, end)) && /^-\p{L}/u.test(text.slice(end)))

const toAsked = ({ dimension, counted, unit, min, max, start, end }: Quantity): Asked => ({
  dimension,
  counted,
  unit,
  min,
  max,
  start,
  end,
})

/** 'swing over bed 320': one number without a unit, with all words of the name of a specification. */
function readBareNumber(search: string, keys: KnownKey[]): Asked[] {
  const numbers = [...search.matchAll(BARE_NUMBER)]
  const [number] = numbers
  if (numbers.length !== 1 || !number) return []
  const words = new Set(toLabelWords(search))
  const named = keys.filter(({ label, unit }) => {
    const labelWords = getLabelWords(label)
    return unit !== '' && labelWords.length >= 2 && labelWords.every((word) => hasWord(words, word))
  })
  if (named.length === 0) return []
  const value = Number(number[1]!.replaceAll(',', ''))
  const { unit } = named[0]!
  return [
    {
      dimension: undefined,
      unit,
      min: value,
      max: value,
      start: number.index,
      end: number.index + number[0].length,
    },
  ]
}

const MAX_WORDS_AFTER = 4
const MAX_WORDS_BEFORE = 5

/** Finds the specification that is meant, by the words around the number. */
function toCondition(
  asked: Asked,
  text: string,
  keys: KnownKey[],
  isNamingIgnored: boolean,
): { condition: QuantityCondition; words: string[] } | undefined {
  const { dimension, counted, axis } = asked
  const unit = counted ?? (dimension === undefined ? asked.unit : getBaseUnit(dimension))
  const ofAxis = keys.filter(
    (each) => each.unit === unit && (axis === undefined || each.label.toLowerCase().endsWith(` ${axis}`)),
  )
  // '800 x' is a travel, unless the search is about the table.
  const travels = ofAxis.filter(({ label }) => /travel|stroke/i.test(label))
  const possible = axis && travels.length > 0 && !/table/i.test(text) ? travels : ofAxis
  if (possible.length === 0) return undefined
  const after = toLabelWords(text.slice(asked.end).split(BLANK)[0]!).slice(0, MAX_WORDS_AFTER)
  const before = toLabelWords(text.slice(0, asked.start).split(BLANK).at(-1)!).slice(-MAX_WORDS_BEFORE)
  const near = new Set([...after, ...before])
  const generic = new Set(DIMENSION_WORDS[dimension ?? 'length'] ?? [])
  const rated = possible.map((each) => ({ each, ...rateLabel(each.label, after, before, generic) }))
  const best = Math.max(...rated.map(({ score }) => score))
  const isNamedByWords = best > 0 || axis !== undefined
  // 'under 700 kg' is what an item weighs; what a table carries is asked for with 'at least'.
  const isOwnWeight = !isNamedByWords && dimension === 'mass' && asked.min === null
  const ownWeights = isOwnWeight ? rated.filter(({ each }) => each.meaning === 'size') : []
  const isNamed = !isNamingIgnored && (isNamedByWords || ownWeights.length > 0)
  const named = isNamedByWords ? rated.filter(({ score }) => score === best) : ownWeights
  const chosen = isNamed ? named : rated
  const words = [...near].filter(
    (word) => generic.has(word) || (isNamed && chosen.some(({ matched }) => matched.includes(word))),
  )
  const filter = toFilter(asked, isNamed ? chosen.map(({ each }) => each) : undefined)
  const alternatives = resolveFilter(
    filter,
    chosen.map(({ each }) => each),
    toTolerance(asked),
  )
  const first = chosen[0]!.each
  return {
    condition: {
      filter,
      alternatives,
      nearest: chosen.flatMap(({ each }) => toNearest(each, asked)),
      isNamed,
      isNoun:
        isNamed &&
        words.length === 1 &&
        !after.includes(words[0]!) &&
        axis === undefined &&
        dimension !== 'mass',
      isMeasure: words.some((word) => generic.has(word)),
      isAmbiguous: !isNamed && dimension === 'length',
      isDecisive: isNamed && chosen.every(({ each }) => each.meaning !== 'size'),
      text: toText(
        isNamed ? first.label : '',
        asked,
        chosen.every(({ each }) => each.meaning === first.meaning) ? first.meaning : 'size',
        unit,
      ),
    },
    words,
  }
}

/** How many words of the name stand around the number; those after it count a little more. */
function rateLabel(label: string, after: string[], before: string[], generic: Set<string>) {
  const words = getLabelWords(label).filter((word) => !generic.has(word))
  const findIn = (near: string[], word: string) =>
    near.find((other) => other === word) ?? near.find((other) => isSameWord(other, word))
  const matched: string[] = []
  let score = 0
  for (const word of words) {
    const found = findIn(after, word) ?? findIn(before, word)
    if (found === undefined) continue
    matched.push(found)
    score += (after.includes(found) ? 1 : 0.9) * (found === word ? 1 : 0.8)
  }
  const head = getHead(label).filter((word) => !generic.has(word))
  const hasHead = head.length === 0 || matched.some((word) => head.some((other) => isSameWord(word, other)))
  const others = getLabelWords(label).flatMap((word) => findIn([...after, ...before], word) ?? [])
  const isEnough = hasHead && matched.length * 2 >= words.length
  return { score: isEnough ? score - words.length * 0.01 * Number(score > 0) : 0, matched: others }
}

const PREPOSITION = /\b(?:over|of|to|between|at|from|in|on|per|above|below)\b|,/

/** The last word of a name before a preposition says what it is: 'swing' of 'swing over bed'. */
const getHead = (label: string): string[] =>
  getLabelWords(label.toLowerCase().split(PREPOSITION)[0]!).slice(-1)

const hasWord = (words: Set<string>, word: string): boolean =>
  [...words].some((other) => isSameWord(other, word))

/** Sizes in inches, and powers in horsepower, are rounded. */
function toTolerance({ unit, dimension, max }: Asked): { size: number; capability: number } {
  const isRounded = unit === 'inch' && ROUNDED_INCHES.has((max ?? 0) / MM_PER_INCH)
  const isTradeSize = unit === 'inch' || unit === 'hp'
  return {
    size: isRounded ? ROUNDED_TOLERANCE : isTradeSize ? TRADE_SIZE_TOLERANCE : 0.0005,
    capability: dimension === 'power' ? TRADE_SIZE_TOLERANCE : 0,
  }
}

function toFilter(
  { min, max, dimension, unit, counted }: Asked,
  named: KnownKey[] | undefined,
): SpecificationFilter {
  const baseUnit = counted === undefined && dimension !== undefined ? getBaseUnit(dimension) : undefined
  const key = named ? named.map((each) => each.key).join('/') : `*.${counted ?? toSlug(baseUnit ?? unit)}`
  if (min !== null && min === max) return { key, suits: min }
  return { key, ...(min !== null && { from: min }), ...(max !== null && { to: max }) }
}

const toSlug = (unit: string): string => unit.toLowerCase().replace(/[^a-z0-9]+/g, '-')

function toNearest({ key }: KnownKey, asked: Asked): StoredFilter[] {
  const { min, max } = asked
  if (min === null || min !== max) return []
  const { size } = toTolerance(asked)
  return [{ key, from: min * (1 - size), to: min * (1 + size) }]
}

function toText(label: string, { min, max }: Asked, meaning: Meaning, unit: string): string {
  const readable = getReadableUnit(unit, [min, max])
  const format = (stored: number) => {
    const value = stored / readable.factor
    return `${Number(value.toPrecision(6))} ${value === 1 ? readable.unit : pluralizeUnit(readable.unit)}`.trim()
  }
  if (min !== null && max !== null && min !== max) return `${label} ${format(min)} to ${format(max)}`.trim()
  const isValue = min !== null && min === max
  if (isValue && meaning === 'size') return `${label} ${format(min)}`.trim()
  const isMost = isValue ? meaning === 'limit' : min === null
  return `${label} ${isMost ? 'up to' : 'from'} ${format((min ?? max)!)}`.trim()
}
