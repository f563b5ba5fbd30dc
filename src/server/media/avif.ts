import { setTimeout as sleep } from 'node:timers/promises'
import { alone } from '#server/database/alone.ts'
import type { Db } from '#server/database/db.ts'
import { type Clock, timestamp } from '#server/kernel/clock.ts'
import type { Blobs } from './blobs.ts'
import { findMedia, findWithoutAvif, markAvif } from './store.ts'
import type { Workshop } from './workshop.ts'

/** A store that is out of reach fails every picture; none is given up for that. */
const STORE_REST_MS = 60_000
/** What another process is at may have been given up by then, as when it was killed. */
const OTHERS_REST_MS = 30_000

export interface AvifJob {
  /** Looks for new pictures soon. */
  wake(): void
  /** Finishes the picture under way, then rests for good. */
  stop(): Promise<void>
}

interface AvifParts {
  db: Db
  blobs: Blobs
  clock: Clock
  workshop: Workshop
  delayMs: number
  /** How long a store that fails is left alone. */
  storeRestMs?: number
  /** Called after each picture, when its AVIF files can be used. */
  onDone(id: string): void
  onError(error: unknown): void
}

/**
 * Makes the smaller AVIF files beside the WebP ones in the background: one picture at a time, resting as long as it
 * worked, so that the site stays quick. What a stop interrupts is found again at the next start. Of several processes
 * each makes other pictures.
 */
export function startAvifJob(parts: AvifParts): AvifJob {
  const stopped = new AbortController()
  let wanted = true
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    await rest(parts.delayMs)
    while (wanted && !stopped.signal.aborted) {
      wanted = false
      const elsewhere: string[] = []
      const take = () => findWithoutAvif(parts.db, [...failed, ...elsewhere])
      for (let next = await take(); next && !stopped.signal.aborted; next = await take()) {
        const start = performance.now()
        const isOurs = await make(next)
        if (!isOurs) elsewhere.push(next.id)
        else await rest(performance.now() - start)
      }
      if (elsewhere.length > 0) {
        await rest(OTHERS_REST_MS)
        wanted = true
      }
    }
  }

  /** Answers false where another process is at it. */
  const make = ({ id, widths }: { id: string; widths: number[] }) =>
    alone(parts.db, `avif ${id}`, () =>
      convert(parts, { id, widths }).then(
        () => parts.onDone(id),
        (error) => fail(id, error),
      ),
    )

  /** Pictures that could not be made this time; the next start tries again. */
  const failed: string[] = []
  /** Those that failed once while the store answered, which may have come back just then. */
  const suspects = new Set<string>()
  const fail = async (id: string, error: unknown) => {
    parts.onError(error)
    const isStoreUp = await parts.blobs.check().then(
      () => true,
      () => false,
    )
    if (!isStoreUp) await rest(parts.storeRestMs ?? STORE_REST_MS)
    else if (suspects.has(id)) failed.push(id)
    else suspects.add(id)
  }
  const rest = (ms: number) =>
    sleep(ms, undefined, { signal: stopped.signal, ref: false }).catch(() => undefined)
  const begin = () => {
    running ??= run()
      .catch(parts.onError)
      .finally(() => {
        running = undefined
      })
  }
  begin()
  return {
    wake() {
      wanted = true
      if (!stopped.signal.aborted) begin()
    },
    async stop() {
      stopped.abort()
      await running
    },
  }
}

async function convert(
  { db, blobs, clock, workshop }: AvifParts,
  { id, widths }: { id: string; widths: number[] },
): Promise<void> {
  const [record] = await findMedia(db, [id])
  // Another process came to an end with it meanwhile.
  if (record?.avif) return
  const widest = await blobs.bytes(`${id}/${widths.at(-1)}.webp`)
  for (const width of widths) {
    await blobs.put(`${id}/${width}.avif`, await workshop.order('avif', widest, width))
  }
  const isThere = await markAvif(db, id, timestamp(clock()))
  if (!isThere) await blobs.removePicture(id)
}
