import type { z } from 'zod'
import { ITEM_STATES, type ItemState } from '#contracts/item-state.ts'
import type { Kind } from '#contracts/kind.ts'
import {
  type ItemRelations,
  MachineDetails,
  RELATIONS_PER_ITEM,
  type RelatedItem,
  ServiceDetails,
  SparePartDetails,
} from '#contracts/relation.ts'
import { RELATION_GROUPS, type RelationGroup } from '#contracts/relation-groups.ts'
import type { Db } from '#server/database/db.ts'
import type { ItemDeps } from '../items/deps.ts'
import { type ItemResponse, toItemResponse, toSummaries } from '../items/item-response.ts'
import type { StoredItem } from '../items/store.ts'
import { findRelations, getRowId, type RelatedStoredItem } from './store.ts'

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
  return related.map(({ relation: { id, revision, assembly, position, quantity }, item }, index) => ({
    ...summaries[index]!,
    ...(item.commercial.code !== null && { code: item.commercial.code }),
    state: item.state,
    relation: { id, revision, assembly, position, quantity },
  }))
}

type DetailsResponse = ItemResponse & { relations?: ItemRelations | undefined }
export const DETAILS_SCHEMAS: Record<Kind, z.ZodType<DetailsResponse>> = {
  machine: MachineDetails,
  spare: SparePartDetails,
  service: ServiceDetails,
}

/** Converts an item to the response of its own page: with the first related items of each group, if it has any. */
export async function withRelations(
  deps: ResponseDeps & { db: Db },
  origin: string,
  item: StoredItem,
  states: readonly ItemState[] = ['published'],
): Promise<DetailsResponse> {
  const response = await toItemResponse(deps, origin, item)
  const relations = await getRelations(deps, origin, item.id, states)
  return Object.keys(relations).length > 0 ? { ...response, relations } : response
}

/** Returns the first related items of each group of an item. */
export async function getRelations(
  deps: ResponseDeps & { db: Db },
  origin: string,
  id: string,
  states: readonly ItemState[],
): Promise<ItemRelations> {
  const groups = await findRelations(deps.db, await getRowId(deps.db, id), states, RELATIONS_PER_ITEM)
  const entries = Object.entries(groups) as [RelationGroup, (typeof groups)[RelationGroup] & object][]
  return Object.fromEntries(
    await Promise.all(
      entries.map(async ([group, { total, items }]) => [
        group,
        { label: RELATION_GROUPS[group].label, total, items: await toRelatedItems(deps, origin, items) },
      ]),
    ),
  ) as ItemRelations
}

/** The states of the related items that staff see. */
export const ALL_STATES: readonly ItemState[] = ITEM_STATES
