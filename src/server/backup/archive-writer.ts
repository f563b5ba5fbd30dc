import { createHash } from 'node:crypto'
import { Header } from 'tar'
import { BackupError } from './errors.ts'

const BLOCK_BYTES = 512

/** A file that goes into the archive. `path` is its name in there. */
interface ArchivedFile {
  path: string
  bytes: number
  content: AsyncIterable<Buffer>
}

/** The head of an archive entry: a plain file that nobody but its owner may read. */
function createHeader(path: string, bytes: number, at: Date): Buffer {
  const block = Buffer.alloc(BLOCK_BYTES)
  const needsMore = new Header({ path, size: bytes, mode: 0o600, mtime: at, type: 'File' }).encode(block, 0)
  if (needsMore) throw new Error(`${path} does not fit into an archive`)
  return block
}

const createPadding = (bytes: number) => Buffer.alloc((BLOCK_BYTES - (bytes % BLOCK_BYTES)) % BLOCK_BYTES)

/** An entry of a text. */
export function* generateTextEntry(path: string, text: string, at: Date): Generator<Buffer> {
  const content = Buffer.from(text)
  yield createHeader(path, content.length, at)
  yield content
  yield createPadding(content.length)
}

/** An entry of a file, read as it is sent on; returns its SHA-256. Throws when the file is gone or of another size. */
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

/** What ends an archive. */
export const createArchiveEnd = () => Buffer.alloc(2 * BLOCK_BYTES)
