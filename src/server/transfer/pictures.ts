import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Db } from '#server/database/db.ts'
import { TransferError } from './errors.ts'
import { listExpectedFiles } from './store-files.ts'

const MAX_CONCURRENT_PICTURES = 6
/** Larger files, which are documents, are copied as streams: they take no memory, but cannot be sent a second time. */
const MAX_BUFFERED_BYTES = 20_000_000
/** Later than the last change of any picture. */
const END_OF_TIME = new Date('9999-01-01')

/** The part of the site's files (media/storage/open-blob-storage.ts) that a transfer uses. */
interface PictureStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  putStream(key: string, stream: Readable, bytes: number): Promise<void>
  read(key: string): Promise<Uint8Array>
  open(key: string): Promise<{ stream: Readable } | undefined>
  listFiles(id: string): Promise<{ name: string; bytes: number }[]>
  listUnmodifiedSince(before: Date): AsyncIterable<string>
}

export interface PictureStores {
  from: PictureStore
  to: PictureStore
}

/** The files of every picture, attachment and document that the database names. */
export interface PicturePlan {
  pictures: { id: string; files: { name: string; bytes: number }[] }[]
  files: number
  /** Files that the database names and that the source does not have. */
  missing: string[]
}

interface CopyContext {
  signal: AbortSignal
  /** Called with the number of files after each copy or comparison. */
  onFiles(done: number): void
}

/** Lists the files to copy. Throws when the target contains pictures of another site, which the sweep would delete. */
export async function planPictures(
  db: Db,
  { from, to }: PictureStores,
  signal: AbortSignal,
): Promise<PicturePlan> {
  const rows = await listExpectedFiles(db)
  const known = new Set(rows.map(({ id }) => id))
  for await (const id of to.listUnmodifiedSince(END_OF_TIME))
    if (!known.has(id))
      throw new TransferError(
        `The target for the pictures contains files that are not of this site (${id}), which the site would delete. Empty it, or choose another folder.`,
      )
  const plan: PicturePlan = { pictures: [], files: 0, missing: [] }
  await forEachConcurrent(rows, signal, async (row) => {
    const files = await from.listFiles(row.id)
    const existing = new Set(files.map(({ name }) => name))
    plan.pictures.push({ id: row.id, files })
    plan.files += files.length
    plan.missing.push(...row.names.flatMap((name) => (existing.has(name) ? [] : [`${row.id}/${name}`])))
  })
  return plan
}

/** Copies the files that are missing or have another size in the target. */
export async function copyPictures(
  plan: PicturePlan,
  { from, to }: PictureStores,
  { signal, onFiles }: CopyContext,
): Promise<void> {
  await forEachConcurrent(plan.pictures, signal, async ({ id, files }) => {
    const existing = new Map((await to.listFiles(id)).map(({ name, bytes }) => [name, bytes]))
    for (const { name, bytes } of files) {
      const key = `${id}/${name}`
      if (existing.get(name) !== bytes) await copyFile(key, bytes, { from, to })
      onFiles(1)
    }
  })
}

/** Compares every file of source and target. Throws `TransferError` with the first difference. */
export async function comparePictures(
  plan: PicturePlan,
  { from, to }: PictureStores,
  { signal, onFiles }: CopyContext,
): Promise<void> {
  await forEachConcurrent(plan.pictures, signal, async ({ id, files }) => {
    const existing = await to.listFiles(id)
    if (formatListing(existing) !== formatListing(files)) throw differenceError(id)
    for (const { name } of files) {
      const key = `${id}/${name}`
      if ((await computeChecksum(from, key)) !== (await computeChecksum(to, key))) throw differenceError(key)
      onFiles(1)
    }
  })
}

const differenceError = (key: string) =>
  new TransferError(`The file ${key} differs in the target. Empty the target and start the transfer again.`)

const formatListing = (files: { name: string; bytes: number }[]) =>
  files
    .map(({ name, bytes }) => `${name} ${bytes}`)
    .sort()
    .join()

async function copyFile(key: string, bytes: number, { from, to }: PictureStores): Promise<void> {
  if (bytes <= MAX_BUFFERED_BYTES) return to.put(key, await from.read(key))
  await to.putStream(key, await openFile(from, key), bytes)
}

async function computeChecksum(store: PictureStore, key: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(await openFile(store, key), hash)
  return hash.digest('hex')
}

async function openFile(store: PictureStore, key: string): Promise<Readable> {
  const file = await store.open(key)
  if (!file) throw new TransferError(`The file ${key} was removed during the transfer. Start it again.`)
  return file.stream
}

/** Calls `work` for all, with a limited concurrency. Throws the first error once all pending calls have ended. */
async function forEachConcurrent<Each>(
  all: Each[],
  signal: AbortSignal,
  work: (each: Each) => Promise<void>,
): Promise<void> {
  const iterator = all[Symbol.iterator]()
  let hasFailed = false
  const worker = async () => {
    for (const each of iterator) {
      if (hasFailed) return
      signal.throwIfAborted()
      await work(each)
    }
  }
  const guardedWorker = () =>
    worker().catch((error) => {
      hasFailed = true
      throw error
    })
  const results = await Promise.allSettled(Array.from({ length: MAX_CONCURRENT_PICTURES }, guardedWorker))
  for (const end of results) if (end.status === 'rejected') throw end.reason
}
