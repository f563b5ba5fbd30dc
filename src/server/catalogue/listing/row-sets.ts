import { type RawBuilder, sql } from 'kysely'
import { TypedFastBitSet } from 'typedfastbitset'
import type { Db } from '#server/database/db.ts'
import { perDialect } from '#server/database/sql-dialect.ts'
import { SingleFlightCache } from '#server/http-cache/single-flight-cache.ts'
import type { Events } from '#server/kernel/events.ts'

/** Row ids of items, one bit for each. Sets from `RowSets` are shared: only their methods that return a new set may be used. */
export type RowSet = TypedFastBitSet

/** Of a million items, a set takes 125 kB and a column 8 MB. */
const MAX_BYTES = 64 * 1024 * 1024

/**
 * Reads which items have a property as sets, and caches them until content changes. A query of a set costs as much as it
 * finds; combining and counting sets costs next to nothing (decision 0192).
 */
export class RowSets {
  readonly #sets = new SingleFlightCache<RowSet>({ maxBytes: MAX_BYTES / 4, getSize: getSetSize })
  readonly #groups = new SingleFlightCache<Map<string, RowSet>>({
    maxBytes: MAX_BYTES / 4,
    getSize: (groups) => [...groups.values()].reduce((total, set) => total + getSetSize(set), 1),
  })
  readonly #columns = new SingleFlightCache<Record<string, Float64Array>>({
    maxBytes: MAX_BYTES / 2,
    getSize: (columns) => Object.values(columns).reduce((total, { byteLength }) => total + byteLength, 1),
  })

  constructor(events: Events) {
    events.on('content-changed', () => {
      for (const cache of [this.#sets, this.#groups, this.#columns]) cache.clear()
    })
  }

  /** The rows that a query with the column `row_id` selects. `key` identifies the query. */
  get(db: Db, key: string, query: RawBuilder<unknown>): Promise<RowSet> {
    return this.#sets.get(key, async () => {
      const { rows } = await sql<{ ids: string | null }>`
        select ${joinNumbers('row_id')} as ids from (${query}) as found`.execute(db)
      return new TypedFastBitSet(parseNumbers(rows[0]?.ids))
    })
  }

  /** The sets of a query with the columns `name` and `row_id`, by name. */
  getGroups(db: Db, key: string, query: RawBuilder<unknown>): Promise<Map<string, RowSet>> {
    return this.#groups.get(key, async () => {
      const { rows } = await sql<{ name: string | number; ids: string | null }>`
        select name, ${joinNumbers('row_id')} as ids from (${query}) as found group by name order by name`.execute(
        db,
      )
      return new Map(rows.map(({ name, ids }) => [String(name), new TypedFastBitSet(parseNumbers(ids))]))
    })
  }

  /** These columns of a query, which are integers, in its order. */
  getColumns<Name extends string>(
    db: Db,
    key: string,
    names: readonly Name[],
    query: RawBuilder<unknown>,
  ): Promise<Record<Name, Float64Array>> {
    return this.#columns.get(key, async () => {
      const columns = names.map((name) => sql`${joinNumbers(name)} as ${sql.ref(name)}`)
      const { rows } = await sql<Record<Name, string | null>>`
        select ${sql.join(columns)} from (${query}) as found`.execute(db)
      const toColumn = (name: Name) => [name, Float64Array.from(parseNumbers(rows[0]?.[name]))] as const
      return Object.fromEntries(names.map(toColumn)) as Record<Name, Float64Array>
    })
  }
}

const getSetSize = ({ words }: RowSet): number => words.byteLength + 1

/** All numbers as one text: converting each of a hundred thousand rows takes longer than finding them. */
const joinNumbers = (column: string) =>
  perDialect<string | null>({
    sqlite: sql`group_concat(${sql.ref(column)})`,
    postgres: sql`string_agg(${sql.ref(column)}::text, ',')`,
  })

const parseNumbers = (text: string | null | undefined): number[] => JSON.parse(`[${text ?? ''}]`) as number[]

/** The rows that are in all sets. Throws a RangeError without any. */
export function intersect([first, ...others]: readonly RowSet[]): RowSet {
  if (!first) throw new RangeError('There is no set to intersect.')
  return others.reduce((all, set) => all.new_intersection(set), first)
}

/** At most `max` rows of a set, spread evenly over it. */
export function sampleRows(set: RowSet, max: number): number[] {
  const rowIds = set.array()
  if (rowIds.length <= max) return rowIds
  return Array.from({ length: max }, (_, index) => rowIds[Math.floor((index * rowIds.length) / max)]!)
}
