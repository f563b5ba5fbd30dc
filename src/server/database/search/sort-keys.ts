import type { Kind } from '#contracts/item.ts'

/*
 * `item.sort_key` orders the published items of a kind by name, and is their row id in SQLite's full-text index. Each
 * kind has a key range of its own; all unpublished items are in the last one. Neighbours have gaps between their keys,
 * so that a new item rarely moves others. Keys are exact in JavaScript: less than 2^53. docs/search.md has an example.
 */

const KEY_RANGE_SIZE = 2 ** 51
const KEY_RANGE_KINDS: Kind[] = ['machine', 'spare', 'service']
const UNPUBLISHED_FROM = KEY_RANGE_KINDS.length * KEY_RANGE_SIZE

/** The sort keys between two bounds, both exclusive. */
export interface KeyRange {
  from: number
  to: number
}

/** The sort keys of all items of any state. */
export const ALL_KEYS: KeyRange = { from: 0, to: UNPUBLISHED_FROM + KEY_RANGE_SIZE }

/** The sort keys of the published items of this kind; of every kind if it is undefined. */
export function getKeyRange(kind: Kind | undefined): KeyRange {
  if (kind === undefined) return { from: 0, to: UNPUBLISHED_FROM }
  const from = KEY_RANGE_KINDS.indexOf(kind) * KEY_RANGE_SIZE
  return { from, to: from + KEY_RANGE_SIZE }
}

/** The sort key of an item that is a draft or archived. */
export const getUnpublishedSortKey = (rowId: number): number => UNPUBLISHED_FROM + rowId
