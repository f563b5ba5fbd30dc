import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '#server/database/db.ts'
import { runExclusively } from '#server/database/postgres/advisory-lock.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { BlobStorage } from './blob-storage.ts'
import type { ImageWorker } from './image-worker.ts'
import { findMedia, findWithoutAvif, markAvif } from './store.ts'

/** A store that is out of reach fails every picture; none is given up for that. */
const STORAGE_RETRY_DELAY_MS = 60_000
/** What another process is at may have been given up by then, as when it was killed. */
const LOCKED_RETRY_DELAY_MS = 30_000

export interface AvifJob {
  /** Looks for new pictures soon. */
  wake(): void
  /** Finishes the picture under way, then rests for good. */
  stop(): Promise<void>
}

interface AvifJobDeps {
  db: Db
  blobStorage: BlobStorage
  clock: Clock
  imageWorker: ImageWorker
  delayMs: number
  /** How long a store that fails is left alone. */
  storageRetryDelayMs?: number
  /** Called after each picture, when its AVIF files can be used. */
  onDone(id: string): void
  onError(error: unknown): void
}

/**
 * Makes the smaller AVIF files beside the WebP ones in the background: one picture at a time, resting as long as it
 * worked, so that the site stays quick. What a stop interrupts is found again at the next start. Of several processes
 * each makes other pictures.
 */
export function startAvifJob(deps: AvifJobDeps): AvifJob {
  const abortController = new AbortController()
  let hasWork = true
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    await wait(deps.delayMs)
    while (hasWork && !abortController.signal.aborted) {
      hasWork = false
      const lockedByOthers: string[] = []
      const findNext = () => findWithoutAvif(deps.db, [...failed, ...lockedByOthers])
      for (let next = await findNext(); next && !abortController.signal.aborted; next = await findNext()) {
        const start = performance.now()
        const hasLock = await convertLocked(next)
        if (!hasLock) lockedByOthers.push(next.id)
        else await wait(performance.now() - start)
      }
      if (lockedByOthers.length > 0) {
        await wait(LOCKED_RETRY_DELAY_MS)
        hasWork = true
      }
    }
  }

  /** Answers false where another process is at it. */
  const convertLocked = ({ id, widths }: { id: string; widths: number[] }) =>
    runExclusively(deps.db, `avif ${id}`, () =>
      convertPicture(deps, { id, widths }).then(
        () => deps.onDone(id),
        (error) => handleFailure(id, error),
      ),
    )

  /** Pictures that could not be made this time; the next start tries again. */
  const failed: string[] = []
  /** Those that failed once while the store answered, which may have come back just then. */
  const failedOnce = new Set<string>()
  const handleFailure = async (id: string, error: unknown) => {
    deps.onError(error)
    const isStorageUp = await deps.blobStorage.check().then(
      () => true,
      () => false,
    )
    if (!isStorageUp) await wait(deps.storageRetryDelayMs ?? STORAGE_RETRY_DELAY_MS)
    else if (failedOnce.has(id)) failed.push(id)
    else failedOnce.add(id)
  }
  const wait = (ms: number) =>
    sleep(ms, undefined, { signal: abortController.signal, ref: false }).catch(() => undefined)
  const startRun = () => {
    running ??= run()
      .catch(deps.onError)
      .finally(() => {
        running = undefined
      })
  }
  startRun()
  return {
    wake() {
      hasWork = true
      if (!abortController.signal.aborted) startRun()
    },
    async stop() {
      abortController.abort()
      await running
    },
  }
}

async function convertPicture(
  { db, blobStorage, clock, imageWorker }: AvifJobDeps,
  { id, widths }: { id: string; widths: number[] },
): Promise<void> {
  const [record] = await findMedia(db, [id])
  // Another process came to an end with it meanwhile.
  if (record?.avif) return
  const widest = await blobStorage.read(`${id}/${widths.at(-1)}.webp`)
  for (const width of widths) {
    await blobStorage.put(`${id}/${width}.avif`, await imageWorker.run('avif', widest, width))
  }
  const exists = await markAvif(db, id, toIso(clock()))
  if (!exists) await blobStorage.removePicture(id)
}
