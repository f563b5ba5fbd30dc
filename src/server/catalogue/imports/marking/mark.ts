/** A problem of one cell; `row` is 1-based, `column` 0-based, as in `TableRow`. */
export interface CellMark {
  sheet: string
  row: number
  column: number
  message: string
}

/** Excel becomes slow with more comments. */
export const MAX_MARKS = 10_000

/** Escapes a text for XML, without the control characters that XML cannot contain. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are removed.
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
