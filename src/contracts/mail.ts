import { z } from 'zod'

/** The status of the outbox: the numbers of delayed and failed emails, and the last error. */
export const MailStatus = z.object({
  configured: z.boolean(),
  pending: z.number().int().meta({ description: 'Emails that failed at least once and will be retried' }),
  failed: z.number().int().meta({ description: 'Emails of the last 30 days that will not be retried' }),
  lastError: z.string().nullable().meta({ description: 'The kind of the last failure, without addresses' }),
})
export type MailStatus = z.infer<typeof MailStatus>
