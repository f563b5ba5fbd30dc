import { z } from 'zod'
import { ITEM_USES } from './item/uses.ts'

/** What the removal of the demo deletes, and which of its items stay because staff or visitors use them. */
export const DemoRemoval = z.object({
  items: z.number().int(),
  enquiries: z.number().int(),
  kept: z.array(z.object({ name: z.string(), uses: z.array(z.enum(ITEM_USES)) })),
})
export type DemoRemoval = z.infer<typeof DemoRemoval>
