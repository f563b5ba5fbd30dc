import type { Db } from '#server/database/db.ts'
import type { DatabaseSettings } from '#server/database/open.ts'
import { TABLES, type TableName } from './keys.ts'
import { compareRows, copyRows, takeInventory } from './move-rows.ts'
import {
  comparePictures,
  copyPictures,
  type PicturePlan,
  type PictureStores,
  planPictures,
} from './pictures.ts'
import { nameOf } from './place.ts'
import { interrupted, MoveProblem, sentenceOf } from './problem.ts'
import { countRows } from './rows.ts'
import { openSource } from './source.ts'
import { begin, finish, lookAt, openTarget, resume, settle, type Target } from './target.ts'

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

export interface MoveOrder {
  from: DatabaseSettings
  /** Undefined: the rows stay where they are. */
  to: DatabaseSettings | undefined
  /** Undefined: the pictures stay. */
  openPictures: (() => Promise<PictureStores>) | undefined
  /** A rehearsal: the site may run, and write. */
  isLive: boolean
  onProgress(progress: Progress): void
  /** Stops it after what is under way; the same order goes on from there. */
  signal: AbortSignal
}

export interface Moved {
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
export async function move(order: MoveOrder): Promise<Moved> {
  try {
    return await moveFrom(order)
  } catch (error) {
    if (order.signal.aborted) throw interrupted()
    throw new MoveProblem(sentenceOf(error), { cause: error })
  }
}

async function moveFrom(order: MoveOrder): Promise<Moved> {
  const { from, to, signal } = order
  const source = await openSource(from, order.isLive)
  let target: Target | undefined
  try {
    target = to && (await openTarget(to))
    const state = target && to && (await lookAt(target.db, to))
    const stores = await order.openPictures?.()
    const plan = stores && (await planPictures(source.db, stores, signal))
    const moved: Moved = { rows: undefined, replaced: 0, pictures: undefined }
    if (target && to && state)
      Object.assign(moved, await moveRows(order, { source: source.db, target: target.db, to, state }))
    if (stores && plan) moved.pictures = await movePictures(order, plan, stores)
    if (target) await finish(target.db)
    return moved
  } finally {
    await target?.close()
    await source.close()
  }
}

async function moveRows(
  order: MoveOrder,
  {
    source,
    target,
    to,
    state,
  }: { source: Db; target: Db; to: DatabaseSettings; state: 'empty' | 'unfinished' },
): Promise<Pick<Moved, 'rows' | 'replaced'>> {
  const rows = {} as Record<TableName, number>
  for (const table of TABLES) rows[table] = await countRows(source, table)
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0)
  const sides = { source, target }
  const { digests, fingerprint, replaced } = await takeInventory(sides, counter(order, 'Reading', total))
  if (state === 'unfinished') await resume(target, to, fingerprint)
  else await begin(target, fingerprint)
  await copyRows(sides, counter(order, 'Copying rows', total))
  const onIndexes = counter(order, 'Making indexes', 1)
  await settle(target)
  onIndexes(1)
  const onRows = counter(order, 'Comparing rows', total)
  await compareRows(sides, { digests, onRows, place: nameOf(to) })
  return { rows, replaced }
}

async function movePictures(
  order: MoveOrder,
  plan: PicturePlan,
  stores: PictureStores,
): Promise<Moved['pictures']> {
  const { signal } = order
  await copyPictures(plan, stores, { signal, onFiles: counter(order, 'Copying pictures', plan.files) })
  await comparePictures(plan, stores, { signal, onFiles: counter(order, 'Comparing pictures', plan.files) })
  return { count: plan.pictures.length, files: plan.files, missing: plan.missing }
}

/** Adds up what is done in a step, tells it, and throws once the move is to stop. */
function counter({ onProgress, signal }: MoveOrder, step: Progress['step'], total: number) {
  let done = 0
  onProgress({ step, done, total })
  return (more: number) => {
    signal.throwIfAborted()
    done += more
    onProgress({ step, done, total })
  }
}
