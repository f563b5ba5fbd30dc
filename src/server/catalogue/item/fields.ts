import type { Selectable } from 'kysely'
import type { ImportField, KeyField, RelationField } from '#contracts/bulk-data/import-fields.ts'
import { formatList, formatMoney } from '#contracts/format.ts'
import {
  AVAILABILITY_LABELS,
  COMMERCIAL_FIELDS,
  type CommercialFieldDefinition,
  type CommercialFields,
  listGstRates,
  NO_COMMERCIAL_FIELDS,
  UNITS,
} from '#contracts/item/commercial-fields.ts'
import { COMMERCIAL_TYPES, type CommercialField } from '#contracts/item/commercial-types.ts'
import type { Specifications } from '#contracts/item/item.ts'
import { DEFAULT_CATEGORIES, type Kind } from '#contracts/item/kind.ts'
import { isPriceOnRequest, parseRupees } from '#contracts/item/price-rules.ts'
import { ITEM_STATE_LABELS } from '#contracts/item/state.ts'
import { LIMITS, MESSAGES } from '#contracts/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import { badRequest } from '#server/kernel/http/problem.ts'
import type { Cell, SheetColumn } from '#server/kernel/xlsx/sheet.ts'
import type { CellValue, Parsed } from './cells/cell-value.ts'
import { parsePrice } from './cells/parse-price.ts'
import {
  parseAvailability,
  parseBoolean,
  parseCode,
  parseDays,
  parseGstRate,
  parseHsn,
  parseLines,
  parseMonths,
  parseState,
  parseText,
  parseUnit,
  parseWholeNumber,
} from './cells/parse-values.ts'
import { createEmptyDraft, type ItemDraft } from './draft.ts'
import { checkText, invalidField, parseFlag, parseSpecifications, parseTextList } from './field-texts.ts'

/** The values of an item by the names that forms, files and the grid have for them. Prices are in paise. */
export type ItemFieldValues = Omit<ItemDraft, 'pricePaise' | 'originalPricePaise' | 'commercial'> &
  CommercialFields & { price: number | null; originalPrice: number | null }
export type ItemField = keyof ItemFieldValues
/** The fields with a column in imports and exports that is stored with the item. */
export type FileField = Exclude<ImportField, KeyField | RelationField>

type ItemRow = Selectable<Tables['item']>

/** A field as the server stores, reads and shows it. */
interface ItemFieldDefinition<Value> {
  label: string
  /** Returns the value as staff read it, and as two of them are compared. */
  toText(value: Value): string
  column: keyof ItemRow
  /** Absent if the column contains the value itself. */
  convert?: { toColumn(value: Value): unknown; fromColumn(stored: never): Value }
  /** Reads the trimmed text of a form or of a cell of the grid. Throws 400. */
  parse?(text: string, kind: Kind): Value
  /** Throws 400 for a value beyond its limits that `parse` has not refused. */
  check?(value: Value, kind: Kind): void
}

/** How the cells of a field are read in imports and written in exports. */
interface CellsOf<Value> {
  readCell(cell: CellValue, title: string): Parsed<Value | null>
  /** A column is recognised only if at least one of its values can be read. */
  isChecked?: true
  /** An item needs it: an empty cell never clears it. */
  isRequired?: true
  width: SheetColumn['width']
  style: SheetColumn['style']
  choices?: Choices
  /** What the column contains and what can be entered, for the sheet that explains it. */
  help: string
  /** Absent if the cell contains the value itself. */
  toCell?(value: Value): Cell
}

type FileFieldDefinition<Value> = ItemFieldDefinition<Value> & CellsOf<Value>

/** The entries of a dropdown. */
export interface Choices {
  title: string
  /** 'categories' are those in use for the kind. */
  values: readonly Cell[] | 'categories'
  message?: string
}

const inJson = <Value>() => ({
  toColumn: (value: Value) => JSON.stringify(value),
  fromColumn: (json: string) => JSON.parse(json) as Value,
})

const defineRequiredText = (field: string, label: string, maxLength: number, message: string) => ({
  label,
  toText: String,
  parse: String,
  check(text: string) {
    if (!text) throw invalidField(field, message)
    checkText(`The ${field}`, text, maxLength)
  },
})

const definePrice = (label: string) => ({
  label,
  toText: (paise: number | null) => (paise === null ? '' : formatMoney(paise / 100, 'INR')),
  /** '15,00,000' or '1500000.50' rupees → paise; '' and 'on request' → null. */
  parse(text: string) {
    if (!text || isPriceOnRequest(text)) return null
    const rupees = parseRupees(text)
    if (rupees !== undefined) return Math.round(rupees * 100)
    throw badRequest(`The ${label.toLowerCase()} must be an amount in rupees, such as 15,00,000.`)
  },
})

/** Label, valid texts and how the value is shown come from the contract. */
function defineCommercial<Field extends CommercialField>(
  field: Field,
  column: keyof ItemRow,
  cells: CellsOf<CommercialFields[Field]>,
): FileFieldDefinition<CommercialFields[Field]> {
  type Value = NonNullable<CommercialFields[Field]>
  const definition = COMMERCIAL_FIELDS[field] as unknown as CommercialFieldDefinition<Value>
  const toText = (value: CommercialFields[Field]) => (value === null ? '' : definition.format(value))
  return {
    label: definition.label,
    toText,
    column,
    parse(text) {
      if (!text) return null as CommercialFields[Field]
      const value = definition.parse(text)
      if (value !== undefined) return value
      const { label, expected } = definition
      throw invalidField(field, `${label}: '${text.slice(0, 50)}' is not ${expected}.`)
    },
    ...(COMMERCIAL_TYPES[field] === 'text' && { toCell: (value) => toText(value) || null }),
    ...cells,
  }
}

const STATES = Object.values(ITEM_STATE_LABELS)
const AVAILABILITIES = Object.values(AVAILABILITY_LABELS)
const toRupees = (paise: number | null): Cell => (paise === null ? null : paise / 100)
const formatImage = (image: string) => (image.startsWith('http') ? image : `Picture ${image.slice(0, 6)}`)

/**
 * What the server does with each field: its label in the history, its column, its limits, how forms and cells of imports
 * are read, and its column in exports. The titles of columns and the texts of the browser are in the contract.
 */
export const ITEM_FIELDS: {
  [Field in FileField]: FileFieldDefinition<ItemFieldValues[Field]>
} & {
  [Field in Exclude<ItemField, FileField>]: ItemFieldDefinition<ItemFieldValues[Field]>
} = {
  name: {
    ...defineRequiredText('name', 'Name', LIMITS.nameLength, MESSAGES.nameRequired),
    column: 'name',
    readCell: (cell) => parseText(cell, LIMITS.nameLength),
    isRequired: true,
    width: 36,
    style: 'text',
    help: 'The name on the website. Every item needs one.',
  },
  description: {
    ...defineRequiredText(
      'description',
      'Description',
      LIMITS.descriptionLength,
      MESSAGES.descriptionRequired,
    ),
    column: 'description',
    readCell: (cell) => parseText(cell, LIMITS.descriptionLength),
    isRequired: true,
    width: 60,
    style: 'longText',
    help: 'The text about the item. Every item needs one. Press Alt and Enter for a new line.',
  },
  category: {
    label: 'Category',
    toText: String,
    column: 'category',
    parse: (text, kind) => text || DEFAULT_CATEGORIES[kind],
    check: (category) => checkText('The category', category, LIMITS.categoryLength),
    readCell: (cell) => parseText(cell, LIMITS.categoryLength),
    width: 22,
    style: 'text',
    choices: { title: 'Categories', values: 'categories' },
    help: 'The group in which buyers find the item. Choose one from the list or type a new one.',
  },
  brand: {
    label: 'Brand',
    toText: (brand) => brand ?? '',
    column: 'brand',
    parse: (text) => text || null,
    check: (brand) => checkText('The brand', brand ?? '', LIMITS.brandLength),
    readCell: (cell) => parseText(cell, LIMITS.brandLength),
    width: 16,
    style: 'text',
    help: 'The maker, if it is not the firm itself.',
  },
  price: {
    ...definePrice('Price'),
    column: 'price_paise',
    readCell: parsePrice,
    isChecked: true,
    width: 16,
    style: 'money',
    help: 'The price in rupees without GST, such as 125000 or 950.50. Leave it empty for a price on request.',
    toCell: toRupees,
  },
  originalPrice: {
    ...definePrice('Original price'),
    column: 'original_price_paise',
    readCell: parsePrice,
    isChecked: true,
    width: 16,
    style: 'money',
    help: 'The price before a discount, in rupees. The website shows it struck through.',
    toCell: toRupees,
  },
  features: {
    label: 'Key features',
    toText: (features) => features.join('\n'),
    column: 'features_json',
    convert: inJson<string[]>(),
    parse: (text) => parseTextList(text, 'features'),
    check(features) {
      if (features.length > LIMITS.features) throw badRequest(`At most ${LIMITS.features} key features.`)
      for (const feature of features) checkText('A key feature', feature, LIMITS.featureLength)
    },
    readCell: (cell) => parseLines(cell, { maxLines: LIMITS.features, maxLength: LIMITS.featureLength }),
    width: 40,
    style: 'longText',
    help: 'The key features, one per line. Press Alt and Enter for a new line.',
    toCell: (features) => features.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n'),
  },
  specifications: {
    label: 'Specifications',
    toText: (pairs) => pairs.map((pair) => pair.join(': ')).join('\n'),
    column: 'specifications_json',
    convert: inJson<Specifications>(),
    parse: parseSpecifications,
    check(specifications) {
      if (specifications.length > LIMITS.specifications)
        throw badRequest(`At most ${LIMITS.specifications} specifications.`)
      for (const [key, value] of specifications) {
        checkText('A specification name', key, LIMITS.specificationKeyLength)
        checkText('A specification value', value, LIMITS.specificationValueLength)
      }
    },
  },
  // Pictures have no names; the first six characters of the media id distinguish them.
  images: {
    label: 'Images',
    toText: (images) => images.map(formatImage).join('\n'),
    column: 'images_json',
    convert: inJson<string[]>(),
    check(images, kind) {
      if (images.length > LIMITS.images)
        throw badRequest(kind === 'service' ? MESSAGES.sixServiceImages : MESSAGES.sixImages)
    },
  },
  captions: {
    label: 'Image captions',
    toText: (captions) =>
      Object.entries(captions)
        .map(([image, caption]) => `${formatImage(image)}: ${caption}`)
        .join('\n'),
    column: 'captions_json',
    convert: inJson<Record<string, string>>(),
    check(captions) {
      for (const caption of Object.values(captions)) checkText('A caption', caption, LIMITS.captionLength)
    },
  },
  featured: {
    label: 'Featured',
    toText: (featured) => (featured ? 'Yes' : 'No'),
    column: 'is_featured',
    convert: { toColumn: Number, fromColumn: (stored: number) => stored === 1 },
    parse: (text) => parseFlag(text, 'featured'),
    readCell: parseBoolean,
    width: 10,
    style: 'text',
    choices: { title: 'Featured', values: ['Yes', 'No'], message: 'Enter Yes or No.' },
    help: 'Yes shows the item on the home page.',
    toCell: (featured) => (featured ? 'Yes' : 'No'),
  },
  state: {
    label: 'Status',
    toText: (state) => ITEM_STATE_LABELS[state],
    column: 'state',
    parse(text) {
      if (text === 'draft' || text === 'published') return text
      throw badRequest('The state must be published or draft.')
    },
    readCell: parseState,
    isChecked: true,
    isRequired: true,
    width: 12,
    style: 'text',
    choices: { title: 'States', values: STATES, message: `Enter ${formatList(STATES, 'or')}.` },
    help: 'Published: visitors see the item. Draft: only staff see it. Archived: it is put away and can be restored.',
    toCell: (state) => ITEM_STATE_LABELS[state],
  },
  code: defineCommercial('code', 'code', {
    readCell: (cell) => parseCode(cell, COMMERCIAL_FIELDS.code.maxLength),
    width: 17,
    style: 'text',
    help: 'The model of a machine, the part number of a spare part or the code of a service. No two items can have the same one.',
  }),
  hsn: defineCommercial('hsn', 'hsn', {
    readCell: parseHsn,
    isChecked: true,
    width: 12,
    style: 'text',
    help: 'The HSN code of goods or the SAC code of a service: 4, 6 or 8 digits.',
  }),
  gstRate: {
    ...defineCommercial('gstRate', 'gst_rate_bp', {
      readCell: (cell) => parseGstRate(cell),
      isChecked: true,
      width: 10,
      style: 'number',
      choices: {
        title: 'GST rates',
        get values() {
          return listGstRates()
        },
        get message() {
          return `Enter a rate of GST without the % sign: ${formatList(listGstRates().map(String), 'or')}.`
        },
      },
      help: 'The rate of GST in percent, without the % sign. Leave it empty if it is not stated.',
    }),
    convert: {
      toColumn: (percent) => percent && Math.round(percent * 100),
      fromColumn: (basisPoints: number | null) => basisPoints && basisPoints / 100,
    },
  },
  unit: defineCommercial('unit', 'unit', {
    readCell: (cell) => parseUnit(cell, COMMERCIAL_FIELDS.unit.maxLength),
    width: 10,
    style: 'text',
    choices: { title: 'Units', values: UNITS },
    help: 'What the price is for, such as each, set or metre. Choose one from the list or type another one.',
  }),
  minimumQuantity: defineCommercial('minimumQuantity', 'minimum_quantity', {
    readCell: (cell) => parseWholeNumber(cell, { min: 1, max: 1_000_000 }),
    isChecked: true,
    width: 11,
    style: 'number',
    help: 'The smallest quantity that can be ordered.',
  }),
  leadTimeDays: defineCommercial('leadTimeDays', 'lead_time_days', {
    readCell: parseDays,
    isChecked: true,
    width: 11,
    style: 'number',
    help: 'The days from order to dispatch; 0 means the same day.',
  }),
  availability: defineCommercial('availability', 'availability', {
    readCell: parseAvailability,
    isChecked: true,
    width: 15,
    style: 'text',
    choices: {
      title: 'Availability',
      values: AVAILABILITIES,
      message: `Enter ${formatList(AVAILABILITIES, 'or')}.`,
    },
    help: `${formatList(AVAILABILITIES, 'or')}. Leave it empty if it is not stated.`,
  }),
  warrantyMonths: defineCommercial('warrantyMonths', 'warranty_months', {
    readCell: parseMonths,
    isChecked: true,
    width: 11,
    style: 'number',
    help: 'The warranty in months; 0 means none. Leave it empty if it is not stated.',
  }),
}
export const ITEM_FIELD_NAMES = Object.keys(ITEM_FIELDS) as ItemField[]

export const isFileField = (field: string): field is FileField =>
  field in ITEM_FIELDS && 'readCell' in ITEM_FIELDS[field as ItemField]

/** Where a draft has each field. */
const PLACES = ITEM_FIELD_NAMES.map((field) => ({
  field,
  isCommercial: field in COMMERCIAL_FIELDS,
  key: field === 'price' || field === 'originalPrice' ? `${field}Paise` : field,
  ...(ITEM_FIELDS[field] as ItemFieldDefinition<unknown>),
}))
const PLACE_BY_FIELD = Object.fromEntries(PLACES.map((place) => [place.field, place]))
type Values = Record<string, unknown>

export function getField<Field extends ItemField>(item: ItemDraft, field: Field): ItemFieldValues[Field] {
  const { isCommercial, key } = PLACE_BY_FIELD[field]!
  return ((isCommercial ? item.commercial : item) as unknown as Values)[key] as ItemFieldValues[Field]
}

/** Returns an item with these values of fields, and its own ones of the others. */
export function withFields(item: ItemDraft, values: Partial<ItemFieldValues>): ItemDraft {
  const draft = { ...item, commercial: { ...item.commercial } }
  for (const [field, value] of Object.entries(values)) {
    const { isCommercial, key } = PLACE_BY_FIELD[field]!
    Object.assign(isCommercial ? draft.commercial : draft, { [key]: value })
  }
  return draft
}

export const FIELD_COLUMNS = PLACES.map(({ column }) => column)

export function toFieldColumns(item: ItemDraft): Partial<ItemRow> {
  const columns: Values = {}
  for (const { field, column, convert } of PLACES) {
    const value = getField(item, field)
    columns[column] = convert ? convert.toColumn(value) : value
  }
  return columns
}

export function parseFieldColumns(row: Partial<ItemRow>): ItemDraft {
  // Setting the properties of a copy takes half the time of adding them to an empty object.
  const commercial: Values = { ...NO_COMMERCIAL_FIELDS }
  const draft: Values = { ...EMPTY, commercial }
  for (const { isCommercial, key, column, convert } of PLACES) {
    const stored = row[column]
    const part = isCommercial ? commercial : draft
    part[key] = convert ? convert.fromColumn(stored as never) : stored
  }
  return draft as unknown as ItemDraft
}
const EMPTY = createEmptyDraft('machine')

/** Returns the value of a field as staff read it. */
export const formatField = (item: ItemDraft, field: ItemField): string =>
  (ITEM_FIELDS[field] as ItemFieldDefinition<unknown>).toText(getField(item, field))
