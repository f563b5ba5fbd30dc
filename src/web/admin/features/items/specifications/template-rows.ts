import type { SpecificationTemplate } from '#contracts/catalogue/specification-template.ts'
import { createEmptyRow, isEmptyRow, type SpecificationRow } from '../form/item-form-values.ts'

type TemplateRows = Pick<SpecificationTemplate, 'rows'>

const toNameKey = (name: string): string => name.replace(/\s+/g, ' ').trim().toLowerCase()

/** Returns the rows of a template whose names the form has not. */
export function listMissing(rows: SpecificationRow[], template: TemplateRows): SpecificationTemplate['rows'] {
  const names = new Set(rows.map(({ key }) => toNameKey(key)))
  return template.rows.filter(({ name }) => !names.has(toNameKey(name)))
}

/** Returns the rows with further ones of a template, before rows that are still empty. */
export function addTemplateRows(
  rows: SpecificationRow[],
  added: SpecificationTemplate['rows'],
): SpecificationRow[] {
  const named = rows.filter(({ key, value }) => key.trim() || value.trim())
  const free = rows.length - named.length
  return [
    ...named,
    ...added.map(toRow),
    ...rows.filter((row) => !named.includes(row)).slice(0, Math.max(0, free - added.length)),
  ]
}

/**
 * Returns the rows of a new item after its category was chosen: what was entered, the rows of the template, and empty ones
 * up to `minRows`. Rows of an earlier template without a value are gone.
 */
export function applyTemplate(
  rows: SpecificationRow[],
  template: TemplateRows,
  minRows: number,
): SpecificationRow[] {
  const entered = rows.filter((row) => !isEmptyRow(row))
  const all = [...entered, ...listMissing(entered, template).map(toRow)]
  return [...all, ...Array.from({ length: Math.max(0, minRows - all.length) }, createEmptyRow)]
}

const toRow = ({ name, unit }: SpecificationTemplate['rows'][number]): SpecificationRow => ({
  ...createEmptyRow(),
  key: name,
  suggested: true,
  ...(unit && { unit }),
})
