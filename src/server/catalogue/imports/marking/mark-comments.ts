import { formatReference } from '../reading/cell-reference.ts'
import { decodeXml } from '../reading/xml-scanner.ts'
import { escapeXml } from './mark.ts'
import { listElements, replaceElements } from './xml-elements.ts'

/** The text of one cell. */
export interface CellComment {
  row: number
  column: number
  text: string
}

const AUTHOR = 'Import'
const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

export const EMPTY_COMMENTS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<comments xmlns="${MAIN_NAMESPACE}"><authors></authors><commentList></commentList></comments>`

/** Adds comments to the comments of a sheet. A cell that has one keeps it, with the new text below. */
export function addComments(xml: string, comments: CellComment[]): string {
  const byReference = new Map(comments.map((each) => [formatReference(each.row, each.column), each.text]))
  const prefix = /<(\w+:)?comments[\s>]/.exec(xml)?.[1] ?? ''
  const merged = replaceElements(xml, 'comment', (comment) => {
    const reference = /\sref\s*=\s*["']([^"']+)["']/.exec(comment)?.[1] ?? ''
    const text = byReference.get(reference)
    byReference.delete(reference)
    return text === undefined ? comment : appendText(comment, prefix, text)
  })
  const { xml: withAuthor, authorId } = addAuthor(merged, prefix)
  const added = [...byReference].map(([reference, text]) =>
    formatComment(reference, prefix, { authorId, text }),
  )
  return insertInto(withAuthor, `${prefix}commentList`, added.join(''))
}

function appendText(comment: string, prefix: string, text: string): string {
  // The workbook was marked before.
  if (getLetters(comment).includes(getLetters(escapeXml(text)))) return comment
  const closing = `</${prefix}text>`
  const at = comment.lastIndexOf(closing)
  if (at < 0) return comment
  // A text is either one plain piece or a list of formatted ones.
  const runs = comment
    .slice(0, at)
    .replace(
      new RegExp(`(<${prefix}text\\s*>\\s*)(<${prefix}t(?:\\s[^>]*)?>[^<]*</${prefix}t>)(\\s*)$`),
      `$1<${prefix}r>$2</${prefix}r>$3`,
    )
  return runs + formatRun(prefix, `\n${text}`) + comment.slice(at)
}

/** The text of an element without spaces, which programs change when they save a comment. */
const getLetters = (source: string): string => decodeXml(source.replace(/<[^<>]*>/g, '')).replace(/\s+/g, '')

const formatRun = (prefix: string, text: string): string =>
  `<${prefix}r><${prefix}t xml:space="preserve">${escapeXml(text)}</${prefix}t></${prefix}r>`

const formatComment = (
  reference: string,
  prefix: string,
  { authorId, text }: { authorId: number; text: string },
): string =>
  `<${prefix}comment ref="${reference}" authorId="${authorId}"><${prefix}text>${formatRun(prefix, text)}</${prefix}text></${prefix}comment>`

function addAuthor(xml: string, prefix: string): { xml: string; authorId: number } {
  const authors = xml.match(new RegExp(`<${prefix}author(?:\\s[^<>]*)?(?:/>|>[^<]*<)`, 'g')) ?? []
  const authorId = authors.findIndex((source) => source.endsWith(`>${AUTHOR}<`))
  if (authorId >= 0) return { xml, authorId }
  const author = `<${prefix}author>${AUTHOR}</${prefix}author>`
  return { xml: insertInto(xml, `${prefix}authors`, author), authorId: authors.length }
}

/** Inserts at the end of an element, which may be empty. */
function insertInto(xml: string, name: string, source: string): string {
  if (xml.includes(`</${name}>`)) return xml.replace(`</${name}>`, () => `${source}</${name}>`)
  return xml.replace(new RegExp(`<${name}\\s*/>`), () => `<${name}>${source}</${name}>`)
}

const DRAWING_NAMESPACES =
  'xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"'
const NOTE_TYPE = '_x0000_t202'

/** The drawing of a sheet without comments; `blocks` are the blocks of 1024 shape ids that it uses. */
export const createDrawing = (blocks: number[]): string =>
  `<xml ${DRAWING_NAMESPACES}><o:shapelayout v:ext="edit"><o:idmap v:ext="edit" data="${blocks.join(',')}"/></o:shapelayout></xml>`

/** Adds the box of each comment to the drawing of a sheet, which programs need to show it. Cells that have one keep it. */
export function addCommentBoxes(
  xml: string,
  cells: { row: number; column: number }[],
  firstId: number,
): string {
  const boxes = findBoxes(xml)
  const missing = cells.filter(({ row, column }) => !boxes.has(`${row - 1},${column}`))
  const type = xml.includes(NOTE_TYPE)
    ? ''
    : `<v:shapetype ${DRAWING_NAMESPACES} id="${NOTE_TYPE}" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"><v:stroke joinstyle="miter"/><v:path gradientshapeok="t" o:connecttype="rect"/></v:shapetype>`
  const source = type + missing.map((cell, index) => formatBox(cell, firstId + index)).join('')
  const end = xml.lastIndexOf('</')
  return xml.slice(0, end) + source + xml.slice(end)
}

/** Returns the 0-based 'row,column' of the notes of a drawing. */
function findBoxes(xml: string): Set<string> {
  const find = (source: string, name: string) =>
    new RegExp(`<(?:\\w+:)?${name}>\\s*(\\d+)\\s*<`).exec(source)?.[1]
  const notes = listElements(xml, 'ClientData').filter((source) => /ObjectType\s*=\s*["']Note/.test(source))
  return new Set(notes.map((source) => `${find(source, 'Row')},${find(source, 'Column')}`))
}

function formatBox({ row, column }: { row: number; column: number }, id: number): string {
  const top = Math.max(row - 2, 0)
  // Left column, offset, top row, offset, right column, offset, bottom row, offset.
  const anchor = [column + 1, 15, top, 10, column + 4, 15, top + 5, 4].join(', ')
  return `<v:shape ${DRAWING_NAMESPACES} id="_x0000_s${id}" type="#${NOTE_TYPE}" style="position:absolute;margin-left:59.25pt;margin-top:1.5pt;width:144pt;height:72pt;z-index:1;visibility:hidden" fillcolor="#ffffe1" o:insetmode="auto"><v:fill color2="#ffffe1"/><v:shadow color="black" obscured="t"/><v:path o:connecttype="none"/><v:textbox style="mso-direction-alt:auto"><div style="text-align:left"></div></v:textbox><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:Anchor>${anchor}</x:Anchor><x:AutoFill>False</x:AutoFill><x:Row>${row - 1}</x:Row><x:Column>${column}</x:Column></x:ClientData></v:shape>`
}

const CONTENT_TYPES = {
  comments: 'application/vnd.openxmlformats-officedocument.spreadsheetml.comments+xml',
  styles: 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml',
  vml: 'application/vnd.openxmlformats-officedocument.vmlDrawing',
} as const

/** Declares new parts in '[Content_Types].xml'. */
export function addContentTypes(
  xml: string,
  parts: { name: string; type: keyof typeof CONTENT_TYPES }[],
): string {
  const prefix = /<(\w+:)?Types[\s>]/.exec(xml)?.[1] ?? ''
  const overrides = parts.map(
    ({ name, type }) =>
      `<${prefix}Override PartName="/${escapeXml(name)}" ContentType="${CONTENT_TYPES[type]}"/>`,
  )
  return insertInto(xml, `${prefix}Types`, overrides.join(''))
}

const RELATION_TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
export const EMPTY_RELATIONS =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'

/** Adds a relation to the relations of a part. */
export function addRelation(
  xml: string,
  { id, type, target }: { id: string; type: 'comments' | 'vmlDrawing' | 'styles'; target: string },
): string {
  const prefix = /<(\w+:)?Relationships[\s>]/.exec(xml)?.[1] ?? ''
  const relation = `<${prefix}Relationship Id="${id}" Type="${RELATION_TYPES}/${type}" Target="/${escapeXml(target)}"/>`
  return insertInto(xml, `${prefix}Relationships`, relation)
}
