/** Spreadsheets read a CSV file as UTF-8 only when it starts with this mark. */
export const BYTE_ORDER_MARK = '\uFEFF'

/**
 * The start of a formula, also after spaces and invisible characters, and in the full-width forms of East Asian
 * spreadsheets. Apostrophes before it count as well, so that such a text comes back unchanged.
 */
const FORMULA = /^'*(?:[\t\r\n]|[\s\p{Cf}]*[=+\-@\uff1d\uff0b\uff0d\uff20])/u
const NEGATIVE_NUMBER = /^'*-\d+(?:\.\d+)?$/

/** Returns a line as in RFC 4180, with texts that a spreadsheet would run as formulas neutralised. */
export function formatCsvLine(cells: string[]): string {
  return `${cells.map(formatCell).join(',')}\r\n`
}

function formatCell(text: string): string {
  const escaped = neutraliseFormula(removeControlCharacters(text))
  return /[",\r\n]/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: programs take a file with these for a binary one
const CONTROL_CHARACTERS = /[\0-\x08\x0b\x0c\x0e-\x1f]/g
/** Removes all but tabs and line ends. */
export const removeControlCharacters = (text: string): string => text.replace(CONTROL_CHARACTERS, '')

/** Puts an apostrophe before a text that a spreadsheet would read as a formula. `restoreFormula` takes it away again. */
export function neutraliseFormula(text: string): string {
  return isFormula(text) ? `'${text}` : text
}

/** Returns the text that `neutraliseFormula` was given. */
export function restoreFormula(text: string): string {
  return text.startsWith("'") && isFormula(text.slice(1)) ? text.slice(1) : text
}

const isFormula = (text: string): boolean => FORMULA.test(text) && !NEGATIVE_NUMBER.test(text)
