import { formatNumber } from '#contracts/format.ts'
import { UNITS } from '#contracts/quantities/definitions.ts'
import { readNumber } from '#contracts/quantities/numbers.ts'
import { findUnit, fromBase, toBase } from '#contracts/quantities/units.ts'

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

const UNIT_TEXT = /^[\p{L}%°µμ"”″/²³·]{1,12}\.?(?![\p{L}\d])/u

/** Returns the quantity at the beginning of a text; undefined for other texts, ranges and sizes such as '2 × 32 mm'. */
export function parseQuantity(text: string): Quantity | undefined {
  const trimmed = text.trim()
  const number = readNumber(trimmed, 0)
  if (!number || Number.isNaN(number.value) || number.isFraction || trimmed[number.end] === '/')
    return undefined
  const { value } = number
  const after = trimmed.slice(number.end).trimStart()
  if (after === '') return { value, unit: '', canonicalUnit: '', rest: '' }
  const unit = UNIT_TEXT.exec(after)?.[0]
  if (!unit) return undefined
  const rest = after.slice(unit.length)
  const canonicalUnit = findUnit(unit)
  // After an unknown word, such as '12 speeds', or in '1 in 60', a text is no quantity.
  if (rest && (!canonicalUnit || /^in\.?$/i.test(unit) || /^\s*[-–]/.test(rest))) return undefined
  return { value, unit, canonicalUnit: canonicalUnit ?? unit.toLowerCase().replace(/\.$/, ''), rest }
}

/** Whether a unit is one that is known, in any spelling. */
export const isKnownUnit = (unit: string): boolean => findUnit(unit) !== undefined

/** What units of the same kind measure, such as 'length'; the unit itself if it is unknown. */
export const getDimension = (canonicalUnit: string): string =>
  UNITS[canonicalUnit]?.dimension ?? canonicalUnit

/** Returns a text with its quantity in another unit; undefined if it cannot be converted. */
export function convertQuantity(text: string, from: string, to: string): string | undefined {
  const quantity = parseQuantity(text)
  if (!quantity || toWritten(quantity.unit) !== toWritten(from)) return undefined
  const { value, canonicalUnit, rest } = quantity
  const target = findUnit(to) ?? to
  // A plain number gets the unit; another spelling of the unit does not change the number.
  if (canonicalUnit === '' || canonicalUnit === target) return join(text, quantity, to)
  const source = UNITS[canonicalUnit]
  const wanted = UNITS[target]
  if (!source || !wanted || source.dimension !== wanted.dimension) return undefined
  return `${toText(fromBase(toBase(value, canonicalUnit), target))} ${to}${rest}`
}

const toWritten = (unit: string): string => unit.trim()

const getDigits = (trimmed: string): string => trimmed.slice(0, readNumber(trimmed, 0)!.end)

/** Keeps the number as it is written. */
function join(text: string, { rest }: Quantity, to: string): string {
  const number = getDigits(text.trim())
  return to === '°' || to === '%' ? `${number}${to}${rest}` : `${number} ${to}${rest}`
}

const NUMBER_WITH_UNIT = /\d\s*([\p{L}%°µμ"”″]+)/gu
const ONLY_NUMBERS = /^[\d\s.,×x*/+±:–-]*\d$/i

/**
 * Returns a text whose numbers are in this unit with the unit: '12 × 30' → '12 × 30 mm'. The same text if it has a unit
 * or no number; undefined if it is not clear where the unit belongs, as in 'M12'.
 */
export function addUnit(text: string, unit: string): string | undefined {
  const quantity = parseQuantity(text)
  if (quantity?.unit === '') return join(text, quantity, unit)
  const hasUnit = [...text.matchAll(NUMBER_WITH_UNIT)].some(([, word = '']) => isKnownUnit(word))
  if (hasUnit || !/\d/.test(text)) return text
  return ONLY_NUMBERS.test(text.trim()) ? `${text.trim()} ${unit}` : undefined
}

/** Returns a text with another number in front of its unit. */
export function replaceNumber(text: string, value: number): string {
  const trimmed = text.trim()
  const number = getDigits(trimmed)
  return `${toText(value, number.includes(','))}${trimmed.slice(number.length)}`
}

/** Numbers that are not part of a word such as 'M24'. */
const INNER_NUMBER = /(?<![\p{L}\d.,])\d[\d,]*(?:\.\d+)?(?![\d\p{L}/])/gu
const MAX_INNER_NUMBERS = 6
const MAX_SHAPE_LENGTH = 60

/** The numbers of a text such as '1,650 × 850 × 1,380 mm', and the text without them: '# × # × # mm'. */
export interface NumbersOfText {
  shape: string
  values: number[]
}

/** Returns the numbers of a text with several ones; undefined for other texts. Those of the same shape can be compared. */
export function parseNumbers(text: string): NumbersOfText | undefined {
  const values: number[] = []
  const shape = text.replace(INNER_NUMBER, (number) => {
    const digits = number.replace(/(?<!,),+$/, '')
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
    const digits = number.replace(/(?<!,),+$/, '')
    return toText(value, digits.includes(',')) + number.slice(digits.length)
  })
}

/** Six significant digits, so that conversions leave no remainders such as 50.800000001. */
function toText(value: number, grouped = value >= 1000): string {
  const rounded = Number(value.toPrecision(6))
  return formatNumber(rounded, { useGrouping: grouped || rounded >= 1000, maximumFractionDigits: 10 })
}
