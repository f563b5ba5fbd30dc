import { toBusinessDate } from '../business-date.ts'
import { countOf } from '../format.ts'
import { type CommercialField, mapCommercialFields } from './commercial-types.ts'

/** Whether a buyer can have an item at once, with the labels of the admin. */
export const AVAILABILITY_LABELS = {
  'in-stock': 'In stock',
  'made-to-order': 'Made to order',
  'by-appointment': 'By appointment',
  discontinued: 'Discontinued',
} as const
export type Availability = keyof typeof AVAILABILITY_LABELS
const AVAILABILITIES = Object.keys(AVAILABILITY_LABELS) as [Availability, ...Availability[]]

/** The units that forms and imports suggest. Another unit can be entered. */
export const UNITS = ['each', 'set', 'pair', 'metre', 'kg', 'litre', 'hour', 'day', 'visit', 'box', 'roll']

/** A rate of goods and services tax with the days, in India, on which it is valid. */
interface GstRate {
  percent: number
  /** '2017-07-01'. */
  from: string
  /** The last day; undefined while the rate is valid. */
  to?: string
}

/** The rates of GST. Those of 12 and 28 % ended with the reform of September 2025, which created the one of 40 %. */
const GST_RATES: readonly GstRate[] = [
  { percent: 0, from: '2017-07-01' },
  { percent: 0.25, from: '2017-07-01' },
  { percent: 1.5, from: '2019-10-01' },
  { percent: 3, from: '2017-07-01' },
  { percent: 5, from: '2017-07-01' },
  { percent: 12, from: '2017-07-01', to: '2025-09-21' },
  { percent: 18, from: '2017-07-01' },
  { percent: 28, from: '2017-07-01', to: '2025-09-21' },
  { percent: 40, from: '2025-09-22' },
]

/** Returns the rates of GST in percent that are valid on a day, '2026-11-21', by default today. */
export const listGstRates = (day: string = toBusinessDate(new Date())): number[] =>
  GST_RATES.filter(({ from, to = day }) => from <= day && day <= to).map(({ percent }) => percent)

/**
 * The rate in percent for goods that a merchant exporter buys and exports (notifications 40/2017-Central Tax (Rate) and
 * 41/2017-Integrated Tax (Rate)): one of a supply on conditions, and not of an item.
 */
export const MERCHANT_EXPORT_RATE = 0.1

/** Returns the last day on which a rate was allowed (ISO date); undefined for one that is allowed or never was. */
export const getGstRateEnd = (percent: number): string | undefined =>
  GST_RATES.findLast((rate) => rate.percent === percent)?.to

/** What price lists state about an item beside its name and price. Null: not stated. */
export interface CommercialFields extends Record<CommercialField, string | number | null> {
  /** The model or part number; no two items have the same one. */
  code: string | null
  /** The HSN code of goods or the SAC code of services: 4, 6 or 8 digits. */
  hsn: string | null
  /** Percent. */
  gstRate: number | null
  /** What the price is for: 'each', 'metre'. */
  unit: string | null
  minimumQuantity: number | null
  leadTimeDays: number | null
  availability: Availability | null
  /** 0: no warranty. */
  warrantyMonths: number | null
}

export interface CommercialFieldDefinition<Value> {
  label: string
  /** What the number counts, where it stands alone: 'days' of 'Lead time (days)'. */
  countedIn?: string
  /** Completes 'The price list's value is not ...': what a valid text looks like. */
  expected: string
  /** The maximum number of characters of the text. */
  maxLength: number
  /** The values that can be chosen, with their labels. */
  choices?: Record<string, string>
  /** For the API's documentation. */
  description?: string
  /** What the form says about the field. */
  hint?: string
  /** Returns the value of a trimmed text that is not empty; undefined if it is invalid. */
  parse(text: string): Value | undefined
  /** Returns the value as staff read it. */
  format(value: Value): string
}

const defineText = (label: string, maxLength: number): CommercialFieldDefinition<string> => ({
  label,
  expected: `a text of at most ${maxLength} characters`,
  maxLength,
  parse: (text) => (text.length <= maxLength && !/[\0\r\n\t]/.test(text) ? text : undefined),
  format: String,
})

const defineInteger = (
  label: string,
  { min, max, unit = '' }: { min: number; max: number; unit?: string },
): CommercialFieldDefinition<number> => ({
  label,
  ...(unit && { countedIn: `${unit}s` }),
  expected: `a whole number from ${min} to ${max}`,
  maxLength: 12,
  parse(text) {
    const value = /^\d{1,9}$/.test(text) ? Number(text) : undefined
    return value !== undefined && value >= min && value <= max ? value : undefined
  },
  format: (value) => (unit ? countOf(value, unit) : String(value)),
})

/**
 * What a field is: its label, its valid texts and how it is shown. The API's schemas, forms, grid, history, and the titles and
 * cells of imports and exports are derived from it.
 */
export const COMMERCIAL_FIELDS: {
  [Field in CommercialField]: CommercialFieldDefinition<NonNullable<CommercialFields[Field]>>
} = {
  code: {
    ...defineText('Code', 100),
    description: 'The model or part number; 409 if another item has it',
    hint: 'No two items can have the same code.',
  },
  hsn: {
    ...defineText('HSN or SAC code', 8),
    expected: 'a code of 4, 6 or 8 digits',
    description: 'HSN or SAC code: 4, 6 or 8 digits',
    hint: '4, 6 or 8 digits.',
    parse: (text) => (/^(?:\d{4}|\d{6}|\d{8})$/.test(text) ? text : undefined),
  },
  gstRate: {
    label: 'GST rate',
    countedIn: '%',
    get expected() {
      return `a rate of GST in percent: ${listGstRates().join(', ')}`
    },
    maxLength: 5,
    get choices() {
      return Object.fromEntries(listGstRates().map((rate) => [rate, `${rate} %`]))
    },
    description: 'Percent',
    parse: (text) => listGstRates().find((rate) => rate === Number(text)),
    format: (rate) => `${rate} %`,
  },
  unit: {
    ...defineText('Unit', 20),
    description: 'What the price is for',
    hint: 'Such as each, set, metre, kg or hour.',
  },
  minimumQuantity: defineInteger('Minimum quantity', { min: 1, max: 1_000_000 }),
  leadTimeDays: defineInteger('Lead time', { min: 0, max: 3650, unit: 'day' }),
  availability: {
    label: 'Availability',
    expected: Object.values(AVAILABILITY_LABELS).join(', '),
    maxLength: 20,
    choices: AVAILABILITY_LABELS,
    description: AVAILABILITIES.join(', '),
    parse: (text) => AVAILABILITIES.find((availability) => availability === text),
    format: (availability) => AVAILABILITY_LABELS[availability],
  },
  warrantyMonths: {
    ...defineInteger('Warranty', { min: 0, max: 600, unit: 'month' }),
    description: '0: no warranty',
    hint: '0: no warranty.',
  },
}
/** The label with what a plain number counts: 'Lead time (days)'. */
export function getFieldTitle(field: CommercialField): string {
  const { label, countedIn } = COMMERCIAL_FIELDS[field]
  return countedIn ? `${label} (${countedIn})` : label
}

export const NO_COMMERCIAL_FIELDS = mapCommercialFields(() => null) as CommercialFields

/** Returns the value of a field as staff read it; '' if it is not stated. */
export function formatCommercialField(field: CommercialField, fields: CommercialFields): string {
  const value = fields[field]
  const { format } = COMMERCIAL_FIELDS[field] as CommercialFieldDefinition<unknown>
  return value === null ? '' : format(value)
}
