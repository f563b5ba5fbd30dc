import { StringDecoder } from 'node:string_decoder'
import { formatReference, parseColumn } from '../reading/cells.ts'
import { getAttribute, type XmlHandler, XmlScanner } from '../reading/xml-scanner.ts'
import { setAttribute } from './edit-xml.ts'

/** A cell to fill; `row` is 1-based, `column` 0-based. */
interface MarkedCell {
  row: number
  column: number
}

export interface SheetChanges {
  /** In the order of rows and columns, each once. */
  cells: MarkedCell[]
  getMarkedStyle: (style: number) => number
  /** The id of the relation to the drawing of the comments; undefined if the sheet has one already. */
  drawingId: string | undefined
}

/** The elements of a sheet that follow the drawing of its comments. */
const AFTER_DRAWING = new Set([
  'legacyDrawingHF',
  'drawingHF',
  'picture',
  'oleObjects',
  'controls',
  'webPublishItems',
  'tableParts',
  'extLst',
])
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const STRICT_RELATIONS = 'http://purl.oclc.org/ooxml/officeDocument/relationships'

/** Yields the XML of a sheet with its cells filled; everything else is as it was. */
export async function* markSheet(
  xml: AsyncIterable<Buffer>,
  changes: SheetChanges,
): AsyncGenerator<string, void, undefined> {
  const handler = new MarkingHandler(changes)
  const scanner = new XmlScanner(handler)
  const decoder = new StringDecoder('utf8')
  for await (const chunk of xml) {
    scanner.write(decoder.write(chunk))
    yield handler.takeSource()
  }
  scanner.end()
  yield handler.takeSource()
}

/** Copies the source of a sheet and changes the tags of marked cells. */
class MarkingHandler implements XmlHandler {
  wantsText = false
  readonly #changes: SheetChanges
  #pieces: string[] = []
  #next = 0
  #depth = 0
  #prefix = ''
  #relations = RELATIONS
  #isInData = false
  #isAfterData = false
  #needsDrawing: boolean
  #row = 0
  #column = -1

  constructor(changes: SheetChanges) {
    this.#changes = changes
    this.#needsDrawing = changes.drawingId !== undefined
  }

  takeSource(): string {
    const source = this.#pieces.join('')
    this.#pieces = []
    return source
  }

  onText = (): void => {}

  onSource = (source: string): void => {
    this.#pieces.push(source)
  }

  onOpen = (name: string, tag: string, isSelfClosing: boolean): void => {
    this.#depth++
    if (this.#depth === 1) {
      if (tag.includes('purl.oclc.org')) this.#relations = STRICT_RELATIONS
    } else if (this.#depth === 2) {
      if (name === 'sheetData') this.#openData(tag, isSelfClosing)
      else if (this.#isAfterData && AFTER_DRAWING.has(name)) this.#insertDrawing()
    } else if (this.#isInData && name === 'row' && this.#depth === 3) this.#openRow(tag, isSelfClosing)
    else if (this.#isInData && name === 'c' && this.#depth === 4) this.#openCell(tag)
  }

  onClose = (name: string): void => {
    if (this.#isInData && this.#depth === 3 && name === 'row') this.#closeRow()
    if (this.#isInData && this.#depth === 2 && name === 'sheetData') this.#closeData()
    if (this.#depth === 1) this.#insertDrawing()
    this.#depth--
  }

  #openData(tag: string, isSelfClosing: boolean): void {
    this.#isInData = true
    this.#prefix = /^(\w+:)?/.exec(tag)?.[1] ?? ''
    if (isSelfClosing) this.#expand(tag)
  }

  #openRow(tag: string, isSelfClosing: boolean): void {
    this.#row = Number(getAttribute(tag, 'r') ?? this.#row + 1)
    this.#column = -1
    this.#insertBefore(this.#formatRows(this.#row))
    if (this.#changes.cells[this.#next]?.row !== this.#row) return
    // The columns that the row uses are a hint only.
    const open = `<${tag.replace(/\sspans\s*=\s*(?:"[^"]*"|'[^']*')/, '')}>`
    if (isSelfClosing) this.#expand(open.slice(1, -1))
    else this.#replaceLast(open)
  }

  /** Divides the source of an empty element into two tags; the second is the last piece. */
  #expand(tag: string): void {
    const name = tag.split(/\s/, 1)[0]
    this.#replaceLast(`<${tag.trimEnd()}>`)
    this.#pieces.push(`</${name}>`)
  }

  #openCell(tag: string): void {
    const reference = getAttribute(tag, 'r')
    this.#column = reference ? parseColumn(reference) : this.#column + 1
    this.#insertBefore(this.#formatCells(this.#row, this.#column))
    const next = this.#changes.cells[this.#next]
    if (next?.row !== this.#row || next.column !== this.#column) return
    this.#next++
    const style = this.#changes.getMarkedStyle(Number(getAttribute(tag, 's') ?? 0))
    this.#replaceLast(setAttribute(this.#pieces.at(-1)!, 's', String(style)))
  }

  #closeRow(): void {
    this.#insertBefore(this.#formatCells(this.#row, Number.POSITIVE_INFINITY))
  }

  #closeData(): void {
    this.#insertBefore(this.#formatRows(Number.POSITIVE_INFINITY))
    this.#isInData = false
    this.#isAfterData = true
  }

  /** Returns the marked cells of rows before `row`, which the sheet does not have. */
  #formatRows(row: number): string {
    let source = ''
    for (let next = this.#changes.cells[this.#next]; next && next.row < row; ) {
      const cells = this.#formatCells(next.row, Number.POSITIVE_INFINITY)
      source += `<${this.#prefix}row r="${next.row}">${cells}</${this.#prefix}row>`
      next = this.#changes.cells[this.#next]
    }
    return source
  }

  /** Returns the marked cells of a row before `column`, which the sheet does not have. */
  #formatCells(row: number, column: number): string {
    let source = ''
    for (let next = this.#changes.cells[this.#next]; next?.row === row && next.column < column; ) {
      const reference = formatReference(row, next.column)
      source += `<${this.#prefix}c r="${reference}" s="${this.#changes.getMarkedStyle(0)}"/>`
      next = this.#changes.cells[++this.#next]
    }
    return source
  }

  #insertDrawing(): void {
    if (!this.#needsDrawing) return
    this.#needsDrawing = false
    this.#insertBefore(
      `<${this.#prefix}legacyDrawing xmlns:r="${this.#relations}" r:id="${this.#changes.drawingId}"/>`,
    )
  }

  /** Inserts before the tag that is being read. */
  #insertBefore(source: string): void {
    if (source) this.#pieces.splice(-1, 0, source)
  }

  #replaceLast(source: string): void {
    this.#pieces[this.#pieces.length - 1] = source
  }
}
