import type { ZipArchive, ZipEntry } from '#server/kernel/zip/reader.ts'
import { damagedFile, expandingFile, refuseEntities } from './import-file-error.ts'
import { decodeCellText } from './xml-scanner.ts'

const MAX_BYTES = 128_000_000
const MAX_STRINGS = 5_000_000
/** Texts that are remembered, because units and categories repeat in every row. */
const MAX_REMEMBERED = 5_000
const MAX_REMEMBERED_LENGTH = 64

const PHONETIC_RUN = /<(?:\w+:)?rPh[\s>](?:(?!<(?:\w+:)?rPh[\s>])[\s\S])*?<\/(?:\w+:)?rPh>/g
const TEXT = /<(?:\w+:)?t(?:\s[^<>]*)?>([^<]*)</g

/** The texts that cells refer to by number. They stay encoded in one buffer, because a million strings would not fit. */
export class SharedStrings {
  static readonly empty = new SharedStrings(Buffer.alloc(0), new Uint32Array())
  readonly #xml: Buffer
  /** Where each `<si>` begins, and the end of the last one. */
  readonly #offsets: Uint32Array
  readonly #remembered = new Map<number, string>()

  constructor(xml: Buffer, offsets: Uint32Array) {
    this.#xml = xml
    this.#offsets = offsets
  }

  /** Returns a text without formatting, or undefined if the workbook has no such number. */
  get(index: number): string | undefined {
    const known = this.#remembered.get(index)
    if (known !== undefined) return known
    const start = this.#offsets[index]
    const end = this.#offsets[index + 1]
    if (start === undefined || end === undefined) return undefined
    const text = readText(this.#xml.toString('utf8', start, end))
    if (text.length <= MAX_REMEMBERED_LENGTH && this.#remembered.size < MAX_REMEMBERED) {
      this.#remembered.set(index, text)
    }
    return text
  }
}

const PLAIN_OPENING = '<si><t>'
const PLAIN_CLOSING = '</t></si>'

function readText(source: string): string {
  if (
    source.startsWith(PLAIN_OPENING) &&
    source.indexOf('<', PLAIN_OPENING.length) === source.length - PLAIN_CLOSING.length
  ) {
    return decodeCellText(source.slice(PLAIN_OPENING.length, -PLAIN_CLOSING.length))
  }
  const visible = source.includes('rPh') ? source.replace(PHONETIC_RUN, '') : source
  let text = ''
  for (const match of visible.matchAll(TEXT)) text += match[1]
  return decodeCellText(text)
}

export async function readSharedStrings(
  zip: ZipArchive,
  entry: ZipEntry,
  signal?: AbortSignal,
): Promise<SharedStrings> {
  if (entry.uncompressedSize > MAX_BYTES) throw expandingFile('shared strings')
  const xml = Buffer.allocUnsafe(entry.uncompressedSize)
  let length = 0
  for await (const chunk of zip.readEntry(entry, { maxBytes: entry.uncompressedSize, signal })) {
    length += chunk.copy(xml, length)
  }
  if (xml.includes('<!DOCTYPE')) throw refuseEntities()
  if (xml[0] === 0xff || xml[0] === 0xfe) throw damagedFile('shared strings in UTF-16')
  return new SharedStrings(xml, findOffsets(xml))
}

function findOffsets(xml: Buffer): Uint32Array {
  const prefix = /<(\w+:)?sst[\s>/]/.exec(xml.toString('latin1', 0, 2000))?.[1] ?? ''
  const opening = Buffer.from(`<${prefix}si`)
  let offsets = new Uint32Array(1024)
  let count = 0
  for (let at = xml.indexOf(opening); at >= 0; at = xml.indexOf(opening, at + opening.length)) {
    const next = xml[at + opening.length]
    // '>', '/' or white space; not the beginning of a longer name.
    if (next !== 0x3e && next !== 0x2f && !(next !== undefined && next <= 0x20)) continue
    if (count >= MAX_STRINGS) throw expandingFile('too many shared strings')
    if (count + 1 >= offsets.length) offsets = growOffsets(offsets)
    offsets[count++] = at
  }
  offsets[count] = xml.length
  return offsets.subarray(0, count + 1)
}

function growOffsets(offsets: Uint32Array): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(offsets.length * 2)
  larger.set(offsets)
  return larger
}
