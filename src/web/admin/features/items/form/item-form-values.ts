import { COMMERCIAL_FIELDS } from '#contracts/item/commercial-fields.ts'
import {
  COMMERCIAL_FIELD_NAMES,
  type CommercialField,
  mapCommercialFields,
} from '#contracts/item/commercial-types.ts'
import type { Kind, Specifications } from '#contracts/item/item.ts'
import type { Item } from '#contracts/item/parse-item.ts'
import { LIMITS } from '#contracts/limits.ts'
import type { FieldRules } from '#web/admin/editing/merge.ts'

/** A row of the specifications; `id` identifies it while it is edited and moved. */
export interface SpecificationRow {
  id: string
  key: string
  value: string
  /** It comes from the template of the category. Without a value it counts as empty. */
  suggested?: true
  /** The unit that values of this name usually have. */
  unit?: string
}

/** Whether nothing was entered into a row; the name of a suggested one was not. */
export const isEmptyRow = ({ key, value, suggested }: SpecificationRow): boolean =>
  !value.trim() && (suggested === true || !key.trim())

/** A picture of a form: a stored one with its URL, or a file that is not uploaded yet; '' is no caption. */
export type FormPicture = { id: string; caption?: string } & ({ address: string } | { file: File })

/** The values of an item's form: plain data, which can be compared, stored and merged. */
export interface ItemFormValues extends Record<CommercialField, string> {
  name: string
  description: string
  category: string
  brand: string
  price: string
  originalPrice: string
  /** One per line. */
  features: string
  featured: boolean
  draft: boolean
  rows: SpecificationRow[]
  pictures: FormPicture[]
}

/** The fields that contain text. */
export type TextFieldName = {
  [Field in keyof ItemFormValues]: ItemFormValues[Field] extends string ? Field : never
}[keyof ItemFormValues]

let lastId = 0
/** A new id for a row or picture of this form. */
export const generateId = (): string => `new-${++lastId}-${Date.now()}`

export const createEmptyRow = (): SpecificationRow => ({ id: generateId(), key: '', value: '' })

/** The form values of a stored item, or empty ones, with at least `minRows` specification rows ([FRM-2]). */
export function toFormValues(kind: Kind, item: Item | undefined, minRows: number): ItemFormValues {
  const pairs = item?.specifications ?? []
  const missing = Math.max(0, minRows - pairs.length)
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    category: item?.category ?? (kind === 'machine' ? 'machine' : ''),
    brand: item?.brand ?? '',
    price: toPriceText(item?.price),
    originalPrice: toPriceText(item?.originalPrice),
    ...mapCommercialFields((field) => item?.commercial[field]?.toString() ?? ''),
    features: item?.features.join('\n') ?? '',
    featured: item?.featured ?? false,
    draft: item?.draft ?? false,
    rows: [
      ...pairs.map(([key, value]) => ({ id: generateId(), key, value })),
      ...Array.from({ length: missing }, createEmptyRow),
    ],
    pictures: (item?.pictures ?? []).map(({ url, caption = '' }) => ({ id: url, address: url, caption })),
  }
}

/** A price as the lists show it, without separators: '1250.50', and '1250' for whole rupees. */
const toPriceText = (price: number | undefined): string =>
  price === undefined ? '' : price.toFixed(Number.isInteger(price) ? 0 : 2)

/** The values of the next new item of a series: the category, brand and specification names of the one before. */
export function toNextValues(kind: Kind, previous: ItemFormValues): ItemFormValues {
  const rows = previous.rows.filter(({ key }) => key.trim()).map(({ key }) => ({ ...createEmptyRow(), key }))
  const empty = toFormValues(kind, undefined, Math.max(0, getInitialRows(kind) - rows.length))
  const { category, brand, draft } = previous
  return { ...empty, category, brand, draft, rows: [...rows, ...empty.rows] }
}

/** The number of specification rows of an empty form ([FRM-2]). */
const getInitialRows = (kind: Kind): number => (kind === 'service' ? 0 : LIMITS.initialSpecificationRows)

/** The rows as pairs, including empty ones. */
export const toSpecifications = ({ rows }: Pick<ItemFormValues, 'rows'>): Specifications =>
  rows.map(({ key, value }) => [key, value])

/** The number, from 1, of the first row with only a name or only a value; undefined if there is none. */
export function findIncompleteRow({ rows }: Pick<ItemFormValues, 'rows'>): number | undefined {
  const index = rows.findIndex((row) => !isEmptyRow(row) && !row.key.trim() !== !row.value.trim())
  return index < 0 ? undefined : index + 1
}

/** The first name of two rows with values, of which only one would be stored; undefined if all names differ. */
export function findDuplicateName({ rows }: Pick<ItemFormValues, 'rows'>): string | undefined {
  const names = rows.filter(({ value }) => value.trim()).map(({ key }) => key.trim())
  return names.find((name, index) => name && names.indexOf(name) !== index)
}

export const listNewFiles = ({ pictures }: Pick<ItemFormValues, 'pictures'>): File[] =>
  pictures.flatMap((picture) => ('file' in picture ? picture.file : []))

/** The value of each field as text, for comparison and display. */
const FIELD_TEXTS: { [Field in keyof ItemFormValues]: (value: ItemFormValues) => string } = {
  name: ({ name }) => name,
  description: ({ description }) => description,
  category: ({ category }) => category,
  brand: ({ brand }) => brand,
  price: ({ price }) => price,
  originalPrice: ({ originalPrice }) => originalPrice,
  ...mapCommercialFields((field) => (value: ItemFormValues) => value[field].trim()),
  features: ({ features }) => features,
  featured: ({ featured }) => (featured ? 'Yes' : 'No'),
  draft: ({ draft }) => (draft ? 'Yes' : 'No'),
  rows: ({ rows }) =>
    rows
      .filter((row) => !isEmptyRow(row))
      .map(({ key, value }) => `${key.trim()}: ${value.trim()}`)
      .join('\n'),
  pictures: ({ pictures }) => pictures.map(({ id, caption = '' }) => `${id} ${caption.trim()}`).join('\n'),
}
const FIELD_LABELS: Record<keyof ItemFormValues, string> = {
  name: 'Name',
  description: 'Description',
  category: 'Category',
  brand: 'Brand',
  price: 'Price',
  originalPrice: 'Original price',
  ...mapCommercialFields((field) => COMMERCIAL_FIELDS[field].label),
  features: 'Key features',
  featured: 'Featured',
  draft: 'Draft',
  rows: 'Specifications',
  pictures: 'Pictures',
}
const FIELDS = Object.keys(FIELD_TEXTS) as (keyof ItemFormValues)[]

export const fieldEquals = (
  field: keyof ItemFormValues,
  one: ItemFormValues,
  other: ItemFormValues,
): boolean => FIELD_TEXTS[field](one) === FIELD_TEXTS[field](other)

/** Whether all fields are equal; empty rows are ignored. */
export const formValuesEqual = (one: ItemFormValues, other: ItemFormValues): boolean =>
  FIELDS.every((field) => fieldEquals(field, one, other))

/** Every part of the form is one field. Rows and pictures are compared by what staff entered. */
export const ITEM_RULES: FieldRules<ItemFormValues> = {
  isField: (path) => path !== '',
  getLabel: (path) => FIELD_LABELS[path as keyof ItemFormValues],
  isSame: (path, one, other) => toFieldText(path, one) === toFieldText(path, other),
  toText: (path, field) =>
    path === 'pictures' ? `${(field as FormPicture[]).length} pictures` : toFieldText(path, field),
}

const toFieldText = (path: string, field: unknown): string =>
  FIELD_TEXTS[path as keyof ItemFormValues]({ [path]: field } as unknown as ItemFormValues)

/** What is wrong with the text of a commercial field; undefined if it is empty or valid. */
function getCommercialError(field: CommercialField, text: string): string | undefined {
  const { expected, parse } = COMMERCIAL_FIELDS[field]
  return text.trim() === '' || parse(text.trim()) !== undefined ? undefined : `Enter ${expected}.`
}

/** What is wrong with the commercial fields that were changed. */
export function findCommercialErrors(value: ItemFormValues, base: ItemFormValues): Record<string, string> {
  const errors = COMMERCIAL_FIELD_NAMES.map((field) => [
    field,
    fieldEquals(field, base, value) ? undefined : getCommercialError(field, value[field]),
  ])
  return Object.fromEntries(errors.filter(([, error]) => error !== undefined))
}

/** The message for the first invalid commercial field that was changed; undefined if there is none. */
export function describeFirstError(errors: Record<string, string>): string | undefined {
  const [first] = Object.entries(errors)
  return first && `${FIELD_LABELS[first[0] as keyof ItemFormValues]}: ${first[1]}`
}

/** The captions in the order of the pictures; undefined if none was changed, since captions stay with their pictures. */
export function listChangedCaptions(
  base: Pick<ItemFormValues, 'pictures'> | undefined,
  { pictures }: Pick<ItemFormValues, 'pictures'>,
): string[] | undefined {
  const captions = pictures.map(({ caption = '' }) => caption.trim())
  const isChanged = pictures.some(
    ({ id }, index) => captions[index] !== (base?.pictures.find((other) => other.id === id)?.caption ?? ''),
  )
  return isChanged ? captions : undefined
}

/** The number of complete rows that a kind requires; as many cannot be removed. */
export const getMinRows = (kind: Kind): number => (kind === 'service' ? 0 : LIMITS.minSpecifications)
