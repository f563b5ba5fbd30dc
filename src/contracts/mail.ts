import { z } from 'zod'

/** The status of the outbox. */
export const MailStatus = z.object({
  configured: z.boolean(),
  pending: z.number().int().meta({ description: 'Failed at least once and will be retried' }),
  failed: z.number().int().meta({ description: 'Given up within the last 30 days' }),
  lastError: z.string().nullable().meta({ description: 'The kind of the last failure, without addresses' }),
})
export type MailStatus = z.infer<typeof MailStatus>
