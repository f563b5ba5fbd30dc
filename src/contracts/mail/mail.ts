import { z } from 'zod'
import { textWithoutNul } from '../text-without-nul.ts'

/** The status of the outbox: the numbers of delayed and failed emails, and the last error. */
export const MailStatus = z.object({
  configured: z.boolean(),
  pending: z.number().int().meta({ description: 'Emails that failed at least once and will be retried' }),
  failed: z.number().int().meta({ description: 'Emails of the last 30 days that will not be retried' }),
  lastError: z.string().nullable().meta({ description: 'The kind of the last failure, without addresses' }),
})
export type MailStatus = z.infer<typeof MailStatus>

/** What became of an email. */
export const MailDelivery = z.object({
  state: z.enum(['waiting', 'sent', 'failed']),
  reason: z.string().meta({ description: "Why the last attempt failed; '' without a failure" }),
})
export type MailDelivery = z.infer<typeof MailDelivery>

const REQUEST_KEY = 'A request key must be a text of 1 to 100 characters.'

/** What an email says. */
export const EmailText = z.object({
  subject: textWithoutNul(() => 'Enter a subject.')
    .trim()
    .min(1, 'Enter a subject.')
    .max(200, 'This is longer than 200 characters.')
    .refine((text) => !/[\r\n]/.test(text), 'A subject has one line.'),
  text: textWithoutNul(() => 'Enter a text.')
    .trim()
    .min(1, 'Enter a text.')
    .max(10_000, 'This is longer than 10000 characters.'),
})
export type EmailText = z.infer<typeof EmailText>

/** An email that staff write to a customer. */
export const EmailBody = EmailText.extend({
  requestKey: textWithoutNul(() => REQUEST_KEY)
    .min(1, REQUEST_KEY)
    .max(100, REQUEST_KEY)
    .optional()
    .meta({ description: 'Repeated requests with the same key send one email, for 30 days' }),
})
export type EmailBody = z.infer<typeof EmailBody>
