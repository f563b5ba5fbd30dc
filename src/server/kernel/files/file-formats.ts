import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyReply } from 'fastify'
import { type FileFormat, getEndings, getMediaType } from '#contracts/files/file-formats.ts'
import { badRequest, unsupportedMediaType } from '../http/problem.ts'

/** The bytes of a file that its format is known from. */
export interface FileEnds {
  /** The first bytes, at most `HEAD_BYTES`. */
  head: Buffer
  /** The last bytes, at most `TAIL_BYTES`. */
  tail: Buffer
}

const HEAD_BYTES = 4096
/** The end of a ZIP file can have a comment of 64 kB. */
const TAIL_BYTES = 66_000

interface Format {
  /** The possible first bytes, or a pattern of them; one character per byte. */
  start: RegExp | string[]
  /** Contained in the last bytes of every complete file, or a pattern of them. */
  end?: string | RegExp
}

/** The formats by their content. The name of a file proves nothing. */
const FORMATS: Record<FileFormat, Format> = {
  pdf: {
    // Readers accept other bytes before the header.
    start: /^.{0,1023}%PDF-\d/s,
    end: '%%EOF',
  },
  dxf: {
    // Binary, or text that can begin with comments (group code 999).
    start: /^(?:AutoCAD Binary DXF\r\n|(?:\xef\xbb\xbf)?(?: *999\r?\n[^\r\n]*\r?\n)* *0\r?\n *SECTION\r?\n)/,
    end: 'EOF',
  },
  dwg: { start: /^AC10\d\d/ },
  step: {
    start: /^(?:\xef\xbb\xbf)?\s*ISO-10303-21\s*;/,
    end: 'END-ISO-10303-21',
  },
  iges: {
    // Records of 80 columns; column 73 is S in the first one and T in the last one.
    start: /^[^\r\n]{72}S[ 0]*1 *\r?\n/,
    end: /T[ 0]*1\s*$/,
  },
  png: { start: ['\x89PNG\r\n\x1a\n'], end: 'IEND' },
  jpeg: { start: ['\xff\xd8\xff'] },
  webp: { start: /^RIFF.{4}WEBP/s },
  heic: {
    start: /^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s,
  },
  tiff: {
    start: ['II*\0', 'II+\0', 'MM\0*', 'MM\0+'],
  },
  zip: {
    start: ['PK\x03\x04'],
    end: 'PK\x05\x06',
  },
  // The brand does not say which codecs the tracks have. QuickTime ('qt  ') is not played by all browsers.
  mp4: { start: /^\0\0.{2}ftyp(?:iso[m2-9]|mp4[12v]|avc1|M4V[ HP]|MSNV|dash|isml|hvc1|XAVC|3gp[4-6])/s },
  webm: { start: /^.E\xdf\xa3.{0,60}webm/s },
}

/**
 * Returns the format of a file by its content, one of `formats`. Throws 400 for an empty or incomplete file, and 415 with
 * `otherFormat` for one of another format; `name` names the file in messages.
 */
export function detectFormat<Format extends FileFormat>(
  { head, tail }: FileEnds,
  { name, formats, otherFormat }: { name: string; formats: readonly Format[]; otherFormat: string },
): Format {
  if (head.length === 0) throw badRequest(`${name} is empty. Choose another file.`)
  const start = head.toString('latin1')
  const format = formats.find((candidate) => beginsWith(start, FORMATS[candidate].start))
  if (!format) throw unsupportedMediaType(otherFormat)
  const { end } = FORMATS[format]
  if (end !== undefined && !endsWith(tail, end))
    throw badRequest(`${name} is incomplete. Check that it opens on your device, and attach it again.`)
  return format
}

const beginsWith = (text: string, start: RegExp | string[]): boolean =>
  Array.isArray(start) ? start.some((bytes) => text.startsWith(bytes)) : start.test(text)

const endsWith = (tail: Buffer, end: string | RegExp): boolean =>
  typeof end === 'string' ? tail.includes(end, 0, 'latin1') : end.test(tail.toString('latin1').slice(-100))

/** Reads the bytes that `detectFormat` needs, and the size of the file. */
export async function readFileEnds(path: string): Promise<FileEnds & { bytes: number }> {
  const file = await open(path)
  try {
    const { size: bytes } = await file.stat()
    const read = async (length: number, position: number) =>
      (await file.read(Buffer.alloc(length), 0, length, position)).buffer
    const head = await read(Math.min(bytes, HEAD_BYTES), 0)
    const tail = await read(Math.min(bytes, TAIL_BYTES), Math.max(0, bytes - TAIL_BYTES))
    return { head, tail, bytes }
  } finally {
    await file.close()
  }
}

/** Returns the id under which pictures and documents are stored: the first 32 hexadecimal digits of the SHA-256 of a file. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex').slice(0, 32)
}

const MAX_NAME_LENGTH = 100
/** Windows treats these names as devices, with any extension. */
const RESERVED_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * Returns a name under which every system can store the file: without folders, control and invisible characters, and with an
 * extension of its format, so that no program starts when staff open it.
 */
export function toSafeFileName(name: string, format: FileFormat): string {
  const plain = name
    .normalize('NFC')
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}"*:<>?|%]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|(?<![ .])[ .]+$/g, '')
    .replace(RESERVED_NAME, '$&_')
  const endings = getEndings(format)
  const current = /\.([a-z0-9]{1,5})$/i.exec(plain)?.[1]?.toLowerCase()
  const suffix = current && endings.includes(current) ? plain.slice(-current.length - 1) : `.${endings[0]}`
  const stem = plain.endsWith(suffix) ? plain.slice(0, -suffix.length) : plain
  const characters = [...(stem.trim() || 'file')]
  return characters.slice(0, MAX_NAME_LENGTH - suffix.length).join('') + suffix
}

/** Returns the Content-Disposition of a file (RFC 6266), for a name of `toSafeFileName`. */
export function formatContentDisposition(name: string, type: 'attachment' | 'inline' = 'attachment'): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${type}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/** Sets the headers of a file that browsers store, and returns its content. */
export function sendAttachment(
  reply: FastifyReply,
  { name, type, bytes, stream }: { name: string; type: FileFormat; bytes: number; stream: Readable },
): Readable {
  reply
    .type(getMediaType(type))
    .header('content-length', bytes)
    .header('content-disposition', formatContentDisposition(name))
  return stream
}
