import { fold } from '#server/kernel/text.ts'

/** A token that is a number. */
export const NUMBER = /^\d+(?:\.\d+)?$/

/** Letters and numbers as tokens between single spaces: 'VDI30, 1,200 mm' → ' vdi 30 1200 mm '. */
export function toTokens(text: string): string {
  const spaced = fold(text)
    .replace(/(?<=\d),(?=\d{2,3}(?!\d))/g, '')
    .replace(/(?<=\d)o+(?![\p{L}])/gu, (letters) => '0'.repeat(letters.length))
    .replace(/(?<=\d)["”″]/g, ' inch ')
    .replace(/(?<=\p{L})(?=\d)|(?<=\d)(?=\p{L})/gu, ' ')
    .replace(/[^\p{L}\p{N}.°%]+|\.(?!\d)/gu, ' ')
  return ` ${spaced.trim().replace(/ +/g, ' ')} `
}

const ENDINGS = ['ations', 'ation', 'ates', 'ate', 'ings', 'ing', 'ers', 'er', 'ed', 'es', 's', 'e']
const MIN_STEM = 4

/** A word without its ending, so that other forms of it begin with the same letters: 'turning' → 'turn'. */
export function toStem(word: string): string {
  for (const ending of ENDINGS) {
    if (!word.endsWith(ending) || word.length - ending.length < MIN_STEM) continue
    const stem = word.slice(0, -ending.length)
    const isDoubled = /^(?:ings?|ed|ers?)$/.test(ending) && /([bdgklmnprt])\1$/.test(stem)
    return isDoubled && stem.length > MIN_STEM ? stem.slice(0, -1) : stem
  }
  return word
}
