import type { CommercialFields } from './commercial-fields.ts'
import type { Specifications } from './item.ts'

const CODE_LABEL = /^(?:part|model|order|item|article)\s*(?:no\.?|number|code)$/i

/** Whether a specification is a part number or a similar code. */
export const isCode = ([label]: Specifications[number]): boolean => CODE_LABEL.test(label)

interface ItemWithCode {
  commercial: Pick<CommercialFields, 'code'>
  specifications: Specifications
}

/** Returns the code of an item, or else the part number among its specifications; undefined if it has none. */
export const getCode = ({ commercial, specifications }: ItemWithCode): string | undefined =>
  commercial.code ?? specifications.find(isCode)?.[1]

/** Returns the specifications without the one that states the code of the item, which is shown apart. */
export const omitCode = (item: ItemWithCode): Specifications =>
  item.specifications.filter((pair) => !isCode(pair) || pair[1] !== getCode(item))
