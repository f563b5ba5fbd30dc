import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'

/*
 * The text index numbers items by their `sort_key`: the published ones of each kind on a shelf of their own, in the order of
 * their names, all others on the last shelf. A search reads the index along a shelf and leaves off after a page, however
 * many items it finds (decision 0123). Places leave room between neighbours; numbers stay below 2^53.
 */

const KEY_RANGE_SIZE = 2 ** 51
const KEY_RANGE_KINDS: Kind[] = ['machine', 'spare', 'service']

/** A stretch of places; both ends are outside it. */
export interface KeyRange {
  from: number
  to: number
}

/** Where the published items of this kind stand; of all kinds without one. */
export function getKeyRange(kind: Kind | undefined): KeyRange {
  if (kind === undefined) return { from: 0, to: KEY_RANGE_KINDS.length * KEY_RANGE_SIZE }
  const from = KEY_RANGE_KINDS.indexOf(kind) * KEY_RANGE_SIZE
  return { from, to: from + KEY_RANGE_SIZE }
}

/** The place of an item that is not on the site. */
export const getUnpublishedSortKey = (rowId: number): number =>
  KEY_RANGE_KINDS.length * KEY_RANGE_SIZE + rowId

/** Gives every item its place, all as far apart as they can be. Takes seconds for a hundred thousand. */
export const REBUILD_SORT_KEYS: RawBuilder<unknown> = sql`
  update item set sort_key = numbered.sort_key from (
    select row_id,
      case when unpublished_at is not null then ${sql.lit(getUnpublishedSortKey(0))} + row_id
      else case kind
          when 'machine' then ${sql.lit(getKeyRange('machine').from)}
          when 'spare' then ${sql.lit(getKeyRange('spare').from)}
          else ${sql.lit(getKeyRange('service').from)}
        end + row_number() over (partition by kind, unpublished_at is null order by name_sort, id)
          * cast(${sql.lit(KEY_RANGE_SIZE)} / (count(*) over (partition by kind, unpublished_at is null) + 1) as bigint)
      end as sort_key
    from item
  ) as numbered where numbered.row_id = item.row_id`
