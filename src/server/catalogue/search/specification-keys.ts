import { findUnit, toBase, toCounted } from '#contracts/quantities.ts'
import { type Dimension, getBaseUnit, UNITS } from '#contracts/quantity-definitions.ts'
import type { SpecificationFilter } from '#contracts/specification-filter.ts'
import { slugify } from '#server/kernel/text.ts'

/* The keys under which the values of specifications are stored: 'bar-capacity.mm' for lengths in any unit. */

/** 'bar-capacity.mm' for lengths, in which all values of the key are stored; 'turret.station' for counts. */
export function toQuantityKey(label: string, dimension: Dimension, counted?: string): string {
  const unit = toUnitSlug(counted ?? getBaseUnit(dimension))
  return unit ? `${slugify(label)}.${unit}` : slugify(label)
}

const UNIT_WORDS: Record<string, string> = { '°': 'deg', '%': 'percent', '"': 'inch', Ω: 'ohm' }

/** '°C' → 'degc', 'm/min' → 'm-min'. */
const toUnitSlug = (unit: string): string =>
  slugify(unit.replace(/[°%"Ω]/g, (character) => UNIT_WORDS[character]!))

const UNITS_BY_SLUG = new Map<string, string>()
for (const [unit, { spellings }] of Object.entries(UNITS))
  for (const spelling of [unit, ...spellings]) {
    const slug = toUnitSlug(spelling)
    if (slug && !UNITS_BY_SLUG.has(slug)) UNITS_BY_SLUG.set(slug, unit)
  }

/** A filter as it is compared with stored values. */
export interface StoredFilter {
  key: string
  from?: number
  to?: number
}

/**
 * Returns a filter of numbers with its bounds in the base unit. The unit is that of the bounds ('bar-capacity:42mm..'), or
 * that of the key ('length.inch:50..60'). Undefined if both are there and measure different things.
 */
export function toStoredFilter({
  key,
  unit: typed,
  from,
  to,
}: SpecificationFilter): StoredFilter | undefined {
  const [label = '', slug] = key.split('.')
  const ofKey = slug === undefined ? undefined : UNITS_BY_SLUG.get(slug)
  const unit = (typed === undefined ? undefined : findUnit(typed)) ?? ofKey
  // A plain number, a count ('turret.station') or a thread ('thread.m').
  const counted = slug === undefined ? undefined : toCounted(slug)
  if (counted) return { key: `${label}.${counted}`, ...toBounds(from, to, (value) => value) }
  if (unit === undefined || slug === 'm') return { key, ...toBounds(from, to, (value) => value) }
  const { dimension } = UNITS[unit]!
  if (ofKey !== undefined && UNITS[ofKey]!.dimension !== dimension) return undefined
  return {
    key: `${label}.${toUnitSlug(getBaseUnit(dimension))}`,
    ...toBounds(from, to, (value) => toBase(value, unit)),
  }
}

const toBounds = (from: number | undefined, to: number | undefined, convert: (value: number) => number) => ({
  ...(from !== undefined && { from: convert(from) }),
  ...(to !== undefined && { to: convert(to) }),
})
