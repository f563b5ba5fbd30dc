import type { Kind, Specifications } from '#contracts/item.ts'
import type { Item } from '#contracts/item-reader.ts'
import { LIMITS } from '#contracts/limits.ts'

/** A row of the specifications; `id` tells it from others while it is edited and moved. */
export interface SpecificationRow {
  id: string
  key: string
  value: string
}

/** A picture of a form: one that the server has, by its address, or one still to be sent. */
export type FormPicture = { id: string; address: string } | { id: string; file: File }

/** Everything that is entered in the form of an item; plain data, so that it can be compared, kept and merged. */
export interface FormValue {
  name: string
  description: string
  category: string
  brand: string
  price: string
  originalPrice: string
  /** One a line. */
  features: string
  featured: boolean
  draft: boolean
  rows: SpecificationRow[]
  pictures: FormPicture[]
}

let count = 0
/** An id for a row or picture of this form. */
export const nextId = (): string => `new-${++count}-${Date.now()}`

export const emptyRow = (): SpecificationRow => ({ id: nextId(), key: '', value: '' })

/** The form of an item as it is stored, or an empty one with `rows` rows (row FRM-2). */
export function toFormValue(kind: Kind, item: Item | undefined, rows: number): FormValue {
  const pairs = item?.specifications ?? []
  const missing = Math.max(0, rows - pairs.length)
  return {
    name: item?.name ?? '',
    description: item?.description ?? '',
    category: item?.category ?? (kind === 'machine' ? 'machine' : ''),
    brand: item?.brand ?? '',
    price: item?.price?.toString() ?? '',
    originalPrice: item?.originalPrice?.toString() ?? '',
    features: item?.features.join('\n') ?? '',
    featured: item?.featured ?? false,
    draft: item?.draft ?? false,
    rows: [
      ...pairs.map(([key, value]) => ({ id: nextId(), key, value })),
      ...Array.from({ length: missing }, emptyRow),
    ],
    pictures: (item?.pictures ?? []).map(({ url }) => ({ id: url, address: url })),
  }
}

/** The rows as pairs, empty ones too. */
export const pairsOf = ({ rows }: Pick<FormValue, 'rows'>): Specifications =>
  rows.map(({ key, value }) => [key, value])

/** The first name that two filled-in rows share: one of them would be lost. */
export function nameUsedTwice({ rows }: Pick<FormValue, 'rows'>): string | undefined {
  const names = rows.filter(({ value }) => value.trim()).map(({ key }) => key.trim())
  return names.find((name, index) => name && names.indexOf(name) !== index)
}

export const newFiles = ({ pictures }: Pick<FormValue, 'pictures'>): File[] =>
  pictures.flatMap((picture) => ('file' in picture ? picture.file : []))

/** One field's value in words, by which it is compared and shown. */
const WORDS: { [Field in keyof FormValue]: (value: FormValue) => string } = {
  name: ({ name }) => name,
  description: ({ description }) => description,
  category: ({ category }) => category,
  brand: ({ brand }) => brand,
  price: ({ price }) => price,
  originalPrice: ({ originalPrice }) => originalPrice,
  features: ({ features }) => features,
  featured: ({ featured }) => (featured ? 'Yes' : 'No'),
  draft: ({ draft }) => (draft ? 'Yes' : 'No'),
  rows: ({ rows }) =>
    rows
      .filter(({ key, value }) => key.trim() || value.trim())
      .map(({ key, value }) => `${key.trim()}: ${value.trim()}`)
      .join('\n'),
  pictures: ({ pictures }) => pictures.map(({ id }) => id).join('\n'),
}
const LABELS: Record<keyof FormValue, string> = {
  name: 'Name',
  description: 'Description',
  category: 'Category',
  brand: 'Brand',
  price: 'Price',
  originalPrice: 'Original price',
  features: 'Key features',
  featured: 'Featured',
  draft: 'Draft',
  rows: 'Specifications',
  pictures: 'Pictures',
}
const FIELDS = Object.keys(WORDS) as (keyof FormValue)[]

export const sameIn = (field: keyof FormValue, one: FormValue, other: FormValue): boolean =>
  WORDS[field](one) === WORDS[field](other)

/** Whether two forms say the same; empty rows say nothing. */
export const sameValue = (one: FormValue, other: FormValue): boolean =>
  FIELDS.every((field) => sameIn(field, one, other))

/** A field that somebody else changed, in words; `mine` where it was changed here, too. */
export interface ForeignChange {
  label: string
  before: string
  theirs: string
  mine: string | undefined
}

/** What somebody else made of the item since `base` was loaded. */
export function foreignChanges(base: FormValue, theirs: FormValue, mine: FormValue): ForeignChange[] {
  return FIELDS.filter((field) => !sameIn(field, base, theirs)).map((field) => {
    const words = (value: FormValue) =>
      field === 'pictures' ? `${value.pictures.length} pictures` : WORDS[field](value)
    const clash = !sameIn(field, base, mine) && !sameIn(field, mine, theirs)
    return {
      label: LABELS[field],
      before: words(base),
      theirs: words(theirs),
      mine: clash ? words(mine) : undefined,
    }
  })
}

/** Mine where it was changed here, theirs everywhere else. */
export function merged(base: FormValue, theirs: FormValue, mine: FormValue): FormValue {
  const kept = FIELDS.filter((field) => !sameIn(field, base, mine)).map((field) => [field, mine[field]])
  return { ...theirs, ...Object.fromEntries(kept) }
}

/** Complete pairs there must be, and rows that cannot be removed. */
export const requiredRows = (kind: Kind): number => (kind === 'service' ? 0 : LIMITS.minSpecifications)
