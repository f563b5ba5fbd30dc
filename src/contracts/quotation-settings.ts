import { z } from 'zod'
import { TERM_NAMES } from './quotation-terms.ts'
import { TextWithoutNul } from './text-without-nul.ts'

const line = TextWithoutNul.trim().max(300).default('')

/** The parts of a number that change: the financial year ('2026-27') and the counter within it ('0042'). */
const NUMBER_PLACEHOLDERS = ['{year}', '{number}'] as const

const VALID_DAYS = 'A quotation is valid for 1 to 365 whole days.'

/** The settings of quotations. They are not part of the site content, because visitors can read that. */
export const QuotationSettings = z.object({
  numberPattern: TextWithoutNul.trim()
    .max(40)
    .regex(/^[A-Za-z0-9/{}._ -]+$/, 'A number consists of letters, digits, spaces and / - . _ only.')
    .refine(
      (pattern) => NUMBER_PLACEHOLDERS.every((placeholder) => pattern.split(placeholder).length === 2),
      'The pattern must contain {year} and {number} once each, for example QTN/{year}/{number}.',
    )
    .default('QTN/{year}/{number}'),
  validDays: z.number().int(VALID_DAYS).min(1, VALID_DAYS).max(365, VALID_DAYS).default(30),
  approvalDiscountPercent: z
    .number()
    .min(0)
    .max(100)
    .nullable()
    .default(10)
    .meta({ description: 'Larger discounts need approval; null: none does' }),
  gstin: line,
  pan: line,
  cin: line,
  lut: line.meta({ description: 'Number and date of the letter of undertaking for exports' }),
  bank: z
    .object({ accountName: line, accountNumber: line, bank: line, branch: line, ifsc: line, swift: line })
    .default({ accountName: '', accountNumber: '', bank: '', branch: '', ifsc: '', swift: '' }),
  signatory: z.object({ name: line, position: line }).default({ name: '', position: '' }),
  terms: z.partialRecord(z.enum(TERM_NAMES), TextWithoutNul.max(5000)).default({
    priceBasis:
      'Prices are ex-works unless freight is stated. GST is charged at the rate on the date of dispatch.',
    payment: '30 % in advance with the order, 70 % against proforma invoice before dispatch.',
    delivery: '8 to 12 weeks from receipt of the advance and a technically clear order.',
    installation: 'Foundation, power supply, compressed air and crane at the site are provided by the buyer.',
    warranty: '12 months from commissioning or 15 months from dispatch, whichever is earlier.',
    cancellation: 'An order cannot be cancelled once production has begun.',
    jurisdiction: 'Subject to Coimbatore jurisdiction.',
  }),
})
export type QuotationSettings = z.infer<typeof QuotationSettings>

/** The settings with the revision that a change has to state. */
export const RevisedQuotationSettings = z.object({ settings: QuotationSettings, revision: z.number().int() })
export type RevisedQuotationSettings = z.infer<typeof RevisedQuotationSettings>
