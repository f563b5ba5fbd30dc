import { type DefaultTreeAdapterTypes, parse } from 'parse5'

/** A page as a browser parses it (HTML Standard): tags with attributes, comments, and the text of scripts. */
export interface ParsedHtml {
  tags: { name: string; attributes: [name: string, value: string][] }[]
  scripts: { attributes: Record<string, string>; text: string }[]
  comments: string[]
}

/** Parses a document with scripting enabled, so that the content of `noscript` is text. */
export function parseHtml(html: string): ParsedHtml {
  const parsed: ParsedHtml = { tags: [], scripts: [], comments: [] }
  visit(parse(html, { scriptingEnabled: true }), parsed)
  return parsed
}

function visit(node: DefaultTreeAdapterTypes.Node, parsed: ParsedHtml): void {
  if (node.nodeName === '#comment') parsed.comments.push((node as DefaultTreeAdapterTypes.CommentNode).data)
  if ('tagName' in node) {
    const attributes = node.attrs.map(({ name, value }): [string, string] => [name, value])
    parsed.tags.push({ name: node.tagName, attributes })
    if (node.tagName === 'script')
      parsed.scripts.push({ attributes: Object.fromEntries(attributes), text: readText(node) })
  }
  if ('childNodes' in node) for (const child of node.childNodes) visit(child, parsed)
}

const readText = ({ childNodes }: DefaultTreeAdapterTypes.Element): string =>
  childNodes.map((child) => ('value' in child ? child.value : '')).join('')
