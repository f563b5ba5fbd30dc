import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/database/db.ts'
import { runExclusively } from '#server/database/postgres/locks.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import { createLoop, type Loop } from '#server/kernel/scheduler.ts'
import type { ImageWorker } from './image-worker.ts'
import type { BlobStorage } from './storage/blob-storage.ts'
import { findMedia, findWithoutAvif, getSourceFile, markAvif } from './store.ts'

/** The pause after a failure while the blob storage is unavailable. */
const STORAGE_RETRY_DELAY_MS = 60_000
/** After this time the job looks again at pictures that another process had locked and may not have finished. */
const LOCKED_RETRY_DELAY_MS = 30_000

interface AvifJobDeps {
  db: Db
  blobStorage: BlobStorage
  clock: Clock
  imageWorker: ImageWorker
  /** The time before the first picture after the start and after each `wake`. */
  delayMs: number
  storageRetryDelayMs?: number
  /** Called after each picture, when its AVIF files can be used. */
  onDone(id: string): void
  onError(error: unknown): void
}

/**
 * Adds smaller AVIF files to the WebP files in the background, one picture at a time. After each picture it pauses as
 * long as the picture took, so that responses stay fast. An interrupted picture is done again at the next start.
 * Several processes work on different pictures.
 */
export function startAvifJob(deps: AvifJobDeps): Loop {
  const loop = createLoop({
    onError: deps.onError,
    async work(signal) {
      const wait = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => undefined)
      await wait(deps.delayMs)
      const lockedByOthers: string[] = []
      const findNext = () => findWithoutAvif(deps.db, [...failed, ...lockedByOthers])
      for (let next = await findNext(); next && !signal.aborted; next = await findNext()) {
        const start = performance.now()
        const hasLock = await convertLocked(next, wait)
        if (!hasLock) lockedByOthers.push(next.id)
        else await wait(performance.now() - start)
      }
      if (lockedByOthers.length === 0) return
      await wait(LOCKED_RETRY_DELAY_MS)
      loop.wake()
    },
  })

  /** Returns false if another process converts this picture. */
  const convertLocked = ({ id, widths }: { id: string; widths: number[] }, wait: Wait) =>
    runExclusively(deps.db, `avif ${id}`, () =>
      convertPicture(deps, { id, widths }).then(
        () => deps.onDone(id),
        (error) => handleFailure(id, error, wait),
      ),
    )

  /** Pictures that are skipped until the next start. */
  const failed: string[] = []
  /** Pictures that failed once although the storage was available: it may have become available just then. */
  const failedOnce = new Set<string>()
  const handleFailure = async (id: string, error: unknown, wait: Wait) => {
    deps.onError(error)
    const isStorageUp = await deps.blobStorage.check().then(
      () => true,
      () => false,
    )
    if (!isStorageUp) await wait(deps.storageRetryDelayMs ?? STORAGE_RETRY_DELAY_MS)
    else if (failedOnce.has(id)) failed.push(id)
    else failedOnce.add(id)
  }
  loop.wake()
  return loop
}

type Wait = (ms: number) => Promise<unknown>

/** Files of a picture whose record is deleted meanwhile are left to the sweep. */
async function convertPicture(
  { db, blobStorage, clock, imageWorker }: AvifJobDeps,
  { id, widths }: { id: string; widths: number[] },
): Promise<void> {
  const [record] = await findMedia(db, [id])
  // Another process may have finished the picture before this one had the lock.
  if (record?.avif) return
  const widest = await blobStorage.read(getSourceFile({ id, widths }))
  for (const width of widths)
    await blobStorage.put(`${id}/${width}.avif`, await imageWorker.run('avif', widest, width))
  await inTransaction(db, (tx) => markAvif(tx, id, toIso(clock())))
}
