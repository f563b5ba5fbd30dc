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
export function* findElements(xml: string, name: string): Generator<XmlElement, void, undefined> {
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

/** Returns the sources of the elements with this name. */
export const listElements = (xml: string, name: string): string[] =>
  [...findElements(xml, name)].map(({ start, end }) => xml.slice(start, end))

/** Replaces each element with this name. */
export function replaceElements(xml: string, name: string, replace: (source: string) => string): string {
  let result = ''
  let position = 0
  for (const { start, end } of findElements(xml, name)) {
    result += xml.slice(position, start) + replace(xml.slice(start, end))
    position = end
  }
  return result + xml.slice(position)
}
