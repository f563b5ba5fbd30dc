import { z } from 'zod'
import { EnquiryStatus } from './enquiry.ts'
import { Kind } from './item.ts'

const count = z.number().int()

/** A search of visitors that found nothing, folded. */
const ZeroResultSearch = z.object({
  term: z.string(),
  count,
  lastAt: z.string().meta({ description: 'UTC, ISO 8601' }),
})

/** What the dashboard shows (row ADM-2, decision 0015). Months and days are India's. */
export const Dashboard = z.object({
  totalProducts: count,
  newCustomers: count.meta({ description: 'People who first wrote within the last 12 months' }),
  serviceRequests: count.meta({ description: 'Enquiries for work within the last 12 months' }),
  months: z
    .array(
      z.object({
        month: z.string().meta({ description: 'Like 2026-11' }),
        enquiries: count,
        yearBefore: count.meta({ description: 'In the same month a year earlier' }),
      }),
    )
    .meta({ description: 'Twelve, the present one last' }),
  services: z
    .array(z.object({ service: z.string(), label: z.string(), enquiries: count }))
    .meta({ description: 'Enquiries of the last 12 months by the service asked for' }),
  statuses: z
    .array(z.object({ status: EnquiryStatus, enquiries: count }))
    .meta({ description: 'Enquiries of the last 12 months by how far they are' }),
  mostRequested: z
    .array(z.object({ id: z.string(), kind: Kind, name: z.string(), enquiries: count }))
    .meta({ description: 'The items most asked about in the last 12 months, at most 8' }),
  zeroResultSearches: z
    .array(ZeroResultSearch)
    .meta({ description: "Visitors' searches that found nothing, the most frequent first, at most 10" }),
  incomplete: z
    .array(
      z.object({
        kind: Kind,
        picture: count,
        price: count.nullable().meta({ description: 'null for services, which have no price' }),
        specifications: count.meta({ description: 'Fewer than two' }),
      }),
    )
    .meta({ description: 'How many items on offer lack what' }),
  pending: z.object({
    due: count.meta({ description: 'Open enquiries whose next action is due' }),
    unanswered: count.meta({ description: 'New enquiries older than 24 hours' }),
  }),
})
export type Dashboard = z.infer<typeof Dashboard>
