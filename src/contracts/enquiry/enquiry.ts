import { z } from 'zod'
import { SERVICE_OPTIONS } from '../catalogue/service-options.ts'
import { AttachmentId, AttachmentSummary } from '../files/attachment.ts'
import { formatCount } from '../format.ts'
import { LIMITS } from '../limits.ts'
import { TextWithoutNul } from '../text-without-nul.ts'
import { checkEmail, normalizeGstin } from './contact-details.ts'
import { ENQUIRY_LIMITS, FORM_LIMITS } from './form-limits.ts'
import { ENQUIRY_STATUSES } from './status.ts'

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
  TextWithoutNul.trim()
    .min(1, `Enter ${label}.`)
    .max(max, `This is longer than ${formatCount(max)} characters.`)

/** Adds the sentence of a check of contact-details.ts to a text that it rejects. A union with '' would lose the sentence. */
export const checked = <Schema extends z.ZodType<string>>(
  schema: Schema,
  check: (text: string) => string | undefined,
) =>
  schema.check((context) => {
    const message = check(context.value)
    if (message) context.issues.push({ code: 'custom', input: context.value, message })
  })

/** Returns the check for a text that may be missing. */
export const unlessEmpty = (check: (text: string) => string | undefined) => (text: string) =>
  text === '' ? undefined : check(text)

const optionalText = (max: number) =>
  TextWithoutNul.trim()
    .max(max, `This is longer than ${formatCount(max)} characters.`)
    .optional()

/** One item of an enquiry with the requested quantity. */
export const EnquiryLineBody = z.object({
  item: TextWithoutNul.min(1).max(100).meta({ description: 'Id or slug of the item' }),
  quantity: z
    .number()
    .int('Enter a whole number.')
    .min(1, 'Enter a quantity of at least 1.')
    .max(ENQUIRY_LIMITS.quantity, `Enter a quantity of at most ${ENQUIRY_LIMITS.quantity}.`)
    .default(1),
  note: TextWithoutNul.trim()
    .max(FORM_LIMITS.lineNoteLength, `This is longer than ${FORM_LIMITS.lineNoteLength} characters.`)
    .default(''),
})
export type EnquiryLineBody = z.infer<typeof EnquiryLineBody>

/** The fields of an enquiry from the contact form. */
export const EnquiryFields = z.object({
  firstName: required('your first name', FORM_LIMITS.nameLength),
  lastName: required('your last name', FORM_LIMITS.nameLength),
  email: checked(required('your email address', FORM_LIMITS.emailLength), checkEmail),
  phone: required('your phone number', FORM_LIMITS.phoneLength),
  service: z.union([ServiceChoice, z.literal('')]).optional(),
  message: TextWithoutNul.trim()
    .max(
      FORM_LIMITS.messageLength,
      `This is longer than ${formatCount(FORM_LIMITS.messageLength)} characters.`,
    )
    .default('')
    .meta({ description: 'Required without lines' }),
  item: TextWithoutNul.max(100)
    .optional()
    .meta({ description: 'Id of the item from whose page the visitor came' }),
  lines: z
    .array(EnquiryLineBody)
    .max(ENQUIRY_LIMITS.lines, `An enquiry can have at most ${ENQUIRY_LIMITS.lines} items.`)
    .optional()
    .meta({ description: 'The list of items that the visitor made; an unknown item is rejected' }),
  company: optionalText(FORM_LIMITS.companyLength),
  gstin: TextWithoutNul.max(40)
    .overwrite(normalizeGstin)
    .optional()
    .meta({ description: 'The GST number of the company as typed; it may be wrong' }),
  place: optionalText(FORM_LIMITS.companyLength),
  attachments: z
    .array(AttachmentId)
    .max(ENQUIRY_LIMITS.attachments, `An enquiry can have at most ${ENQUIRY_LIMITS.attachments} files.`)
    .optional()
    .meta({ description: 'Ids of uploaded files that no other enquiry has' }),
  homepage: z
    .string()
    .max(0, 'Leave the homepage field empty.')
    .optional()
    .meta({ description: 'A honeypot: invisible to people, must be empty' }),
  notice: z
    .string()
    .max(60)
    .optional()
    .meta({ description: 'The version of the privacy notice that the form showed' }),
  requestKey: TextWithoutNul.max(100)
    .optional()
    .meta({ description: 'Repeated requests with the same key store one enquiry' }),
})

/**
 * An enquiry from the contact form. Every field of the form except the service is required (row CON-1); a list of items says
 * what it is about, so that it needs no message.
 */
export const EnquiryBody = EnquiryFields.refine(
  ({ message, lines = [] }) => message !== '' || lines.length > 0,
  { path: ['message'], error: 'Enter your message.' },
)
export type EnquiryBody = z.infer<typeof EnquiryBody>

export const EnquiryReply = z.object({
  id: z.string(),
  reference: z.string().meta({ description: 'The number under which staff find the enquiry: E-261123-7KQ4' }),
  message: z.string(),
  statusPath: z.string().optional().meta({
    description:
      'The private page of the enquiry, without quotations. It cannot be read again. Absent for a request that is repeated after an hour, or after staff revoked the links',
  }),
})
export type EnquiryReply = z.infer<typeof EnquiryReply>

/** One item of a stored enquiry. The name is the one at the time of the enquiry; `item` is null when it was deleted. */
export const EnquiryLine = z.object({
  item: z.object({ id: z.string(), slug: z.string() }).nullable(),
  name: z.string(),
  quantity: z.number().int(),
  note: z.string(),
})
export type EnquiryLine = z.infer<typeof EnquiryLine>

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
  reference: z.string().meta({ description: 'The number that the customer was told: E-261123-7KQ4' }),
  company: z.string(),
  gstin: z.string(),
  place: z.string(),
  notice: z.string().meta({
    description: "The privacy notice that the form showed: 'Privacy notice, version 3'; '' if it showed none",
  }),
  lines: z.array(EnquiryLine),
  attachments: z.array(AttachmentSummary),
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
