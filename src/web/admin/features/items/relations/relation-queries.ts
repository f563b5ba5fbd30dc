import type { Kind } from '#contracts/item/kind.ts'
import type { ItemRelations, RelatedItem } from '#contracts/item/relation.ts'
import { RELATION_GROUPS, type RelationGroup } from '#contracts/item/relation-groups.ts'
import { jsonQuery, pageQuery } from '#web/admin/session/requests.ts'
import { adminApi } from '#web/admin/session/session.ts'
import { send } from '#web/lib/api/api.ts'

/** What is entered about a relation. */
export interface RelationValues {
  assembly: string
  position: string
  quantity: number | null
}

/** The most that one request lists. */
export const MAX_LISTED = 200

const toPath = (id: string, rest = '') => `/api/items/${encodeURIComponent(id)}/relations${rest}`

/** The first related items of every group. */
export const relationGroupsQuery = (id: string) =>
  jsonQuery<ItemRelations>(`/api/items/${encodeURIComponent(id)}/relation-groups`)

/** The related items of one group. */
export const relationGroupQuery = (id: string, group: RelationGroup) =>
  pageQuery<RelatedItem>(toPath(id, `?group=${group}&limit=${MAX_LISTED}`))

/** Returns the different assemblies of related items, in alphabetical order. */
export function listAssemblies(groups: readonly ({ items: RelatedItem[] } | undefined)[]): string[] {
  const all = groups.flatMap((group) => group?.items.map(({ relation }) => relation.assembly) ?? [])
  return [...new Set(all.filter((assembly) => assembly !== ''))].sort()
}

/** The kind of the items that a group of an item of this kind can contain; undefined: any. */
export function getRelatableKind(kind: Kind, group: RelationGroup): Kind | undefined {
  const { type, otherKind } = RELATION_GROUPS[group]
  return otherKind ?? (type === 'accessory' ? undefined : kind)
}

/** Relates two items. Throws ApiError. */
export const addRelation = (id: string, group: RelationGroup, item: string, values: RelationValues) =>
  send<RelatedItem>(adminApi, 'POST', toPath(id), { group, item, ...values })

/** Changes what a relation states. Throws ApiError. */
export const changeRelation = (
  id: string,
  { id: relationId, revision }: RelatedItem['relation'],
  values: RelationValues,
) => send<RelatedItem>(adminApi, 'PUT', toPath(id, `/${relationId}`), { ...values, revision })

/** Removes a relation. Throws ApiError. */
export const removeRelation = (id: string, { id: relationId, revision }: RelatedItem['relation']) =>
  send(adminApi, 'DELETE', toPath(id, `/${relationId}?revision=${revision}`))
