interface BaseField {
  /** The path in the document or in the list entry, such as 'company.name'. '' is the entry itself. */
  path: string
  /** The name on the screen, in error messages and in the audit log. */
  label: string
  hint?: string
}

export interface TextField extends BaseField {
  kind: 'text' | 'paragraph' | 'email' | 'phone' | 'digits' | 'link' | 'page'
  optional?: true
  /** Maximum number of characters; by default 300 for a line and 2000 for a paragraph. */
  max?: number
  /** The path, beside this field, of the choice that can replace it by an automatic number. */
  source?: string
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

export interface ListField extends BaseField {
  kind: 'list'
  /** The name of one entry: 'phone number'. */
  itemLabel: string
  fields: readonly SiteField[]
  /** The path in an entry of its title; with `unique`, two entries with the same title are an error. */
  titlePath: string
  unique?: true
  min?: number
  max: number
  /** A new entry. */
  emptyItem: unknown
}

/** One field of the site content. */
export type SiteField =
  | TextField
  | NumberField
  | ChoiceField
  | PictureField
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

/** Joins the parts of a path: 'company.phones' and 2 become 'company.phones.2'. */
export const joinPath = (...parts: (string | number)[]): string =>
  parts.filter((part) => part !== '').join('.')

/** The paths of the document that a section edits. */
export function listFieldPaths(fields: readonly SiteField[]): string[] {
  return fields.flatMap((field) => (field.kind === 'group' ? listFieldPaths(field.fields) : [field.path]))
}
