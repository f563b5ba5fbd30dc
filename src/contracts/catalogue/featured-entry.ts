import { DEFAULT_CATEGORIES, type Kind } from '../item/kind.ts'
import { parseItem } from '../item/parse-item.ts'

/** One row of the admin's table of items that can be featured (specification, section 3). */
export interface FeaturedEntry {
  id: string
  name: string
  description: string
  category: string
  featured: boolean
  type: Kind
}

/**
 * Converts one item of an API list to a row. The category of a machine is its own, or 'Machine' if it has none; that of
 * other items is the default category of their kind. Throws when `raw` is not an object.
 */
export function parseFeaturedEntry(type: Kind, raw: unknown): FeaturedEntry {
  const { id, name, description, featured } = parseItem(type, raw)
  const storedCategory = (raw as { category?: unknown }).category
  const machineCategory = typeof storedCategory === 'string' && storedCategory ? storedCategory : 'Machine'
  const category = type === 'machine' ? machineCategory : DEFAULT_CATEGORIES[type]
  return { id, name, description, category, featured, type }
}
