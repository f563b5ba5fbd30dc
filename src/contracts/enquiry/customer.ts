import { z } from 'zod'
import { CUSTOMER_SORTS, SORT_DIRECTIONS } from '../catalogue/sort.ts'
import { SearchText } from '../item/item.ts'
import { MailDelivery } from '../mail/mail.ts'
import { Enquiry } from './enquiry.ts'

export const CustomerQuery = z.object({
  search: SearchText.trim().optional().meta({
    description:
      'Contained in the name, email address or phone number, or in company, GSTIN, place or reference of an enquiry',
  }),
  sort: z.enum(CUSTOMER_SORTS).default(CUSTOMER_SORTS[0]),
  order: z
    .enum(SORT_DIRECTIONS)
    .optional()
    .meta({ description: 'By default the latest and the most first, texts ascending' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
})
export type CustomerQuery = z.infer<typeof CustomerQuery>

const ContactDetails = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
})

/** A customer in a list. `open` counts the enquiries that still need action. */
export const Customer = ContactDetails.extend({
  company: z.string().meta({ description: 'Of the newest enquiry that names one' }),
  enquiries: z.number().int(),
  open: z.number().int().meta({ description: 'Neither won nor lost' }),
  lastEnquiryAt: z.string().nullable(),
})
export type Customer = z.infer<typeof Customer>

/** Another customer with the same email address or phone number, of whom staff have not decided whether it is the same one. */
const CustomerMatch = z.object({
  customer: ContactDetails,
  same: z.array(z.enum(['email', 'phone'])),
  enquiries: z.number().int(),
  assignment: z
    .object({
      enquiry: z.string(),
      customer: ContactDetails.pick({ id: true, firstName: true, lastName: true }),
    })
    .meta({ description: 'Which enquiry would be assigned to which of the two customers' }),
})
export type CustomerMatch = z.infer<typeof CustomerMatch>

/** One event of an enquiry or a quotation. `by` is '' for the visitor. */
export const TimelineEntry = z.object({
  id: z.string(),
  kind: z
    .enum(['received', 'note', 'change', 'quotation'])
    .meta({ description: "'quotation' only for those who may read quotations" }),
  enquiryId: z.string().nullable().meta({ description: 'null for a quotation without an enquiry' }),
  quotationId: z.string().nullable(),
  label: z
    .string()
    .meta({ description: "What happened to a quotation: 'QTN/2026-27/0042 R1: Sent'; '' for other entries" }),
  at: z.string(),
  by: z.string(),
  text: z.string().meta({ description: 'A note, a message, or what was changed' }),
  email: MailDelivery.nullable().meta({
    description: 'The email to the customer; null without one, and when it was written more than 30 days ago',
  }),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** A customer with all enquiries, and the events of enquiries and quotations. Both lists are sorted newest first. */
export const CustomerDetails = ContactDetails.extend({
  enquiries: z.array(Enquiry),
  timeline: z.array(TimelineEntry),
  matches: z.array(CustomerMatch),
})
export type CustomerDetails = z.infer<typeof CustomerDetails>
