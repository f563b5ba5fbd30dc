import { z } from 'zod'

/** Every refusal of the API: one sentence for people, RFC 9457 members beside it (row API-8). */
export const Problem = z.object({
  message: z.string().meta({ description: 'One sentence that can be shown as it stands' }),
  type: z.string().optional().meta({ description: 'A stable word for programs, for example not-found' }),
  status: z.number().int(),
  requestId: z.string().optional().meta({ description: 'Of a failure on our side: finds it in the log' }),
  errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
})
export type Problem = z.infer<typeof Problem>
