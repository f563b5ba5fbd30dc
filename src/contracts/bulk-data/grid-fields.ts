import {
  AVAILABILITY_LABELS,
  COMMERCIAL_FIELDS,
  getFieldTitle,
  listGstRates,
} from '../item/commercial-fields.ts'
import { type CommercialField, mapCommercialFields } from '../item/commercial-types.ts'
import { parseRupees } from '../item/price-rules.ts'
import { LIMITS, MESSAGES } from '../limits.ts'

/** The most items that open in the grid. */
export const MAX_GRID_ITEMS = 2000
/** The most items of one request that saves cells. */
export const GRID_BATCH_SIZE = 500

const { code, ...commercialTitles } = mapCommercialFields(getFieldTitle)
/** The columns of the grid, in their order, with their titles. */
export const GRID_FIELD_LABELS = {
  name: 'Name',
  code,
  category: 'Category',
  brand: 'Brand',
  price: 'Price',
  originalPrice: 'Original price',
  ...commercialTitles,
  state: 'State',
  featured: 'Featured',
} as const
export type GridField = keyof typeof GRID_FIELD_LABELS
export const GRID_FIELDS = Object.keys(GRID_FIELD_LABELS) as [GridField, ...GridField[]]

/** The fields with fixed choices: the text that is stored, and its label. */
export const GRID_CHOICES: { [Field in GridField]?: Record<string, string> } = {
  availability: { '': '', ...AVAILABILITY_LABELS },
  state: { published: 'Published', draft: 'Draft' },
  featured: { true: 'Yes', false: 'No' },
}

const TEXT_LIMITS: { [Field in GridField]?: number } = {
  name: LIMITS.nameLength,
  category: LIMITS.categoryLength,
  brand: LIMITS.brandLength,
}

/** Returns why a text cannot be the value of a cell, or undefined. The server has the same rules for forms. */
export function findCellProblem(field: GridField, entered: string): string | undefined {
  const text = entered.trim()
  const choices = GRID_CHOICES[field]
  if (choices)
    return text in choices ? undefined : `Choose ${Object.values(choices).filter(Boolean).join(', ')}.`
  if (field === 'name' && !text) return MESSAGES.nameRequired
  if (!text) return undefined
  if (field === 'price' || field === 'originalPrice')
    return parseRupees(text) === undefined
      ? `${GRID_FIELD_LABELS[field]} must be an amount in rupees, such as 15,00,000.`
      : undefined
  const limit = TEXT_LIMITS[field]
  if (limit !== undefined) return text.length > limit ? `At most ${limit} characters.` : undefined
  const { expected, parse } = COMMERCIAL_FIELDS[field as CommercialField]
  if (parse(text) !== undefined) return undefined
  return field === 'gstRate' ? `Must be one of ${listGstRates().join(', ')}.` : `Must be ${expected}.`
}

/** Returns why a text cannot be the value of a specification, or undefined. */
export const findSpecificationProblem = (text: string): string | undefined =>
  text.length > LIMITS.specificationValueLength
    ? `At most ${LIMITS.specificationValueLength} characters.`
    : undefined
