import { createHash } from 'node:crypto'
import type { Db } from '#server/database/db.ts'
import { TransferError } from './errors.ts'

const MAX_CONCURRENT_PICTURES = 6
/** Every picture was changed before. */
const END_OF_TIME = new Date('9999-01-01')

/** As much of a store of pictures (media/blob-storage.ts) as a move needs. */
interface PictureStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  read(key: string): Promise<Uint8Array>
  listFiles(id: string): Promise<{ name: string; bytes: number }[]>
  listUnmodifiedSince(before: Date): AsyncIterable<string>
}

export interface PictureStores {
  from: PictureStore
  to: PictureStore
}

/** What is to be copied: the files of each picture that the database names. */
export interface PicturePlan {
  pictures: { id: string; files: { name: string; bytes: number }[] }[]
  files: number
  /** Files that the database names and that are not there: lost before. */
  missing: string[]
}

interface CopyContext {
  signal: AbortSignal
  /** Called with how many files are done. */
  onFiles(done: number): void
}

/** Throws when the new store holds pictures that this site does not know: it would remove them as its own. */
export async function planPictures(
  db: Db,
  { from, to }: PictureStores,
  signal: AbortSignal,
): Promise<PicturePlan> {
  const rows = await db.selectFrom('media').select(['id', 'widths_json', 'avif_at']).orderBy('id').execute()
  const known = new Set(rows.map(({ id }) => id))
  for await (const id of to.listUnmodifiedSince(END_OF_TIME))
    if (!known.has(id))
      throw new TransferError(
        `The new place for the pictures holds some that this site does not know (${id}), and would remove. Empty it, or name another folder in it.`,
      )
  const plan: PicturePlan = { pictures: [], files: 0, missing: [] }
  await forEachConcurrent(rows, signal, async (row) => {
    const files = await from.listFiles(row.id)
    const existing = new Set(files.map(({ name }) => name))
    plan.pictures.push({ id: row.id, files })
    plan.files += files.length
    plan.missing.push(
      ...listExpectedFiles(row).flatMap((name) => (existing.has(name) ? [] : [`${row.id}/${name}`])),
    )
  })
  return plan
}

function listExpectedFiles({
  widths_json,
  avif_at,
}: {
  widths_json: string
  avif_at: string | null
}): string[] {
  const kinds = avif_at === null ? ['webp'] : ['webp', 'avif']
  const widths: number[] = JSON.parse(widths_json)
  return widths.flatMap((width) => kinds.map((kind) => `${width}.${kind}`))
}

/** What is there already with the same length stays. */
export async function copyPictures(
  plan: PicturePlan,
  { from, to }: PictureStores,
  { signal, onFiles }: CopyContext,
): Promise<void> {
  await forEachConcurrent(plan.pictures, signal, async ({ id, files }) => {
    const existing = new Map((await to.listFiles(id)).map(({ name, bytes }) => [name, bytes]))
    for (const { name, bytes } of files) {
      const key = `${id}/${name}`
      if (existing.get(name) !== bytes) await to.put(key, await from.read(key))
      onFiles(1)
    }
  })
}

/** Reads every file on both sides. Throws a sentence that names one which is not the same. */
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
      if (computeChecksum(await from.read(key)) !== computeChecksum(await to.read(key)))
        throw differenceError(key)
      onFiles(1)
    }
  })
}

const differenceError = (key: string) =>
  new TransferError(
    `The picture ${key} is not the same at the new place. Empty the new place and start the move again.`,
  )

const formatListing = (files: { name: string; bytes: number }[]) =>
  files
    .map(({ name, bytes }) => `${name} ${bytes}`)
    .sort()
    .join()

const computeChecksum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Does `work` for every one, a few at a time. Throws the first failure, when no other is at work any more. */
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
