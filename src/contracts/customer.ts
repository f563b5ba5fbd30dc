import { z } from 'zod'
import { Enquiry } from './enquiry.ts'
import { SearchText } from './item.ts'

export const CustomerQuery = z.object({
  search: SearchText.trim().optional().meta({ description: 'Contained in name, e-mail or telephone' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
})
export type CustomerQuery = z.infer<typeof CustomerQuery>

const Person = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
})

/** A person who wrote, called or was entered by staff. */
export const Customer = Person.extend({
  enquiries: z.number().int(),
  open: z.number().int().meta({ description: 'Neither won nor lost' }),
  lastEnquiryAt: z.string().nullable(),
})
export type Customer = z.infer<typeof Customer>

/** One thing that happened to an enquiry. `by` is '' for the visitor; `text` is a note or what was changed. */
export const TimelineEntry = z.object({
  id: z.string(),
  kind: z.enum(['received', 'note', 'change']),
  enquiryId: z.string(),
  at: z.string(),
  by: z.string(),
  text: z.string(),
})
export type TimelineEntry = z.infer<typeof TimelineEntry>

/** A person with everything they asked; the newest comes first in both lists. */
export const CustomerDetails = Person.extend({
  enquiries: z.array(Enquiry),
  timeline: z.array(TimelineEntry),
})
export type CustomerDetails = z.infer<typeof CustomerDetails>
