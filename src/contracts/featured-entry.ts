import type { Kind } from './item.ts'
import type { Item } from './item-reader.ts'

/** One line of the back office's table of everything that can be featured (specification, section 3). */
export interface FeaturedEntry {
  id: string
  name: string
  description: string
  category: string
  featured: boolean
  type: Kind
}

/** The table's view of an item: a machine keeps its own category, the others name their kind. */
export function toFeaturedEntry({ id, name, description, category, featured, kind }: Item): FeaturedEntry {
  const shown = { machine: category || 'Machine', spare: 'Spare Part', service: 'Service' }[kind]
  return { id, name, description, category: shown, featured, type: kind }
}
