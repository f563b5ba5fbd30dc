import { z } from 'zod'
import { checkGstin, normalizeGstin } from '../enquiry/contact-details.ts'
import { checked, unlessEmpty } from '../enquiry/enquiry.ts'
import { formatCount } from '../format.ts'
import { isFinancialYear } from '../gst/financial-year.ts'
import { textWithoutNul } from '../text-without-nul.ts'
import { explain } from './messages.ts'
import { TERM_NAMES } from './terms.ts'

const text = (max: number) =>
  textWithoutNul(explain('must be a text')).max(max, {
    error: explain(`cannot be longer than ${max} characters`),
  })
const line = text(300).trim().default('')
/** An object of fields, none of which may be misspelt. */
const objectOf = <Shape extends z.ZodRawShape>(shape: Shape, whole?: string) =>
  z.strictObject(shape, { error: explain(`must be an object with ${Object.keys(shape).join(', ')}`, whole) })

/** An official number without spaces in upper case, or ''. */
const numberOf = (check: (text: string) => string | undefined) =>
  checked(text(300).overwrite(normalizeGstin), unlessEmpty(check)).default('')

/** Returns the check of a format, whose sentence is `message`. */
const hasFormat = (format: RegExp, message: string) => (text: string) =>
  format.test(text) ? undefined : message

const gstin = numberOf(checkGstin)
const pan = numberOf(
  hasFormat(/^[A-Z]{5}\d{4}[A-Z]$/, 'Enter the 10 characters of the PAN, for example AAPFU0939F.'),
)
const accountNumber = numberOf(hasFormat(/^\d{9,18}$/, 'Enter the account number: 9 to 18 digits.'))
const ifsc = numberOf(
  hasFormat(
    /^[A-Z]{4}0[A-Z\d]{6}$/,
    'Enter the 11 characters of the IFSC: 4 letters, 0, and 6 letters or digits, for example IOBA0000123.',
  ),
)

/** The parts of a number that change: the financial year ('2026-27') and the counter within it ('0042'). */
const NUMBER_PLACEHOLDERS = ['{year}', '{number}'] as const

/** The greatest number of a quotation within a financial year that can be entered. */
const MAX_NUMBER = 9_999_999

const VALID_DAYS = 'A quotation is valid for 1 to 365 whole days.'
const LINK_MONTHS = 'A private link ends after 1 to 120 whole months.'
const PERCENT = 'The limit of discounts must be a number from 0 to 100.'

/** The settings of quotations. They are not part of the site content, because visitors can read that. */
export const QuotationSettings = objectOf(
  {
    numberPattern: text(40)
      .trim()
      .regex(/^[A-Za-z0-9/{}._ -]+$/, 'A number consists of letters, digits, spaces and / - . _ only.')
      .refine(
        (pattern) => NUMBER_PLACEHOLDERS.every((placeholder) => pattern.split(placeholder).length === 2),
        'The pattern must contain {year} and {number} once each, for example QTN/{year}/{number}.',
      )
      .default('QTN/{year}/{number}'),
    validDays: z.number(VALID_DAYS).int(VALID_DAYS).min(1, VALID_DAYS).max(365, VALID_DAYS).default(30),
    linkMonths: z
      .number(LINK_MONTHS)
      .int(LINK_MONTHS)
      .min(1, LINK_MONTHS)
      .max(120, LINK_MONTHS)
      .default(12)
      .meta({
        description:
          'Private links end so many months after the decision about the quotation and its validity; those of an enquiry after its last change',
      }),
    approvalDiscountPercent: z
      .number(PERCENT)
      .min(0, PERCENT)
      .max(100, PERCENT)
      .nullable()
      .default(10)
      .meta({ description: 'Larger discounts need approval; null: none does' }),
    gstin: gstin.meta({ description: 'Its first two digits are the state from which the company supplies' }),
    pan,
    cin: line,
    lut: line.meta({ description: 'Number and date of the letter of undertaking for exports' }),
    lutYear: numberOf((year) =>
      isFinancialYear(year)
        ? undefined
        : 'Enter the financial year of the letter of undertaking, for example 2026-27.',
    ).meta({ description: "The financial year in which it is valid, such as '2026-27'" }),
    hsnDigits: z
      .literal([4, 6], 'HSN codes need 4 digits (turnover up to ₹5 crore) or 6 digits.')
      .default(4)
      .meta({
        description:
          'The digits that HSN codes need: 4 with a turnover of up to ₹5 crore in the preceding financial year, 6 above',
      }),
    bank: objectOf({ accountName: line, accountNumber, bank: line, branch: line, ifsc, swift: line }).default(
      {
        accountName: '',
        accountNumber: '',
        bank: '',
        branch: '',
        ifsc: '',
        swift: '',
      },
    ),
    signatory: objectOf({ name: line, position: line }).default({ name: '', position: '' }),
    terms: z
      .partialRecord(z.enum(TERM_NAMES), text(5000), {
        error: `The terms must be an object of texts with the names ${TERM_NAMES.join(', ')}.`,
      })
      .default({
        priceBasis:
          'Prices are ex-works unless freight is stated. GST is charged at the rate on the date of dispatch.',
        payment: '30 % in advance with the order, 70 % against proforma invoice before dispatch.',
        delivery: '8 to 12 weeks from receipt of the advance and a technically clear order.',
        installation:
          'Foundation, power supply, compressed air and crane at the site are provided by the buyer.',
        warranty: '12 months from commissioning or 15 months from dispatch, whichever is earlier.',
        cancellation: 'An order cannot be cancelled once production has begun.',
        jurisdiction: 'Subject to Coimbatore jurisdiction.',
      }),
  },
  'The settings object',
)
export type QuotationSettings = z.infer<typeof QuotationSettings>

const REVISION = 'Send the revision that was changed, a whole number.'
const NEXT_NUMBER = `The next number must be a whole number from 1 to ${formatCount(MAX_NUMBER)}.`

/** The settings with the revision that a change has to state. */
export const RevisedQuotationSettings = objectOf(
  {
    settings: QuotationSettings,
    revision: z.number(REVISION).int(REVISION),
    nextNumber: z
      .number(NEXT_NUMBER)
      .int(NEXT_NUMBER)
      .min(1, NEXT_NUMBER)
      .max(MAX_NUMBER, NEXT_NUMBER)
      .optional()
      .meta({
        description:
          'The number of the next quotation in this financial year. It can only be raised, for example to continue an earlier series',
      }),
  },
  'The body of this request',
)
export type RevisedQuotationSettings = z.infer<typeof RevisedQuotationSettings>
