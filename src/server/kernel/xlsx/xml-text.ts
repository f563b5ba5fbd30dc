// biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
const FORBIDDEN = /[\0-\x08\x0b-\x1f\ufffe\uffff]/g
/** What Excel would read as one of its own codes, such as '_x000D_'. */
const LOOKS_ENCODED = /_(?=x[0-9a-f]{4}_)/gi
// biome-ignore lint/suspicious/noControlCharactersInRegex: see above
const SPECIAL = /[&<>"_\0-\x08\x0b-\x1f\ud800-\udfff\ufffe\uffff]/

/**
 * Returns a text as it stands in the XML of a workbook. Characters that XML forbids have Excel's codes, such as '_x000B_';
 * halves of surrogate pairs become U+FFFD.
 */
export function escapeXml(text: string): string {
  if (!SPECIAL.test(text)) return text
  return text
    .toWellFormed()
    .replace(LOOKS_ENCODED, '_x005F_')
    .replace(FORBIDDEN, encodeCharacter)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}

const encodeCharacter = (character: string): string =>
  `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
