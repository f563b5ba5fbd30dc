import { z } from 'zod'
import { TextWithoutNul } from '../text-without-nul.ts'
import { TODAY_REASONS } from './today-reasons.ts'

export const TodayQuery = z.object({
  owner: TextWithoutNul.max(100).optional().meta({
    description: "An account's id, or 'all'; by default the caller. What has no owner is always included",
  }),
})

export type TodayQuery = z.infer<typeof TodayQuery>

export const TodayCount = z.object({ count: z.number().int() })
export type TodayCount = z.infer<typeof TodayCount>

/** Marks what a customer wrote or decided as handled outside the site, for example by telephone. */
export const HandledBody = z.object({
  since: z.iso
    .datetime('Send the time of the entry that was handled.')
    .meta({ description: 'The `since` of the entry: 409 if the customer has written or decided after it' }),
})

/** One enquiry or quotation that needs attention. */
export const TodayEntry = z.object({
  reason: z.enum(TODAY_REASONS),
  subject: z.enum(['enquiry', 'quotation']),
  id: z.string(),
  title: z.string().meta({ description: 'The number of the quotation or the reference of the enquiry' }),
  detail: z.string().meta({ description: 'The question, why it was declined, or what was asked for' }),
  since: z.string().meta({ description: 'UTC, or a day' }),
  customer: z.object({
    id: z.string().nullable(),
    name: z.string().meta({ description: 'The company, or the person' }),
    person: z.string().meta({ description: "The person to address; '' if only the company is known" }),
    email: z.string(),
    phone: z.string(),
  }),
  owner: z.object({ id: z.string(), name: z.string() }).nullable(),
  total: z.number().nullable().meta({ description: 'Rupees' }),
  issuedAt: z.string().nullable().meta({ description: 'UTC: when a quotation was last sent' }),
  validUntil: z
    .string()
    .nullable()
    .meta({ description: 'The last day on which a quotation can be accepted' }),
  emailedAt: z
    .string()
    .nullable()
    .meta({ description: 'UTC: when staff last sent an email about the quotation; null for enquiries' }),
})
export type TodayEntry = z.infer<typeof TodayEntry>

export const Today = z.object({
  entries: z
    .array(TodayEntry)
    .meta({ description: 'By reason, then the oldest first; at most 100 of each reason' }),
  counts: z.record(z.enum(TODAY_REASONS), z.number().int()),
})
export type Today = z.infer<typeof Today>
