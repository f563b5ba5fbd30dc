import { z } from 'zod'
import { EnquiryStatus, ServiceChoice } from './enquiry.ts'
import { MAX_NOTE_LENGTH } from './enquiry-status.ts'
import { SearchText } from './item.ts'
import { TextWithoutNul } from './text-without-nul.ts'

const day = z.iso
  .date('Please give the next action as a day such as 2026-11-21.')
  .refine((text) => text >= '2000' && text < '2101', 'Please give a day of this century.')
const id = TextWithoutNul.max(100)

/** Which enquiries staff want to see; all that is given must hold. */
export const EnquiryFilter = z.object({
  status: EnquiryStatus.optional(),
  owner: id.optional().meta({ description: "An account's id, or 'none'" }),
  due: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true: next action today in India or earlier, and neither won nor lost' }),
  search: SearchText.trim().optional().meta({
    description: 'Contained in name, e-mail, telephone, message or the name of the item',
  }),
  customer: id.optional(),
})
export type EnquiryFilter = z.infer<typeof EnquiryFilter>

export const EnquiryQuery = EnquiryFilter.extend({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
})

/** How many enquiries stand where; `due` as in the filter. */
export const EnquiryCounts = z
  .record(EnquiryStatus, z.number().int())
  .and(z.object({ due: z.number().int() }))
export type EnquiryCounts = z.infer<typeof EnquiryCounts>

/** What staff change; what is left out stays. With a `revision` that is not the present one nothing is changed. */
export const EnquiryUpdate = z.object({
  status: EnquiryStatus.optional(),
  ownerId: id.nullable().optional(),
  nextActionOn: day.nullable().optional(),
  revision: z.number().int().optional(),
})
export type EnquiryUpdate = z.infer<typeof EnquiryUpdate>

export const EnquiryNoteBody = z.object({
  text: TextWithoutNul.trim()
    .min(1, 'Please write a note first.')
    .max(MAX_NOTE_LENGTH, `A note can have at most ${MAX_NOTE_LENGTH} characters.`),
})

/** An enquiry that came by telephone or WhatsApp and that staff enter. */
export const StaffEnquiryBody = z.object({
  firstName: TextWithoutNul.trim().min(1, 'Please enter a first name.').max(100),
  lastName: TextWithoutNul.trim().max(100).default(''),
  email: z
    .union([
      z.literal(''),
      TextWithoutNul.trim()
        .max(320)
        .regex(/^[^\s@]+@[^\s@]+$/, 'Please enter an e-mail address like name@company.in.'),
    ])
    .default('')
    .meta({ description: 'This or the telephone is needed' }),
  phone: TextWithoutNul.trim().max(40).default(''),
  service: z.union([ServiceChoice, z.literal('')]).default(''),
  message: TextWithoutNul.trim()
    .min(1, 'Please write what the enquiry is about.')
    .max(10_000, 'This is longer than 10000 characters.'),
  item: id.optional().meta({ description: 'Id or slug of the item it is about' }),
  status: z.enum(['new', 'contacted']).default('contacted'),
  requestKey: id.optional().meta({ description: 'The same key is stored once, however often it is sent' }),
})
export type StaffEnquiryBody = z.infer<typeof StaffEnquiryBody>
