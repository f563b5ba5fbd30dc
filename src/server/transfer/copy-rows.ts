import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import {
  computeDigest,
  countRows,
  type Digest,
  findFirstDifference,
  type Row,
  readBatches,
} from '#server/database/batches.ts'
import type { Db } from '#server/database/db.ts'
import { isPostgres } from '#server/database/sql-dialect.ts'
import { TABLES, type TableName } from '#server/database/tables.ts'
import { TransferError } from './errors.ts'
import { replaceNuls } from './null-characters.ts'
import { readProgress, writeBatch } from './store-target.ts'

export interface TransferDatabases {
  source: Db
  target: Db
}

/** Called with the number of rows after every batch; throws to stop. */
export type OnRows = (rows: number) => void

/** A summary of all rows as the target will contain them. */
export interface Inventory {
  digests: Map<TableName, Digest>
  /** Equal for equal data on either engine. */
  fingerprint: string
  /** The number of texts that were changed for PostgreSQL. */
  replaced: number
}

/** Reads all rows of the source. */
export async function createInventory(databases: TransferDatabases, onRows: OnRows): Promise<Inventory> {
  const digests = new Map<TableName, Digest>()
  let replaced = 0
  const count = () => {
    replaced++
  }
  for (const table of TABLES)
    digests.set(
      table,
      await computeDigest(withProgress(readSourceBatches(databases, table, { onReplaced: count }), onRows)),
    )
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([...digests]))
    .digest('hex')
  return { digests, fingerprint, replaced }
}

/** Copies the rows that the target does not have; those that it has are reported to `onRows` first. */
export async function copyRows(databases: TransferDatabases, onRows: OnRows): Promise<void> {
  const { target } = databases
  for (const table of TABLES) onRows(await countRows(target, table))
  const progress = await readProgress(target)
  for (const table of TABLES) {
    let lastKey = progress.get(table) ?? ''
    const remaining = readSourceBatches(databases, table, {
      after: lastKey ? JSON.parse(lastKey) : undefined,
    })
    for await (const batch of withProgress(remaining, onRows))
      lastKey = await writeBatch(target, table, { batch, reached: lastKey })
  }
}

/** Throws `TransferError` with the first table and row that differ between source and target. */
export async function compareRows(
  databases: TransferDatabases,
  { digests, onRows, location }: { digests: Inventory['digests']; onRows: OnRows; location: string },
): Promise<void> {
  for (const [table, expected] of digests) {
    const found = await computeDigest(withProgress(readBatches(databases.target, table), onRows))
    if (found.rows === expected.rows && found.sha256 === expected.sha256) continue
    const batches = {
      source: readSourceBatches(databases, table),
      target: readBatches(databases.target, table),
    }
    throw new TransferError(
      `The table ${table} differs in ${location}: it has ${found.rows} rows instead of ${expected.rows}, and the first difference is at ${await findFirstDifference(table, batches)}. Empty the target and start the transfer again.`,
    )
  }
}

function readSourceBatches(
  { source, target }: TransferDatabases,
  table: TableName,
  { after, onReplaced = () => {} }: { after?: unknown[] | undefined; onReplaced?: () => void } = {},
): AsyncIterable<Row[]> {
  const batches = readBatches(source, table, { after })
  return isPostgres(target) ? replaceNuls(table, batches, onReplaced) : batches
}

async function* withProgress(batches: AsyncIterable<Row[]>, onRows: OnRows): AsyncGenerator<Row[]> {
  for await (const batch of batches) {
    yield batch
    // SQLite returns synchronously: without this pause no signal would be handled.
    await setImmediate()
    onRows(batch.length)
  }
}
