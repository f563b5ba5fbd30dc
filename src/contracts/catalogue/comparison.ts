import { z } from 'zod'
import { idList, Machine, Service, SparePart } from '../item/item.ts'
import { DISPLAY_LIMITS } from './display-limits.ts'

const { comparedItems } = DISPLAY_LIMITS

export const ComparisonQuery = z.object({
  ids: idList.pipe(z.array(z.string()).max(comparedItems, `At most ${comparedItems} items can be compared.`)),
})

/** One specification of the compared items, whatever they call it. */
export const ComparisonRow = z.object({
  label: z.string().meta({ description: 'The name that the first of the items has for it' }),
  values: z.array(z.string().nullable()).meta({
    description: 'One for each item, the text or the part of it that states this; null if it lacks this',
  }),
  best: z.array(z.number().int()).meta({
    description: 'The positions of the better values; empty if they are equal or nothing is better',
  }),
  isEqual: z.boolean().meta({ description: 'Whether all items have the same value' }),
})
export type ComparisonRow = z.infer<typeof ComparisonRow>

/** Items side by side, with the specifications of all of them in a common order. */
export const Comparison = z.object({
  items: z.array(z.union([Machine, SparePart, Service])),
  rows: z.array(ComparisonRow),
})
