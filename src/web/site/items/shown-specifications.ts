import { DISPLAY_LIMITS } from '#contracts/catalogue/display-limits.ts'
import type { Specifications } from '#contracts/item/item.ts'

/** One specification on a card or list row. */
export interface ShownSpecification {
  label: string
  value: string
  /** Whether the list is filtered by it. */
  isFiltered: boolean
}

/**
 * Returns the specifications that a card or list row shows: first those by which the list is filtered, then the others in
 * their order, three in all. `filters` has the format of the list API ('bar-capacity.mm:20..40').
 */
export function pickSpecifications(specifications: Specifications, filters = ''): ShownSpecification[] {
  const names = filters.split(/[,/]/).map((filter) => filter.split(/[.:]/)[0])
  // A label in another script has no letters or digits of a key.
  const isNamed = (name: string) => name !== '' && names.includes(name)
  return specifications
    .map(([label, value]) => ({ label, value, isFiltered: isNamed(slugifyLabel(label)) }))
    .sort((one, other) => Number(other.isFiltered) - Number(one.isFiltered))
    .slice(0, DISPLAY_LIMITS.cardSpecifications)
}

/** 'Bar capacity' → 'bar-capacity': the same conversion as on the server, which derives the keys of filters from labels. */
export const slugifyLabel = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|(?<!-)-+$/g, '')
