import { inflateSync } from 'node:zlib'

/* Reads the objects of a PDF file with a plain cross-reference table, as the site writes it (ISO 32000-1, section 7). */

/** Names are '/Name', strings are decoded, and references are resolved with `PdfFile.get`. */
export type PdfValue = null | boolean | number | string | PdfText | PdfReference | PdfValue[] | PdfDictionary
export interface PdfDictionary {
  [key: string]: PdfValue
}
interface PdfReference {
  reference: number
}
/** The bytes of a string, one character for each. */
interface PdfText {
  bytes: string
}
export interface PdfFile {
  trailer: PdfDictionary
  /** Returns the value that a reference leads to; any other value as it is. */
  get(value: PdfValue | undefined): PdfValue
  /** Returns a dictionary or the dictionary of a stream; an empty one for another value. */
  dictionary(value: PdfValue | undefined): PdfDictionary
  array(value: PdfValue | undefined): PdfValue[]
  /** Returns the decoded content of a stream, one character for each byte. Throws for a filter that the site does not use. */
  content(value: PdfValue | undefined): string
}

const isDictionary = (value: PdfValue): value is PdfDictionary =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !isReference(value) &&
  !isText(value)
const isReference = (value: PdfValue): value is PdfReference =>
  typeof value === 'object' && value !== null && 'reference' in value && typeof value.reference === 'number'
export const isText = (value: PdfValue | undefined): value is PdfText =>
  typeof value === 'object' && value !== null && 'bytes' in value && typeof value.bytes === 'string'

/** Returns a string as text: UTF-16 with a byte order mark, otherwise Latin-1. */
export function decodeText(value: PdfValue | undefined): string {
  if (!isText(value)) return ''
  const { bytes } = value
  return bytes.startsWith('\xfe\xff')
    ? Buffer.from(bytes.slice(2), 'latin1').swap16().toString('utf16le')
    : bytes
}

/** Opens a file. Throws for one without a plain cross-reference table. */
export function openPdf(file: Uint8Array): PdfFile {
  const source = Buffer.from(file).toString('latin1')
  const start = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(source)?.[1])
  const offsets = readOffsets(source, start)
  const objects = new Map<number, { value: PdfValue; end: number }>()
  const load = (number: number) => {
    const known = objects.get(number)
    if (known) return known
    const header = /^\d+ \d+ obj/.exec(source.slice(offsets[number], (offsets[number] ?? 0) + 30))?.[0]
    if (!header) throw new Error(`The PDF has no object ${number}.`)
    const lexer = createLexer(source, offsets[number]! + header.length)
    const object = { value: lexer.readValue(), end: lexer.getPosition() }
    objects.set(number, object)
    return object
  }
  const get: PdfFile['get'] = (value = null) =>
    isReference(value) ? get(load(value.reference).value) : value
  const dictionary: PdfFile['dictionary'] = (value) => {
    const found = get(value)
    return isDictionary(found) ? found : {}
  }
  return {
    trailer: readTrailer(source, start),
    get,
    dictionary,
    array(value) {
      const found = get(value)
      return Array.isArray(found) ? found : found === null ? [] : [found]
    },
    content(value) {
      if (value === undefined || !isReference(value)) throw new Error('A stream is an object of its own.')
      const { value: header, end } = load(value.reference)
      const begin = source.indexOf('stream', end) + 'stream'.length
      const first = begin + (source[begin] === '\r' ? 2 : 1)
      const bytes = source.slice(first, first + Number(get(dictionary(header).Length)))
      const filter = get(dictionary(header).Filter)
      if (filter === null) return bytes
      if (filter !== '/FlateDecode') throw new Error(`The filter ${JSON.stringify(filter)} is not known.`)
      return inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1')
    },
  }
}

function readOffsets(source: string, start: number): Record<number, number> {
  const table = /^xref\s+0 (\d+)\s+/.exec(source.slice(start, start + 40))
  if (!table) throw new Error('The PDF has no plain cross-reference table.')
  const count = Number(table[1])
  const entries = source.slice(start + table[0].length, start + table[0].length + count * 20)
  return Object.fromEntries(
    Array.from({ length: count }, (_, number) => [
      number,
      Number(entries.slice(number * 20, number * 20 + 10)),
    ]),
  )
}

function readTrailer(source: string, start: number): PdfDictionary {
  const value = createLexer(source, source.indexOf('trailer', start) + 'trailer'.length).readValue()
  return value as PdfDictionary
}

/** A token of a content stream: a value, or an operator. */
export type PdfToken = { value: PdfValue } | { operator: string }

/** Reads the operands and operators of a content stream. */
export function* readTokens(content: string): Generator<PdfToken> {
  const lexer = createLexer(content, 0)
  for (let token = lexer.readToken(); token; token = lexer.readToken()) yield token
}

const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }

function createLexer(source: string, start: number) {
  let position = start
  const next = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = position
    const found = pattern.exec(source)?.[0]
    if (found !== undefined) position += found.length
    return found
  }
  const skip = () => next(/(?:[\0\t\n\f\r ]+|%[^\r\n]*)*/y)

  function readToken(): PdfToken | undefined {
    skip()
    if (position >= source.length) return undefined
    const operator = next(/(?!(?:true|false|null)\b)[A-Za-z'"][\w*'"]*/y)
    return operator === undefined ? { value: readValue() } : { operator }
  }

  function readValue(): PdfValue {
    skip()
    if (next(/<</y)) return readDictionary()
    if (next(/\[/y)) return readList()
    if (next(/\(/y)) return { bytes: readString() }
    const hex = next(/<[\s\dA-Fa-f]*>/y)?.replace(/[<>\s]/g, '')
    if (hex !== undefined)
      return { bytes: Buffer.from(hex.padEnd(hex.length + (hex.length % 2), '0'), 'hex').toString('latin1') }
    const name = next(/\/[^\0\t\n\f\r ()<>[\]{}/%]*/y)
    if (name !== undefined)
      return name.replace(/#([\dA-Fa-f]{2})/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    const reference = next(/\d+ \d+ R\b/y)
    if (reference !== undefined) return { reference: Number.parseInt(reference, 10) }
    const word = next(/true|false|null|[-+]?(?:\d+\.?\d*|\.\d+)/y)
    if (word === undefined)
      throw new Error(`The PDF cannot be read at: ${source.slice(position, position + 40)}`)
    return JSON.parse(
      word
        .replace(/^\+/, '')
        .replace(/^(-?)\./, '$10.')
        .replace(/\.$/, '')
        .replace(/^(-?)0+(?=\d)/, '$1'),
    )
  }

  function readDictionary(): PdfDictionary {
    const entries: PdfDictionary = {}
    for (;;) {
      skip()
      if (next(/>>/y)) return entries
      const key = readValue()
      entries[String(key).slice(1)] = readValue()
    }
  }

  function readList(): PdfValue[] {
    const list: PdfValue[] = []
    for (;;) {
      skip()
      if (next(/\]/y)) return list
      list.push(readValue())
    }
  }

  /** A string in parentheses, which may be nested. */
  function readString(): string {
    let text = ''
    let depth = 0
    for (;;) {
      const character = source[position++]
      if (character === undefined) throw new Error('A string of the PDF has no end.')
      if (character === '\\') text += readEscape()
      else if (character === ')' && depth-- === 0) return text
      else {
        if (character === '(') depth++
        text += character
      }
    }
  }

  function readEscape(): string {
    const octal = next(/[0-7]{1,3}/y)
    if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8))
    if (next(/\r\n?|\n/y)) return ''
    const character = source[position++] ?? ''
    return ESCAPES[character] ?? character
  }

  return { readToken, readValue, getPosition: () => position }
}
