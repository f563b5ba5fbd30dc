import { z } from 'zod'

/** A published page or article that a search finds. */
export const FoundPage = z.object({ title: z.string(), path: z.string(), summary: z.string() })
export type FoundPage = z.infer<typeof FoundPage>
