import type { AttachmentSummary } from '#contracts/attachment.ts'
import { badRequest, type HttpProblem, unsupportedMediaType } from '#server/kernel/problem.ts'

export type AttachmentType = AttachmentSummary['type']

/** The bytes of a file that its type is known from. */
export interface FileEnds {
  /** The first bytes, at most `HEAD_BYTES`. */
  head: Buffer
  /** The last bytes, at most `TAIL_BYTES`. */
  tail: Buffer
}

export const HEAD_BYTES = 4096
/** The end of a ZIP file can have a comment of 64 kB. */
export const TAIL_BYTES = 66_000

interface Format {
  /** Possible extensions of file names; the first one is added to a name with another one. */
  extensions: [string, ...string[]]
  contentType: string
  /** The possible first bytes, or a pattern of them; one character per byte. */
  start: RegExp | string[]
  /** Contained in the last bytes of every complete file. */
  end?: string
}

/** The formats of drawings and pictures, by their content. The name of a file proves nothing. */
const FORMATS: Record<AttachmentType, Format> = {
  pdf: {
    extensions: ['pdf'],
    contentType: 'application/pdf',
    // Readers accept other bytes before the header.
    start: /^.{0,1023}%PDF-\d/s,
    end: '%%EOF',
  },
  dxf: {
    extensions: ['dxf'],
    contentType: 'image/vnd.dxf',
    // Binary, or text that can begin with comments (group code 999).
    start: /^(?:AutoCAD Binary DXF\r\n|(?:\xef\xbb\xbf)?(?: *999\r?\n[^\r\n]*\r?\n)* *0\r?\n *SECTION\r?\n)/,
    end: 'EOF',
  },
  dwg: { extensions: ['dwg'], contentType: 'image/vnd.dwg', start: /^AC10\d\d/ },
  step: {
    extensions: ['step', 'stp', 'p21'],
    contentType: 'model/step',
    start: /^(?:\xef\xbb\xbf)?\s*ISO-10303-21\s*;/,
    end: 'END-ISO-10303-21',
  },
  png: { extensions: ['png'], contentType: 'image/png', start: ['\x89PNG\r\n\x1a\n'], end: 'IEND' },
  jpeg: { extensions: ['jpg', 'jpeg'], contentType: 'image/jpeg', start: ['\xff\xd8\xff'] },
  webp: { extensions: ['webp'], contentType: 'image/webp', start: /^RIFF.{4}WEBP/s },
  heic: {
    extensions: ['heic', 'heif'],
    contentType: 'image/heic',
    start: /^.{4}ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)/s,
  },
  tiff: {
    extensions: ['tif', 'tiff'],
    contentType: 'image/tiff',
    start: ['II*\0', 'II+\0', 'MM\0*', 'MM\0+'],
  },
  zip: { extensions: ['zip'], contentType: 'application/zip', start: ['PK\x03\x04'], end: 'PK\x05\x06' },
}

export const getContentType = (type: AttachmentType): string => FORMATS[type].contentType

/**
 * Returns the type of a file by its content. Throws 400 for an empty or incomplete file and 415 for one of another format;
 * `name` names it in the message.
 */
export function detectType({ head, tail }: FileEnds, name: string): AttachmentType {
  if (head.length === 0) throw badRequest(`${name} is empty. Please choose another file.`)
  const start = head.toString('latin1')
  const types = Object.keys(FORMATS) as AttachmentType[]
  const type = types.find((candidate) => beginsWith(start, FORMATS[candidate].start))
  if (!type) throw unknownFormat(name)
  const { end } = FORMATS[type]
  if (end && !tail.includes(end, 0, 'latin1'))
    throw badRequest(`${name} is incomplete. Please check that it opens on your device, and attach it again.`)
  return type
}

const beginsWith = (text: string, start: RegExp | string[]): boolean =>
  Array.isArray(start) ? start.some((bytes) => text.startsWith(bytes)) : start.test(text)

const unknownFormat = (name: string): HttpProblem =>
  unsupportedMediaType(
    `${name} is not a drawing or picture that we can open. Please send a PDF, DXF, DWG, STEP, PNG, JPEG, WebP, HEIC, TIFF or ZIP file.`,
  )

const MAX_NAME_LENGTH = 100
/** Windows treats these names as devices, with any extension. */
const RESERVED_NAME = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i

/**
 * Returns a name under which every system can store the file: without folders, control and invisible characters, and with an
 * extension of its type, so that no program starts when staff open it.
 */
export function toSafeFileName(name: string, type: AttachmentType): string {
  const plain = name
    .normalize('NFC')
    .replace(/^.*[\\/]/s, '')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}"*:<>?|%]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[ .]+|[ .]+$/g, '')
    .replace(RESERVED_NAME, '$&_')
  const { extensions } = FORMATS[type]
  const current = /\.([a-z0-9]{1,5})$/i.exec(plain)?.[1]?.toLowerCase()
  const suffix =
    current && extensions.includes(current) ? plain.slice(-current.length - 1) : `.${extensions[0]}`
  const stem = plain.endsWith(suffix) ? plain.slice(0, -suffix.length) : plain
  const characters = [...(stem.trim() || 'file')]
  return characters.slice(0, MAX_NAME_LENGTH - suffix.length).join('') + suffix
}

/** Returns the Content-Disposition of a download (RFC 6266), for a name of `toSafeFileName`. */
export function formatContentDisposition(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
