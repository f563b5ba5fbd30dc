import type { RelatedItem } from '#contracts/item/relation.ts'
import { ITEM_STATES, type ItemState } from '#contracts/item/state.ts'
import type { ItemDeps } from '../items/deps.ts'
import { toSummaries } from '../listing/item-response.ts'
import type { RelatedStoredItem } from './store.ts'

type ResponseDeps = Pick<ItemDeps, 'media'>

/** Converts related items to responses. */
export async function toRelatedItems(
  deps: ResponseDeps,
  origin: string,
  related: RelatedStoredItem[],
): Promise<RelatedItem[]> {
  const summaries = await toSummaries(
    deps,
    origin,
    related.map(({ item }) => item),
  )
  return related.map(({ relation, item }, index) => ({
    ...summaries[index]!,
    ...(item.commercial.code !== null && { code: item.commercial.code }),
    state: item.state,
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
