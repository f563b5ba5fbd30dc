import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { Picture } from '#contracts/item.ts'
import { alone } from '#server/database/alone.ts'
import type { Db } from '#server/database/db.ts'
import { openHolds } from '#server/database/holds.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, timestamp } from '#server/kernel/clock.ts'
import type { UploadedFile } from '#server/kernel/multipart.ts'
import type { Blobs } from './blobs.ts'
import {
  deleteMedia,
  findMedia,
  insertMedia,
  listMediaBefore,
  type MediaRecord,
  touchMedia,
} from './store.ts'
import type { Workshop } from './workshop.ts'

const REMEMBERED = 50_000
export const SOCIAL_FILE = 'social.jpg'
const FILE = /\/([0-9a-f]{32})\/\d+\.(?:webp|avif)$/

/** Pictures whose bytes are stored and whose records wait to be kept in a transaction. */
interface PreparedPictures {
  ids: string[]
  keep(transaction: Db): Promise<void>
}

/** Everything the other rooms may ask of pictures. */
export interface Media {
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
  toStored(address: string, origin: string, known?: string[]): string
  /** Makes the file that travels with a shared address, unless it is there; false when there is no such picture. */
  makeSocial(id: string): Promise<boolean>
  /** Reads this picture's record anew when it is next described; without an id, every picture's. */
  forget(id?: string): void
  /**
   * Removes the pictures stored before `before` that nothing uses, and files without a record, which a process left
   * that was killed before it could keep one. Answers how many went.
   */
  removeUnused(before: string, used: UsedPictures): Promise<number>
}

/** What the other rooms tell of the pictures they show. */
export interface UsedPictures {
  /** The ids of all of them, some at a time. */
  all(): AsyncIterable<string[]>
  /** Those of what was changed since; asked inside the transaction that removes the others. */
  since(transaction: Db, at: string): Promise<string[]>
}

/** `publicUrl`: where visitors fetch pictures, unless it is the site itself. */
export function openMedia(parts: {
  db: Db
  blobs: Blobs
  clock: Clock
  workshop: Workshop
  publicUrl?: string | undefined
}): Media {
  const queue = oneAtATime()
  /** How many requests stand between storing a picture's bytes and keeping its record. */
  const underWay = new Map<string, number>()
  /** The same for the other processes that store pictures in the same place. */
  const holds = openHolds(parts.db)
  let known = new Map<string, MediaRecord>()

  async function withPictures<Result>(
    files: UploadedFile[],
    use: (pictures: PreparedPictures) => Promise<Result>,
  ) {
    const records: MediaRecord[] = []
    try {
      for (const file of files) records.push(await queue(() => prepare(file)))
      const ids = records.map((record) => record.id)
      return await use({ ids, keep: (transaction) => keep(transaction, records) })
    } finally {
      for (const { id } of records) await release(id)
    }
  }

  async function keep(transaction: Db, records: MediaRecord[]): Promise<void> {
    for (const record of records) await insertMedia(transaction, record, timestamp(parts.clock()))
  }

  async function prepare(file: UploadedFile): Promise<MediaRecord> {
    const id = await hashFile(file.path)
    underWay.set(id, (underWay.get(id) ?? 0) + 1)
    try {
      if (underWay.get(id) === 1) await holds.hold(nameOf(id))
      // As young as a new one from now on, so that no process sweeps it away before it is kept.
      const isThere = await touchMedia(parts.db, id, timestamp(parts.clock()))
      const [present] = isThere ? await findMedia(parts.db, [id]) : []
      if (present) return present
      const { files, ...measures } = await parts.workshop.order('variants', file.path, file.filename)
      for (const variant of files) await parts.blobs.put(`${id}/${variant.width}.webp`, variant.bytes)
      return { id, ...measures, widths: files.map((variant) => variant.width), avif: false }
    } catch (error) {
      await release(id)
      throw error
    }
  }

  /** The last request to let go of a picture without a record removes its bytes. */
  async function release(id: string): Promise<void> {
    const others = (underWay.get(id) ?? 1) - 1
    if (others > 0) {
      underWay.set(id, others)
      return
    }
    underWay.delete(id)
    await holds.letGo(nameOf(id))
    // What a store out of reach keeps, the sweep finds; why the request failed is more worth telling.
    if ((await findMedia(parts.db, [id])).length === 0) await removeBytes(id).catch(() => undefined)
  }

  /** Nothing where another process is just storing this picture, or has kept it meanwhile; the last to let go removes it. */
  async function removeBytes(id: string): Promise<void> {
    await alone(parts.db, nameOf(id), async () => {
      if ((await findMedia(parts.db, [id])).length === 0) await parts.blobs.removePicture(id)
    })
  }

  /** The one place that says where visitors find pictures. */
  const folderOf = (origin: string) => parts.publicUrl ?? `${origin}/media`

  async function describe(images: string[][], origin: string): Promise<Picture[][]> {
    if (known.size > REMEMBERED) forget()
    // What is read from here on may be older than a `forget` that comes meanwhile, and goes with these.
    const records = known
    const unknown = new Set(images.flat().filter((image) => !isOutside(image) && !records.has(image)))
    for (const record of await findMedia(parts.db, [...unknown])) records.set(record.id, record)
    return images.map((list) =>
      list.flatMap((image) => toPicture(image, records.get(image), folderOf(origin))),
    )
  }

  function toStored(address: string, origin: string, knownIds: string[] = []): string {
    const url = new URL(address)
    const [file, id] = FILE.exec(url.pathname) ?? []
    if (!file || !id) return address
    const folder = url.origin + url.pathname.slice(0, -file.length)
    const isOurs = folder === `${origin}/media` || folder === parts.publicUrl || knownIds.includes(id)
    return isOurs ? id : address
  }

  function makeSocial(id: string): Promise<boolean> {
    return queue(async () => {
      const file = `${id}/${SOCIAL_FILE}`
      if ((await parts.blobs.size(file)) !== undefined) return true
      const [record] = await findMedia(parts.db, [id])
      if (!record) return false
      const largest = await parts.blobs.bytes(`${id}/${record.widths.at(-1)}.webp`)
      await parts.blobs.put(file, await parts.workshop.order('social', largest))
      return true
    })
  }

  async function removeUnused(before: string, used: UsedPictures): Promise<number> {
    const start = timestamp(parts.clock())
    const unused = new Set(await listMediaBefore(parts.db, before))
    for await (const ids of used.all()) {
      for (const id of ids) unused.delete(id)
      // Visitors come between one page and the next.
      await setImmediate()
    }
    return queue(async () => {
      await inTransaction(parts.db, async (transaction) => {
        for (const id of await used.since(transaction, start)) unused.delete(id)
        for (const id of underWay.keys()) unused.delete(id)
        const old = new Set(await listMediaBefore(transaction, before))
        for (const id of unused) if (!old.has(id)) unused.delete(id)
        await deleteMedia(transaction, [...unused])
      })
      for (const id of unused) {
        forget(id)
        await removeBytes(id)
      }
      return unused.size + (await removeLeft(new Date(before)))
    })
  }

  async function removeLeft(before: Date): Promise<number> {
    let removed = 0
    for await (const id of parts.blobs.untouchedSince(before)) {
      if (underWay.has(id) || (await findMedia(parts.db, [id])).length > 0) continue
      await removeBytes(id)
      removed++
    }
    return removed
  }

  function forget(id?: string): void {
    if (id === undefined) known = new Map()
    else known.delete(id)
  }

  return { withPictures, describe, toStored, makeSocial, forget, removeUnused }
}

const nameOf = (id: string) => `picture ${id}`

const isOutside = (image: string) => image.startsWith('http')

function toPicture(image: string, record: MediaRecord | undefined, folder: string): Picture[] {
  if (isOutside(image)) return [{ url: image }]
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
function oneAtATime() {
  let last: Promise<unknown> = Promise.resolve()
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const mine = last.then(work, work)
    last = mine.catch(() => undefined)
    return mine
  }
}
