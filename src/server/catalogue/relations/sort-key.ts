import { fold } from '#server/kernel/text.ts'

const MAX_DIGITS = 9

/**
 * Returns the key that orders the parts of a machine by assembly and position: '2' before '10', and what states no
 * assembly, or no position, last.
 */
export function toRelationSortKey({ assembly, position }: { assembly: string; position: string }): string {
  const number = fold(position).replace(/\d+/g, (digits) => digits.padStart(MAX_DIGITS, '0'))
  return `${assembly ? `0${fold(assembly)}` : '1'}\n${position ? `0${number}` : '1'}`
}
