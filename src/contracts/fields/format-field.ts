import { formatDay } from '../format.ts'
import { findEntryType, getEntryFields, getIn, type ListField, type SiteField } from './fields.ts'
import { toReadableText } from './rich-text.ts'

/** The entries of a list, each as `formatSiteField` shows its fields. */
export const formatEntries = (field: ListField, list: unknown): string[] =>
  Array.isArray(list)
    ? list.map((entry) => {
        const text = formatEntry(getEntryFields(field, entry), entry)
        const type = field.types && findEntryType(field.types, entry)
        return type ? `[${type.label}] ${text}` : text
      })
    : []

/** 'Label: Sales, Number: +91 422 000 1420'; an entry that is a text stands as it is. */
export function formatEntry(fields: readonly SiteField[], entry: unknown): string {
  return fields
    .flatMap((field) => {
      if (field.kind === 'group') return [formatEntry(field.fields, entry)]
      const text = formatSiteField(field, getIn(entry, field.path))
      if (!text) return []
      return [field.path === '' && field.kind !== 'hotspot' ? text : `${field.label}: ${text}`]
    })
    .join(', ')
}

/** The value of a field as people read it; '' if it is empty. */
export function formatSiteField(field: Exclude<SiteField, { kind: 'group' }>, value: unknown): string {
  switch (field.kind) {
    case 'list':
      return formatEntries(field, value).join('; ')
    case 'choice':
      return field.options.find(([option]) => option === value)?.[1] ?? ''
    case 'picture':
      return formatPicture(value)
    case 'file':
      return formatFile(value)
    case 'rich-text':
      return toReadableText(value)
    case 'items':
      return Array.isArray(value) ? value.join(', ') : ''
    case 'hotspot':
      return `${getIn(value, 'x')} %, ${getIn(value, 'y')} %`
    case 'day':
      return value ? formatDay(String(value)) : ''
    default:
      return value === null || value === undefined ? '' : String(value)
  }
}

/** Pictures have no names; the first characters of the media id distinguish two with the same alt text. */
function formatPicture(picture: unknown): string {
  const url = getIn(picture, 'url')
  return typeof url === 'string' ? `${getIn(picture, 'alt')} (picture ${url.slice(0, 6)})` : ''
}

/** The first characters of the id distinguish two files with the same name. */
function formatFile(file: unknown): string {
  const id = getIn(file, 'id')
  return typeof id === 'string' ? `${getIn(file, 'fileName')} (file ${id.slice(0, 6)})` : ''
}
