import { isTextLink } from './links.ts'

/** A text with headings, lists, tables and links: a ProseMirror document of the types in `NODES`, never HTML. */
export interface RichText {
  type: 'doc'
  content: RichNode[]
}

export interface RichNode {
  type: string
  attrs?: Record<string, unknown>
  content?: RichNode[]
  marks?: RichMark[]
  text?: string
}

export interface RichMark {
  type: string
  attrs?: Record<string, unknown>
}

/** The maximum number of characters of a text. */
export const MAX_RICH_TEXT_LENGTH = 20_000
const MAX_NODES = 5000
/** Lists can contain lists, and the cells of a table as well. */
const MAX_DEPTH = 12
const MAX_SPAN = 20

export const EMPTY_RICH_TEXT: RichText = { type: 'doc', content: [] }

type Attributes = Record<string, (value: unknown) => boolean>
interface NodeRule {
  /** The types of the nodes in it. */
  content: readonly string[]
  attrs?: Attributes
}

const isWithin = (min: number, max: number) => (value: unknown) =>
  Number.isInteger(value) && (value as number) >= min && (value as number) <= max
const INLINE = ['text', 'hardBreak']
const LISTS = ['bulletList', 'orderedList']
const CELL: NodeRule = {
  content: ['paragraph', ...LISTS],
  attrs: {
    colspan: isWithin(1, MAX_SPAN),
    rowspan: isWithin(1, MAX_SPAN),
    colwidth: (value) => value === null,
  },
}

/** What each node may contain. Everything else is refused. */
const NODES: Record<string, NodeRule> = {
  doc: { content: ['paragraph', 'heading', ...LISTS, 'table'] },
  paragraph: { content: INLINE },
  heading: { content: INLINE, attrs: { level: isWithin(2, 3) } },
  bulletList: { content: ['listItem'] },
  orderedList: {
    content: ['listItem'],
    attrs: { start: isWithin(0, 9999), type: (value) => value === null },
  },
  listItem: { content: ['paragraph', ...LISTS] },
  table: { content: ['tableRow'] },
  tableRow: { content: ['tableHeader', 'tableCell'] },
  tableHeader: CELL,
  tableCell: CELL,
  hardBreak: { content: [] },
  text: { content: [] },
}

const MARKS: Record<string, Attributes> = {
  bold: {},
  italic: {},
  link: { href: (value) => typeof value === 'string' && value.length <= 2000 && isTextLink(value) },
}

/** Returns why a value is not a text that can be saved; undefined if it is one, which can be empty. */
export function findRichTextError(value: unknown): string | undefined {
  const root = value as RichNode | null
  if (typeof root !== 'object' || root?.type !== 'doc') return 'this must be a text.'
  const counts = { nodes: 0, characters: 0 }
  const error = findNodeError(root, counts, 0)
  if (error) return error
  if (counts.characters > MAX_RICH_TEXT_LENGTH)
    return `this is longer than ${MAX_RICH_TEXT_LENGTH.toLocaleString('en')} characters.`
  return undefined
}

const UNKNOWN_CONTENT = 'the text contains something that cannot be saved. Paste it without formatting.'

function findNodeError(
  node: RichNode,
  counts: { nodes: number; characters: number },
  depth: number,
): string | undefined {
  const rule = Object.hasOwn(NODES, node.type) ? NODES[node.type] : undefined
  counts.nodes++
  if (!rule || !hasKnownKeys(node) || !isAllowed(node.attrs, rule.attrs ?? {})) return UNKNOWN_CONTENT
  if (depth > MAX_DEPTH || counts.nodes > MAX_NODES) return 'the text has too many parts in each other.'
  if ((node.type === 'text') !== (typeof node.text === 'string' && node.text !== '')) return UNKNOWN_CONTENT
  counts.characters += node.text?.length ?? 0
  const { marks = [], content = [] } = node
  if (!Array.isArray(marks) || !Array.isArray(content)) return UNKNOWN_CONTENT
  if (marks.length > 0 && node.type !== 'text') return UNKNOWN_CONTENT
  if (new Set(marks.map((mark) => mark?.type)).size < marks.length) return UNKNOWN_CONTENT
  for (const mark of marks) {
    const attrs = Object.hasOwn(MARKS, mark?.type) ? MARKS[mark.type] : undefined
    if (!attrs) return UNKNOWN_CONTENT
    if (mark.type === 'link' && !(isAllowed(mark.attrs, attrs) && mark.attrs?.href))
      return 'a link must begin with https://, http://, /, mailto: or tel:.'
    if (!isAllowed(mark.attrs, attrs)) return UNKNOWN_CONTENT
  }
  for (const child of content) {
    if (typeof child !== 'object' || child === null || !rule.content.includes(child.type))
      return UNKNOWN_CONTENT
    const error = findNodeError(child, counts, depth + 1)
    if (error) return error
  }
  return undefined
}

const NODE_KEYS = ['type', 'attrs', 'content', 'marks', 'text']
const hasKnownKeys = (node: RichNode) => Object.keys(node).every((key) => NODE_KEYS.includes(key))

/** Whether all attributes have a rule and fit it. */
function isAllowed(attrs: unknown = {}, rules: Attributes): boolean {
  if (typeof attrs !== 'object' || attrs === null) return false
  return Object.entries(attrs).every(([name, value]) => Object.hasOwn(rules, name) && rules[name]!(value))
}

/** Returns a text of an editor without the attributes that are not stored, such as widths of pasted columns. */
export const cleanRichText = (node: RichNode): RichText => cleanNode(node) as RichText

function cleanNode({ type, attrs, content, marks, text }: RichNode): RichNode {
  const cleanAttrs = pickAttributes(attrs, NODES[type]?.attrs)
  return {
    type,
    ...(cleanAttrs && { attrs: cleanAttrs }),
    ...(content && { content: content.map(cleanNode) }),
    ...(marks && { marks: marks.map(cleanMark) }),
    ...(text !== undefined && { text }),
  }
}

function cleanMark({ type, attrs }: RichMark): RichMark {
  const cleanAttrs = pickAttributes(attrs, MARKS[type])
  return { type, ...(cleanAttrs && { attrs: cleanAttrs }) }
}

function pickAttributes(attrs: Record<string, unknown> = {}, rules: Attributes = {}) {
  const entries = Object.entries(attrs).filter(
    ([name, value]) => Object.hasOwn(rules, name) && rules[name]!(value),
  )
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}

/** The nodes after which a new line begins. */
const LINES = new Set(['paragraph', 'heading', 'hardBreak', 'tableRow'])

/** The words of a text, one line for each paragraph, entry of a list and row of a table; '' for anything else. */
export const toPlainText = (value: unknown): string => joinTexts(value, ({ text }) => text ?? '')

/** The words of a text as in `toPlainText`, with the address after each link. */
export const toReadableText = (value: unknown): string =>
  joinTexts(value, ({ text = '', marks }) => {
    const href = marks?.find(({ type }) => type === 'link')?.attrs?.href
    return href ? `${text} (${href})` : text
  })

type ToText = (node: Partial<RichNode>) => string

const joinTexts = (value: unknown, toText: ToText): string =>
  collectText(value, toText, 0).replace(/\n+/g, '\n').trim()

function collectText(value: unknown, toText: ToText, depth: number): string {
  const node = (value ?? {}) as Partial<RichNode>
  const { type, text, content } = node
  if (typeof text === 'string') return toText(node)
  if (depth > MAX_DEPTH || !Array.isArray(content)) return type === 'hardBreak' ? '\n' : ''
  const inner = content.map((child) => collectText(child, toText, depth + 1))
  const isCell = type === 'tableCell' || type === 'tableHeader'
  if (isCell) return `${inner.join(' ').replaceAll('\n', ' ').trim()}  `
  return inner.join('') + (type !== undefined && LINES.has(type) ? '\n' : '')
}
