import { z } from 'zod'
import { ENQUIRY_STATUSES } from './enquiry-status.ts'
import { SERVICE_OPTIONS } from './service-options.ts'
import { TextWithoutNul } from './text-without-nul.ts'

export const ServiceChoice = z.enum(SERVICE_OPTIONS.map((option) => option.value))
/** Choices that ask for work rather than for a machine; the dashboard counts them as service requests. */
export const SERVICE_REQUESTS: z.infer<typeof ServiceChoice>[] = [
  'installation',
  'maintenance',
  'custom-machining',
]

export const EnquiryStatus = z.enum(ENQUIRY_STATUSES)
export type EnquiryStatus = z.infer<typeof EnquiryStatus>

const required = (what: string, max: number) =>
  TextWithoutNul.trim().min(1, `Please enter ${what}.`).max(max, `This is longer than ${max} characters.`)

/** What the contact form sends: all but the service is required (row CON-1). */
export const EnquiryBody = z.object({
  firstName: required('your first name', 100),
  lastName: required('your last name', 100),
  email: required('your e-mail address', 320).regex(
    /^[^\s@]+@[^\s@]+$/,
    'Please enter an e-mail address like name@company.in.',
  ),
  phone: required('your phone number', 40),
  service: z.union([ServiceChoice, z.literal('')]).optional(),
  message: required('your message', 10_000),
  item: TextWithoutNul.max(100).optional().meta({ description: 'Id of the item the visitor came from' }),
  homepage: z
    .string()
    .max(0, 'Please leave the field for your homepage empty: only programs fill it in.')
    .optional()
    .meta({ description: 'Always empty; nobody sees the field, but programs fill it in' }),
  requestKey: TextWithoutNul.max(100)
    .optional()
    .meta({ description: 'The same key is stored once, however often it is sent' }),
})
export type EnquiryBody = z.infer<typeof EnquiryBody>

export const EnquiryReply = z.object({ id: z.string(), message: z.string() })
export type EnquiryReply = z.infer<typeof EnquiryReply>

/** A person who may own an enquiry. */
export const StaffMember = z.object({ id: z.string(), name: z.string() })
export type StaffMember = z.infer<typeof StaffMember>

/** An enquiry as staff see it, with the person as written in it. Times are UTC, ISO 8601. */
export const Enquiry = z.object({
  id: z.string(),
  customer: z.object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
    phone: z.string(),
  }),
  service: z.string(),
  message: z.string(),
  status: EnquiryStatus,
  item: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: z.string(),
  owner: StaffMember.nullable().meta({ description: 'Who sees to it' }),
  nextActionOn: z.string().nullable().meta({ description: 'A day, 2026-11-21' }),
  revision: z.number().int().meta({ description: 'Counts the changes of staff; send it back with the next' }),
  notes: z.number().int().meta({ description: 'How many notes staff made' }),
})
export type Enquiry = z.infer<typeof Enquiry>
