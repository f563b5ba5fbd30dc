import { isCode } from '#contracts/item/code.ts'
import type { Specifications } from '#contracts/item/item.ts'
import { toSpecificationKey } from '../export/columns.ts'
import { getUnit } from '../search/quantities/specification-values.ts'

/** One specification of a template, and how many items have it. */
export interface LearnedRow {
  name: string
  unit: string
  count: number
}

interface Usage {
  spellings: Map<string, number>
  units: Map<string, number>
  count: number
  /** The sum of its relative positions, 0 for the first specification of an item. */
  positions: number
}

/** How the items of a category use each specification, by the key of its name. */
export type SpecificationUsage = ReadonlyMap<string, Usage>

/** Counts the specifications of items. Part numbers and similar codes are left out: every item has its own. */
export function countSpecifications(items: Iterable<Specifications>): SpecificationUsage {
  const usages = new Map<string, Usage>()
  for (const specifications of items) {
    const keys = new Set<string>()
    for (const [index, pair] of specifications.entries()) {
      const [name, value] = pair
      const key = toSpecificationKey(name)
      if (isCode(pair) || keys.has(key)) continue
      keys.add(key)
      const usage = usages.get(key) ?? { spellings: new Map(), units: new Map(), count: 0, positions: 0 }
      usages.set(key, usage)
      usage.count++
      usage.positions += index / specifications.length
      increment(usage.spellings, name)
      increment(usage.units, getUnit(value) ?? '')
    }
  }
  return usages
}

/** The share of the specification names that two items of one type have in common, of the item with fewer names. */
const MIN_COMMON_RATIO = 0.6

/**
 * Returns the items that have mostly the same specifications as this one, which is among them. Names that it has alone do
 * not count; without others, all items resemble it.
 */
export function findResembling(items: Specifications[], own: Specifications): Specifications[] {
  const keysOfItems = items.map(toKeys)
  const shared = new Set(
    [...toKeys(own)].filter((key) => keysOfItems.filter((keys) => keys.has(key)).length > 1),
  )
  if (shared.size === 0) return items
  return items.filter((_, index) => {
    const keys = keysOfItems[index]!
    const common = [...keys].filter((key) => shared.has(key)).length
    return common >= Math.min(keys.size, shared.size) * MIN_COMMON_RATIO
  })
}

const toKeys = (specifications: Specifications) =>
  new Set(specifications.filter((pair) => !isCode(pair)).map(([name]) => toSpecificationKey(name)))

/**
 * Returns the specifications that at least half of the items have, and at least two if there are two, in their usual
 * order. Each has the most frequent spelling of its name, and the unit that most of its values have.
 */
export function learnTemplate(usages: SpecificationUsage, itemCount: number): LearnedRow[] {
  const minCount = Math.max(itemCount / 2, Math.min(2, itemCount))
  return [...usages.values()]
    .filter(({ count }) => count >= minCount)
    .sort((a, b) => a.positions / a.count - b.positions / b.count)
    .map(({ spellings, units, count }) => {
      const unit = getMostFrequent(units)
      return {
        name: getMostFrequent(spellings),
        unit: (units.get(unit) ?? 0) * 2 > count ? unit : '',
        count,
      }
    })
}

/** Returns how many items have the specification. */
export const getCount = (usages: SpecificationUsage, name: string): number =>
  usages.get(toSpecificationKey(name))?.count ?? 0

const increment = (counts: Map<string, number>, text: string): unknown =>
  counts.set(text, (counts.get(text) ?? 0) + 1)

function getMostFrequent(counts: Map<string, number>): string {
  let best = ''
  for (const [text, count] of counts) if (count > (counts.get(best) ?? 0)) best = text
  return best
}
