/** A page as a browser takes it apart: its tags with their attributes, and what stands in its scripts. */
export interface HtmlParts {
  tags: { name: string; attributes: [name: string, value: string][] }[]
  scripts: { attributes: Record<string, string>; text: string }[]
  comments: string[]
}

const COMMENT = /<!--([\s\S]*?)(?:-->|--!>|$)/y
const DECLARATION = /<[!?][^>]*>/y
const TAG = /<(\/?)([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^"'>])*)>/iy
const ATTRIBUTE = /([^\s/=>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g
/** Elements whose content is no markup, up to their own end. */
const TEXT_ONLY = new Set(['script', 'style', 'title', 'textarea', 'noscript', 'iframe', 'xmp'])

export function partsOf(html: string): HtmlParts {
  const parts: HtmlParts = { tags: [], scripts: [], comments: [] }
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    const comment = matchAt(COMMENT, html, at)
    const tag = comment ? null : matchAt(TAG, html, at)
    const other = comment ?? tag ?? matchAt(DECLARATION, html, at)
    if (comment) parts.comments.push(comment[1] ?? '')
    at += other?.[0].length ?? 1
    if (tag && !tag[1]) at = readTag(parts, html, { name: tag[2] ?? '', inside: tag[3] ?? '', end: at })
  }
  return parts
}

function readTag(
  parts: HtmlParts,
  html: string,
  { name, inside, end }: { name: string; inside: string; end: number },
): number {
  const lower = name.toLowerCase()
  const attributes = [...inside.matchAll(ATTRIBUTE)].map(([, key = '', value = '']): [string, string] => [
    key.toLowerCase(),
    decoded(value.replace(/^(["'])([\s\S]*)\1$/, '$2')),
  ])
  parts.tags.push({ name: lower, attributes })
  if (!TEXT_ONLY.has(lower)) return end
  const close = html.toLowerCase().indexOf(`</${lower}`, end)
  const after = close < 0 ? html.length : close
  if (lower === 'script')
    parts.scripts.push({ attributes: Object.fromEntries(attributes), text: html.slice(end, after) })
  return after
}

function matchAt(expression: RegExp, html: string, at: number): RegExpExecArray | null {
  expression.lastIndex = at
  return expression.exec(html)
}

const decoded = (text: string) =>
  text
    .replace(/&#x([0-9a-f]+);/gi, (_, code) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code) => String.fromCodePoint(Number(code)))
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&apos;/g, "'")
    .replace(/&amp;/g, '&')
