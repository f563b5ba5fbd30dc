import type { FieldDifference } from '../revision.ts'
import {
  type EntryType,
  findEntryType,
  getEntryFields,
  getIn,
  isDeepEqual,
  type ListField,
  type SiteField,
} from './fields.ts'
import { formatEntries, formatEntry, formatSiteField } from './format-field.ts'

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
    if (field.kind === 'list' && field.types)
      return diffTypedEntries(field, { types: field.types, before, after, location })
    const name = location === field.label || field.path === '' ? location : `${location}, ${field.label}`
    const texts = field.kind === 'list' ? diffLists(field, before, after) : undefined
    return [
      withoutFormat({
        field: name,
        before: texts?.before ?? formatSiteField(field, before),
        after: texts?.after ?? formatSiteField(field, after),
      }),
    ]
  })
}

/** The same words with other formats, such as a heading instead of a paragraph. */
const withoutFormat = (difference: FieldDifference): FieldDifference =>
  difference.before === difference.after
    ? { ...difference, before: '', after: 'Only the format was changed.' }
    : difference

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

interface TypedLists extends Versions {
  types: readonly EntryType[]
  location: string
}

/** The entries with types that were removed, by their numbers in the old list, and those that were added, moved or changed, by their numbers in the new one. */
function diffTypedEntries(
  field: ListField,
  { types, before, after, location }: TypedLists,
): FieldDifference[] {
  const [old, current] = [before, after].map((list) => (Array.isArray(list) ? list : [])) as [
    unknown[],
    unknown[],
  ]
  const origins = findOrigins(old, current)
  const place = (index: number) => `${location}, ${field.itemLabel} ${index + 1}`
  const name = (entry: unknown, index: number) =>
    `${place(index)} (${findEntryType(types, entry)?.label ?? 'unknown'})`
  const format = (entry: unknown) => formatEntry(getEntryFields(field, entry), entry)
  const kept = new Set(origins)
  const removed = old.flatMap((entry, index) =>
    kept.has(index) ? [] : [{ field: `${name(entry, index)} removed`, before: format(entry), after: '' }],
  )
  const inOrder = findLongestRise(origins.filter((origin) => origin !== undefined))
  const others = current.flatMap((entry, index): FieldDifference[] => {
    const origin = origins[index]
    if (origin === undefined)
      return [{ field: `${name(entry, index)} added`, before: '', after: format(entry) }]
    const changes = diffFields(
      getEntryFields(field, entry),
      { before: old[origin], after: entry },
      place(index),
    )
    if (inOrder.has(origin)) return changes
    const moved = {
      field: `${name(entry, index)} moved`,
      before: `Place ${origin + 1}`,
      after: `Place ${index + 1}`,
    }
    return [moved, ...changes]
  })
  return [...removed, ...others]
}

/** For each new entry the index of the old one that it was: an equal one, or else the next unused one of its type. */
function findOrigins(old: readonly unknown[], current: readonly unknown[]): (number | undefined)[] {
  const free = new Set(old.keys())
  const take = (index: number | undefined) => {
    if (index !== undefined) free.delete(index)
    return index
  }
  const equal = current.map((entry) => take([...free].find((index) => isDeepEqual(old[index], entry))))
  return current.map(
    (entry, place) =>
      equal[place] ?? take([...free].find((index) => getIn(old[index], 'type') === getIn(entry, 'type'))),
  )
}

/** The members of a longest rising row within different numbers: what kept its order. */
function findLongestRise(numbers: readonly number[]): Set<number> {
  /** The longest row that ends with each number. */
  const rows: number[][] = []
  for (const number of numbers) {
    const before = rows.filter((row) => row.at(-1)! < number)
    rows.push([...before.reduce((longest, row) => (row.length > longest.length ? row : longest), []), number])
  }
  return new Set(rows.reduce((longest, row) => (row.length > longest.length ? row : longest), []))
}
