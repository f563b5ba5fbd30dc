interface BaseField {
  /** Where it stands in the document, or in its list's entry: 'company.name'. '' is the entry itself. */
  path: string
  /** As staff know it: on the screen, in refusals and in the log. */
  label: string
  hint?: string
}

export interface TextField extends BaseField {
  kind: 'text' | 'paragraph' | 'e-mail' | 'telephone' | 'digits' | 'link' | 'page'
  optional?: true
  /** Characters; 300 for a line and 2000 for a paragraph unless said. */
  max?: number
}

export interface NumberField extends BaseField {
  kind: 'number'
  min: number
  max: number
  integer?: true
  /** May be left empty, which is null. */
  optional?: true
}

interface ChoiceField extends BaseField {
  kind: 'choice'
  options: readonly (readonly [value: string, label: string])[]
}

/** `{ url, alt }`, or null without a picture. */
interface PictureField extends BaseField {
  kind: 'picture'
}

/** A spot in the picture at `picture`, held in `x` and `y` of the list's entry: per cent from the upper left. */
interface HotspotField extends BaseField {
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

export interface ListField extends BaseField {
  kind: 'list'
  /** What one entry is called: 'telephone'. */
  itemLabel: string
  fields: readonly SiteField[]
  /** The path in an entry of what tells it from the others; two of the same are refused when `unique`. */
  titlePath: string
  unique?: true
  min?: number
  max: number
  /** A new entry. */
  emptyItem: unknown
}

/** One thing that staff edit in the site content. */
export type SiteField =
  | TextField
  | NumberField
  | ChoiceField
  | PictureField
  | HotspotField
  | GroupField
  | ListField

/** One sheet of the settings. */
export interface SiteSection {
  id: string
  label: string
  /** Where it shows on the site. */
  description: string
  /** The id of the element of the landing page that shows it. */
  anchor: string
  fields: readonly SiteField[]
}

/** What stands at a dotted path, indexes included; undefined where the path leads nowhere. */
export function getIn(document: unknown, path: string): unknown {
  if (path === '') return document
  return path.split('.').reduce<unknown>((current, key) => {
    if (typeof current !== 'object' || current === null || !Object.hasOwn(current, key)) return undefined
    return (current as Record<string, unknown>)[key]
  }, document)
}

/** A copy of `document` with `value` at a dotted path; what is not on the way is shared. */
export function setIn<Document>(document: Document, path: string, value: unknown): Document {
  if (path === '') return value as Document
  const [key = '', ...rest] = path.split('.')
  const inner = getIn(document, key)
  const next = setIn(inner, rest.join('.'), value)
  if (Array.isArray(document)) return document.with(Number(key), next) as Document
  return { ...document, [key]: next }
}

/** The address of a field below another: entry 2 of 'company.phones' is 'company.phones.2'. */
export const joinPath = (...parts: (string | number)[]): string =>
  parts.filter((part) => part !== '').join('.')

/** The paths of the document that a section edits. */
export function listFieldPaths(fields: readonly SiteField[]): string[] {
  return fields.flatMap((field) => (field.kind === 'group' ? listFieldPaths(field.fields) : [field.path]))
}
