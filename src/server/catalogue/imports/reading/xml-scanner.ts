import { damagedFile, refuseEntities } from './import-file-error.ts'

/** What the scanner reports. Names have no namespace prefix. */
export interface XmlHandler {
  /** `tag` is the source of the tag without angle brackets. */
  onOpen: (name: string, tag: string, isSelfClosing: boolean) => void
  onClose: (name: string) => void
  /** Text in pieces, with entities as they are. Called only while `wantsText`, so that padding costs no memory. */
  onText: (source: string) => void
  wantsText: boolean
  /** Receives the whole source in pieces, that of a tag before `onOpen` or `onClose`, for copying. */
  onSource?: (source: string) => void
}

/** Characters of one tag. The longest of honest workbooks are formulas of conditional formats. */
const MAX_TAG_LENGTH = 256 * 1024

const EXCLAMATION = 0x21
const QUESTION = 0x3f
const SLASH = 0x2f
const DOUBLE_QUOTE = 0x22
const SINGLE_QUOTE = 0x27
const GREATER = 0x3e
const COLON = 0x3a

/** What is neither a tag nor text. */
const MARKUP: [opening: string, ending: string][] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
]

/**
 * Splits the XML of a workbook into tags and text, from chunks of any size and in bounded memory. Document types are
 * refused, so there are no entities to expand. It does not check that the XML is well-formed.
 */
export class XmlScanner {
  readonly #handler: XmlHandler
  #rest = ''
  /** The end of the comment, CDATA section or processing instruction that is open. */
  #until = ''

  constructor(handler: XmlHandler) {
    this.#handler = handler
  }

  write(chunk: string): void {
    const source = this.#rest + chunk
    this.#rest = ''
    let position = 0
    while (position < source.length) {
      const next = this.#until ? this.#skip(source, position) : this.#scan(source, position)
      if (next < 0) return
      position = next
    }
  }

  /** Throws if the XML ends within a tag. */
  end(): void {
    if (this.#rest || this.#until) throw damagedFile('the XML ends too early')
  }

  /** Handles text and the tag after it. Returns the position behind the tag, or -1 if the source ends before. */
  #scan(source: string, position: number): number {
    const start = source.indexOf('<', position)
    if (start < 0) {
      this.#text(source, position, source.length)
      return -1
    }
    if (start > position) this.#text(source, position, start)
    const first = source.charCodeAt(start + 1)
    if (first === EXCLAMATION || first === QUESTION) return this.#openMarkup(source, start)
    const end = findTagEnd(source, start + 1)
    if (end < 0) return this.#keep(source, start)
    this.#handler.onSource?.(source.slice(start, end + 1))
    if (first === SLASH) this.#handler.onClose(getLocalName(source, start + 2, end))
    else this.#open(source, start + 1, end)
    return end + 1
  }

  #text(source: string, start: number, end: number): void {
    if (!this.#handler.wantsText && !this.#handler.onSource) return
    const text = source.slice(start, end)
    this.#handler.onSource?.(text)
    if (this.#handler.wantsText) this.#handler.onText(text)
  }

  #open(source: string, start: number, end: number): void {
    const isSelfClosing = source.charCodeAt(end - 1) === SLASH
    const tag = source.slice(start, isSelfClosing ? end - 1 : end)
    const name = getLocalName(source, start, end)
    this.#handler.onOpen(name, tag, isSelfClosing)
    if (isSelfClosing) this.#handler.onClose(name)
  }

  #openMarkup(source: string, start: number): number {
    // '<![CDATA[' is the longest opening.
    if (source.length < start + 9) return this.#keep(source, start)
    const markup = MARKUP.find(([opening]) => source.startsWith(opening, start))
    if (!markup) throw refuseEntities()
    const [opening, ending] = markup
    this.#until = ending
    this.#handler.onSource?.(opening)
    return start + opening.length
  }

  #skip(source: string, position: number): number {
    const end = source.indexOf(this.#until, position)
    const isText = this.#until === ']]>' && this.#handler.wantsText
    const stop = end < 0 ? Math.max(position, source.length - this.#until.length + 1) : end
    if (isText && stop > position) this.#handler.onText(source.slice(position, stop).replaceAll('&', '&amp;'))
    const next = end < 0 ? stop : end + this.#until.length
    this.#handler.onSource?.(source.slice(position, next))
    if (end < 0) {
      this.#rest = source.slice(stop)
      return -1
    }
    this.#until = ''
    return next
  }

  #keep(source: string, start: number): number {
    if (source.length - start > MAX_TAG_LENGTH) throw damagedFile('an XML tag is too long')
    this.#rest = source.slice(start)
    return -1
  }
}

/** Returns the position of the '>' that ends a tag, or -1. Attributes may contain one. */
function findTagEnd(source: string, start: number): number {
  let quote = 0
  for (let position = start; position < source.length; position++) {
    const code = source.charCodeAt(position)
    if (quote !== 0) {
      if (code === quote) quote = 0
    } else if (code === GREATER) return position
    else if (code === DOUBLE_QUOTE || code === SINGLE_QUOTE) quote = code
  }
  return -1
}

function getLocalName(source: string, start: number, end: number): string {
  let from = start
  for (let position = start; position < end; position++) {
    const code = source.charCodeAt(position)
    if (code === COLON) from = position + 1
    // White space and '/' are below 0x30.
    else if (code < 0x30 && code !== 0x2d && code !== 0x2e) return source.slice(from, position)
  }
  return source.slice(from, end)
}

const ATTRIBUTE_PATTERNS = new Map<string, RegExp>()

/** Returns an attribute of a tag, decoded; the name may have a namespace prefix in the tag. */
export function getAttribute(tag: string, name: string): string | undefined {
  let pattern = ATTRIBUTE_PATTERNS.get(name)
  if (!pattern) {
    pattern = new RegExp(`\\s(?:\\w+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
    ATTRIBUTE_PATTERNS.set(name, pattern)
  }
  const match = pattern.exec(tag)
  return match ? decodeXml(match[1] ?? match[2] ?? '') : undefined
}

const NAMED_ENTITIES: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Decodes the five entities of XML and character references; others stay as they are. */
export function decodeXml(source: string): string {
  if (!source.includes('&')) return source
  return source.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi, (all, hex, decimal, name) => {
    if (name) return NAMED_ENTITIES[name] ?? all
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}

/** The text of a cell: entities, and the '_x000D_' of Excel, decoded; without characters that databases refuse. */
export function decodeCellText(source: string): string {
  let text = decodeXml(source)
  if (text.includes('_x')) {
    text = text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
  return cleanText(text)
}

/** Returns a text with plain line ends, without null characters and halves of surrogate pairs. */
export function cleanText(text: string): string {
  if (!text.includes('\0') && !text.includes('\r') && text.isWellFormed()) return text
  return text.replaceAll('\0', '').replace(/\r\n?/g, '\n').toWellFormed()
}
