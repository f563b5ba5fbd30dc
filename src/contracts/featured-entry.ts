import { DEFAULT_CATEGORIES, type Kind } from './kind.ts'
import { parseItem } from './parse-item.ts'

/** One line of the back office's table of everything that can be featured (specification, section 3). */
export interface FeaturedEntry {
  id: string
  name: string
  description: string
  category: string
  featured: boolean
  type: Kind
}

/** Reads one item of a list for the table: a machine keeps its own category, if it has one; the others name their kind. */
export function parseFeaturedEntry(type: Kind, raw: unknown): FeaturedEntry {
  const { id, name, description, featured } = parseItem(type, raw)
  const own = (raw as { category?: unknown }).category
  const machineCategory = typeof own === 'string' && own ? own : 'Machine'
  const category = type === 'machine' ? machineCategory : DEFAULT_CATEGORIES[type]
  return { id, name, description, category, featured, type }
}
