import { formatCount, formatList, formatLongDay } from '#contracts/format.ts'
import {
  AVAILABILITY_LABELS,
  type Availability,
  getGstRateEnd,
  listGstRates,
} from '#contracts/item/commercial-fields.ts'
import type { Kind } from '#contracts/item/kind.ts'
import { ITEM_STATE_LABELS, type ItemState } from '#contracts/item/state.ts'
import { type CellValue, type Parsed, simplify, statesNothing, toWords } from './cell-value.ts'

const ERROR = { expected: 'a value; the formula in this cell has an error' }

/** Reads a text of at most `maxLength` characters; null if the cell is empty. Dates and numbers are read as shown. */
export function parseText(cell: CellValue, maxLength: number): Parsed<string | null> {
  if (cell.isError) return ERROR
  const text = cell.text.trim()
  if (text.length > maxLength) return { expected: `a text of at most ${maxLength} characters` }
  return { value: text || null }
}

/** Reads a part number or model. Excel turns some codes into dates or shortens them: those are refused. */
export function parseCode(cell: CellValue, maxLength = 100): Parsed<string | null> {
  if (cell.value instanceof Date) {
    return { expected: 'a code: Excel has changed it into a date. Format the cell as text and type it again' }
  }
  if (typeof cell.value === 'number' && Math.abs(cell.value) >= 1e15) {
    return { expected: 'a code: Excel has shortened it. Format the cell as text and type it again' }
  }
  if (typeof cell.value === 'boolean') return { expected: 'a code' }
  if (statesNothing(cell)) return { value: null }
  const parsed = parseText(cell, maxLength)
  if ('value' in parsed && /[\n\t]/.test(parsed.value ?? '')) return { expected: 'a code in one line' }
  return parsed
}

/** Reads one entry per line; empty lines are left out. */
export function parseLines(
  cell: CellValue,
  { maxLines, maxLength }: { maxLines: number; maxLength: number },
): Parsed<string[]> {
  if (cell.isError) return ERROR
  const lines = cell.text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
  if (lines.length > maxLines || lines.some((line) => line.length > maxLength)) {
    return { expected: `a list of at most ${maxLines} lines of ${maxLength} characters` }
  }
  return { value: lines }
}

const TRUE_TEXTS = new Set(['yes', 'y', 'x', '1', 'true', 'on', 'ok', '✓', '✔', '✅', '☑'])
const FALSE_TEXTS = new Set(['no', 'n', '0', 'false', 'off', '', '✗', '✘', '❌', '☐'])

/** Reads 'Yes', 'y', 'x', '1', '✓' and their opposites; an empty cell and '-' mean no. */
export function parseBoolean(cell: CellValue): Parsed<boolean> {
  if (cell.isError) return ERROR
  // U+FE0F asks for a coloured sign.
  const text = simplify(cell.text).replace(/[\ufe0f.]/g, '')
  if (TRUE_TEXTS.has(text)) return { value: true }
  if (FALSE_TEXTS.has(text) || statesNothing(cell)) return { value: false }
  return { expected: 'Yes or No' }
}

/** Reads a whole number in a range: '1,000', '10 nos', 25. */
export function parseWholeNumber(
  cell: CellValue,
  { min, max }: { min: number; max: number },
): Parsed<number | null> {
  if (!cell.isError && statesNothing(cell)) return { value: null }
  const number = cell.isError ? undefined : readNumber(cell, '(?:nos?|pcs?|pieces?|units?|each|ea|sets?)')
  if (number === undefined || !Number.isInteger(number) || number < min || number > max) {
    return { expected: `a whole number from ${min} to ${formatCount(max)}` }
  }
  return { value: number }
}

/** Returns the number of a cell, which in a text may have a unit behind it. */
function readNumber(cell: CellValue, unit: string): number | undefined {
  if (typeof cell.value === 'number') return cell.text.endsWith('%') ? undefined : cell.value
  if (typeof cell.value !== 'string') return undefined
  const match = new RegExp(
    `^(\\d+|\\d{1,3}(?:,\\d{2,3})*,\\d{3})(\\.\\d+)?(?: ?${unit}\\.?)?(?: ?only)?$`,
  ).exec(simplify(cell.value))
  return match ? Number(match[1]!.replaceAll(',', '') + (match[2] ?? '')) : undefined
}

/** Reads a rate of GST in percent: '18', '18%', 'GST @ 18%', '9+9', and 0.18 in a cell that is formatted as percent. */
export function parseGstRate(cell: CellValue, rates: number[] = listGstRates()): Parsed<number | null> {
  const expected = `a rate of GST in percent: ${rates.join(', ')}`
  if (cell.isError || cell.value instanceof Date || typeof cell.value === 'boolean') return { expected }
  const text = simplify(cell.text)
  if (statesNothing(cell)) return { value: null }
  if (/^(?:exempt(?:ed)?|nil rated)$/.test(text)) return toRate(0, rates, expected)
  const halves = /^(\d+(?:\.\d+)?) ?%? ?\+ ?(\d+(?:\.\d+)?) ?%?$/.exec(text)
  if (halves) return toRate(Number(halves[1]) + Number(halves[2]), rates, expected)
  const match = /^(?:i?gst)? ?@? ?(\d+(?:[.,]\d+)?) ?(?:%|percent|per cent|pct)? ?(?:i?gst)?$/.exec(text)
  if (!match) return { expected }
  const rate = Number(match[1]!.replace(',', '.'))
  // A column of 0.18 without the format of percent; no rate is below 1 % but 0 and 0.25.
  const isFraction = typeof cell.value === 'number' && !cell.text.endsWith('%') && !rates.includes(rate)
  return toRate(isFraction && rate < 1 ? Number((rate * 100).toPrecision(12)) : rate, rates, expected)
}

function toRate(rate: number, rates: number[], expected: string): Parsed<number> {
  if (rates.includes(rate)) return { value: rate }
  const end = getGstRateEnd(rate)
  return { expected: end ? `${expected} (${rate} % ended on ${formatLongDay(end)})` : expected }
}

const HSN_LENGTHS = [4, 6, 8]

/** Reads an HSN or SAC code. Number cells have lost the zero of chapters 01 to 09, which is restored. */
export function parseHsn(cell: CellValue): Parsed<string | null> {
  if (!cell.isError && statesNothing(cell)) return { value: null }
  const digits = simplify(cell.text)
    .replace(/^(?:hsn|sac)(?: ?code)? ?[:.-]? ?/, '')
    .replace(/(?<=\d)[ .\-/]+(?=\d)/g, '')
  if (/^\d+$/.test(digits)) {
    if (HSN_LENGTHS.includes(digits.length)) return { value: digits }
    const isInteger = typeof cell.value === 'number' && Number.isInteger(cell.value)
    if (isInteger && HSN_LENGTHS.includes(digits.length + 1)) return { value: `0${digits}` }
  }
  return { expected: 'a code of 4, 6 or 8 digits such as 84669390' }
}

const STATES = toKeys<ItemState>({
  published: 'published, publish, live, active, online, public',
  draft: 'draft, unpublished, inactive, hidden, offline',
  archived: 'archived, archive',
})

export function parseState(cell: CellValue): Parsed<ItemState | null> {
  if (cell.text.trim() === '') return { value: null }
  const state = cell.isError ? undefined : findByWords(STATES, cell)
  return state ? { value: state } : { expected: formatList(Object.values(ITEM_STATE_LABELS), 'or') }
}

const KINDS_BY_TEXT = toKeys<Kind>({
  machine: 'machine, machines, machine tool',
  spare: 'spare, spares, spare part, spare parts, part, parts',
  service: 'service, services',
})

export function parseKind(cell: CellValue): Parsed<Kind | null> {
  if (cell.text.trim() === '') return { value: null }
  const kind = cell.isError ? undefined : findByWords(KINDS_BY_TEXT, cell)
  return kind ? { value: kind } : { expected: formatList(['Machine', 'Spare part', 'Service'], 'or') }
}

const AVAILABILITIES_BY_TEXT = toKeys<Availability>({
  'in-stock':
    'in stock, ex stock, instock, exstock, stock, ready stock, ex works stock, from stock, ready, available, immediate, yes',
  'made-to-order':
    'made to order, make to order, build to order, built to order, mto, on order, to order, against order, against order only, on order only, order basis',
  'by-appointment': 'by appointment, on appointment, by arrangement, on request, upon request',
  discontinued:
    'discontinued, obsolete, phased out, phase out, end of life, eol, no longer available, withdrawn',
})

/** Reads the availability; null if the cell is empty. 'Out of stock' is refused, since it does not say what a buyer gets. */
export function parseAvailability(cell: CellValue): Parsed<Availability | null> {
  if (!cell.isError && statesNothing(cell)) return { value: null }
  const availability = cell.isError ? undefined : findByWords(AVAILABILITIES_BY_TEXT, cell)
  return availability
    ? { value: availability }
    : { expected: formatList(Object.values(AVAILABILITY_LABELS), 'or') }
}

function findByWords<Value>(values: Record<string, Value>, { text }: CellValue): Value | undefined {
  const words = toWords(text)
  return Object.hasOwn(values, words) ? values[words] : undefined
}

const UNITS_BY_TEXT = toKeys({
  each: 'each, ea, no, nos, number, numbers, pc, pcs, piece, pieces, unit, units, pce',
  set: 'set, sets, kit, kits',
  pair: 'pair, pairs, pr, prs',
  metre: 'metre, metres, meter, meters, mtr, mtrs, mt, m, rmt, rmtr, mts',
  kg: 'kg, kgs, kilo, kilos, kilogram, kilograms, kilogramme, kilogrammes',
  litre: 'litre, litres, liter, liters, ltr, ltrs, lt, lts, l',
  hour: 'hour, hours, hr, hrs, h',
  day: 'day, days, manday, mandays',
  visit: 'visit, visits',
  box: 'box, boxes, bx',
  roll: 'roll, rolls, rl',
})

/** Returns the value of each text; `texts` has those of each value, separated by commas. */
function toKeys<Value extends string>(texts: Record<Value, string>): Record<string, Value> {
  const entries = Object.entries<string>(texts) as [Value, string][]
  return Object.fromEntries(entries.flatMap(([value, list]) => list.split(', ').map((text) => [text, value])))
}

/** Reads the unit of a price: 'Nos' → 'each', 'per Mtr' → 'metre'. An unknown one stays as typed. */
export function parseUnit(cell: CellValue, maxLength = 20): Parsed<string | null> {
  if (cell.isError || typeof cell.value === 'number' || cell.value instanceof Date) {
    return { expected: 'a unit such as each, set or metre' }
  }
  if (statesNothing(cell)) return { value: null }
  const words = toWords(cell.text).replace(/^(?:per|1) /, '')
  if (Object.hasOwn(UNITS_BY_TEXT, words)) return { value: UNITS_BY_TEXT[words]! }
  const text = cell.text.trim().replace(/\s+/g, ' ')
  return text.length <= maxLength
    ? { value: text }
    : { expected: `a unit of at most ${maxLength} characters` }
}

const MAX_DAYS = 3650
const DAYS_PER: Record<TimeUnit, number> = { day: 1, week: 7, month: 30, year: 365 }

/**
 * Reads a lead time in days: 10, '2 weeks', 'Ex stock' (0). Of a range such as '3-4 weeks' it takes the end, because that
 * is what a buyer can rely on. `title` is that of the column: 'Lead time (weeks)' changes plain numbers.
 */
export function parseDays(cell: CellValue, title = ''): Parsed<number | null> {
  const expected = "a lead time in days, or such as '3 weeks'"
  if (!cell.isError && statesNothing(cell)) return { value: null }
  if (
    !cell.isError &&
    /^(?:immediate(?:ly)?|ready|(?:ready |ex |in |from )?stock|same day|off the shelf)$/.test(
      toWords(cell.text),
    )
  ) {
    return { value: 0 }
  }
  const time = readTime(cell, findTimeUnit(title) ?? 'day')
  const days = time && Math.round(time.amount * DAYS_PER[time.unit])
  return days !== undefined && days <= MAX_DAYS ? { value: days } : { expected }
}

const MAX_MONTHS = 600

/** Reads a warranty in months: 12, '1 year', '18 months from dispatch', 'No warranty' (0). `title`: 'Warranty (years)'. */
export function parseMonths(cell: CellValue, title = ''): Parsed<number | null> {
  const expected = "a warranty in months, or such as '2 years'"
  if (!cell.isError && /^(?:no|nil|no warranty|without warranty|no guarantee)$/.test(toWords(cell.text)))
    return { value: 0 }
  if (!cell.isError && statesNothing(cell)) return { value: null }
  const time = readTime(cell, findTimeUnit(title) ?? 'month')
  if (!time) return { expected }
  const months = { day: time.amount / 30, week: Number.NaN, month: time.amount, year: time.amount * 12 }[
    time.unit
  ]
  return Number.isInteger(months) && months <= MAX_MONTHS ? { value: months } : { expected }
}

type TimeUnit = 'day' | 'week' | 'month' | 'year'
const TIME_UNIT = '(d|days?|w|wks?|weeks?|m|mths?|mos?|months?|y|yrs?|years?)'
const TIME_UNITS: [letter: string, unit: TimeUnit][] = [
  ['d', 'day'],
  ['w', 'week'],
  ['m', 'month'],
  ['y', 'year'],
]
const TIME = new RegExp(
  `^(?:within |upto |up to |approx\\.? |about |max\\.? )?(\\d+(?:\\.\\d+)?) ?(?:${TIME_UNIT}\\.?)? ?(?:(?:-|–|to|/) ?(\\d+(?:\\.\\d+)?))? ?(?:working |business )?(?:${TIME_UNIT}\\.?)?(?: (?:from|after|against|warranty|guarantee|delivery|only)\\b.*)?$`,
)

/** Reads '3 weeks', '3-4 wks' (4 weeks), 12. */
function readTime(cell: CellValue, plainUnit: TimeUnit): { amount: number; unit: TimeUnit } | undefined {
  if (cell.isError || cell.value instanceof Date || typeof cell.value === 'boolean') return undefined
  const match = TIME.exec(
    simplify(cell.text)
      .replace(/\((\w+)\)/g, '$1')
      .replace(/^(\w+) \1 /, '$1 '),
  )
  if (!match) return undefined
  const [, from, firstUnit, to, lastUnit] = match
  const unit = lastUnit ?? firstUnit
  // '12/18 months' are two different periods.
  if (to !== undefined && (Number(to) < Number(from) || /\d ?\/ ?\d/.test(cell.text))) return undefined
  return { amount: Number(to ?? from), unit: unit ? toTimeUnit(unit) : plainUnit }
}

const toTimeUnit = (text: string): TimeUnit => TIME_UNITS.find(([letter]) => text.startsWith(letter))![1]

/** The unit that the title of a column names: 'Lead time (wks)' → 'week'. */
function findTimeUnit(title: string): TimeUnit | undefined {
  const match = /\b(days?|wks?|weeks?|mths?|months?|yrs?|years?)\b/i.exec(title)
  return match ? toTimeUnit(match[1]!.toLowerCase()) : undefined
}
