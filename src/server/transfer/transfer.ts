import { countRows } from '#server/database/batches.ts'
import type { DatabaseSettings, Db } from '#server/database/db.ts'
import { TABLES, type TableName } from '#server/database/tables.ts'
import { compareRows, copyRows, createInventory } from './copy-rows.ts'
import { getUserMessage, interruptedError, TransferError } from './errors.ts'
import { formatLocation } from './location.ts'
import {
  comparePictures,
  copyPictures,
  type PicturePlan,
  type PictureStores,
  planPictures,
} from './pictures.ts'
import { openSource } from './store-source.ts'
import {
  beginTransfer,
  finalizeIndexes,
  finishTransfer,
  inspectTarget,
  openTarget,
  resumeTransfer,
  type TargetDatabase,
} from './store-target.ts'

interface Progress {
  step:
    | 'Reading'
    | 'Copying rows'
    | 'Creating indexes'
    | 'Comparing rows'
    | 'Copying pictures'
    | 'Comparing pictures'
  done: number
  total: number
}

export interface TransferOptions {
  from: DatabaseSettings
  /** Undefined when the rows are not copied. */
  to: DatabaseSettings | undefined
  /** Undefined when the pictures are not copied. */
  openPictures: (() => Promise<PictureStores>) | undefined
  /** A rehearsal, during which the site may be running. */
  isDryRun: boolean
  onProgress(progress: Progress): void
  /** Stops after the current batch; the same transfer continues from there. */
  signal: AbortSignal
}

export interface TransferResult {
  /** The number of rows of each table; undefined when they were not copied. */
  rows: Record<TableName, number> | undefined
  /** The number of texts in which null characters were replaced with U+FFFD. */
  replaced: number
  /** Undefined when they were not copied. */
  pictures: { count: number; files: number; missing: string[] } | undefined
}

/**
 * Copies a site to another database or blob storage and compares both. The source is not changed; the target cannot be
 * opened by a site until the end. Throws a `TransferError` with a message for the user.
 */
export async function transfer(options: TransferOptions): Promise<TransferResult> {
  try {
    return await runTransfer(options)
  } catch (error) {
    if (options.signal.aborted) throw interruptedError()
    throw new TransferError(getUserMessage(error), { cause: error })
  }
}

async function runTransfer(options: TransferOptions): Promise<TransferResult> {
  const { from, to, signal } = options
  const source = await openSource(from, options.isDryRun)
  let target: TargetDatabase | undefined
  try {
    target = to && (await openTarget(to))
    const state = target && to && (await inspectTarget(target.db, to))
    const stores = await options.openPictures?.()
    const plan = stores && (await planPictures(source.db, stores, signal))
    const result: TransferResult = { rows: undefined, replaced: 0, pictures: undefined }
    if (target && to && state)
      Object.assign(result, await transferRows(options, { source: source.db, target: target.db, to, state }))
    if (stores && plan) result.pictures = await transferPictures(options, plan, stores)
    if (target) await finishTransfer(target.db)
    return result
  } finally {
    await target?.close()
    await source.close()
  }
}

async function transferRows(
  options: TransferOptions,
  {
    source,
    target,
    to,
    state,
  }: { source: Db; target: Db; to: DatabaseSettings; state: 'empty' | 'unfinished' },
): Promise<Pick<TransferResult, 'rows' | 'replaced'>> {
  const rows = {} as Record<TableName, number>
  for (const table of TABLES) rows[table] = await countRows(source, table)
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const databases = { source, target }
  const { digests, fingerprint, replaced } = await createInventory(
    databases,
    createProgressCounter(options, 'Reading', total),
  )
  if (state === 'unfinished') await resumeTransfer(target, to, fingerprint)
  else await beginTransfer(target, fingerprint)
  await copyRows(databases, createProgressCounter(options, 'Copying rows', total))
  const onIndexes = createProgressCounter(options, 'Creating indexes', 1)
  await finalizeIndexes(target)
  onIndexes(1)
  const onRows = createProgressCounter(options, 'Comparing rows', total)
  await compareRows(databases, { digests, onRows, location: formatLocation(to) })
  return { rows, replaced }
}

async function transferPictures(
  options: TransferOptions,
  plan: PicturePlan,
  stores: PictureStores,
): Promise<TransferResult['pictures']> {
  const { signal } = options
  await copyPictures(plan, stores, {
    signal,
    onFiles: createProgressCounter(options, 'Copying pictures', plan.files),
  })
  await comparePictures(plan, stores, {
    signal,
    onFiles: createProgressCounter(options, 'Comparing pictures', plan.files),
  })
  return { count: plan.pictures.length, files: plan.files, missing: plan.missing }
}

/** Returns a function that adds to the progress of a step, reports it, and throws after `signal` was aborted. */
function createProgressCounter(
  { onProgress, signal }: TransferOptions,
  step: Progress['step'],
  total: number,
) {
  let done = 0
  onProgress({ step, done, total })
  return (count: number) => {
    signal.throwIfAborted()
    done += count
    onProgress({ step, done, total })
  }
}
