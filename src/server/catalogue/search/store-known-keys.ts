import { sql } from 'kysely'
import type { Kind } from '#contracts/item.ts'
import type { Meaning } from '#contracts/quantities/definitions.ts'
import { getMeaning } from '#contracts/quantities/labels.ts'
import type { Db } from '#server/database/db.ts'

/** A key under which numbers of items are stored. */
export interface KnownKey {
  key: string
  label: string
  unit: string
  meaning: Meaning
}

/** Lists the keys of all quantities of a kind. The recursion jumps from one key to the next; a catalogue has few. */
export async function listKnownKeys(db: Db, kind: Kind): Promise<KnownKey[]> {
  const { rows } = await sql<{ key: string; label: string; unit: string }>`
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
  return rows.flatMap(({ key, label, unit }) =>
    label === null ? [] : [{ key, label, unit, meaning: getMeaning(label, unit) }],
  )
}
