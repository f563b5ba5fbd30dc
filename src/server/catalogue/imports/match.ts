import { KIND_LABELS, type Kind } from '#contracts/item/kind.ts'
import type { Db } from '#server/database/db.ts'
import { fold } from '#server/kernel/text.ts'
import type { ItemDraft } from '../item/draft.ts'
import { findByIdsAnyState, type StoredItem, toCodeKey } from '../items/store.ts'
import { findSnapshots } from '../items/store-history.ts'
import type { RowKey } from './row-values.ts'
import { listIds } from './store-candidates.ts'

export interface Candidates {
  byId: ReadonlyMap<string, StoredItem>
  byCode: ReadonlyMap<string, StoredItem>
  /** All items of a kind by their folded name. */
  byName: ReadonlyMap<string, StoredItem[]>
}

/** The item that a row is about, undefined for a new one, or the end of the sentence that says why it cannot be told. */
export type Match = { item: StoredItem | undefined } | { problem: string; of: 'id' | 'code' | 'name' }

export const toNameKey = (kind: Kind, name: string): string => `${kind} ${fold(name)}`

/**
 * Finds the item of a row by its id, or else its code, or else its exact name. A row with an unknown id is not new: only a
 * code can say which item it is about. A name decides only if neither the row nor
 * the item has another code: parts of one name with different codes are different parts.
 */
export function matchItem(
  kind: Kind,
  { id, code, name }: RowKey,
  { byId, byCode, byName }: Candidates,
): Match {
  const withId = id === null ? undefined : byId.get(id)
  if (withId) return ofKind(kind, withId, 'id')
  const withCode = code === null ? undefined : byCode.get(toCodeKey(code))
  if (withCode) return ofKind(kind, withCode, 'code')
  if (id !== null) return { problem: `no item has the ID '${id}'. It may have been deleted`, of: 'id' }
  if (name === null)
    return code === null
      ? { problem: 'the row has neither a code nor a name', of: 'name' }
      : { problem: 'no item has this code, and a new item needs a name', of: 'name' }
  const sameName = (byName.get(toNameKey(kind, name)) ?? []).filter(
    (item) => code === null || item.commercial.code === null,
  )
  if (sameName.length < 2) return { item: sameName[0] }
  return {
    problem: `${sameName.length} ${KIND_LABELS[kind].plural} have the name '${name}'. Add their codes or IDs`,
    of: 'name',
  }
}

const ofKind = (kind: Kind, item: StoredItem, of: 'id' | 'code'): Match =>
  item.kind === kind
    ? { item }
    : {
        problem: `this is the ${KIND_LABELS[item.kind].label.toLowerCase()} '${item.name}', not a ${KIND_LABELS[kind].label.toLowerCase()}`,
        of,
      }

export interface SnapshotSource {
  snapshots: ReadonlyMap<string, ItemDraft>
}

/** Returns the item as it was when it was exported, if it was changed since and the revision is stored. */
export const findExported = (
  { id }: StoredItem,
  { revision }: RowKey,
  { snapshots }: SnapshotSource,
): ItemDraft | undefined => (revision === null ? undefined : snapshots.get(toSnapshotKey(id, revision)))

const toSnapshotKey = (id: string, revision: number): string => `${id} ${revision}`

/** Reads the items that rows may be about, and their revisions of the time of the export if they have others now. */
export async function findCandidates(db: Db, keys: RowKey[]): Promise<Candidates & SnapshotSource> {
  const ids = keys.flatMap(({ id }) => id ?? [])
  const codes = keys.flatMap(({ code }) => (code === null ? [] : toCodeKey(code)))
  const names = keys.flatMap(({ id, name }) => (id === null && name !== null ? fold(name) : []))
  const found = await findByIdsAnyState(db, [
    ...new Set([
      ...ids,
      ...(await listIds(db, 'code_key', codes)),
      ...(await listIds(db, 'name_sort', names)),
    ]),
  ])
  const byId = new Map(found.map((item) => [item.id, item]))
  const byCode = new Map(
    found.flatMap((item) =>
      item.commercial.code === null ? [] : [[toCodeKey(item.commercial.code), item] as const],
    ),
  )
  const byName = Map.groupBy(found, (item) => toNameKey(item.kind, item.name))
  const older = keys.flatMap(({ id, revision }) =>
    id !== null && revision !== null && byId.get(id)?.revision !== revision ? [{ id, revision }] : [],
  )
  const snapshots = new Map(
    (await findSnapshots(db, older)).map(({ id, revision, item }) => [toSnapshotKey(id, revision), item]),
  )
  return { byId, byCode, byName, snapshots }
}
