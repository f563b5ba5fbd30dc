import type { RelatedItem } from '#contracts/item/relation.ts'
import { ITEM_STATES, type ItemState } from '#contracts/item/state.ts'
import type { ItemDeps } from '../items/deps.ts'
import { findReplacements } from '../items/store-replacements.ts'
import { toSummaries } from '../listing/item-response.ts'
import type { RelatedStoredItem } from './store.ts'

type ResponseDeps = Pick<ItemDeps, 'db' | 'media'>

/** Converts related items to responses, with the replacements of those that are discontinued. */
export async function toRelatedItems(
  deps: ResponseDeps,
  origin: string,
  related: RelatedStoredItem[],
): Promise<RelatedItem[]> {
  const items = related.map(({ item }) => item)
  const summaries = await toSummaries(deps, origin, items)
  const replacements = await findReplacements(deps.db, items)
  return related.map(({ relation, item }, index) => ({
    ...summaries[index]!,
    ...(item.commercial.code !== null && { code: item.commercial.code }),
    state: item.state,
    ...(replacements.has(item.id) && { replacedBy: replacements.get(item.id)! }),
    relation: {
      ...pickDetails(relation),
      drawing: relation.position === '' ? null : (relation.drawing ?? null),
    },
  }))
}

const pickDetails = ({ id, revision, assembly, position, quantity }: RelatedStoredItem['relation']) => ({
  ...{ id, revision, assembly, position, quantity },
})

/** The states of the related items that staff see. */
export const ALL_STATES: readonly ItemState[] = ITEM_STATES
