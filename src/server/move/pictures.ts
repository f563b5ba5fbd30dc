import { createHash } from 'node:crypto'
import type { Db } from '#server/database/db.ts'
import { MoveProblem } from './problem.ts'

const AT_ONCE = 6
/** Every picture was changed before. */
const END_OF_TIME = new Date('9999-01-01')

/** As much of a store of pictures (media/blobs.ts) as a move needs. */
interface PictureStore {
  put(key: string, bytes: Uint8Array): Promise<void>
  bytes(key: string): Promise<Uint8Array>
  files(id: string): Promise<{ name: string; bytes: number }[]>
  untouchedSince(before: Date): AsyncIterable<string>
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

interface Work {
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
  for await (const id of to.untouchedSince(END_OF_TIME))
    if (!known.has(id))
      throw new MoveProblem(
        `The new place for the pictures holds some that this site does not know (${id}), and would remove. Empty it, or name another folder in it.`,
      )
  const plan: PicturePlan = { pictures: [], files: 0, missing: [] }
  await eachOf(rows, signal, async (row) => {
    const files = await from.files(row.id)
    const there = new Set(files.map(({ name }) => name))
    plan.pictures.push({ id: row.id, files })
    plan.files += files.length
    plan.missing.push(...namedFiles(row).flatMap((name) => (there.has(name) ? [] : [`${row.id}/${name}`])))
  })
  return plan
}

function namedFiles({ widths_json, avif_at }: { widths_json: string; avif_at: string | null }): string[] {
  const kinds = avif_at === null ? ['webp'] : ['webp', 'avif']
  const widths: number[] = JSON.parse(widths_json)
  return widths.flatMap((width) => kinds.map((kind) => `${width}.${kind}`))
}

/** What is there already with the same length stays. */
export async function copyPictures(
  plan: PicturePlan,
  { from, to }: PictureStores,
  { signal, onFiles }: Work,
): Promise<void> {
  await eachOf(plan.pictures, signal, async ({ id, files }) => {
    const there = new Map((await to.files(id)).map(({ name, bytes }) => [name, bytes]))
    for (const { name, bytes } of files) {
      const key = `${id}/${name}`
      if (there.get(name) !== bytes) await to.put(key, await from.bytes(key))
      onFiles(1)
    }
  })
}

/** Reads every file on both sides. Throws a sentence that names one which is not the same. */
export async function comparePictures(
  plan: PicturePlan,
  { from, to }: PictureStores,
  { signal, onFiles }: Work,
): Promise<void> {
  await eachOf(plan.pictures, signal, async ({ id, files }) => {
    const there = await to.files(id)
    if (listed(there) !== listed(files)) throw differs(id)
    for (const { name } of files) {
      const key = `${id}/${name}`
      if (sumOf(await from.bytes(key)) !== sumOf(await to.bytes(key))) throw differs(key)
      onFiles(1)
    }
  })
}

const differs = (key: string) =>
  new MoveProblem(
    `The picture ${key} is not the same at the new place. Empty the new place and start the move again.`,
  )

const listed = (files: { name: string; bytes: number }[]) =>
  files
    .map(({ name, bytes }) => `${name} ${bytes}`)
    .sort()
    .join()

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** Does `work` for every one, a few at a time. Throws the first failure, when no other is at work any more. */
async function eachOf<Each>(
  all: Each[],
  signal: AbortSignal,
  work: (each: Each) => Promise<void>,
): Promise<void> {
  const rest = all[Symbol.iterator]()
  let isFailed = false
  const worker = async () => {
    for (const each of rest) {
      if (isFailed) return
      signal.throwIfAborted()
      await work(each)
    }
  }
  const careful = () =>
    worker().catch((error) => {
      isFailed = true
      throw error
    })
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, careful))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
