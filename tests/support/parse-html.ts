/** A page as a browser takes it apart: its tags with their attributes, and what stands in its scripts. */
export interface ParsedHtml {
  tags: { name: string; attributes: [name: string, value: string][] }[]
  scripts: { attributes: Record<string, string>; text: string }[]
  comments: string[]
}

const COMMENT = /<!--([\s\S]*?)(?:-->|--!>|$)/y
const DECLARATION = /<[!?][^>]*>/y
const TAG = /<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/iy
const ATTRIBUTE = /([^\s/=>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g
/** Elements whose content is no markup, up to their own end. */
const RAW_TEXT_ELEMENTS = new Set(['script', 'style', 'title', 'textarea', 'noscript', 'iframe', 'xmp'])

export function parseHtml(html: string): ParsedHtml {
  const parsed: ParsedHtml = { tags: [], scripts: [], comments: [] }
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const comment = execAt(COMMENT, html, at)
    const tag = comment ? null : execAt(TAG, html, at)
    const other = comment ?? tag ?? execAt(DECLARATION, html, at)
    if (comment) parsed.comments.push(comment[1] ?? '')
    at += other?.[0].length ?? 1
    if (tag && !tag[1]) at = readTag(parsed, html, { name: tag[2] ?? '', inside: tag[3] ?? '', end: at })
  }
  return parsed
}

function readTag(
  parsed: ParsedHtml,
  html: string,
  { name, inside, end }: { name: string; inside: string; end: number },
): number {
  const lower = name.toLowerCase()
  const attributes = [...inside.matchAll(ATTRIBUTE)].map(([, key = '', value = '']): [string, string] => [
    key.toLowerCase(),
    decodeEntities(value.replace(/^(["'])([\s\S]*)\1$/, '$2')),
  ])
  parsed.tags.push({ name: lower, attributes })
  if (!RAW_TEXT_ELEMENTS.has(lower)) return end
  const close = html.toLowerCase().indexOf(`</${lower}`, end)
  const after = close < 0 ? html.length : close
  if (lower === 'script')
    parsed.scripts.push({ attributes: Object.fromEntries(attributes), text: html.slice(end, after) })
  return after
}

function execAt(expression: RegExp, html: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(html)
}

const decodeEntities = (text: string) =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
