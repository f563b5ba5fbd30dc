import { z } from 'zod'
import { QUOTATION_SORTS, SORT_DIRECTIONS } from '../catalogue/sort.ts'
import { StaffMember } from '../enquiry/enquiry.ts'
import { AttachmentId } from '../files/attachment.ts'
import { idList, SearchText } from '../item/item.ts'
import { EmailText, MailDelivery } from '../mail/mail.ts'
import { TextWithoutNul, textWithoutNul } from '../text-without-nul.ts'
import { QUOTATION_LIMITS } from './limits.ts'
import { explain } from './messages.ts'
import { DraftBody, QuotationAmounts, QuotationBody } from './quotation.ts'
import { QUOTATION_EVENT_KINDS, QUOTATION_STATES } from './states.ts'

const id = TextWithoutNul.max(100)
const day = z.iso.date('Enter a date such as 2026-11-21.')
const time = z.string().meta({ description: 'UTC, ISO 8601' })
const QuotationState = z.enum(QUOTATION_STATES)

/** What lists and details of quotations have in common. */
const SUMMARY = {
  id: z.string(),
  number: z.string().nullable().meta({ description: "'QTN/2026-27/0042', assigned at the first issue" }),
  state: QuotationState,
  isExpired: z.boolean().meta({ description: 'Sent, and the last day of validity has passed' }),
  viewedAt: time.nullable().meta({ description: 'When the customer first opened the present issue' }),
  issueCount: z.number().int().meta({ description: 'How often it was issued: 2 is printed as R2' }),
  issuedAt: time.nullable().meta({ description: 'The time of the last issue' }),
  validUntil: day.nullable(),
  revision: z.number().int().meta({ description: 'Increases with every change; send it with the next one' }),
  enquiry: z.object({ id: z.string(), reference: z.string() }).nullable(),
  customer: z.object({ id: z.string(), name: z.string() }).nullable(),
  owner: StaffMember.nullable(),
  buyerName: z.string().meta({ description: 'Company or name of the buyer' }),
  subject: z.string(),
  currency: z.enum(['INR', 'USD']),
  totals: QuotationAmounts.shape.totals
    .nullable()
    .meta({ description: 'Null while the draft is not complete' }),
  totalInCurrency: z.number().nullable(),
  isConfirmed: z
    .boolean()
    .meta({ description: 'Whether staff have confirmed the order of an accepted quotation' }),
  reason: z.string().meta({ description: 'Why it was declined or withdrawn' }),
  stateBeforeRevision: z
    .enum(['sent', 'declined', 'withdrawn'])
    .nullable()
    .meta({ description: 'What a revision returns to when it is discarded' }),
  createdAt: time,
  updatedAt: time,
}

export const QuotationSummary = z.object(SUMMARY)
export type QuotationSummary = z.infer<typeof QuotationSummary>

/** One issue of a quotation: its content at that time, which never changes. */
export const QuotationIssue = z.object({
  issueNo: z.number().int(),
  label: z.string().meta({ description: "'R1'" }),
  issuedAt: time,
  by: z.string(),
  validUntil: day,
  totals: QuotationAmounts.shape.totals,
  totalInCurrency: z.number(),
})
export type QuotationIssue = z.infer<typeof QuotationIssue>

/** One difference between two issues of a quotation, in the words of the document. */
export const IssueDifference = z.object({
  part: z.enum(['line', 'charge', 'condition', 'term', 'total']),
  kind: z.enum(['added', 'removed', 'changed']),
  subject: z.string().meta({ description: 'The line, charge, term or other part that differs' }),
  changes: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
})
export type IssueDifference = z.infer<typeof IssueDifference>

/** The content of one issue, with what differs from the one before. */
export const QuotationIssueDetails = QuotationIssue.extend({
  body: QuotationBody,
  amounts: QuotationAmounts,
  differences: z.array(IssueDifference).meta({ description: 'From the issue before; none of the first one' }),
})
export type QuotationIssueDetails = z.infer<typeof QuotationIssueDetails>

/** One event of a quotation. */
export const QuotationEvent = z.object({
  id: z.string(),
  kind: z.enum(QUOTATION_EVENT_KINDS),
  at: time,
  by: z.string().meta({ description: 'A member of staff, or the name that the customer entered' }),
  issueNo: z.number().int(),
  text: z.string().meta({ description: 'A message, a reason, or what was changed' }),
  email: MailDelivery.nullable().meta({
    description: 'The email to the customer; null without one, and when it was written more than 30 days ago',
  }),
})
export type QuotationEvent = z.infer<typeof QuotationEvent>

/** What the customer stated with the acceptance. */
export const Acceptance = z.object({
  name: z.string(),
  position: z.string(),
  purchaseOrder: z.string().meta({ description: 'The number of the purchase order' }),
  file: z.object({ id: z.string(), name: z.string() }).nullable().meta({ description: 'The purchase order' }),
  chosen: z.array(z.string()).meta({ description: 'The keys of the optional lines that were chosen' }),
  totals: QuotationAmounts.shape.totals.meta({ description: 'With the chosen lines' }),
  totalInCurrency: z.number(),
})
export type Acceptance = z.infer<typeof Acceptance>

/** A quotation with everything that staff see. The fields of the body are those that a change can have. */
export const Quotation = DraftBody.omit({ enquiry: true, customer: true, ownerId: true })
  .extend({
    ...SUMMARY,
    amounts: QuotationAmounts.nullable().meta({ description: 'Null while the draft is not complete' }),
    issues: z.array(QuotationIssue).meta({ description: 'The newest first' }),
    events: z.array(QuotationEvent).meta({ description: 'The newest first' }),
    acceptance: Acceptance.nullable(),
    order: z
      .object({
        lines: z.array(z.string()).meta({ description: 'The keys of the lines, in their order' }),
        amounts: QuotationAmounts,
      })
      .nullable()
      .meta({ description: 'What was ordered, with the chosen options; null unless it was accepted' }),
    warnings: z.array(z.object({ field: z.string(), message: z.string() })).meta({
      description:
        'What to check before a draft is sent, such as a price far from the list price. They do not prevent it',
    }),
    approval: z.object({
      isRequired: z.boolean().meta({ description: 'The discount is above the limit and not approved' }),
      maxDiscountPercent: z.number().meta({
        description:
          'The largest discount of a line, with that on the total; from the list price if that is more',
      }),
      limitPercent: z.number().nullable(),
      rupeesPerUnit: z.number().nullable().meta({
        description:
          'Rupees per unit of the currency, by which prices are compared with list prices: the lower one of the rate of the quotation and that of the settings',
      }),
    }),
  })
  .strip()
  .meta({ id: 'Quotation' })
export type Quotation = z.infer<typeof Quotation>

const QUOTATION_FILTER_STATES = [...QUOTATION_STATES, 'expired', 'open', 'quoted', 'pending', 'lost'] as const

const FILTERS = {
  state: z.enum(QUOTATION_FILTER_STATES).optional().meta({
    description:
      "'sent': valid ones; 'expired': sent ones whose validity has passed; 'open': draft, awaiting approval or sent; of those that were issued, 'quoted': all, 'lost': declined or withdrawn, 'pending': neither decided nor expired",
  }),
  owner: id.optional().meta({ description: "An account's id, or 'none'" }),
  customer: id.optional(),
  enquiry: id.optional(),
  enquiries: idList.optional().meta({ description: 'The ids of enquiries, separated by commas' }),
  item: id.optional().meta({ description: 'The id of an item that a line has' }),
  reason: TextWithoutNul.max(300).optional(),
  from: day
    .optional()
    .meta({ description: 'First day of the first issue (IST); of the creation if it was not issued' }),
  to: day.optional().meta({ description: 'Last day, inclusive' }),
  forecastMonth: z
    .string()
    .regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Enter a month such as 2026-12.')
    .optional()
    .meta({ description: 'The month of the last day of validity; the present one if that day has passed' }),
  search: SearchText.trim()
    .optional()
    .meta({ description: 'Contained in number, buyer, subject, code or description of a line' }),
}

/** Whether the last day is not before the first one. */
const isPeriod = ({ from, to }: { from?: string | undefined; to?: string | undefined }) =>
  !from || !to || from <= to
const PERIOD = { error: 'The first day must not be after the last one.', path: ['from'] }

/** Filters of the list of quotations; a quotation must match all of them. */
export const QuotationFilter = z.object(FILTERS).refine(isPeriod, PERIOD)
export type QuotationFilter = z.infer<typeof QuotationFilter>

export const QuotationQuery = z
  .object({
    ...FILTERS,
    sort: z.enum(QUOTATION_SORTS).default('updated'),
    order: z.enum(SORT_DIRECTIONS).default('desc'),
    limit: z.coerce.number().int().min(1).max(200).default(50),
    offset: z.coerce.number().int().min(0).max(100_000_000).default(0),
  })
  .refine(isPeriod, PERIOD)
export type QuotationQuery = z.infer<typeof QuotationQuery>

/** Who has a quotation open in an editor. */
export const QuotationEditors = z.object({
  editors: z
    .array(StaffMember)
    .meta({ description: 'The others who reported it within the last minute, by name' }),
  isInOtherTab: z
    .boolean()
    .meta({ description: 'Whether another tab of the same account has reported it within the last minute' }),
  revision: z.number().int().meta({ description: 'The stored revision' }),
})
export type QuotationEditors = z.infer<typeof QuotationEditors>

/** The report of an open editor. */
export const EditorBody = z
  .object({
    tab: textWithoutNul(() => 'The id of the tab must be a text.')
      .max(100)
      .default('')
      .meta({ description: 'Identifies the tab of the browser' }),
  })
  .nullish()

const REVISION = 'The revision must be a whole number.'
const revision = z
  .number(REVISION)
  .int(REVISION)
  .optional()
  .meta({ description: 'The revision on which the decision is based: 409 if it is not the stored one' })
const message = textWithoutNul(explain('must be a text'))
  .trim()
  .max(5000, { error: explain('cannot be longer than 5000 characters') })
const sendEmail = z.boolean({ error: 'The choice to send an email must be true or false.' }).default(true)
const toBody = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, { error: explain('must be an object', 'The body of this request') })

export const IssueBody = toBody({
  revision,
  sendEmail: sendEmail.meta({ description: "Whether to send the link to the buyer's email address" }),
  email: EmailText.optional().meta({
    description:
      'What the email says: [link] is replaced by the link, [number] by the number. By default the usual email',
  }),
}).nullish()
export type IssueBody = z.infer<typeof IssueBody>
/** The confirmation of an order. */
export const ConfirmBody = toBody({
  revision,
  message: message.default('').meta({
    description:
      "Stands on the customer's page, and in the email that tells the buyer about the confirmation",
  }),
}).nullish()

/** The purchase order that staff add to an accepted quotation: its number, its file, or both. */
export const PurchaseOrderBody = toBody({
  purchaseOrder: textWithoutNul(explain('must be a text'))
    .trim()
    .max(QUOTATION_LIMITS.purchaseOrderLength, {
      error: explain(`cannot be longer than ${QUOTATION_LIMITS.purchaseOrderLength} characters`),
    })
    .default('')
    .meta({ description: 'The number of the purchase order' }),
  file: AttachmentId.optional().meta({
    description: 'The id of a file that was uploaded with POST /api/enquiries/attachments',
  }),
}).refine(({ purchaseOrder, file }) => purchaseOrder !== '' || file !== undefined, {
  error: 'Enter the number of the purchase order, or choose its file.',
  path: ['purchaseOrder'],
})
export type PurchaseOrderBody = z.infer<typeof PurchaseOrderBody>

/** The body of other actions. */
export const ReasonBody = toBody({ revision, reason: message.default('') }).nullish()

/** The answer to a question of the customer. */
export const AnswerBody = toBody({
  text: message.min(1, 'Enter the answer.'),
  sendEmail: sendEmail.meta({ description: 'Whether to send it to the buyer by email too' }),
  requestKey: id
    .optional()
    .meta({ description: 'Repeated requests with the same key store and send one answer' }),
})
export type AnswerBody = z.infer<typeof AnswerBody>

/** The reply to an issue. */
export const IssuedQuotation = Quotation.extend({
  number: z.string(),
  link: z
    .string()
    .meta({ description: "The customer's page. It cannot be read again: only its hash is stored" }),
  isEmailed: z.boolean().meta({
    description:
      'Whether the link was sent by email: false without a mail server or the address of the buyer',
  }),
})
export type IssuedQuotation = z.infer<typeof IssuedQuotation>
