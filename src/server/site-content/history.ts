import type { FieldDifference } from '#contracts/revision.ts'
import { getIn, type ListField, type SiteField } from '#contracts/site-content/fields.ts'
import { SITE_SECTIONS } from '#contracts/site-content/sections.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { isDeepEqual } from '#contracts/site-content/validate-site-content.ts'

/** Returns the fields in which two versions of the site content differ, with the labels and texts that staff read. */
export const diffSiteContent = (before: SiteContent, after: SiteContent): FieldDifference[] =>
  SITE_SECTIONS.flatMap(({ label, fields }) => diffFields(fields, { before, after }, label))

interface Versions {
  before: unknown
  after: unknown
}

function diffFields(fields: readonly SiteField[], versions: Versions, location: string): FieldDifference[] {
  return fields.flatMap((field) => {
    if (field.kind === 'group') return diffFields(field.fields, versions, `${location}, ${field.label}`)
    const before = getIn(versions.before, field.path)
    const after = getIn(versions.after, field.path)
    if (isDeepEqual(before, after)) return []
    const texts = field.kind === 'list' ? diffLists(field, before, after) : undefined
    return [
      {
        field: location === field.label ? location : `${location}, ${field.label}`,
        before: texts?.before ?? formatValue(field, before),
        after: texts?.after ?? formatValue(field, after),
      },
    ]
  })
}

/** The entries that only one of the lists has, one per line; all entries when merely their order differs. */
function diffLists(field: ListField, before: unknown, after: unknown) {
  const [old, current] = [before, after].map((list) => formatEntries(field, list)) as [string[], string[]]
  const removed = old.filter((text) => !current.includes(text))
  const added = current.filter((text) => !old.includes(text))
  const isReordered = removed.length + added.length === 0
  return {
    before: (isReordered ? old : removed).join('\n'),
    after: (isReordered ? current : added).join('\n'),
  }
}

const formatEntries = ({ fields }: ListField, list: unknown): string[] =>
  Array.isArray(list) ? list.map((entry) => formatEntry(fields, entry)) : []

/** 'Label: Sales, Number: +91 422 000 1420'; an entry that is a text stands as it is. */
function formatEntry(fields: readonly SiteField[], entry: unknown): string {
  return fields
    .flatMap((field) => {
      if (field.kind === 'group') return [formatEntry(field.fields, entry)]
      const text = formatValue(field, getIn(entry, field.path))
      if (!text) return []
      return [field.path === '' && field.kind !== 'hotspot' ? text : `${field.label}: ${text}`]
    })
    .join(', ')
}

function formatValue(field: Exclude<SiteField, { kind: 'group' }>, value: unknown): string {
  switch (field.kind) {
    case 'list':
      return formatEntries(field, value).join('; ')
    case 'choice':
      return field.options.find(([option]) => option === value)?.[1] ?? ''
    case 'picture':
      return formatPicture(value)
    case 'hotspot':
      return `${getIn(value, 'x')} %, ${getIn(value, 'y')} %`
    default:
      return value === null || value === undefined ? '' : String(value)
  }
}

/** Pictures have no names; the first characters of the media id distinguish two with the same alt text. */
function formatPicture(picture: unknown): string {
  const url = getIn(picture, 'url')
  return typeof url === 'string' ? `${getIn(picture, 'alt')} (picture ${url.slice(0, 6)})` : ''
}
