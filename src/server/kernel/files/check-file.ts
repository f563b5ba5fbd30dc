import type { FileFormat } from '#contracts/files/file-formats.ts'
import { formatList } from '#contracts/format.ts'
import type { UploadedFile } from '../http/multipart.ts'
import { badRequest, unsupportedMediaType } from '../http/problem.ts'
import { openZip, type ZipEntry } from '../zip/reader.ts'
import { detectFormat, hashFile, readFileEnds, toSafeFileName } from './file-formats.ts'

/** The properties of an uploaded file that visitors can download. */
export interface CheckedFile<Format extends FileFormat> {
  format: Format
  fileName: string
  blobId: string
  bytes: number
}

/** A PDF that begins with something else may be a program or a page as well. */
const PDF_START = /^(?:\xef\xbb\xbf)?\s*%PDF-/
/** Drawings and models shrink to a twentieth at most, a bomb to a thousandth. */
const MAX_RATIO = 100
const MIN_BOMB_BYTES = 50_000_000
/** Files that Windows, macOS or Linux run when they are opened. */
const PROGRAM =
  /\.(?:exe|com|scr|pif|bat|cmd|psm?1|vbs?|vbe|jse?|wsf?|wsh|wsc|sct|hta|chm|ms[ip]|msix|appx|application|cpl|lnk|scf|reg|jar|dll|app|command|desktop|run|sh)$/i
/** Files that contain other files, whose names are not known. */
const ARCHIVE = /\.(?:zip|rar|7z|gz|tgz|bz2|xz|tar|cab|iso|img|vhdx?|dmg|pkg|deb|rpm|apk)$/i

/**
 * Returns which of the formats an uploaded file has by its content, and its safe name, hash and size. Throws 415 for a file of another
 * format, and 400 for one that is empty, incomplete or dangerous. Archives are not unpacked: only their directory is read.
 */
export async function checkFile<Format extends FileFormat>(
  { path, filename }: UploadedFile,
  formats: readonly Format[],
): Promise<CheckedFile<Format>> {
  const { bytes, ...ends } = await readFileEnds(path)
  const names = formatList(
    formats.map((format) => format.toUpperCase()),
    'or',
  )
  const otherFormat = `${filename} cannot be stored: its content is not ${names}. Check the file, or choose another one.`
  const format = detectFormat(ends, { name: filename, formats, otherFormat })
  if (format === 'pdf' && !PDF_START.test(ends.head.toString('latin1')))
    throw unsupportedMediaType(
      `${filename} does not begin as a PDF file. Open it, save it again as PDF and choose that file.`,
    )
  if (format === 'zip') await checkArchive(path, { filename, bytes })
  return { format, fileName: toSafeFileName(filename, format), blobId: await hashFile(path), bytes }
}

async function checkArchive(
  path: string,
  { filename, bytes }: { filename: string; bytes: number },
): Promise<void> {
  await using archive = await openZip(path, () =>
    badRequest(`${filename} is damaged, or not an ordinary ZIP file. Create it again and choose that file.`),
  )
  const entries = [...archive.entries.values()]
  const sum = (select: (entry: ZipEntry) => number) =>
    entries.reduce((total, entry) => total + select(entry), 0)
  const declared = sum(({ uncompressedSize }) => uncompressedSize)
  if (
    sum(({ compressedSize }) => compressedSize) > bytes ||
    (declared > MIN_BOMB_BYTES && declared > bytes * MAX_RATIO)
  )
    throw badRequest(`${filename} becomes far too large when it is unpacked. Choose another file.`)
  if (entries.some((entry) => entry.isEncrypted()))
    throw badRequest(`${filename} is protected with a password, so that buyers could not open it.`)
  const find = (pattern: RegExp) =>
    entries.find(({ fileName }) => pattern.test(toStoredName(fileName)))?.fileName.slice(-100)
  const program = find(PROGRAM)
  if (program) throw badRequest(`${filename} contains the program ${program}. Remove it from the ZIP file.`)
  const inner = find(ARCHIVE)
  if (inner)
    throw badRequest(
      `${filename} contains the archive ${inner}. Put the files of that archive into the ZIP file.`,
    )
}

/** Windows leaves out dots and spaces at the end of a name, and what follows a colon or U+0000: 'setup.exe. ' is a program. */
const toStoredName = (path: string): string =>
  path
    .replace(/^[a-z]:/i, '')
    .split(/[:\0]/)[0]!
    .replace(/(?<![\s.])[\s.]+$/, '')
