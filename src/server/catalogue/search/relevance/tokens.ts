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
