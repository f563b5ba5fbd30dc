import { z } from 'zod'
import { UNDO_OBSTACLES } from './item/uses.ts'

/** What the removal of the demo deletes, and what of it stays because staff have changed it, or staff or visitors use it. */
export const DemoRemoval = z.object({
  items: z.number().int(),
  enquiries: z.number().int(),
  kept: z.array(z.object({ id: z.string(), name: z.string(), reasons: z.array(z.enum(UNDO_OBSTACLES)) })),
  keptEnquiries: z
    .number()
    .int()
    .meta({ description: 'Those that staff have changed, answered or quoted for' }),
})
export type DemoRemoval = z.infer<typeof DemoRemoval>
