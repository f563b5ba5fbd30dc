import { formatMoney } from '#contracts/format.ts'
import type { GstState } from '#contracts/gst/states.ts'
import { EMPTY_BUYER } from '#contracts/quotation/buyer.ts'
import { CHARGE_NAMES, type ChargeName } from '#contracts/quotation/limits.ts'
import type { DraftLine as StoredLine } from '#contracts/quotation/quotation.ts'
import type { Quotation } from '#contracts/quotation/record.ts'

/*
 * A quotation as its form holds it: pure functions. Numbers are texts, because what is being typed is not always a number.
 * The server decides what is valid: a text that is no number is sent as it is, and comes back with a sentence.
 */

export interface DraftLine {
  /** Identifies the line also after it was moved. */
  key: string
  /** The id of an item; '' for free text. */
  item: string
  code: string
  description: string
  hsn: string
  quantity: string
  unit: string
  unitPrice: string
  discountPercent: string
  gstRate: string
  optional: boolean
  alternativeTo: string
  group: string
  specifications: [string, string][]
  /** The media id of a picture; '' without one. */
  picture: string
}

interface DraftCharge {
  amount: string
  /** '' for a charge that is taxed like the goods. */
  gstRate: string
  hsn: string
}

export interface DraftBuyer {
  name: string
  position: string
  company: string
  gstin: string
  email: string
  phone: string
  billingAddress: string
  deliveryAddress: string
}

export interface Draft {
  /** The ids of the enquiry, the customer and the owner; '' for none. */
  enquiry: string
  customer: string
  ownerId: string
  buyer: DraftBuyer
  subject: string
  customerReference: string
  placeOfSupply: GstState | ''
  currency: 'INR' | 'USD'
  exchangeRate: string
  lines: DraftLine[]
  charges: Record<ChargeName, DraftCharge>
  discountPercent: string
  sez: boolean
  /** '2026-12-31'; '' for the default of the settings. */
  validUntil: string
  terms: Record<string, string>
  showPictures: boolean
  attachDataSheets: boolean
}

/** A draft without content. */
export const createDraft = (): Draft => ({
  enquiry: '',
  customer: '',
  ownerId: '',
  buyer: EMPTY_BUYER,
  subject: '',
  customerReference: '',
  placeOfSupply: '',
  currency: 'INR',
  exchangeRate: '',
  lines: [],
  charges: mapCharges(() => ({ amount: '', gstRate: '', hsn: '' })),
  discountPercent: '',
  sez: false,
  validUntil: '',
  terms: {},
  showPictures: false,
  attachDataSheets: false,
})

/** A line without content, with a key of its own. */
export const createLine = (changes: Partial<DraftLine> = {}): DraftLine => ({
  key: crypto.randomUUID().slice(0, 8),
  item: '',
  code: '',
  description: '',
  hsn: '',
  quantity: '1',
  unit: '',
  unitPrice: '',
  discountPercent: '',
  gstRate: '18',
  optional: false,
  alternativeTo: '',
  group: '',
  specifications: [],
  picture: '',
  ...changes,
})

/** Whether nothing was entered in a line, so that it is not sent. */
export const isBlank = ({ description, code, unitPrice, item }: DraftLine): boolean =>
  [description, code, unitPrice, item].every((text) => text.trim() === '')

const mapCharges = <Value>(getValue: (name: ChargeName) => Value): Record<ChargeName, Value> =>
  Object.fromEntries(CHARGE_NAMES.map((name) => [name, getValue(name)])) as Record<ChargeName, Value>

const toText = (value: number | null | undefined): string => (value == null ? '' : String(value))
/** 0 is an empty field: no discount. */
const toOptionalText = (value: number): string => (value === 0 ? '' : String(value))

/** The stored quotation as its form shows it. */
export function toDraft(quotation: Quotation): Draft {
  const { charges, terms, buyer } = quotation
  return {
    enquiry: quotation.enquiry?.id ?? '',
    customer: quotation.customer?.id ?? '',
    ownerId: quotation.owner?.id ?? '',
    buyer: { ...EMPTY_BUYER, ...buyer },
    subject: quotation.subject,
    customerReference: quotation.customerReference,
    placeOfSupply: quotation.placeOfSupply ?? '',
    currency: quotation.currency,
    exchangeRate: toText(quotation.exchangeRate),
    lines: quotation.lines.map((line) => toDraftLine(line, quotation.currency)),
    charges: mapCharges((name) => {
      const charge = charges[name]
      if (charge === undefined || typeof charge === 'number')
        return { amount: toText(charge), gstRate: '', hsn: '' }
      return { amount: toText(charge.amount), gstRate: toText(charge.gstRate), hsn: charge.hsn ?? '' }
    }),
    discountPercent: toOptionalText(quotation.discountPercent),
    sez: quotation.sez,
    validUntil: quotation.validUntil ?? '',
    terms: typeof terms === 'string' ? { other: terms } : { ...terms },
    showPictures: quotation.showPictures,
    attachDataSheets: quotation.attachDataSheets,
  }
}

const toDraftLine = (line: StoredLine, currency: Draft['currency']): DraftLine => ({
  key: line.key ?? crypto.randomUUID().slice(0, 8),
  item: line.item ?? '',
  code: line.code,
  description: line.description,
  hsn: line.hsn ?? '',
  quantity: toText(line.quantity),
  unit: line.unit ?? '',
  unitPrice: formatRate(toText(line.unitPrice), currency),
  discountPercent: toOptionalText(line.discountPercent),
  gstRate: toText(line.gstRate),
  optional: line.optional,
  alternativeTo: line.alternativeTo,
  group: line.group,
  specifications: line.specifications,
  picture: line.picture ?? '',
})

/** '125000.5' → '1,25,000.50', '$125000' → '125,000.00' in dollars; a text that is no amount stays as it is. */
export function formatRate(text: string, currency: Draft['currency']): string {
  const amount = parseNumber(text)
  // A rate with more than two decimals is not rounded: the server says what is wrong.
  if (typeof amount !== 'number' || /\.\d{3}/.test(text)) return text
  return formatMoney(amount, currency).replace(/^\D+/, '')
}

/** '1,25,000.50' → 125000.5; a text that is no number stays a text, undefined for ''. */
function parseNumber(text: string): number | string | undefined {
  const plain = text.replace(/[\s,₹$%]/g, '')
  if (plain === '') return undefined
  return /^\d*\.?\d+$|^\d+\.$/.test(plain) ? Number(plain) : text
}

/** The body of a request, and the keys of its lines in their order: blank lines are left out. */
export function toBody(draft: Draft) {
  const lines = draft.lines.filter((line) => !isBlank(line))
  const body = {
    enquiry: draft.enquiry || null,
    customer: draft.customer || null,
    ownerId: draft.ownerId || null,
    buyer: draft.buyer,
    subject: draft.subject,
    customerReference: draft.customerReference,
    placeOfSupply: draft.placeOfSupply || null,
    currency: draft.currency,
    exchangeRate: parseNumber(draft.exchangeRate) ?? null,
    lines: lines.map((line) => ({
      ...line,
      item: line.item || null,
      hsn: line.hsn || null,
      unit: line.unit || null,
      picture: line.picture || null,
      specifications: line.specifications.filter((pair) => pair.some((text) => text.trim())),
      quantity: parseNumber(line.quantity) ?? null,
      unitPrice: parseNumber(line.unitPrice) ?? null,
      discountPercent: parseNumber(line.discountPercent) ?? 0,
      gstRate: parseNumber(line.gstRate) ?? null,
    })),
    charges: Object.fromEntries(
      CHARGE_NAMES.flatMap((name) => {
        const charge = toChargeBody(draft.charges[name])
        return charge === undefined ? [] : [[name, charge]]
      }),
    ),
    discountPercent: parseNumber(draft.discountPercent) ?? 0,
    sez: draft.sez,
    validUntil: draft.validUntil || null,
    terms: draft.terms,
    showPictures: draft.showPictures,
    attachDataSheets: draft.attachDataSheets,
  }
  return { body, keys: lines.map(({ key }) => key) }
}

function toChargeBody({ amount, gstRate, hsn }: DraftCharge) {
  const value = parseNumber(amount)
  if (value === undefined) return undefined
  if (gstRate === '') return value
  return { amount: value, gstRate: parseNumber(gstRate), ...(hsn && { hsn }) }
}

/** Replaces the index of a line in the field of an error by the key of the line: 'lines.2.hsn' → 'lines.a1.hsn'. */
export function toDraftField(field: string, keys: readonly string[]): string {
  const [, index, rest] = /^lines\.(\d+)(.*)$/.exec(field) ?? []
  return index === undefined ? field : `lines.${keys[Number(index)]}${rest}`
}

/** Whether two values have the same content. */
export const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns the draft in a currency. In another one than before it has no rates and charges: their numbers would be wrong. */
export function changeCurrency(draft: Draft, currency: Draft['currency']): Draft {
  if (draft.currency === currency) return draft
  return {
    ...draft,
    currency,
    exchangeRate: currency === 'INR' ? '' : draft.exchangeRate,
    lines: draft.lines.map((line) => ({ ...line, unitPrice: '' })),
    charges: mapCharges((name) => ({ ...draft.charges[name], amount: '' })),
  }
}
