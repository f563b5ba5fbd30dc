import { z } from 'zod'

/** The error response of the API (row API-8): a message for people, and members of RFC 9457. */
export const Problem = z
  .object({
    message: z.string().meta({ description: 'A message that can be shown to the user' }),
    type: z
      .string()
      .optional()
      .meta({ description: 'A stable identifier for programs, for example not-found' }),
    status: z.number().int(),
    requestId: z
      .string()
      .optional()
      .meta({ description: 'Sent with server errors: the id of the request in the log' }),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'Problem' })
export type Problem = z.infer<typeof Problem>
