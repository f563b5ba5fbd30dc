interface StyleDefinition {
  /** The number of a format of Excel, or of `MONEY_FORMAT`. */
  format?: number
  font?: number
  fill?: number
  isWrapped?: true
  /** Whether the cells stay locked while the sheet is protected. */
  isLocked?: true
}

const TEXT_FORMAT = 49
const MONEY_FORMAT = 164
/** Two decimals with the groups of Indian numbers: 12,34,56,789.00. */
const MONEY = '[>=10000000]##\\,##\\,##\\,##0.00;[>=100000]##\\,##\\,##0.00;##,##0.00'
const BOLD = 1
const MUTED = 2
const HEADER_FILL = 2
const READ_ONLY_FILL = 3

/** The styles of cells. Texts have the format of text, so that Excel does not turn '3/4' into a date. */
const STYLES = {
  general: {},
  header: { font: BOLD, fill: HEADER_FILL, isWrapped: true, format: TEXT_FORMAT },
  readOnlyHeader: {
    font: BOLD,
    fill: READ_ONLY_FILL,
    isWrapped: true,
    isLocked: true,
    format: TEXT_FORMAT,
  },
  text: { isWrapped: true, format: TEXT_FORMAT },
  /** Excel shows more than 255 characters as '####' in some versions if the format is text. */
  longText: { isWrapped: true },
  number: {},
  money: { format: MONEY_FORMAT },
  readOnlyText: { font: MUTED, fill: READ_ONLY_FILL, isLocked: true, format: TEXT_FORMAT },
  readOnlyNumber: { font: MUTED, fill: READ_ONLY_FILL, isLocked: true },
} as const satisfies Record<string, StyleDefinition>

export type StyleName = keyof typeof STYLES
const STYLE_NAMES = Object.keys(STYLES) as StyleName[]

/** Returns the number by which cells refer to a style. */
export const getStyleIndex = (name: StyleName): number => STYLE_NAMES.indexOf(name) + 1

/** Whether texts in cells of this style are wrapped. */
export const isWrapped = (name: StyleName): boolean => 'isWrapped' in STYLES[name]

function formatStyle({ format = 0, font = 0, fill = 0, isWrapped, isLocked }: StyleDefinition): string {
  return (
    `<xf numFmtId="${format}" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1" applyProtection="1">` +
    `<alignment vertical="top"${isWrapped ? ' wrapText="1"' : ''}/><protection locked="${isLocked ? 1 : 0}"/></xf>`
  )
}

const formatFill = (color: string) =>
  `<fill><patternFill patternType="solid"><fgColor rgb="FF${color}"/><bgColor indexed="64"/></patternFill></fill>`

/** The part of a workbook with the styles. Style 0 and the first two fills are those that Excel expects. */
export const STYLES_XML =
  `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n` +
  `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">` +
  `<numFmts count="1"><numFmt numFmtId="${MONEY_FORMAT}" formatCode="${MONEY.replaceAll('>', '&gt;')}"/></numFmts>` +
  `<fonts count="3"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font>` +
  `<font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font>` +
  `<font><sz val="11"/><color rgb="FF595959"/><name val="Calibri"/><family val="2"/></font></fonts>` +
  `<fills count="4"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>` +
  `${formatFill('DCE6F1')}${formatFill('E7E6E6')}</fills>` +
  `<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>` +
  `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>` +
  `<cellXfs count="${STYLE_NAMES.length + 1}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>` +
  `${STYLE_NAMES.map((name) => formatStyle(STYLES[name])).join('')}</cellXfs>` +
  `<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
