import type { DatabaseSettings, Db } from '#server/database/db.ts'
import { countRows } from './batches.ts'
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
import { TABLES, type TableName } from './primary-keys.ts'
import { openSource } from './source.ts'
import {
  beginTransfer,
  finalizeIndexes,
  finishTransfer,
  inspectTarget,
  openTarget,
  resumeTransfer,
  type TargetDatabase,
} from './target.ts'

interface Progress {
  step:
    | 'Reading'
    | 'Copying rows'
    | 'Making indexes'
    | 'Comparing rows'
    | 'Copying pictures'
    | 'Comparing pictures'
  done: number
  total: number
}

export interface TransferOptions {
  from: DatabaseSettings
  /** Undefined: the rows stay where they are. */
  to: DatabaseSettings | undefined
  /** Undefined: the pictures stay. */
  openPictures: (() => Promise<PictureStores>) | undefined
  /** A rehearsal: the site may run, and write. */
  isDryRun: boolean
  onProgress(progress: Progress): void
  /** Stops it after what is under way; the same order goes on from there. */
  signal: AbortSignal
}

export interface TransferResult {
  /** Rows of each table; undefined when they stayed. */
  rows: Record<TableName, number> | undefined
  /** Texts in which a null character, which PostgreSQL cannot hold, became U+FFFD. */
  replaced: number
  /** Undefined when they stayed. */
  pictures: { count: number; files: number; missing: string[] } | undefined
}

/**
 * Copies a site to another place and compares both. Until the end the new place is no site; the old one is left as it was.
 * Throws sentences for people.
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
  const onIndexes = createProgressCounter(options, 'Making indexes', 1)
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

/** Adds up what is done in a step, tells it, and throws once the move is to stop. */
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
