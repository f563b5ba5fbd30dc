import { z } from 'zod'
import { checkEmail, checkGstin, normalizeGstin } from '../enquiry/contact-details.ts'
import { checked, unlessEmpty } from '../enquiry/enquiry.ts'
import { FORM_LIMITS } from '../enquiry/form-limits.ts'
import { formatCount } from '../format.ts'
import { GST_STATE_CODES } from '../gst/states.ts'
import { SUPPLY_KINDS } from '../gst/supply.ts'
import { COMMERCIAL_FIELDS } from '../item/commercial-fields.ts'
import { textWithoutNul } from '../text-without-nul.ts'
import { CHARGE_NAMES, type ChargeName, QUOTATION_LIMITS } from './limits.ts'
import { explain, explainLine } from './messages.ts'

interface DecimalOptions {
  min?: number
  max: number
  decimals: number
}

/** A number that has at most this many decimals as written in JSON. */
function decimal({ min = 0, max, decimals }: DecimalOptions) {
  const error = explain(
    `must be a number from ${min} to ${formatCount(max)} with at most ${decimals} decimals`,
  )
  const format = new RegExp(String.raw`^\d+(?:\.\d{1,${decimals}})?$`)
  return z
    .number({ error })
    .min(min, { error })
    .max(max, { error })
    .refine((value) => format.test(String(value)), { error })
}

const discountPercent = decimal({ max: 100, decimals: 2 })
const text = (max: number) =>
  textWithoutNul(explain('must be a text')).max(max, {
    error: explain(`cannot be longer than ${max} characters`),
  })
const shortText = (max: number = QUOTATION_LIMITS.textLength) => text(max).trim()
const id = text(100)
const key = text(40)
const choice = z.boolean({ error: explain('must be true or false') })
const amount = decimal({ max: QUOTATION_LIMITS.amount, decimals: 2 })
/** Whether the rate was valid on the day of the quotation is checked with the calculation. */
const gstRate = z
  .number({ error: explain('must be a number') })
  .min(0, { error: explain('cannot be negative') })
  .max(100, { error: explain('cannot be more than 100 %') })
  .meta({ description: 'Percent: one of the rates that are valid today' })
const hsn = shortText(20)
  .refine((code) => code === '' || COMMERCIAL_FIELDS.hsn.parse(code) !== undefined, {
    error: explainLine('an HSN or SAC code has 4, 6 or 8 digits.'),
  })
  .nullish()
  .meta({ description: 'The HSN or SAC code; absent while it is not known' })

const SPECIFICATIONS = 'must be a list of pairs of texts: name and value'
const specificationText = textWithoutNul(explain(SPECIFICATIONS))
  .trim()
  .max(QUOTATION_LIMITS.textLength, {
    error: explain(`cannot have texts of more than ${QUOTATION_LIMITS.textLength} characters`),
  })

const LINE_FIELDS = {
  listPrice: amount.nullish().meta({
    description:
      'The price of the item in rupees when the line was added; null without one. Set by the server: what a request states is ignored',
  }),
  key: key
    .min(1, { error: explain('cannot be empty') })
    .optional()
    .meta({ description: 'Identifies the line within the quotation; by default its number' }),
  item: id.nullish().meta({ description: 'The id of an item; absent for free text' }),
  code: shortText(100).default('').meta({ description: 'The model or part number that the document states' }),
  description: shortText(QUOTATION_LIMITS.descriptionLength).min(1, {
    error: explainLine('enter the description.'),
  }),
  hsn,
  quantity: decimal({ min: 0.001, max: QUOTATION_LIMITS.quantity, decimals: 3 }),
  unit: shortText(20).nullish(),
  unitPrice: amount.meta({ description: 'In the currency, before discount and tax' }),
  discountPercent: discountPercent.default(0),
  gstRate,
  optional: choice.default(false).meta({ description: 'Calculated, but not included in the totals' }),
  alternativeTo: key.default('').meta({
    description: 'The key of the line that this optional line can replace, if the buyer chooses it',
  }),
  group: shortText().default('').meta({ description: 'The heading below which lines of one group stand' }),
  specifications: z
    .array(z.tuple([specificationText, specificationText], { error: explain(SPECIFICATIONS) }), {
      error: explain(SPECIFICATIONS),
    })
    .max(QUOTATION_LIMITS.specifications, {
      error: explain(`cannot be more than ${QUOTATION_LIMITS.specifications}`),
    })
    .default([])
    .meta({ description: 'Names and values that the document shows below the description' }),
  picture: shortText(64)
    .nullish()
    .meta({ description: 'The media id of the picture that the document shows' }),
}

export const QuotationLine = z.strictObject(LINE_FIELDS, {
  error: explain('must be an object with description, quantity, unitPrice and gstRate'),
})
export type QuotationLine = z.infer<typeof QuotationLine>

const whileUnknown = { description: 'Null while it is not known' }

/** A line of a draft, of which parts may be missing. */
export const DraftLine = QuotationLine.extend({
  description: shortText(QUOTATION_LIMITS.descriptionLength),
  quantity: QuotationLine.shape.quantity.nullable().meta(whileUnknown),
  unitPrice: QuotationLine.shape.unitPrice
    .nullable()
    .meta({ description: 'In the currency, before discount and tax. Null while it is not known' }),
  gstRate: gstRate.nullable().meta(whileUnknown),
})
export type DraftLine = z.infer<typeof DraftLine>

const chargeAmount = amount.meta({ description: 'In the currency, before tax' })
const Charge = z.union(
  [
    chargeAmount.meta({ description: 'Taxed at the rate of the principal supply (docs/gst.md)' }),
    z
      .strictObject(
        { amount: chargeAmount, gstRate: gstRate.optional(), hsn },
        { error: explain('must be an object with amount, gstRate and hsn') },
      )
      .refine(({ gstRate, hsn }) => gstRate !== undefined || !hsn, {
        error: 'A charge with an HSN or SAC code of its own needs a GST rate too.',
        path: ['gstRate'],
      })
      .meta({ description: 'With `gstRate`: a supply of its own, taxed at that rate' }),
  ],
  {
    error: explain(
      'must be a number with at most 2 decimals; a charge that is a supply of its own is an object with amount, gstRate and hsn',
    ),
  },
)

const charge = Charge.optional()
const CHARGES = {
  packing: charge,
  freight: charge,
  installation: charge,
  insurance: charge,
} satisfies Record<ChargeName, typeof charge>

/** The buyer as the document states it. */
const BUYER_FIELDS = {
  name: shortText().default(''),
  position: shortText().default(''),
  company: shortText().default(''),
  gstin: checked(text(40).overwrite(normalizeGstin), unlessEmpty(checkGstin)).default(''),
  email: checked(shortText(FORM_LIMITS.emailLength), unlessEmpty(checkEmail)).default(''),
  phone: shortText(FORM_LIMITS.phoneLength).default(''),
  billingAddress: shortText(QUOTATION_LIMITS.addressLength).default(''),
  deliveryAddress: shortText(QUOTATION_LIMITS.addressLength)
    .default('')
    .meta({ description: 'Where the goods go; empty: the billing address' }),
}

export const QuotationBuyer = z.strictObject(BUYER_FIELDS, {
  error: explain(`must be an object with ${Object.keys(BUYER_FIELDS).join(', ')}`),
})
export type QuotationBuyer = z.infer<typeof QuotationBuyer>

const terms = text(QUOTATION_LIMITS.termsLength)

/** The fields of a quotation, without defaults. */
const FIELDS = {
  enquiry: id.nullish().meta({ description: 'The id of an enquiry' }),
  customer: id.nullish().meta({ description: 'The id of a customer; by default that of the enquiry' }),
  buyer: QuotationBuyer.nullish().meta({
    description: 'By default the details of the enquiry or the customer at the time of the first save',
  }),
  subject: shortText(),
  customerReference: shortText().meta({ description: "The buyer's own reference" }),
  placeOfSupply: z
    .enum(GST_STATE_CODES, {
      error:
        'The place of supply must be the code of a state, for example 33 for Tamil Nadu, or 96 for a place outside India.',
    })
    .meta({ description: 'A state code of GST; 96: an export' }),
  currency: z
    .enum(['INR', 'USD'], { error: 'The currency must be INR or USD.' })
    .meta({ description: 'USD for exports only' }),
  exchangeRate: decimal({ min: 0.0001, max: QUOTATION_LIMITS.exchangeRate, decimals: 4 })
    .nullish()
    .meta({ description: 'Rupees per US dollar; by default that of the settings' }),
  lines: z
    .array(QuotationLine, {
      error: ({ input }) =>
        input === undefined ? 'Add at least one line.' : 'The lines must be a list of objects.',
    })
    .min(1, 'Add at least one line.')
    .max(QUOTATION_LIMITS.lines, `A quotation has at most ${QUOTATION_LIMITS.lines} lines.`),
  charges: z.strictObject(CHARGES, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `There is no charge '${String(issue.keys[0])}'. Charges are ${CHARGE_NAMES.join(', ')}.`
        : `Charges must be an object with amounts of ${CHARGE_NAMES.join(', ')}.`,
  }),
  discountPercent: discountPercent.meta({ description: 'On all lines, before tax; not on charges' }),
  sez: choice.meta({
    description:
      'Whether the buyer is a unit or developer of a special economic zone: an inter-state supply without tax under a letter of undertaking (LUT), otherwise with IGST',
  }),
  validUntil: z.iso
    .date('Enter the last day of validity as YYYY-MM-DD, for example 2026-12-31.')
    .nullish()
    .meta({ description: 'The last day (IST) on which it can be accepted; by default that of the settings' }),
  terms: z
    .union([terms, z.record(text(100), terms)], {
      error: 'The terms must be a text or an object of texts.',
    })
    .nullish()
    .meta({
      description:
        'A text, or texts by name: payment, delivery, warranty and others of contracts/quotation/terms.ts. By default those of the settings',
    }),
  showPictures: choice.meta({ description: 'Whether the document shows the pictures of lines' }),
  attachDataSheets: choice.meta({
    description: 'Whether the data sheets of the items are appended to the document',
  }),
  ownerId: id
    .nullish()
    .meta({ description: 'The id of the member of staff who is responsible; by default who creates it' }),
}

/** A complete quotation, which can be calculated and sent. Amounts are in its currency. */
export const QuotationBody = z.strictObject(
  {
    ...FIELDS,
    subject: FIELDS.subject.default(''),
    customerReference: FIELDS.customerReference.default(''),
    currency: FIELDS.currency.default('INR'),
    charges: FIELDS.charges.default({}),
    discountPercent: FIELDS.discountPercent.default(0),
    sez: FIELDS.sez.default(false),
    showPictures: FIELDS.showPictures.default(false),
    attachDataSheets: FIELDS.attachDataSheets.default(false),
  },
  { error: explain('must be an object with placeOfSupply and lines') },
)
export type QuotationBody = z.infer<typeof QuotationBody>

/** What a draft may lack in contrast to a complete quotation. */
const DRAFT_FIELDS = {
  placeOfSupply: FIELDS.placeOfSupply.nullish().meta({
    description: 'A state code of GST; 96: an export. Needed before it is sent',
  }),
  lines: z
    .array(DraftLine, { error: 'The lines must be a list of objects.' })
    .max(QUOTATION_LIMITS.lines, `A quotation has at most ${QUOTATION_LIMITS.lines} lines.`),
}

/** A quotation as staff edit it, as far as it is known. */
export const DraftBody = QuotationBody.extend({
  ...DRAFT_FIELDS,
  lines: DRAFT_FIELDS.lines.default([]).meta({ description: 'At least one is needed before it is sent' }),
})
export type DraftBody = z.infer<typeof DraftBody>

const REQUEST_KEY = {
  requestKey: id.optional().meta({ description: 'Repeated requests with the same key store one quotation' }),
}

/** What is calculated: the body of a complete new quotation. */
export const CalculatedBody = QuotationBody.extend(REQUEST_KEY)

/** A new quotation. */
export const NewQuotation = DraftBody.extend(REQUEST_KEY)

const REVISION = 'Send the revision that was changed, a whole number.'

/** A change of a draft. Omitted fields stay unchanged. */
export const QuotationChange = z
  .strictObject(
    { ...FIELDS, ...DRAFT_FIELDS },
    { error: explain('must be an object with revision and the fields to change') },
  )
  .partial()
  .extend({
    revision: z.number(REVISION).int(REVISION).meta({
      description: 'The revision that was changed: 409 if it is not the stored one',
    }),
  })
export type QuotationChange = z.infer<typeof QuotationChange>

const rupees = z.number().meta({ description: 'Rupees, with at most two decimals' })
const taxes = { taxable: rupees, cgst: rupees, sgst: rupees, igst: rupees }
const amounts = {
  ...taxes,
  gstRate: z.number().meta({ description: 'The rate that applies in percent: 0 for a supply without tax' }),
  total: rupees,
}
const hsnOfReply = z.string().meta({ description: "The HSN or SAC code; '' if none is stated" })

/** The calculated amounts of a quotation in rupees, rounded to paise (docs/gst.md). */
export const QuotationAmounts = z
  .object({
    supply: z.enum(SUPPLY_KINDS).meta({
      description:
        'Exports and supplies to special economic zones (sez) are without tax under a letter of undertaking, otherwise with IGST',
    }),
    supplierState: z.enum(GST_STATE_CODES),
    placeOfSupply: z.enum(GST_STATE_CODES),
    currency: z.enum(['INR', 'USD']),
    exchangeRate: z.number().nullable().meta({ description: 'Rupees per US dollar; null in rupees' }),
    lines: z
      .array(
        z.object({
          description: z.string(),
          hsn: hsnOfReply,
          optional: z.boolean(),
          amount: rupees.meta({ description: 'Quantity times price' }),
          amountInCurrency: z.number(),
          netInCurrency: z.number().meta({
            description: 'The amount less the discount of the line: what documents show beside the line',
          }),
          discount: rupees.meta({ description: 'That of the line and its share of the one on the total' }),
          ...amounts,
          taxableInCurrency: z.number().meta({ description: 'The taxable value in the currency' }),
        }),
      )
      .meta({ description: 'In the order of the request' }),
    charges: z.array(
      z.object({
        name: z.enum(CHARGE_NAMES),
        hsn: hsnOfReply,
        ...amounts,
        taxableInCurrency: z.number(),
      }),
    ),
    hsnSummary: z
      .array(z.object({ hsn: hsnOfReply, gstRate: z.number(), ...taxes }))
      .meta({ description: 'Lines and charges of the totals by HSN code and rate' }),
    totals: z.object({
      ...taxes,
      roundOff: rupees.meta({ description: 'What the rounding to whole rupees adds: -0.49 to 0.50' }),
      total: rupees,
    }),
    subtotalInCurrency: z
      .number()
      .meta({ description: 'The sum of `netInCurrency` of the lines that are not optional' }),
    discountInCurrency: z.number().meta({
      description: 'What the discount on the total takes from the subtotal, rounded line by line',
    }),
    totalInCurrency: z
      .number()
      .meta({ description: 'What the buyer pays, in the currency: dollars are not rounded further' }),
    notes: z.array(z.string()).meta({ description: 'What the document has to state' }),
  })
  .meta({ id: 'QuotationAmounts' })
export type QuotationAmounts = z.infer<typeof QuotationAmounts>
