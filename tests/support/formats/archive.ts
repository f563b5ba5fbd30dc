import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { Header } from 'tar'
import type { Manifest } from '#server/backup/archive/manifest.ts'

/** One entry of a test archive, valid or not. */
export interface TestEntry {
  path: string
  bytes: Buffer
  /** Makes the entry a link to this path. */
  link?: string
}

const BLOCK = 512

/** Returns the entries of a backup in order. */
export async function readEntries(file: string): Promise<TestEntry[]> {
  const tar = gunzipSync(await readFile(file))
  const entries: TestEntry[] = []
  for (let at = 0; tar[at]; ) {
    const { path = '', size = 0 } = new Header(tar, at)
    entries.push({ path, bytes: tar.subarray(at + BLOCK, at + BLOCK + size) })
    at += BLOCK + Math.ceil(size / BLOCK) * BLOCK
  }
  return entries
}

/** Writes an archive with these entries. */
export async function writeEntries(file: string, entries: TestEntry[]): Promise<void> {
  const blocks = entries.flatMap(({ path, bytes, link }) => {
    const head = Buffer.alloc(BLOCK)
    const kind = link ? ({ type: 'SymbolicLink', linkpath: link } as const) : ({ type: 'File' } as const)
    new Header({ path, size: bytes.length, mode: 0o600, mtime: new Date(), ...kind }).encode(head, 0)
    return [head, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK)]
  })
  await writeFile(file, gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)])))
}

/** Updates the manifest and the checksums to match the other entries, as a forger would. */
export function syncManifest(entries: TestEntry[], change: (manifest: Manifest) => unknown = () => {}): void {
  const findEntry = (path: string) => entries.find((entry) => entry.path === path)!
  const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  const media = entries.filter(({ path }) => path.startsWith('media/'))
  const manifest: Manifest = JSON.parse(findEntry('manifest.json').bytes.toString())
  const database = findEntry('capstan.sqlite').bytes
  Object.assign(manifest.database, { bytes: database.length, sha256: sha256(database) })
  manifest.media.files = media.length
  manifest.media.bytes = media.reduce((total, { bytes }) => total + bytes.length, 0)
  change(manifest)
  findEntry('manifest.json').bytes = Buffer.from(JSON.stringify(manifest))
  findEntry('media.sha256').bytes = Buffer.from(
    media.map(({ path, bytes }) => `${sha256(bytes)}  ${path}\n`).join(''),
  )
}
