interface Common {
  /** Where it stands in the document, or in its list's entry: 'company.name'. '' is the entry itself. */
  path: string
  /** As staff know it: on the screen, in refusals and in the log. */
  label: string
  hint?: string
}

export interface TextField extends Common {
  kind: 'text' | 'paragraph' | 'e-mail' | 'telephone' | 'digits' | 'link' | 'page'
  optional?: true
  /** Characters; 300 for a line and 2000 for a paragraph unless said. */
  most?: number
}

export interface NumberField extends Common {
  kind: 'number'
  least: number
  most: number
  whole?: true
  /** May be left empty, which is null. */
  optional?: true
}

interface ChoiceField extends Common {
  kind: 'choice'
  options: readonly (readonly [value: string, label: string])[]
}

/** `{ url, alt }`, or null without a picture. */
interface PictureField extends Common {
  kind: 'picture'
}

/** A spot in the picture at `picture`, held in `x` and `y` of the list's entry: per cent from the upper left. */
interface PlaceField extends Common {
  kind: 'place'
  picture: string
  /** Width by height in which the site shows the picture. */
  ratio: number
}

interface GroupField {
  kind: 'group'
  label: string
  fields: readonly SiteField[]
}

export interface ListField extends Common {
  kind: 'list'
  /** What one entry is called: 'telephone'. */
  noun: string
  fields: readonly SiteField[]
  /** The path in an entry of what tells it from the others; two of the same are refused when `unique`. */
  title: string
  unique?: true
  least?: number
  most: number
  /** A new entry. */
  blank: unknown
}

/** One thing that staff edit in the site content. */
export type SiteField =
  | TextField
  | NumberField
  | ChoiceField
  | PictureField
  | PlaceField
  | GroupField
  | ListField

/** One sheet of the settings. */
export interface SiteSection {
  id: string
  label: string
  /** Where it shows on the site. */
  about: string
  /** The id of the element of the landing page that shows it. */
  anchor: string
  fields: readonly SiteField[]
}

/** What stands at a dotted path, indexes included; undefined where the path leads nowhere. */
export function readAt(document: unknown, path: string): unknown {
  if (path === '') return document
  return path.split('.').reduce<unknown>((at, key) => {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined
    return (at as Record<string, unknown>)[key]
  }, document)
}

/** A copy of `document` with `value` at a dotted path; what is not on the way is shared. */
export function writeAt<Document>(document: Document, path: string, value: unknown): Document {
  if (path === '') return value as Document
  const [key = '', ...rest] = path.split('.')
  const inner = readAt(document, key)
  const next = writeAt(inner, rest.join('.'), value)
  if (Array.isArray(document)) return document.with(Number(key), next) as Document
  return { ...document, [key]: next }
}

/** The address of a field below another: entry 2 of 'company.phones' is 'company.phones.2'. */
export const joinPath = (...parts: (string | number)[]): string =>
  parts.filter((part) => part !== '').join('.')

/** The paths of the document that a section edits. */
export function pathsOf(fields: readonly SiteField[]): string[] {
  return fields.flatMap((field) => (field.kind === 'group' ? pathsOf(field.fields) : [field.path]))
}
