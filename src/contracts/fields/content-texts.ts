import { findUnit } from '../quantities/units.ts'
import { getEntryFields, getIn, joinPath, type SiteField } from './fields.ts'
import type { RichNode } from './rich-text.ts'

/** A text that can be translated by itself: the value of a field, or one paragraph of a rich text. */
export interface ContentText {
  /** Its place in the document, such as 'hero.title' or 'blocks.2.text.0'. */
  path: string
  /** The labels of its field: 'Content, Title'. */
  label: string
  text: string
}

/** Lists the texts of a document that visitors read as words, in the order of its fields. */
export function listContentTexts(
  fields: readonly SiteField[],
  document: unknown,
  { path = '', label = '' } = {},
): ContentText[] {
  return fields
    .flatMap((field): ContentText[] => {
      if (field.kind === 'group') return listContentTexts(field.fields, document, { path, label })
      const value = getIn(document, field.path)
      const place = { path: joinPath(path, field.path), label: joinLabels(label, field.label) }
      switch (field.kind) {
        case 'text':
        case 'paragraph':
          return typeof value === 'string' ? [{ ...place, text: value }] : []
        case 'picture': {
          const text = getIn(value, 'alt')
          return typeof text === 'string' ? [{ path: `${place.path}.alt`, label: place.label, text }] : []
        }
        case 'rich-text':
          return listSegments(value).map((text, index) => ({
            ...place,
            path: `${place.path}.${index}`,
            text,
          }))
        case 'list':
          return (Array.isArray(value) ? value : []).flatMap((entry, index) =>
            listContentTexts(getEntryFields(field, entry), entry, {
              path: `${place.path}.${index}`,
              label: place.label,
            }),
          )
        default:
          return []
      }
    })
    .filter(({ text }) => text.trim() !== '')
}

const joinLabels = (one: string, other: string) =>
  one && other && one !== other ? `${one}, ${other}` : one || other

/** The paragraphs, headings and cells of a rich text. */
function listSegments(value: unknown): string[] {
  const { content } = (value ?? {}) as Partial<RichNode>
  if (!Array.isArray(content)) return []
  return hasSegment(content) ? [toSegment(content)] : content.flatMap(listSegments)
}

const hasSegment = (content: readonly RichNode[]) =>
  content.some((node) => node?.type === 'text' && typeof node.text === 'string')

/**
 * The words of a paragraph, with a number for each run that has a format: 'Read our <1>price list</1>.' A line break is a line
 * feed.
 */
function toSegment(content: readonly RichNode[]): string {
  let formats = 0
  return content
    .map(({ type, text = '', marks = [] }) => {
      if (type === 'hardBreak') return '\n'
      if (marks.length === 0) return text
      formats++
      return `<${formats}>${text}</${formats}>`
    })
    .join('')
}

const FORMATTED = /<(\d{1,4})>([^<]*)<\/\1>/g

/** The nodes of a translated paragraph: a numbered run has the format of the run with this number. */
function fromSegment(segment: string, content: readonly RichNode[]): RichNode[] {
  const formats = content.filter(({ type, marks = [] }) => type === 'text' && marks.length > 0)
  const nodes: RichNode[] = []
  const addPlain = (text: string) =>
    text.split('\n').forEach((line, index) => {
      if (index > 0) nodes.push({ type: 'hardBreak' })
      if (line) nodes.push({ type: 'text', text: line })
    })
  let end = 0
  for (const match of segment.matchAll(FORMATTED)) {
    const [all, number, text = ''] = match
    addPlain(segment.slice(end, match.index))
    const { marks } = formats[Number(number) - 1] ?? {}
    if (text) nodes.push({ type: 'text', text, ...(marks && { marks }) })
    end = match.index + all.length
  }
  addPlain(segment.slice(end))
  return nodes
}

/** The keys whose values are no words, or by which something is found. */
const KEPT_KEYS = new Set(
  `id slug url type kind href path to key code tags thumbhash labels languages translatedInto meaning verdict
  availability format language source sign network retention weeklyEmail sparesTileSource detailsCurrency unstatedTerms
  placement purpose email phone whatsapp`.split(/\s+/),
)

/** Returns JSON with all texts that `translate` has a translation of. Keys of objects stay, and what identifies something. */
export function translateTexts<Value>(value: Value, translate: (text: string) => string | undefined): Value {
  return translateValue(value, translate) as Value
}

function translateValue(value: unknown, translate: (text: string) => string | undefined): unknown {
  if (typeof value === 'string') return translate(value) ?? value
  if (Array.isArray(value)) {
    if (!hasSegment(value as RichNode[])) return value.map((entry) => translateValue(entry, translate))
    const segment = translate(toSegment(value as RichNode[]))
    return segment === undefined ? value : fromSegment(segment, value as RichNode[])
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [
      key,
      KEPT_KEYS.has(key) ? entry : translateValue(entry, translate),
    ]),
  )
}

/** Whether a text has words that another language has other words for: '42 mm', 'CL 25' and 'A2-5' have none. */
export const hasWords = (text: string): boolean =>
  text.split(/[^\p{L}]+/u).some((word) => word.length > 2 && /^\p{L}?\p{Ll}+$/u.test(word) && !findUnit(word))
