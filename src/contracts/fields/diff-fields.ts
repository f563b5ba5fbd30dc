import type { FieldDifference } from '../revision.ts'
import { getIn, isDeepEqual, type ListField, type SiteField } from './fields.ts'
import { formatEntries, formatSiteField } from './format-field.ts'

interface Versions {
  before: unknown
  after: unknown
}

/** Returns the fields in which two versions of a document differ, with the labels and texts that staff read. */
export function diffFields(
  fields: readonly SiteField[],
  versions: Versions,
  location: string,
): FieldDifference[] {
  return fields.flatMap((field) => {
    if (field.kind === 'group') return diffFields(field.fields, versions, `${location}, ${field.label}`)
    const before = getIn(versions.before, field.path)
    const after = getIn(versions.after, field.path)
    if (isDeepEqual(before, after)) return []
    const texts = field.kind === 'list' ? diffLists(field, before, after) : undefined
    return [
      {
        field: location === field.label ? location : `${location}, ${field.label}`,
        before: texts?.before ?? formatSiteField(field, before),
        after: texts?.after ?? formatSiteField(field, after),
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
  // The same words with other formats, such as a heading instead of a paragraph.
  if (isReordered && old.every((text, index) => text === current[index]))
    return { before: '', after: 'Only the format was changed.' }
  return {
    before: (isReordered ? old : removed).join('\n'),
    after: (isReordered ? current : added).join('\n'),
  }
}
