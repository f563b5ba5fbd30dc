import { z } from 'zod'
import { ENQUIRY_SORTS, SORT_DIRECTIONS } from '../catalogue/sort.ts'
import { SearchText } from '../item/item.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { checkEmail } from './contact-details.ts'
import { checked, EnquiryStatus, ServiceChoice, unlessEmpty } from './enquiry.ts'
import { FORM_LIMITS } from './form-limits.ts'

const day = z.iso
  .date('Enter the follow-up date as YYYY-MM-DD, for example 2026-11-21.')
  .refine((text) => text >= '2000' && text < '2101', 'Enter a valid date.')
const id = TextWithoutNul.max(100)

const receivedOn = z.iso.date('Enter a date such as 2026-11-21.')

/** Filters of the list and export of enquiries; an enquiry must match all of them. */
export const EnquiryFilter = z.object({
  status: EnquiryStatus.optional(),
  owner: id.optional().meta({ description: "An account's id, or 'none'" }),
  due: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: follow-up date today (IST) or earlier, and neither won nor lost' }),
  unanswered: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: status new, received more than 24 hours ago' }),
  search: SearchText.trim().optional().meta({
    description:
      'Contained in the name, email address, phone number, company, GSTIN, place, reference, message or name of an item',
  }),
  customer: id.optional(),
  from: receivedOn.optional().meta({ description: 'First day of receipt (IST)' }),
  to: receivedOn.optional().meta({ description: 'Last day of receipt (IST), inclusive' }),
  answered: z.enum(['reply', 'quotation']).optional().meta({
    description:
      "Not new, and 'reply': with a note, change, email or quotation; 'quotation': with one that was sent",
  }),
})
export type EnquiryFilter = z.infer<typeof EnquiryFilter>

export const EnquiryQuery = EnquiryFilter.extend({
  sort: z.enum(ENQUIRY_SORTS).default('received').meta({
    description:
      'subject: name of the first line or of the item, else the service. nextStep: open enquiries by follow-up date, then those without one, then closed ones. Missing values are last in both directions',
  }),
  order: z
    .enum(SORT_DIRECTIONS)
    .optional()
    .meta({ description: 'By default desc for received, unless unanswered is true, and asc for the others' }),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
})

/** The number of enquiries by status; `due` as in the filter. */
export const EnquiryCounts = z
  .record(EnquiryStatus, z.number().int())
  .and(z.object({ due: z.number().int() }))
export type EnquiryCounts = z.infer<typeof EnquiryCounts>

/** A change by staff. Omitted fields stay unchanged. The server returns 409 if `revision` is not the stored one. */
export const EnquiryUpdate = z.object({
  status: EnquiryStatus.optional(),
  ownerId: id.nullable().optional(),
  nextActionOn: day.nullable().optional(),
  revision: z.number().int().optional(),
})
export type EnquiryUpdate = z.infer<typeof EnquiryUpdate>

/** Who sent an enquiry, as staff decide. */
export const EnquiryAssignment = z.object({
  customer: id.nullable().meta({ description: 'The id of a customer; null: a customer of its own' }),
})

export const EnquiryNoteBody = z.object({
  text: TextWithoutNul.trim()
    .min(1, 'Enter a note.')
    .max(FORM_LIMITS.noteLength, `A note can have at most ${FORM_LIMITS.noteLength} characters.`),
})

/** An enquiry that staff received by phone or WhatsApp. */
export const StaffEnquiryBody = z.object({
  firstName: TextWithoutNul.trim().min(1, 'Enter a first name.').max(FORM_LIMITS.nameLength),
  lastName: TextWithoutNul.trim().max(FORM_LIMITS.nameLength).default(''),
  email: checked(TextWithoutNul.trim().max(FORM_LIMITS.emailLength), unlessEmpty(checkEmail))
    .default('')
    .meta({ description: 'Required without a phone number' }),
  phone: TextWithoutNul.trim().max(FORM_LIMITS.phoneLength).default(''),
  service: z.union([ServiceChoice, z.literal('')]).default(''),
  message: TextWithoutNul.trim()
    .min(1, 'Enter a message.')
    .max(FORM_LIMITS.messageLength, `This is longer than ${FORM_LIMITS.messageLength} characters.`),
  item: id.optional().meta({ description: 'Id or slug of the item' }),
  company: TextWithoutNul.trim().max(FORM_LIMITS.companyLength).default(''),
  status: z.enum(['new', 'contacted']).default('contacted'),
  requestKey: id.optional().meta({ description: 'Repeated requests with the same key store one enquiry' }),
})
export type StaffEnquiryBody = z.infer<typeof StaffEnquiryBody>
