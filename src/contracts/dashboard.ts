import { z } from 'zod'
import { EnquiryStatus } from './enquiry/enquiry.ts'
import { Kind } from './item/item.ts'

const count = z.number().int()

/** A search of visitors without results, in folded form. */
const ZeroResultSearch = z.object({
  term: z.string(),
  count,
  lastAt: z.string().meta({ description: 'UTC, ISO 8601' }),
})

const SetupStep = z.enum([
  'name',
  'company',
  'hours',
  'productPages',
  'notices',
  'machine',
  'mail',
  'colleague',
  'backup',
  'databaseBackup',
  'demo',
])
/** A step of setting up a new site. `databaseBackup` replaces `backup` on PostgreSQL: staff say that it is done. */
export type SetupStep = z.infer<typeof SetupStep>

/** The steps of setting up the site that the account may take. */
const GettingStarted = z.object({
  steps: z.array(z.object({ step: SetupStep, done: z.boolean() })),
  dismissed: z.boolean().meta({ description: 'Whether the account has hidden the list' }),
})
export type GettingStarted = z.infer<typeof GettingStarted>

export const GettingStartedUpdate = z.object({ dismissed: z.boolean() })

/** Steps that staff confirm, because the site cannot know that a default is right or that PostgreSQL is backed up. */
const ConfirmableStep = z.enum(['hours', 'productPages', 'databaseBackup'])
export type ConfirmableStep = z.infer<typeof ConfirmableStep>
export const StepConfirmation = z.object({ step: ConfirmableStep, confirmed: z.boolean() })
export type StepConfirmation = z.infer<typeof StepConfirmation>

/** The content of the dashboard (row ADM-2, decisions 0015 and 0159). Months and days are in India (IST). */
export const Dashboard = z.object({
  since: z.string().meta({
    description: 'The first day that is counted, such as 2025-11-01: the first of the same month a year ago',
  }),
  totalProducts: count,
  newCustomers: count.meta({ description: 'Customers whose first enquiry was received since then' }),
  serviceRequests: count.meta({ description: 'Enquiries for work since then' }),
  months: z
    .array(
      z.object({
        month: z.string().meta({ description: 'A month such as 2026-11' }),
        enquiries: count,
        yearBefore: count.meta({ description: 'Enquiries in the same month of the previous year' }),
      }),
    )
    .meta({ description: 'The months since then, the current month last' }),
  services: z
    .array(z.object({ service: z.string(), label: z.string(), enquiries: count }))
    .meta({ description: 'Enquiries since then by service' }),
  statuses: z
    .array(z.object({ status: EnquiryStatus, enquiries: count }))
    .meta({ description: 'Enquiries since then by status' }),
  mostRequested: z
    .array(z.object({ id: z.string(), kind: Kind, name: z.string(), enquiries: count }))
    .meta({ description: 'The items with the most enquiries since then, at most 8' }),
  zeroResultSearches: z
    .array(ZeroResultSearch)
    .meta({ description: 'Searches with no results, the most frequent first, at most 10' }),
  incomplete: z
    .array(
      z.object({
        kind: Kind,
        picture: count,
        price: count
          .nullable()
          .meta({ description: 'Items without a price; null for services, which have none' }),
        specifications: count.meta({ description: 'Items with fewer than two specifications' }),
      }),
    )
    .meta({ description: 'The number of published items with missing information' }),
  pending: z.object({
    needsReply: count.meta({ description: 'New enquiries' }),
    due: count.meta({ description: 'Open enquiries with a follow-up date today or earlier' }),
    unanswered: count.meta({ description: 'New enquiries older than 24 hours' }),
    reviews: count
      .nullable()
      .meta({ description: 'Reviews to approve or reject; null without the permission to do so' }),
    failedEmails: count.meta({ description: 'Emails that were not delivered and will not be sent again' }),
    backupHours: count.nullable().meta({
      description:
        'Hours since the newest nightly backup if it is too old; null otherwise, and without the permission to edit settings',
    }),
  }),
  gettingStarted: GettingStarted.nullable().meta({
    description: 'Null for API keys and for accounts that may take none of the steps',
  }),
})
export type Dashboard = z.infer<typeof Dashboard>
