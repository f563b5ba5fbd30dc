import { z } from 'zod'
import { ENQUIRY_STATUSES } from './enquiry-status.ts'
import { FORM_LIMITS } from './form-limits.ts'
import { LIMITS } from './limits.ts'
import { SERVICE_OPTIONS } from './service-options.ts'
import { TextWithoutNul } from './text-without-nul.ts'

export const ServiceChoice = z.enum(SERVICE_OPTIONS.map((option) => option.value))
/** The choices that the dashboard counts as service requests: those for work, not for a machine. */
export const SERVICE_REQUESTS: z.infer<typeof ServiceChoice>[] = [
  'installation',
  'maintenance',
  'custom-machining',
]

export const EnquiryStatus = z.enum(ENQUIRY_STATUSES)
export type EnquiryStatus = z.infer<typeof EnquiryStatus>

const required = (label: string, max: number) =>
  TextWithoutNul.trim().min(1, `Please enter ${label}.`).max(max, `This is longer than ${max} characters.`)

/** An enquiry from the contact form. Every field of the form except the service is required (row CON-1). */
export const EnquiryBody = z.object({
  firstName: required('your first name', FORM_LIMITS.nameLength),
  lastName: required('your last name', FORM_LIMITS.nameLength),
  email: required('your email address', FORM_LIMITS.emailLength).regex(
    /^[^\s@]+@[^\s@]+$/,
    'Enter a valid email address, for example name@company.in.',
  ),
  phone: required('your phone number', FORM_LIMITS.phoneLength),
  service: z.union([ServiceChoice, z.literal('')]).optional(),
  message: required('your message', FORM_LIMITS.messageLength),
  item: TextWithoutNul.max(100)
    .optional()
    .meta({ description: 'Id of the item from whose page the visitor came' }),
  homepage: z
    .string()
    .max(0, 'Please leave the homepage field empty.')
    .optional()
    .meta({ description: 'A honeypot: invisible to people, must be empty' }),
  requestKey: TextWithoutNul.max(100)
    .optional()
    .meta({ description: 'Repeated requests with the same key store one enquiry' }),
})
export type EnquiryBody = z.infer<typeof EnquiryBody>

export const EnquiryReply = z.object({ id: z.string(), message: z.string() })
export type EnquiryReply = z.infer<typeof EnquiryReply>

/** A member of staff who can own an enquiry. */
export const StaffMember = z.object({ id: z.string(), name: z.string() })
export type StaffMember = z.infer<typeof StaffMember>

/** An enquiry as staff see it, with the customer's details as entered in it. Times are UTC, ISO 8601. */
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
  message: z
    .string()
    .meta({ description: `Lists contain its first ${LIMITS.messagePreviewLength} characters` }),
  status: EnquiryStatus,
  item: z.object({ id: z.string(), name: z.string() }).nullable(),
  createdAt: z.string(),
  owner: StaffMember.nullable().meta({ description: 'The member of staff responsible for it' }),
  nextActionOn: z.string().nullable().meta({ description: 'The follow-up date, like 2026-11-21' }),
  revision: z
    .number()
    .int()
    .meta({ description: 'Increases with every change; send it with the next change' }),
  notes: z.number().int().meta({ description: 'The number of notes' }),
})
export type Enquiry = z.infer<typeof Enquiry>
