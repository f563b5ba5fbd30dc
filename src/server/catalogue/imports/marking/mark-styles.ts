import { getAttribute } from '../reading/xml-scanner.ts'
import { findElements, listElements } from './xml-elements.ts'

/** The red of Excel's style 'Bad'. */
const FILL =
  '<PREFIX:fill><PREFIX:patternFill patternType="solid"><PREFIX:fgColor rgb="FFFFC7CE"/><PREFIX:bgColor indexed="64"/></PREFIX:patternFill></PREFIX:fill>'
/** Excel has at most 65,490 cell styles. */
const MAX_STYLES = 30_000

/** The styles of a workbook in which each cell style has a red twin. */
export interface MarkedStyles {
  xml: string
  /** Returns the twin of a style. */
  getMarkedStyle: (style: number) => number
}

/** The styles of a workbook that has none. */
export const EMPTY_STYLES =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

/** Adds a red twin of each cell style, so that number formats and borders stay. Without cell styles nothing changes. */
export function markStyles(xml: string): MarkedStyles {
  const fills = findSection(xml, 'fills')
  const styles = findSection(xml, 'cellXfs')
  if (!fills || !styles) return { xml, getMarkedStyle: (style) => style }
  const fillId = listElements(fills.content, 'fill').length
  const originals = listElements(styles.content, 'xf')
  const isSmall = originals.length <= MAX_STYLES
  const twins = (isSmall ? originals : originals.slice(0, 1)).map((source) => setFill(source, fillId))
  const prefix = fills.prefix
  const fill = FILL.replaceAll('PREFIX:', prefix)
  const withFill = replaceSection(xml, fills, fills.content + fill, fillId + 1)
  const target = findSection(withFill, 'cellXfs')!
  return {
    xml: replaceSection(withFill, target, target.content + twins.join(''), originals.length + twins.length),
    getMarkedStyle: (style) =>
      originals.length + (isSmall ? Math.max(0, Math.min(style, originals.length - 1)) : 0),
  }
}

interface Section {
  start: number
  end: number
  opening: string
  content: string
  closing: string
  prefix: string
}

/** Finds the element of a list such as `<fills count="2">…</fills>`. */
function findSection(xml: string, name: string): Section | undefined {
  const [element] = findElements(xml, name)
  if (!element || element.isEmpty) return undefined
  const { start, end } = element
  const contentStart = xml.indexOf('>', start) + 1
  const contentEnd = xml.lastIndexOf('<', end - 1)
  return {
    start,
    end,
    opening: xml.slice(start, contentStart),
    content: xml.slice(contentStart, contentEnd),
    closing: xml.slice(contentEnd, end),
    prefix: /^<(\w+:)?/.exec(xml.slice(start, contentStart))?.[1] ?? '',
  }
}

const replaceSection = (xml: string, section: Section, content: string, count: number): string =>
  xml.slice(0, section.start) +
  setAttribute(section.opening, 'count', String(count)) +
  content +
  section.closing +
  xml.slice(section.end)

const setFill = (source: string, fillId: number): string =>
  source.replace(/^<[^>]*>/, (tag) =>
    setAttribute(setAttribute(tag, 'fillId', String(fillId)), 'applyFill', '1'),
  )

/** Sets an attribute in the source of a tag with its angle brackets. */
export function setAttribute(tag: string, name: string, value: string): string {
  if (getAttribute(tag, name) !== undefined) {
    return tag.replace(new RegExp(`(\\s${name}\\s*=\\s*)(?:"[^"]*"|'[^']*')`), `$1"${value}"`)
  }
  const end = tag.endsWith('/>') ? tag.length - 2 : tag.length - 1
  return `${tag.slice(0, end).trimEnd()} ${name}="${value}"${tag.slice(end)}`
}
