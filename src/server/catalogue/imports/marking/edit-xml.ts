import { getAttribute } from '../reading/xml-scanner.ts'

/** The position of an element in the source of a part; `isEmpty` if it has one tag only. */
interface XmlElement {
  start: number
  end: number
  isEmpty: boolean
}

/**
 * Finds the elements with this name, with any namespace prefix. They must not contain each other. The time grows with the
 * length of the source only; elements without an end are left out.
 */
function* findElements(xml: string, name: string): Generator<XmlElement, void, undefined> {
  const opening = new RegExp(`<(?:\\w+:)?${name}(?=[\\s/>])`, 'g')
  const closing = new RegExp(`</(?:\\w+:)?${name}\\s*>`, 'g')
  for (let match = opening.exec(xml); match; match = opening.exec(xml)) {
    const tagEnd = xml.indexOf('>', opening.lastIndex)
    if (tagEnd < 0) return
    const isEmpty = xml[tagEnd - 1] === '/'
    if (!isEmpty) {
      closing.lastIndex = tagEnd
      if (!closing.exec(xml)) return
    }
    const end = isEmpty ? tagEnd + 1 : closing.lastIndex
    yield { start: match.index, end, isEmpty }
    opening.lastIndex = end
  }
}

export const listElements = (xml: string, name: string): string[] =>
  [...findElements(xml, name)].map(({ start, end }) => xml.slice(start, end))

export function replaceElements(xml: string, name: string, replace: (source: string) => string): string {
  let result = ''
  let position = 0
  for (const { start, end } of findElements(xml, name)) {
    result += xml.slice(position, start) + replace(xml.slice(start, end))
    position = end
  }
  return result + xml.slice(position)
}

/**
 * Inserts at the end of the first element with this name. Tags of `source` that begin with '<:' or '</:' get its namespace
 * prefix. `count` is the new value of its attribute of this name.
 */
export function appendTo(xml: string, name: string, source: string, count?: number): string {
  const [element] = findElements(xml, name)
  if (!element) return xml
  const { start, end, isEmpty } = element
  const tagEnd = xml.indexOf('>', start) + 1
  const opening = isEmpty ? `${xml.slice(start, tagEnd - 2).trimEnd()}>` : xml.slice(start, tagEnd)
  const prefix = /^<(\w+:)?/.exec(opening)?.[1] ?? ''
  const closing = isEmpty ? `</${prefix}${name}>` : xml.slice(xml.lastIndexOf('<', end - 1), end)
  const content = isEmpty ? '' : xml.slice(tagEnd, end - closing.length)
  return [
    xml.slice(0, start),
    count === undefined ? opening : setAttribute(opening, 'count', String(count)),
    content,
    source.replaceAll('<:', `<${prefix}`).replaceAll('</:', `</${prefix}`),
    closing,
    xml.slice(end),
  ].join('')
}

/** Sets an attribute in the source of a tag with its angle brackets. */
export function setAttribute(tag: string, name: string, value: string): string {
  if (getAttribute(tag, name) !== undefined) {
    return tag.replace(new RegExp(`(\\s${name}\\s*=\\s*)(?:"[^"]*"|'[^']*')`), `$1"${value}"`)
  }
  const end = tag.endsWith('/>') ? tag.length - 2 : tag.length - 1
  return `${tag.slice(0, end).trimEnd()} ${name}="${value}"${tag.slice(end)}`
}
