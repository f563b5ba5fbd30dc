import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { Picture } from '#contracts/item.ts'
import type { Db } from '#server/database/db.ts'
import { runExclusively } from '#server/database/postgres/advisory-lock.ts'
import { createSharedLocks } from '#server/database/postgres/shared-locks.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, toIso } from '#server/kernel/clock.ts'
import type { UploadedFile } from '#server/kernel/multipart.ts'
import type { BlobStorage } from './blob-storage.ts'
import type { ImageWorker } from './image-worker.ts'
import {
  deleteMedia,
  findMedia,
  insertMedia,
  listMediaBefore,
  type MediaRecord,
  touchMedia,
} from './store.ts'

const MAX_CACHED_RECORDS = 50_000
export const SOCIAL_FILE = 'social.jpg'
const FILE_PATTERN = /\/([0-9a-f]{32})\/\d+\.(?:webp|avif)$/

/** Pictures whose bytes are stored and whose records wait to be kept in a transaction. */
interface PreparedPictures {
  ids: string[]
  saveRecords(transaction: Db): Promise<void>
}

/** Everything the other rooms may ask of pictures. */
export interface MediaService {
  /**
   * Scales and stores the files one after the other, then runs `use`. When a file is refused or `use` throws,
   * no bytes stay behind. Throws what was thrown.
   */
  withPictures<Result>(
    files: UploadedFile[],
    use: (pictures: PreparedPictures) => Promise<Result>,
  ): Promise<Result>
  /** What a page needs of each stored image (media id or outside address), in order; ids without a record are left out. */
  describe(images: string[][], origin: string): Promise<Picture[][]>
  /** The media id behind an address of this site, or of `known` behind any; an outside address stays as it is. */
  toStored(address: string, origin: string, knownIds?: string[]): string
  /** Makes the file that travels with a shared address, unless it is there; false when there is no such picture. */
  ensureSocialImage(id: string): Promise<boolean>
  /** Reads this picture's record anew when it is next described; without an id, every picture's. */
  invalidate(id?: string): void
  /**
   * Removes the pictures stored before `before` that nothing uses, and files without a record, which a process left
   * that was killed before it could keep one. Answers how many went.
   */
  removeUnused(before: string, used: PictureUsage): Promise<number>
}

/** What the other rooms tell of the pictures they show. */
export interface PictureUsage {
  /** The ids of all of them, some at a time. */
  all(): AsyncIterable<string[]>
  /** Those of what was changed since; asked inside the transaction that removes the others. */
  since(transaction: Db, at: string): Promise<string[]>
}

/** `publicUrl`: where visitors fetch pictures, unless it is the site itself. */
export function createMediaService(deps: {
  db: Db
  blobStorage: BlobStorage
  clock: Clock
  imageWorker: ImageWorker
  publicUrl?: string | undefined
}): MediaService {
  const queue = createSerialQueue()
  /** How many requests stand between storing a picture's bytes and keeping its record. */
  const inFlight = new Map<string, number>()
  /** The same for the other processes that store pictures in the same place. */
  const sharedLocks = createSharedLocks(deps.db)
  let cachedRecords = new Map<string, MediaRecord>()

  async function withPictures<Result>(
    files: UploadedFile[],
    use: (pictures: PreparedPictures) => Promise<Result>,
  ) {
    const records: MediaRecord[] = []
    try {
      for (const file of files) records.push(await queue(() => prepare(file)))
      const ids = records.map((record) => record.id)
      return await use({ ids, saveRecords: (transaction) => saveRecords(transaction, records) })
    } finally {
      for (const { id } of records) await release(id)
    }
  }

  async function saveRecords(transaction: Db, records: MediaRecord[]): Promise<void> {
    for (const record of records) await insertMedia(transaction, record, toIso(deps.clock()))
  }

  async function prepare(file: UploadedFile): Promise<MediaRecord> {
    const id = await hashFile(file.path)
    inFlight.set(id, (inFlight.get(id) ?? 0) + 1)
    try {
      if (inFlight.get(id) === 1) await sharedLocks.acquire(getLockName(id))
      // As young as a new one from now on, so that no process sweeps it away before it is kept.
      const exists = await touchMedia(deps.db, id, toIso(deps.clock()))
      const [present] = exists ? await findMedia(deps.db, [id]) : []
      if (present) return present
      const { files, ...measures } = await deps.imageWorker.run('variants', file.path, file.filename)
      for (const variant of files) await deps.blobStorage.put(`${id}/${variant.width}.webp`, variant.bytes)
      return { id, ...measures, widths: files.map((variant) => variant.width), avif: false }
    } catch (error) {
      await release(id)
      throw error
    }
  }

  /** The last request to let go of a picture without a record removes its bytes. */
  async function release(id: string): Promise<void> {
    const others = (inFlight.get(id) ?? 1) - 1
    if (others > 0) {
      inFlight.set(id, others)
      return
    }
    inFlight.delete(id)
    await sharedLocks.release(getLockName(id))
    // What a store out of reach keeps, the sweep finds; why the request failed is more worth telling.
    if ((await findMedia(deps.db, [id])).length === 0) await removeBytes(id).catch(() => undefined)
  }

  /** Nothing where another process is just storing this picture, or has kept it meanwhile; the last to let go removes it. */
  async function removeBytes(id: string): Promise<void> {
    await runExclusively(deps.db, getLockName(id), async () => {
      if ((await findMedia(deps.db, [id])).length === 0) await deps.blobStorage.removePicture(id)
    })
  }

  /** The one place that says where visitors find pictures. */
  const getBaseUrl = (origin: string) => deps.publicUrl ?? `${origin}/media`

  async function describe(images: string[][], origin: string): Promise<Picture[][]> {
    if (cachedRecords.size > MAX_CACHED_RECORDS) invalidate()
    // What is read from here on may be older than a `forget` that comes meanwhile, and goes with these.
    const records = cachedRecords
    const unknown = new Set(images.flat().filter((image) => !isExternal(image) && !records.has(image)))
    for (const record of await findMedia(deps.db, [...unknown])) records.set(record.id, record)
    return images.map((list) =>
      list.flatMap((image) => toPicture(image, records.get(image), getBaseUrl(origin))),
    )
  }

  function toStored(address: string, origin: string, knownIds: string[] = []): string {
    const url = new URL(address)
    const [file, id] = FILE_PATTERN.exec(url.pathname) ?? []
    if (!file || !id) return address
    const folder = url.origin + url.pathname.slice(0, -file.length)
    const isOurs = folder === `${origin}/media` || folder === deps.publicUrl || knownIds.includes(id)
    return isOurs ? id : address
  }

  function ensureSocialImage(id: string): Promise<boolean> {
    return queue(async () => {
      const file = `${id}/${SOCIAL_FILE}`
      if ((await deps.blobStorage.getSize(file)) !== undefined) return true
      const [record] = await findMedia(deps.db, [id])
      if (!record) return false
      const largest = await deps.blobStorage.read(`${id}/${record.widths.at(-1)}.webp`)
      await deps.blobStorage.put(file, await deps.imageWorker.run('social', largest))
      return true
    })
  }

  async function removeUnused(before: string, usage: PictureUsage): Promise<number> {
    const start = toIso(deps.clock())
    const unused = new Set(await listMediaBefore(deps.db, before))
    for await (const ids of usage.all()) {
      for (const id of ids) unused.delete(id)
      // Visitors come between one page and the next.
      await setImmediate()
    }
    return queue(async () => {
      await inTransaction(deps.db, async (transaction) => {
        for (const id of await usage.since(transaction, start)) unused.delete(id)
        for (const id of inFlight.keys()) unused.delete(id)
        const old = new Set(await listMediaBefore(transaction, before))
        for (const id of unused) if (!old.has(id)) unused.delete(id)
        await deleteMedia(transaction, [...unused])
      })
      for (const id of unused) {
        invalidate(id)
        await removeBytes(id)
      }
      return unused.size + (await removeOrphans(new Date(before)))
    })
  }

  async function removeOrphans(before: Date): Promise<number> {
    let removed = 0
    for await (const id of deps.blobStorage.listUnmodifiedSince(before)) {
      if (inFlight.has(id) || (await findMedia(deps.db, [id])).length > 0) continue
      await removeBytes(id)
      removed++
    }
    return removed
  }

  function invalidate(id?: string): void {
    if (id === undefined) cachedRecords = new Map()
    else cachedRecords.delete(id)
  }

  return { withPictures, describe, toStored, ensureSocialImage, invalidate, removeUnused }
}

const getLockName = (id: string) => `picture ${id}`

const isExternal = (image: string) => image.startsWith('http')

function toPicture(image: string, record: MediaRecord | undefined, folder: string): Picture[] {
  if (isExternal(image)) return [{ url: image }]
  if (!record) return []
  const { id, width, height, thumbhash, widths, avif } = record
  return [
    {
      url: `${folder}/${id}/${widths.at(-1)}.webp`,
      width,
      height,
      thumbhash,
      widths,
      ...(avif && { avif }),
    },
  ]
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex').slice(0, 32)
}

/** Pictures are scaled one at a time, so that memory stays flat however many people upload. */
function createSerialQueue() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const current = last.then(task, task)
    last = current.catch(() => undefined)
    return current
  }
}
