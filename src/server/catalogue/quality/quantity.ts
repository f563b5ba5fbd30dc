/** A text that begins with a number and a unit, such as '1.5 kW, 415 V' or '12 mm round'. */
export interface Quantity {
  value: number
  /** As it is written; '' for a plain number. */
  unit: string
  /** The unit in one spelling: 'mm' for 'Millimetres'. */
  canonicalUnit: string
  /** The text after the unit: ', 415 V'. */
  rest: string
}

interface Unit {
  dimension: string
  /** How many of the smallest unit of the dimension it is. */
  factor: number
  spellings: string[]
}

const UNITS: Record<string, Unit> = {
  µm: { dimension: 'length', factor: 0.001, spellings: ['μm', 'um', 'micron', 'microns'] },
  mm: {
    dimension: 'length',
    factor: 1,
    spellings: ['millimetre', 'millimetres', 'millimeter', 'millimeters', 'mms'],
  },
  cm: { dimension: 'length', factor: 10, spellings: ['centimetre', 'centimetres', 'cms'] },
  m: { dimension: 'length', factor: 1000, spellings: ['metre', 'metres', 'meter', 'meters', 'mtr', 'mtrs'] },
  inch: { dimension: 'length', factor: 25.4, spellings: ['inches', 'in', '"', '”', '″'] },
  ft: { dimension: 'length', factor: 304.8, spellings: ['feet', 'foot'] },
  g: { dimension: 'mass', factor: 1, spellings: ['gm', 'gms', 'gram', 'grams'] },
  kg: { dimension: 'mass', factor: 1000, spellings: ['kgs', 'kilogram', 'kilograms', 'kilo'] },
  t: { dimension: 'mass', factor: 1e6, spellings: ['ton', 'tons', 'tonne', 'tonnes', 'mt'] },
  W: { dimension: 'power', factor: 1, spellings: ['watt', 'watts'] },
  kW: { dimension: 'power', factor: 1000, spellings: ['kilowatt', 'kilowatts'] },
  hp: { dimension: 'power', factor: 745.7, spellings: ['bhp'] },
  N: { dimension: 'force', factor: 1, spellings: ['newton', 'newtons'] },
  kN: { dimension: 'force', factor: 1000, spellings: [] },
  kgf: { dimension: 'force', factor: 9.80665, spellings: [] },
  Nm: { dimension: 'torque', factor: 1, spellings: ['n·m', 'n-m'] },
  bar: { dimension: 'pressure', factor: 1, spellings: ['bars'] },
  psi: { dimension: 'pressure', factor: 0.0689476, spellings: [] },
  MPa: { dimension: 'pressure', factor: 10, spellings: [] },
  V: { dimension: 'voltage', factor: 1, spellings: ['volt', 'volts'] },
  A: { dimension: 'current', factor: 1, spellings: ['amp', 'amps', 'ampere', 'amperes'] },
  Hz: { dimension: 'frequency', factor: 1, spellings: ['hertz'] },
  rpm: { dimension: 'speed', factor: 1, spellings: ['r/min', 'rev/min', 'r.p.m'] },
  s: { dimension: 'time', factor: 1, spellings: ['sec', 'secs', 'second', 'seconds'] },
  min: { dimension: 'time', factor: 60, spellings: ['minute', 'minutes', 'mins'] },
  h: { dimension: 'time', factor: 3600, spellings: ['hour', 'hours', 'hr', 'hrs'] },
  litre: { dimension: 'volume', factor: 1000, spellings: ['litres', 'liter', 'liters', 'l', 'ltr', 'ltrs'] },
  ml: { dimension: 'volume', factor: 1, spellings: ['cc'] },
  '°': { dimension: 'angle', factor: 1, spellings: ['deg', 'degree', 'degrees'] },
  '°C': { dimension: 'temperature', factor: 1, spellings: ['deg c', 'degrees c'] },
  '%': { dimension: 'share', factor: 1, spellings: ['percent', 'pct'] },
  HRC: { dimension: 'hardness', factor: 1, spellings: [] },
  HB: { dimension: 'hardness in Brinell', factor: 1, spellings: ['bhn', 'hbw'] },
}

const CANONICAL = new Map(
  Object.entries(UNITS).flatMap(([unit, { spellings }]) =>
    [unit.toLowerCase(), ...spellings].map((spelling) => [spelling, unit] as const),
  ),
)

const NUMBER = /^(\d[\d,]*(?:\.\d+)?)(?![\d/.])\s*/
const UNIT_TEXT = /^[\p{L}%°µμ"”″/²³·]{1,12}\.?(?![\p{L}\d])/u

/** Returns the quantity at the beginning of a text; undefined for other texts, ranges and sizes such as '2 × 32 mm'. */
export function parseQuantity(text: string): Quantity | undefined {
  const trimmed = text.trim()
  const number = NUMBER.exec(trimmed)
  if (!number || number[1]!.endsWith(',')) return undefined
  const value = Number(number[1]!.replaceAll(',', ''))
  const after = trimmed.slice(number[0].length)
  if (after === '') return { value, unit: '', canonicalUnit: '', rest: '' }
  const unit = UNIT_TEXT.exec(after)?.[0]
  if (!unit) return undefined
  const rest = after.slice(unit.length)
  const canonicalUnit = CANONICAL.get(toUnitKey(unit))
  // After an unknown word, such as '12 speeds', or in '1 in 60', a text is no quantity.
  if (rest && (!canonicalUnit || toUnitKey(unit) === 'in' || /^\s*[-–]/.test(rest))) return undefined
  return { value, unit, canonicalUnit: canonicalUnit ?? toUnitKey(unit), rest }
}

/** Returns the unit in one spelling: 'mm' for 'Millimetres'. */
const toCanonicalUnit = (unit: string): string => CANONICAL.get(toUnitKey(unit)) ?? toUnitKey(unit)

/** Whether a unit is one that is known, in any spelling. */
export const isKnownUnit = (unit: string): boolean => CANONICAL.has(toUnitKey(unit))

const toUnitKey = (unit: string): string => unit.trim().toLowerCase().replace(/\.$/, '')

/** What units of the same kind measure, such as 'length'; the unit itself if it is unknown. */
export const getDimension = (canonicalUnit: string): string =>
  UNITS[canonicalUnit]?.dimension ?? canonicalUnit

/** Returns a text with its quantity in another unit; undefined if it cannot be converted. */
export function convertQuantity(text: string, from: string, to: string): string | undefined {
  const quantity = parseQuantity(text)
  if (!quantity || toWritten(quantity.unit) !== toWritten(from)) return undefined
  const { value, canonicalUnit, rest } = quantity
  const target = toCanonicalUnit(to)
  // A plain number gets the unit; another spelling of the unit does not change the number.
  if (canonicalUnit === '' || canonicalUnit === target) return join(text, quantity, to)
  const source = UNITS[canonicalUnit]
  const wanted = UNITS[target]
  if (!source || !wanted || source.dimension !== wanted.dimension) return undefined
  return `${formatNumber((value * source.factor) / wanted.factor)} ${to}${rest}`
}

const toWritten = (unit: string): string => unit.trim()

/** Keeps the number as it is written. */
function join(text: string, { rest }: Quantity, to: string): string {
  const number = NUMBER.exec(text.trim())![1]!
  return to === '°' || to === '%' ? `${number}${to}${rest}` : `${number} ${to}${rest}`
}

/** Returns a text with another number in front of its unit. */
export function replaceNumber(text: string, value: number): string {
  const trimmed = text.trim()
  const number = NUMBER.exec(trimmed)![1]!
  return `${formatNumber(value, number.includes(','))}${trimmed.slice(number.length)}`
}

/** Numbers that are not part of a word such as 'M24'. */
const INNER_NUMBER = /(?<![\p{L}\d.,])\d[\d,]*(?:\.\d+)?(?![\d\p{L}/])/gu
const MAX_INNER_NUMBERS = 6
const MAX_SHAPE_LENGTH = 60

/**
 * Returns the numbers of a text with several ones, such as the sizes of '1,650 × 850 × 1,380 mm', and the text without them:
 * '# × # × # mm'. Numbers of texts of the same shape can be compared. Undefined for other texts.
 */
export function parseNumbers(text: string): { shape: string; values: number[] } | undefined {
  const values: number[] = []
  const shape = text.replace(INNER_NUMBER, (number) => {
    const digits = number.replace(/,+$/, '')
    values.push(Number(digits.replaceAll(',', '')))
    return `#${number.slice(digits.length)}`
  })
  const isUsable = values.length > 1 && values.length <= MAX_INNER_NUMBERS && shape.length <= MAX_SHAPE_LENGTH
  return isUsable ? { shape: shape.toLowerCase(), values } : undefined
}

/** Returns a text with another number at this position, from 0. */
export function replaceNumberAt(text: string, position: number, value: number): string {
  let index = 0
  return text.replace(INNER_NUMBER, (number) => {
    if (index++ !== position) return number
    const digits = number.replace(/,+$/, '')
    return formatNumber(value, digits.includes(',')) + number.slice(digits.length)
  })
}

/** Six significant digits, so that conversions leave no remainders such as 50.800000001. */
function formatNumber(value: number, grouped = value >= 1000): string {
  const rounded = Number(value.toPrecision(6))
  return rounded.toLocaleString('en-IN', {
    useGrouping: grouped || rounded >= 1000,
    maximumFractionDigits: 10,
  })
}
