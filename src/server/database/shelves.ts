import { type RawBuilder, sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'

/*
 * The text index numbers items by their `place`: the published ones of each kind on a shelf of their own, in the order of
 * their names, all others on the last shelf. A search reads the index along a shelf and leaves off after a page, however
 * many items it finds (decision 0123). Places leave room between neighbours; numbers stay below 2^53.
 */

const SHELF_LENGTH = 2 ** 51
const SHELVES: Kind[] = ['machine', 'spare', 'service']

/** A stretch of places; both ends are outside it. */
export interface Shelf {
  from: number
  to: number
}

/** Where the published items of this kind stand; of all kinds without one. */
export function shelfOf(kind: Kind | undefined): Shelf {
  if (kind === undefined) return { from: 0, to: SHELVES.length * SHELF_LENGTH }
  const from = SHELVES.indexOf(kind) * SHELF_LENGTH
  return { from, to: from + SHELF_LENGTH }
}

/** The place of an item that is not on the site. */
export const hiddenPlace = (rowId: number): number => SHELVES.length * SHELF_LENGTH + rowId

/** Gives every item its place, all as far apart as they can be. Takes seconds for a hundred thousand. */
export const PLACE_ALL: RawBuilder<unknown> = sql`
  update item set place = numbered.place from (
    select row_id,
      case when hidden_at is not null then ${sql.lit(hiddenPlace(0))} + row_id
      else case kind
          when 'machine' then ${sql.lit(shelfOf('machine').from)}
          when 'spare' then ${sql.lit(shelfOf('spare').from)}
          else ${sql.lit(shelfOf('service').from)}
        end + row_number() over (partition by kind, hidden_at is null order by name_sort, id)
          * cast(${sql.lit(SHELF_LENGTH)} / (count(*) over (partition by kind, hidden_at is null) + 1) as bigint)
      end as place
    from item
  ) as numbered where numbered.row_id = item.row_id`
