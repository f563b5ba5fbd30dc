import { type ImportField, RELATION_FIELDS, type RelationField } from '#contracts/bulk-data/import-fields.ts'
import type { CellChange, ColumnTarget, ImportOptions } from '#contracts/bulk-data/item-import.ts'
import { DEFAULT_CATEGORIES, type Kind } from '#contracts/item/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import { fold } from '#server/kernel/text.ts'
import { type CellValue, EMPTY_CELL, type Parsed, statesNothing } from '../item/cells/cell-value.ts'
import { parseText } from '../item/cells/parse-values.ts'
import { createEmptyDraft, type ItemDraft } from '../item/draft.ts'
import {
  type FileField,
  formatField,
  ITEM_FIELD_NAMES,
  ITEM_FIELDS,
  type ItemFieldValues,
  isFileField,
  withFields,
} from '../item/fields.ts'
import type { ChangedRelations, ReferenceValue } from '../relations/references.ts'
import { formatReference, type TableRow } from './reading/cells.ts'
import { readField } from './reading/field-readers.ts'
import { FORMULA_WITHOUT_RESULT } from './reading/sheet-rows.ts'

/* What a row of a file says about an item: pure functions from cells to values, and from values to an item. */

/** What a row sets. An absent field stays as it is; null clears one, and an empty text a specification. */
export interface RowValues {
  fields: { [Field in FileField]?: ItemFieldValues[Field] | null }
  specifications: [name: string, value: string][]
  relations?: Partial<Record<RelationField, ReferenceValue>>
  /** What applying the relations changed, for the undo. */
  changedRelations?: ChangedRelations
}

export interface RowKey {
  id: string | null
  revision: number | null
  code: string | null
  name: string | null
}

export interface MappedColumn {
  index: number
  title: string
  target: ColumnTarget
}

/** A row as it was read. `cells` has the reference of the cell of each value ('D17') by the label of the value. */
export interface ParsedRow {
  key: RowKey
  /** The kind that the row states itself. */
  kind: Kind | null
  values: RowValues
  cells: Record<string, string>
  problems: { cell: string; message: string }[]
}

const MAX_QUOTED_LENGTH = 40

/** Reads the cells of a row. A cell that cannot be read is a problem, and its value is absent. */
export function parseRow(columns: MappedColumn[], row: TableRow, { clearEmpty }: ImportOptions): ParsedRow {
  const parsed: ParsedRow = {
    key: { id: null, revision: null, code: null, name: null },
    kind: null,
    values: { fields: {}, specifications: [] },
    cells: {},
    problems: [],
  }
  for (const { index, title, target } of columns) {
    if (target.type === 'ignored') continue
    const cell = row.cells[index] ?? EMPTY_CELL
    const reference = formatReference(row.row, index)
    const isEmpty = cell.text.trim() === ''
    if (isEmpty && !clearEmpty) continue
    const result: Parsed<unknown> =
      target.type === 'field'
        ? readField(target.field, cell, title)
        : parseSpecification(cell, target.type === 'specification' ? target.unit : undefined)
    if ('expected' in result)
      parsed.problems.push({
        cell: reference,
        message: `Sheet '${row.sheet}', cell ${reference}: ${describeProblem(cell, result.expected)}`,
      })
    else if (target.type === 'specification') {
      if (result.value === null && !clearEmpty) continue
      parsed.values.specifications.push([target.name, (result.value as string | null) ?? ''])
      parsed.cells[target.name] = reference
    } else setValue(parsed, target.field, isEmpty ? null : result.value, { reference, clearEmpty })
  }
  return parsed
}

/** Numbers without a word: '12', '0.5', '10-20', '±0.01', '20 x 30'. */
const NUMBERS_ONLY = /^[±<>≤≥+-]? ?\d[\d.,/x× –-]*$/i

/** '-' and 'N/A' state nothing, as in the columns of fields. Numbers get the unit that the title of their column has. */
function parseSpecification(cell: CellValue, unit: string | undefined): Parsed<string | null> {
  if (!cell.isError && statesNothing(cell)) return { value: null }
  const isWithoutUnit = unit !== undefined && !cell.isError && NUMBERS_ONLY.test(cell.text.trim())
  return parseText(
    isWithoutUnit ? { ...cell, text: `${cell.text.trim()} ${unit}` } : cell,
    LIMITS.specificationValueLength,
  )
}

function setValue(
  parsed: ParsedRow,
  field: ImportField,
  value: unknown,
  { reference, clearEmpty }: { reference: string; clearEmpty: boolean },
): void {
  const { key, values, cells } = parsed
  if (field in key) Object.assign(key, { [field]: value })
  if (field === 'kind') parsed.kind = value as Kind | null
  // '-' and 'on request' state nothing, as an empty cell does.
  const isRequired = isFileField(field) && ITEM_FIELDS[field].isRequired
  if (value === null && (!clearEmpty || isRequired)) return
  if (isFileField(field)) Object.assign(values.fields, { [field]: value })
  else if (isRelationField(field))
    values.relations = { ...values.relations, [field]: { text: (value as string | null) ?? '', ids: [] } }
  cells[field] = reference
}

const isRelationField = (field: ImportField): field is RelationField =>
  (RELATION_FIELDS as readonly ImportField[]).includes(field)

const describeProblem = (cell: CellValue, expected: string): string =>
  cell === FORMULA_WITHOUT_RESULT
    ? 'the file has no result for this formula. Open it in Excel or LibreOffice, save it and import it again.'
    : `'${quote(cell.text)}' is not ${expected}.`

const quote = (text: string): string =>
  text.length > MAX_QUOTED_LENGTH ? `${text.slice(0, MAX_QUOTED_LENGTH)}…` : text

/**
 * Returns the item with these values. A new item without a description has its name as description: price lists rarely
 * have one, and an item needs one.
 */
export function applyValues(
  kind: Kind,
  existing: ItemDraft | undefined,
  { fields, specifications }: RowValues,
  { draftNew }: Pick<ImportOptions, 'draftNew'>,
): ItemDraft {
  const base = existing ?? { ...createEmptyDraft(kind), state: draftNew ? 'draft' : 'published' }
  const values: RowValues['fields'] = { ...fields }
  if (values.category === null) values.category = DEFAULT_CATEGORIES[kind]
  if (values.features === null) values.features = []
  if (values.featured === null) delete values.featured
  const draft = {
    ...withFields(base, values as Partial<ItemFieldValues>),
    specifications: mergeSpecifications(base.specifications, specifications),
  }
  return existing || draft.description ? draft : { ...draft, description: draft.name }
}

/** Sets the values of the specifications with these names, in their places, and adds the others. '' removes one. */
export function mergeSpecifications(
  existing: ItemDraft['specifications'],
  set: RowValues['specifications'],
): ItemDraft['specifications'] {
  if (set.length === 0) return existing
  const merged = [...existing]
  for (const [name, value] of set) {
    const index = merged.findIndex(([other]) => fold(other) === fold(name))
    if (index < 0) merged.push([name, value])
    else merged[index] = [merged[index]![0], value]
  }
  return merged.filter(([, value]) => value !== '')
}

/** Returns the values that differ between two states of an item, as staff read them, with their cells. */
export function listChanges(
  before: ItemDraft | undefined,
  after: ItemDraft,
  { values, cells }: Pick<ParsedRow, 'values' | 'cells'>,
): CellChange[] {
  const changes: CellChange[] = []
  const add = (key: string, field: string, from: string, to: string) => {
    if (from !== to) changes.push({ cell: cells[key] ?? '', field, before: from, after: to })
  }
  for (const field of ITEM_FIELD_NAMES.filter((name) => name in values.fields))
    add(field, ITEM_FIELDS[field].label, before ? formatField(before, field) : '', formatField(after, field))
  for (const [name] of values.specifications)
    add(name, name, getSpecification(before, name), getSpecification(after, name))
  return changes
}

/** Returns the value of a specification; '' without it. */
export const getSpecification = (item: ItemDraft | undefined, name: string): string =>
  item?.specifications.find(([other]) => fold(other) === fold(name))?.[1] ?? ''

/**
 * Returns the values of a row that its author changed: those that differ from the item as it was exported. Others are left
 * out, so that a later change of them in the admin remains.
 */
export function keepEdited(
  kind: Kind,
  exported: ItemDraft,
  row: Pick<ParsedRow, 'values' | 'cells'>,
): RowValues {
  const after = applyValues(kind, exported, row.values, { draftNew: false })
  const edited = new Set(listChanges(exported, after, row).map(({ field }) => field))
  const { fields, specifications, relations } = row.values
  const editedFields = Object.entries(fields).filter(([field]) =>
    edited.has(ITEM_FIELDS[field as FileField].label),
  )
  return {
    ...(relations && { relations }),
    fields: Object.fromEntries(editedFields),
    specifications: specifications.filter(([name]) => edited.has(name)),
  }
}
