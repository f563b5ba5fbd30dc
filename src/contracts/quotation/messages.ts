import type { z } from 'zod'
import { capitalize } from '../format.ts'
import { CHARGE_LABELS } from './limits.ts'
import { TERM_LABELS } from './terms.ts'

/*
 * The sentences about wrong fields of a quotation. Each names the line and the field: a program or a person that reads only
 * the sentence knows what to correct.
 */

type Issue = z.core.$ZodRawIssue
type Path = readonly PropertyKey[]

/** What people call the fields whose names are not their words. */
const FIELD_NAMES: Record<string, string> = {
  alternativeTo: 'line that it is an alternative to',
  attachDataSheets: 'choice of data sheets',
  customer: 'id of the customer',
  customerReference: "buyer's reference",
  discountPercent: 'discount in percent',
  enquiry: 'id of the enquiry',
  gstin: 'GSTIN',
  gstRate: 'GST rate',
  hsn: 'HSN or SAC code',
  item: 'id of the item',
  optional: 'choice whether it is optional',
  ownerId: 'id of the owner',
  picture: 'id of the picture',
  sez: 'choice of a special economic zone',
  showPictures: 'choice of pictures',
  unitPrice: 'rate',
  validUntil: 'last day of validity',
  email: 'email address',
  phone: 'phone number',
  validDays: 'validity in days',
  linkMonths: 'months until links end',
  approvalDiscountPercent: 'limit of discounts in percent',
  numberPattern: 'pattern of numbers',
  pan: 'PAN',
  cin: 'CIN',
  lut: 'LUT',
  lutYear: 'financial year of the LUT',
  hsnDigits: 'number of HSN digits',
  nextNumber: 'next number',
  ifsc: 'IFSC',
  swift: 'SWIFT code',
}

/** 'unitPrice' → 'unit price'. */
const toFieldName = (name: string): string =>
  FIELD_NAMES[name] ?? name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

/** Returns where a field is, such as 'Line 2', and its name; '' where there is none. */
function describePath([first, ...rest]: Path): { place: string; name: string } {
  if (first === undefined) return { place: '', name: '' }
  if (first === 'settings') return describePath(rest)
  if (first === 'lines' && typeof rest[0] === 'number')
    return { place: `Line ${rest[0] + 1}`, name: rest[1] === undefined ? '' : toFieldName(String(rest[1])) }
  if (first === 'discountPercent') return { place: '', name: 'discount on all lines in percent' }
  const [second] = rest
  if (second === undefined) return { place: '', name: toFieldName(String(first)) }
  if (first === 'charges')
    return { place: labelOf(CHARGE_LABELS, second), name: toFieldName(String(rest[1] ?? 'amount')) }
  if (first === 'terms') return { place: 'Terms', name: `text '${labelOf(TERM_LABELS, second)}'` }
  return { place: capitalize(toFieldName(String(first))), name: toFieldName(String(second)) }
}

const labelOf = (labels: Record<string, string>, name: PropertyKey): string =>
  labels[String(name)] ?? String(name)

/** 'freight' → 'Freight'. */

/** Begins a sentence with the line: ('Line 2', 'enter the rate.') → 'Line 2: enter the rate.' */
const toSentence = (place: string, text: string): string => (place ? `${place}: ${text}` : capitalize(text))

/**
 * Returns the `error` of a schema: the field with what is wrong about it ('must be a number'), that it is missing, or that an
 * object has a field too many. An empty field of the browser is ''. `whole` is the subject where there is no field.
 */
export const explain =
  (problem: string, whole = 'A quotation') =>
  ({ code, path = [], input, keys }: Issue): string => {
    const { place, name } = describePath(path)
    const subject = place || (name && `The ${name}`) || whole
    if (code === 'unrecognized_keys') return `${subject} has no field '${String(keys[0])}'.`
    if (!name) return `${subject} ${problem}.`
    if (code === 'invalid_type' && (input === undefined || input === null || input === ''))
      return toSentence(place, `enter the ${name}.`)
    return toSentence(place, `the ${name} ${problem}.`)
  }

/** Returns the `error` of a schema whose sentence begins with the line: ('describe it.') → 'Line 2: describe it.' */
export const explainLine =
  (text: string) =>
  ({ path = [] }: Issue): string =>
    toSentence(describePath(path).place, text)
