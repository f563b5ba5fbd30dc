import { sql } from 'kysely'
import type { Kind } from '#contracts/item/item.ts'
import type { Meaning } from '#contracts/quantities/definitions.ts'
import { getMeaning } from '#contracts/quantities/labels.ts'
import type { ListSource } from '../store-row-sets.ts'

/** A key under which numbers of items are stored. */
export interface KnownKey {
  key: string
  label: string
  unit: string
  meaning: Meaning
}

/**
 * All keys of a kind, with label and unit of those that have numbers. The recursion jumps from one key to the next, instead
 * of reading all entries: a catalogue has few keys.
 */
const listKeys = ({ db, rowSets }: ListSource, kind: Kind) =>
  rowSets.getList(`keys of ${kind}`, async () => {
    const { rows } = await sql<{ key: string; label: string | null; unit: string }>`
      with recursive known_key(key) as (
        select min(key) from item_specification where kind = ${kind}
        union all
        select (select min(key) from item_specification where kind = ${kind} and key > known_key.key)
        from known_key where known_key.key is not null
      )
      select known_key.key as key, (select label from item_specification as value
          where value.kind = ${kind} and value.key = known_key.key and max_value is not null limit 1) as label,
        (select unit from item_specification as value
          where value.kind = ${kind} and value.key = known_key.key and max_value is not null limit 1) as unit
      from known_key where known_key.key is not null`.execute(db)
    return rows
  })

/** The keys of a kind under which numbers are stored. */
export const listKnownKeys = async (source: ListSource, kind: Kind): Promise<KnownKey[]> =>
  (await listKeys(source, kind)).flatMap(({ key, label, unit }) =>
    label === null ? [] : [{ key, label, unit, meaning: getMeaning(label, unit) }],
  )
