import type { z } from 'zod'
import { type Drawing, MachineDetails } from '#contracts/files/drawing.ts'
import type { Kind } from '#contracts/item/kind.ts'
import {
  type ItemRelations,
  RELATIONS_PER_ITEM,
  ServiceDetails,
  SparePartDetails,
} from '#contracts/item/relation.ts'
import { RELATION_GROUPS, type RelationGroup } from '#contracts/item/relation-groups.ts'
import type { ItemState } from '#contracts/item/state.ts'
import type { ContentTranslator } from '#server/kernel/translation.ts'
import type { ItemDeps } from '../items/deps.ts'
import type { StoredItem } from '../items/store.ts'
import { listOwnTexts } from '../items/translatable-texts.ts'
import { type ItemResponse, toItemResponse } from '../listing/item-response.ts'
import { getDrawings } from './drawings/response.ts'
import { toRelatedItems } from './related-items.ts'
import { findRelations, getRowId } from './store.ts'

interface ResponseDeps extends Pick<ItemDeps, 'db' | 'media'> {
  translator: ContentTranslator
}

type DetailsResponse = ItemResponse & {
  relations?: ItemRelations | undefined
  drawings?: Drawing[] | undefined
}
export const DETAILS_SCHEMAS: Record<Kind, z.ZodType<DetailsResponse>> = {
  machine: MachineDetails,
  spare: SparePartDetails,
  service: ServiceDetails,
}

/** Converts an item to the response of its own page: with its drawings and the first related items of each group. */
export async function withRelations(
  deps: ResponseDeps,
  origin: string,
  item: StoredItem,
  states: readonly ItemState[] = ['published'],
): Promise<DetailsResponse> {
  const response = await toItemResponse(deps, origin, item)
  const relations = await getRelations(deps, origin, item.id, states)
  const drawings =
    item.kind === 'machine' ? await getDrawings(deps, origin, await getRowId(deps.db, item.id), states) : []
  const languages = await deps.translator.listLanguages(listOwnTexts(item))
  return {
    ...response,
    ...(languages.length > 0 && { languages }),
    ...(Object.keys(relations).length > 0 && { relations }),
    ...(drawings.length > 0 && { drawings }),
  }
}

/** Returns the first related items of each group of an item. */
export async function getRelations(
  deps: Pick<ItemDeps, 'db' | 'media'>,
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
