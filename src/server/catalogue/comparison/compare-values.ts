import { formatNumber, formatRange } from '#contracts/format.ts'
import { getMeaning } from '#contracts/quantities/labels.ts'
import { parseQuantities } from '#contracts/quantities/parse-quantities.ts'
import type { Quantity } from '#contracts/quantities/quantity.ts'
import { fromBase } from '#contracts/quantities/units.ts'

/** Of a text, without those that restate another one or say what it applies to. */
export const readQuantities = (text: string, label: string): Quantity[] =>
  parseQuantities(text, label).filter(({ role }) => role === undefined)

/**
 * Returns the positions of the better values of one specification; none if they are equal, are not all of the same kind of
 * quantity, or if more is neither better nor worse. Of several dimensions, each must be at least as good as all others.
 */
export function findBestValues(label: string, values: readonly (string | null)[]): number[] {
  const meaning = getMeaning(label)
  if (meaning === 'size') return []
  const rated = values.flatMap((value, index) =>
    value === null ? [] : [{ index, quantities: readQuantities(value, label) }],
  )
  const form = rated[0]?.quantities.map(({ dimension }) => dimension).join()
  const isComparable = rated.every(
    ({ quantities }) => quantities.length > 0 && quantities.map(({ dimension }) => dimension).join() === form,
  )
  if (rated.length < 2 || !isComparable) return []
  const scores = rated.map(({ quantities }) =>
    quantities.flatMap(meaning === 'capability' ? scoreCapability : scoreLimit),
  )
  const isLeast = (score: number[]) =>
    scores.every((other) => score.every((part, index) => part >= other[index]!))
  const best = rated.filter((_, position) => isLeast(scores[position]!))
  return best.length === rated.length ? [] : best.map(({ index }) => index)
}

/** Higher parts are better. A range is as capable as it is wide: '45 to 2,800 rpm'. */
const scoreCapability = ({ min, max }: Quantity): number[] => [
  max ?? min ?? 0,
  min !== null && max !== null && min !== max ? -min : 0,
]
const scoreLimit = ({ min, max }: Quantity): number[] => [-(max ?? min ?? 0)]

/**
 * Returns the texts with the unit of the first one: to a text that states its quantity only in another unit, the converted
 * quantity is added, as in '1.6 in (40.64 mm)'.
 */
export function addCommonUnit(label: string, values: readonly (string | null)[]): (string | null)[] {
  const texts = values.map((value) => (value === null ? [] : parseQuantities(value, label)))
  const first = texts.find((quantities) => quantities.length > 0)?.[0]
  return values.map((value, index) => {
    const quantities = texts[index]!
    const [quantity] = quantities
    if (!first || !quantity || quantity.dimension !== first.dimension) return value
    const isSingle = quantities.every(({ role }, position) => position === 0 || role !== undefined)
    if (!isSingle || quantities.some(({ unit }) => unit === first.unit)) return value
    return `${value} (${showQuantity(quantity, first.unit)})`
  })
}

function showQuantity({ min, max }: Quantity, unit: string): string {
  const [from, to] = [min, max].map((bound) =>
    bound === null ? undefined : formatNumber(fromBase(bound, unit), { maximumSignificantDigits: 4 }),
  )
  return `${formatRange(from, to)} ${unit}`
}

/** Whether two texts state the same: the same words, or nothing but the same quantity in any unit. */
export function isEqualValue(label: string, one: string, other: string): boolean {
  if (fold(one) === fold(other)) return true
  const [first, second] = [one, other].map((text) => {
    const [quantity, ...more] = parseQuantities(text, label)
    const isAll = quantity?.start === 0 && quantity.end === text.length && more.length === 0
    return isAll ? quantity : undefined
  })
  return (
    first !== undefined &&
    second !== undefined &&
    first.dimension === second.dimension &&
    first.min === second.min &&
    first.max === second.max
  )
}

const fold = (value: string): string => value.replace(/\s+/g, ' ').trim().toLowerCase()
