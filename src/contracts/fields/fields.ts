import type { SiteFile, SiteFileType } from '../files/site-file.ts'
import type { Picture } from '../item/item.ts'
import { EMPTY_RICH_TEXT, type RichText } from './rich-text.ts'

interface BaseField {
  /** The path in the document or in the list entry, such as 'company.name'. '' is the entry itself. */
  path: string
  /** The name on the screen, in error messages and in the audit log. */
  label: string
  hint?: string | undefined
  /** The value in content that was saved before the field existed. Without one, such content cannot be read. */
  default?: unknown
  /** The value in a new list entry, if it is not the empty one. */
  initial?: unknown
  /** The path and the value of the choice for which a form shows the field. */
  shownFor?: readonly [path: string, value: string]
}

export interface TextField extends BaseField {
  kind:
    | 'text'
    | 'paragraph'
    | 'email'
    | 'phone'
    | 'digits'
    | 'link'
    | 'page'
    | 'list-address'
    | 'names'
    | 'day'
  optional?: true
  /** Maximum number of characters; by default 300 for a line and 2000 for a paragraph. */
  max?: number
  /** The path, beside this field, of the choice that can replace it by an automatic number. */
  source?: string
  /** Of a link: whether it leads to a page of this site as a rule, so that the form suggests them. */
  suggestsPages?: true
}

export interface NumberField extends BaseField {
  kind: 'number'
  min: number
  max: number
  integer?: true
  /** An empty field is stored as null. */
  optional?: true
  /** As in a text field. */
  source?: string
}

interface ChoiceField extends BaseField {
  kind: 'choice'
  options: readonly (readonly [value: string, label: string])[]
  /** Whether the choice is one of automatic numbers: content without a value has a typed number, the first option. */
  isNumberSource?: true
}

/** The value is `{ url, alt }`, or null without a picture. */
interface PictureField extends BaseField {
  kind: 'picture'
  required?: true
}

/** The value is a `SiteFile` of this type, or null without a file. */
export interface FileField extends BaseField {
  kind: 'file'
  accepts: SiteFileType
}

/** A text with headings, lists, tables and links; the value is a `RichText`. */
interface RichTextField extends BaseField {
  kind: 'rich-text'
}

/** Items of the catalogue; the value is a list of their ids. */
export interface ItemsField extends BaseField {
  kind: 'items'
  min?: number
  max: number
}

/** A point in the picture at the path `picture`: `x` and `y` of the list entry, in percent from the upper left corner. */
interface HotspotField extends BaseField {
  kind: 'hotspot'
  picture: string
  /** Width divided by height with which the site shows the picture. */
  ratio: number
}

interface GroupField {
  kind: 'group'
  label: string
  fields: readonly SiteField[]
}

/** One type of the entries of a list; `type` of an entry names it. */
export interface EntryType {
  type: string
  label: string
  /** What the entry is for. */
  hint: string
  fields: readonly SiteField[]
}

export interface ListField extends BaseField {
  kind: 'list'
  /** The name of one entry: 'phone number'. */
  itemLabel: string
  /** The fields of an entry; none if entries have types. */
  fields: readonly SiteField[]
  /** The types of the entries, each with its own fields. */
  types?: readonly EntryType[]
  /** The path in an entry of its title; with `unique`, two entries with the same title are an error. */
  titlePath: string
  unique?: true
  min?: number
  max: number
}

export type SiteField =
  | TextField
  | NumberField
  | ChoiceField
  | PictureField
  | FileField
  | RichTextField
  | ItemsField
  | HotspotField
  | GroupField
  | ListField

/** One section of the settings. */
export interface SiteSection {
  id: string
  label: string
  /** Where the content is shown on the site. */
  description: string
  /** The id of the element of the landing page that shows it. */
  anchor: string
  fields: readonly SiteField[]
}

/** The document that fields describe. */
export type ContentOf<Field> = Nested<PathAndValue<Field>>

type PathAndValue<Field> = Field extends { kind: 'group'; fields: readonly (infer Inner)[] }
  ? PathAndValue<Inner>
  : Field extends { kind: 'hotspot' }
    ? ['x', number] | ['y', number]
    : Field extends { path: infer Path extends string }
      ? [Path, ValueOf<Field>]
      : never

type ValueOf<Field> = Field extends { kind: 'list'; types: readonly (infer Type)[] }
  ? EntryOf<Type>[]
  : Field extends { kind: 'list'; fields: readonly (infer Inner)[] }
    ? [Inner] extends [{ kind: 'text' | 'paragraph' | 'names'; path: '' }]
      ? string[]
      : ContentOf<Inner>[]
    : Field extends { kind: 'choice'; options: readonly (readonly [infer Value, string])[] }
      ? Value
      : Field extends { kind: 'picture' }
        ? (Picture & { alt: string }) | null
        : Field extends { kind: 'file' }
          ? SiteFile | null
          : Field extends { kind: 'rich-text' }
            ? RichText
            : Field extends { kind: 'items' }
              ? string[]
              : Field extends { kind: 'number'; optional: true }
                ? number | null
                : Field extends { kind: 'number' }
                  ? number
                  : string

/** An entry of a list whose entries have types. */
export type EntryOf<Type> = Type extends { type: infer Name; fields: readonly (infer Inner)[] }
  ? { type: Name } & ContentOf<Inner>
  : never

type Nested<Pair extends [path: string, value: unknown]> = {
  [Key in FirstKey<Pair[0]>]: [Below<Pair, Key>] extends [never]
    ? Extract<Pair, [Key, unknown]>[1]
    : Nested<Below<Pair, Key>>
}
type FirstKey<Path> = Path extends `${infer Key}.${string}` ? Key : Path
type Below<Pair, Key extends string> = Pair extends [`${Key}.${infer Path}`, infer Value]
  ? [Path, Value]
  : never

/** Returns the value at a dotted path, which can contain list indexes; undefined if there is none. */
export function getIn(document: unknown, path: string): unknown {
  if (path === '') return document
  return path.split('.').reduce<unknown>((current, key) => {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    return (current as Record<string, unknown>)[key]
  }, document)
}

/** Returns a copy of `document` with `value` at a dotted path. Branches beside the path are shared with the original. */
export function setIn<Document>(document: Document, path: string, value: unknown): Document {
  if (path === '') return value as Document
  const [key = '', ...rest] = path.split('.')
  const inner = getIn(document, key)
  const next = setIn(inner, rest.join('.'), value)
  if (Array.isArray(document)) return document.with(Number(key), next) as Document
  return { ...document, [key]: next }
}

/** Whether two values of a document are equal, regardless of the order of their keys. */
export function isDeepEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || !one || !other) return one === other
  const keys = Object.keys(one)
  return (
    Array.isArray(one) === Array.isArray(other) &&
    keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && isDeepEqual(getIn(one, key), getIn(other, key)))
  )
}

/** Joins the parts of a path: 'company.phones' and 2 become 'company.phones.2'. */
export const joinPath = (...parts: (string | number)[]): string =>
  parts.filter((part) => part !== '').join('.')

/** The fields of a section, with those of its groups. */
export const listFields = (fields: readonly SiteField[]): Exclude<SiteField, GroupField>[] =>
  fields.flatMap((field) => (field.kind === 'group' ? listFields(field.fields) : [field]))

/** The paths of the document that a section edits. */
export const listFieldPaths = (fields: readonly SiteField[]): string[] =>
  listFields(fields).map(({ path }) => path)

/** The fields of an entry of a list: those of its type, if entries have types; none if the type is unknown. */
export const getEntryFields = ({ fields, types }: ListField, entry: unknown): readonly SiteField[] =>
  types ? (findEntryType(types, entry)?.fields ?? []) : fields

/** The type of an entry; undefined if it has no known one. */
export const findEntryType = (types: readonly EntryType[], entry: unknown): EntryType | undefined =>
  types.find(({ type }) => type === getIn(entry, 'type'))

/** Returns a new entry of a list, or one of a type. */
export const createEntry = ({ fields }: ListField, type?: EntryType): unknown =>
  type ? { type: type.type, ...createContent(type.fields) } : createContent(fields)

/** Returns a new document: texts are empty, a choice has its first option, and a point is in the middle. */
export const createContent = (fields: readonly SiteField[]): object =>
  listFields(fields).reduce<unknown>((content, field) => {
    if (field.kind === 'hotspot') return { ...(content as object), x: 50, y: 50 }
    return setIn(content, field.path, field.initial ?? getEmptyValue(field))
  }, {}) as object

function getEmptyValue(field: Exclude<SiteField, GroupField | HotspotField>): unknown {
  switch (field.kind) {
    case 'number':
      return field.min
    case 'choice':
      return field.options[0]![0]
    case 'picture':
    case 'file':
      return null
    case 'list':
      return Array.from({ length: field.min ?? 0 }, () => createContent(field.fields))
    case 'items':
      return []
    case 'rich-text':
      return EMPTY_RICH_TEXT
    default:
      return ''
  }
}
