import { type RawBuilder, sql } from 'kysely'
import { TypedFastBitSet } from 'typedfastbitset'
import type { Db } from '#server/database/db.ts'
import { perDialect } from '#server/database/sql-dialect.ts'
import { SingleFlightCache } from '#server/http-cache/single-flight-cache.ts'
import type { Events } from '#server/kernel/events.ts'
import type { TradeNames } from './trade-names.ts'

/** Row ids of items, one bit for each. Sets from `RowSets` are shared: only their methods that return a new set may be used. */
export type RowSet = TypedFastBitSet

export interface ListSource {
  db: Db
  rowSets: RowSets
  tradeNames: TradeNames
}

/** Of a million items, a set takes 125 kB and a column 8 MB. */
const MAX_BYTES = 64 * 1024 * 1024
/** A key of the cache with what belongs to it. */
const BYTES_PER_ENTRY = 500
const BYTES_PER_LISTED = 100

/**
 * Reads which items have a property as sets, and caches them until content changes. A query of a set costs as much as it
 * finds; combining and counting sets costs next to nothing (decision 0192).
 */
export class RowSets {
  readonly #cache = new SingleFlightCache<{ value: unknown; bytes: number }>({
    maxBytes: MAX_BYTES,
    getSize: ({ bytes }) => BYTES_PER_ENTRY + bytes,
  })

  constructor(events: Events) {
    events.on('content-changed', (what) => {
      if (what !== 'pages') this.#cache.clear()
    })
  }

  /** The rows that a query with the column `row_id` selects. `key` identifies the query. */
  get(db: Db, key: string, query: RawBuilder<unknown>): Promise<RowSet> {
    return this.getValue(`set ${key}`, getSetBytes, async () => {
      const { rows } = await sql<{ ids: string | null }>`
        select ${joinNumbers('row_id')} as ids from (${query}) as found`.execute(db)
      return new TypedFastBitSet(parseNumbers(rows[0]?.ids))
    })
  }

  /** The sets of a query with the columns `name` and `row_id`, by name. */
  getGroups(db: Db, key: string, query: RawBuilder<unknown>): Promise<Map<string, RowSet>> {
    return this.getValue(`groups ${key}`, sumSetBytes, async () => {
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
    const getBytes = (columns: Record<Name, Float64Array>) => names.length * columns[names[0]!].byteLength
    return this.getValue(`columns ${key}`, getBytes, async () => {
      const columns = names.map((name) => sql`${joinNumbers(name)} as ${sql.ref(name)}`)
      const { rows } = await sql<Record<Name, string | null>>`
        select ${sql.join(columns)} from (${query}) as found`.execute(db)
      const toColumn = (name: Name) => [name, Float64Array.from(parseNumbers(rows[0]?.[name]))] as const
      return Object.fromEntries(names.map(toColumn)) as Record<Name, Float64Array>
    })
  }

  /** A list that `load` reads, of words or what takes as little. */
  getList<Entry>(key: string, load: () => Promise<Entry[]>): Promise<Entry[]> {
    return this.getValue(`list ${key}`, (entries) => entries.length * BYTES_PER_LISTED, load)
  }

  /** Another value that follows from the items; `getBytes` estimates its size. */
  async getValue<Value>(
    key: string,
    getBytes: (value: Value) => number,
    load: () => Promise<Value>,
  ): Promise<Value> {
    const { value } = await this.#cache.get(key, async () => {
      const loaded = await load()
      return { value: loaded, bytes: getBytes(loaded) }
    })
    return value as Value
  }
}

const getSetBytes = ({ words }: RowSet): number => words.byteLength

const sumSetBytes = (groups: Map<string, RowSet>): number =>
  [...groups.values()].reduce((total, set) => total + getSetBytes(set), 0)

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
