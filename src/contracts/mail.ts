import { z } from 'zod'

/** How the outbox does. */
export const MailStatus = z.object({
  configured: z.boolean(),
  pending: z.number().int().meta({ description: 'Tried at least once without success, and tried again' }),
  failed: z.number().int().meta({ description: 'Given up within the last 30 days' }),
  lastError: z.string().nullable().meta({ description: 'What kind of failure it was, without addresses' }),
})
export type MailStatus = z.infer<typeof MailStatus>
