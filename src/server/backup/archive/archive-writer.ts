import { createHash } from 'node:crypto'
import { Header } from 'tar'
import { BackupError } from '../errors.ts'

const BLOCK_BYTES = 512

/** A file for the archive; `path` is its name in the archive. */
interface ArchivedFile {
  path: string
  bytes: number
  content: AsyncIterable<Buffer>
}

/** The tar header of a plain file that only its owner can read. */
function createHeader(path: string, bytes: number, at: Date): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES)
  const needsMore = new Header({ path, size: bytes, mode: 0o600, mtime: at, type: 'File' }).encode(block, 0)
  if (needsMore) throw new Error(`${path} does not fit into an archive`)
  return block
}

const createPadding = (bytes: number) => Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES)

export function* generateTextEntry(path: string, text: string, at: Date): Generator<Buffer> {
  const content = Buffer.from(text)
  yield createHeader(path, content.length, at)
  yield content
  yield createPadding(content.length)
}

/** Generates the archive entry of a file as a stream and returns its SHA-256. Throws when the file has another size than `bytes`. */
export async function* generateFileEntry(
  { path, bytes, content }: ArchivedFile,
  at: Date,
): AsyncGenerator<Buffer, string> {
  const hash = createHash('sha256')
  let read = 0
  yield createHeader(path, bytes, at)
  for await (const chunk of content) {
    read += chunk.length
    if (read > bytes) break
    hash.update(chunk)
    yield chunk
  }
  if (read !== bytes) throw new BackupError(`The file ${path} changed while it was being backed up.`)
  yield createPadding(bytes)
  return hash.digest('hex')
}

/** Two empty blocks, the end of a tar archive. */
export const createArchiveEnd = () => Buffer.alloc(2 * BLOCK_BYTES)
