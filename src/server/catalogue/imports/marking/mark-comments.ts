import { escapeXml } from '#server/kernel/xlsx/xml-text.ts'
import { formatReference } from '../reading/cells.ts'
import { decodeXml, getAttribute } from '../reading/xml-scanner.ts'
import { appendTo, listElements, replaceElements } from './edit-xml.ts'
import type { CellMark } from './mark.ts'

const AUTHOR = 'Import'
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

export const EMPTY_COMMENTS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${MAIN_NAMESPACE}"><authors></authors><commentList></commentList></comments>`

/** Adds the messages to the comments of a sheet. A cell that has a comment keeps it, with the message below. */
export function addComments(xml: string, marks: CellMark[]): string {
  const messages = new Map(marks.map(({ row, column, message }) => [formatReference(row, column), message]))
  const merged = replaceElements(xml, 'comment', (comment) => {
    const reference = getAttribute(comment.slice(0, comment.indexOf('>')), 'ref') ?? ''
    const message = messages.get(reference)
    messages.delete(reference)
    return message === undefined ? comment : appendText(comment, message)
  })
  const authors = listElements(xml, 'author').map((source) => source.replace(/<[^<>]*>/g, ''))
  const isKnown = authors.includes(AUTHOR)
  const authorId = isKnown ? authors.indexOf(AUTHOR) : authors.length
  const comments = [...messages].map(
    ([reference, message]) =>
      `<:comment ref="${reference}" authorId="${authorId}"><:text>${formatRun(message)}</:text></:comment>`,
  )
  const withAuthor = isKnown ? merged : appendTo(merged, 'authors', `<:author>${AUTHOR}</:author>`)
  return appendTo(withAuthor, 'commentList', comments.join(''))
}

function appendText(comment: string, message: string): string {
  // The workbook was marked before.
  if (getLetters(comment).includes(getLetters(escapeXml(message)))) return comment
  // A text is either one plain piece or a list of formatted ones.
  const runs = comment.replace(
    /(<((?:\w+:)?)text\s*>\s*)(<\2t(?:\s[^>]*)?>[^<]*<\/\2t>)(?=\s*<\/\2text)/,
    '$1<$2r>$3</$2r>',
  )
  return appendTo(runs, 'text', formatRun(`\n${message}`))
}

/** The text of an element without spaces, which programs change when they save a comment. */
const getLetters = (source: string): string => decodeXml(source.replace(/<[^<>]*>/g, '')).replace(/\s+/g, '')

const formatRun = (text: string): string => `<:r><:t xml:space="preserve">${escapeXml(text)}</:t></:r>`

const DRAWING_NAMESPACES =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"'
const NOTE_TYPE = '_x0000_t202'

/** The drawing of a sheet without comments; `blocks` are the blocks of 1024 shape ids that it uses. */
export const createDrawing = (blocks: number[]): string =>
  `<xml ${DRAWING_NAMESPACES}><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout></xml>`

/** Adds the box of each comment to the drawing of a sheet, which programs need to show it. Cells that have one keep it. */
export function addCommentBoxes(xml: string, marks: CellMark[], firstId: number): string {
  const boxes = findBoxes(xml)
  const missing = marks.filter(({ row, column }) => !boxes.has(`${row - 1},${column}`))
  const type = xml.includes(NOTE_TYPE)
    ? ''
    : `<v:shapetype ${DRAWING_NAMESPACES} id="${NOTE_TYPE}" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>`
  const sources = missing.map((mark, index) => formatBox(mark, firstId + index))
  return appendTo(xml, 'xml', type + sources.join(''))
}

/** Returns the 0-based 'row,column' of the notes of a drawing. */
function findBoxes(xml: string): Set<string> {
  const find = (source: string, name: string) =>
    new RegExp(`<(?:\\w+:)?${name}>\\s*(\\d+)\\s*<`).exec(source)?.[1]
  const notes = listElements(xml, 'ClientData').filter((source) => /ObjectType\s*=\s*["']Note/.test(source))
  return new Set(notes.map((source) => `${find(source, 'Row')},${find(source, 'Column')}`))
}

function formatBox({ row, column }: CellMark, id: number): string {
  const top = Math.max(row - 2, 0)
  // Left column, offset, top row, offset, right column, offset, bottom row, offset.
  const anchor = [column + 1, 15, top, 10, column + 4, 15, top + 5, 4].join(', ')
  return `<v:shape ${DRAWING_NAMESPACES} id="_x0000_s${id}" type="#${NOTE_TYPE}" style="position:absolute;margin-left:59.25pt;margin-top:1.5pt;width:144pt;height:72pt;z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
}
