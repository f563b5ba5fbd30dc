import type { Specifications } from './item.ts'

const CODE_LABEL = /^(?:part|model|order|item|article)\s*(?:no\.?|number|code)$/i

/** Whether a specification is a part number or a similar code. */
export const isCode = ([label]: Specifications[number]): boolean => CODE_LABEL.test(label)

/** Returns the part number, or similar code, of an item with these specifications; undefined if it has none. */
export const findCode = (specifications: Specifications): string | undefined =>
  specifications.find(isCode)?.[1]
