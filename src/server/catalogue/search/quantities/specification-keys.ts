import type { SpecificationFilter } from '#contracts/catalogue/specification-filter.ts'
import { type Dimension, getBaseUnit, type Meaning, UNITS } from '#contracts/quantities/definitions.ts'
import { toCounted } from '#contracts/quantities/parse-quantities.ts'
import { findUnit, toBase } from '#contracts/quantities/units.ts'
import { slugify } from '#server/kernel/text.ts'
import type { KnownKey } from './store-known-keys.ts'

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
  /** Whether a range has to end within the bounds. Otherwise it matches if it and the bounds have a number in common. */
  isExact?: true
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

/** Whether a filter can only be compared with stored values when the keys of the kind are known. */
export const needsKnownKeys = ({ key, suits }: SpecificationFilter): boolean =>
  suits !== undefined || /[*/]/.test(key)

/**
 * Returns the alternatives of a filter: any key of a unit ('*.mm:..40'), one of several keys, or what suits a number, which
 * is more for a capability, less for a limit, and about the same for a size. `tolerance`: how far a trade size may be off.
 */
export function resolveFilter(
  filter: SpecificationFilter,
  keys: KnownKey[],
  tolerance: { size: number; capability: number } = NO_TOLERANCE,
): StoredFilter[] {
  return filter.key.split('/').flatMap((key) => {
    const bounds = filter.suits === undefined ? filter : { ...filter, from: filter.suits }
    const stored = toStoredFilter({ ...bounds, key: key.replace('*', 'any') })
    if (!stored) return []
    const unit = stored.key.split('.')[1]
    const matching = keys.filter((known) =>
      key.startsWith('*') ? known.key.split('.')[1] === unit : known.key === stored.key,
    )
    return matching.map((known) => {
      if (filter.suits === undefined) return { ...stored, key: known.key }
      return { key: known.key, ...toSuitingBounds(stored.from!, known.meaning, tolerance) }
    })
  })
}

const NO_TOLERANCE = { size: 0.0005, capability: 0 }

function toSuitingBounds(value: number, meaning: Meaning, { size, capability }: typeof NO_TOLERANCE) {
  if (meaning === 'capability') return { from: value * (1 - capability) }
  if (meaning === 'limit') return { to: value }
  return { from: value * (1 - size), to: value * (1 + size) }
}

const toBounds = (from: number | undefined, to: number | undefined, convert: (value: number) => number) => ({
  ...(from !== undefined && { from: convert(from) }),
  ...(to !== undefined && { to: convert(to) }),
})
