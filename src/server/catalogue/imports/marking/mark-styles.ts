import { appendTo, listElements, setAttribute } from './edit-xml.ts'

/** The red of Excel's style 'Bad'. */
const FILL =
  '<:fill><:patternFill patternType="solid"><:fgColor rgb="FFFFC7CE"/><:bgColor indexed="64"/></:patternFill></:fill>'
/** Excel has at most 65,490 cell styles. */
const MAX_STYLES = 30_000

/** The styles of a workbook in which each cell style has a red twin. */
interface MarkedStyles {
  xml: string
  /** Returns the twin of a style. */
  getMarkedStyle: (style: number) => number
}

/** The styles of a workbook that has none. */
export const EMPTY_STYLES =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'

/** Adds a red twin of each cell style, so that number formats and borders stay. Without cell styles nothing changes. */
export function markStyles(xml: string): MarkedStyles {
  const [fills] = listElements(xml, 'fills')
  const originals = listElements(listElements(xml, 'cellXfs')[0] ?? '', 'xf')
  if (!fills || originals.length === 0) return { xml, getMarkedStyle: (style) => style }
  const fillId = listElements(fills, 'fill').length
  const isSmall = originals.length <= MAX_STYLES
  const twins = (isSmall ? originals : originals.slice(0, 1)).map((source) => setFill(source, fillId))
  const withFill = appendTo(xml, 'fills', FILL, fillId + 1)
  return {
    xml: appendTo(withFill, 'cellXfs', twins.join(''), originals.length + twins.length),
    getMarkedStyle: (style) =>
      originals.length + (isSmall ? Math.max(0, Math.min(style, originals.length - 1)) : 0),
  }
}

const setFill = (source: string, fillId: number): string =>
  source.replace(/^<[^>]*>/, (tag) =>
    setAttribute(setAttribute(tag, 'fillId', String(fillId)), 'applyFill', '1'),
  )
