import { z } from 'zod'

/** The text of one field before and after a change. */
export const FieldDifference = z.object({ field: z.string(), before: z.string(), after: z.string() })
export type FieldDifference = z.infer<typeof FieldDifference>

/** An earlier revision that becomes a new one. */
export const RestoredRevision = z.object({
  revision: z.number().int().min(0),
  current: z.number().int().min(0).meta({ description: 'The revision that the restoration replaces' }),
})

/** One revision of an item or of the site content: its time (UTC, ISO 8601), its author, and the differences from the previous revision. */
export const Revision = z.object({
  revision: z.number().int(),
  at: z.string(),
  by: z.string().meta({ description: "The author's name; '' if it is not known" }),
  differences: z.array(FieldDifference),
})
export type Revision = z.infer<typeof Revision>
