import { IMPORT_FIELDS, type ImportField, type RelationField } from '#contracts/bulk-data/import-fields.ts'
import {
  DOCUMENTS_TITLE,
  LISTS_SHEET,
  OTHER_SPECIFICATIONS_TITLE,
  toSpecificationTitle,
} from '#contracts/bulk-data/item-export.ts'
import type { ItemDocument } from '#contracts/files/item-document.ts'
import { formatColumn } from '#contracts/format.ts'
import { removeControlCharacters } from '#server/kernel/csv.ts'
import { fold } from '#server/kernel/text.ts'
import type { Cell, SheetColumn } from '#server/kernel/xlsx/sheet.ts'
import type { ItemDraft } from '../item/draft.ts'
import { type Choices, type FileField, getField, ITEM_FIELDS, isFileField } from '../item/fields.ts'
import type { StoredItem } from '../items/store.ts'

/** The fields with a column. The kind has none: each sheet has the items of one kind. */
type ExportField = Exclude<ImportField, 'kind'>

/** An item with what columns show of other tables. */
export interface ExportedItem extends StoredItem {
  documents: Pick<ItemDocument, 'title' | 'url'>[]
  /** The codes, or else the names, of the related items. */
  relations: Partial<Record<RelationField, string>>
}

/** A column of an export; its cells are the same in workbooks and CSV files. */
export interface ExportColumn extends Omit<SheetColumn, 'choices'> {
  choices?: Choices
  /** What the column contains and what can be entered, for the sheet that explains it. */
  help: string
  getCell(item: ExportedItem, specifications: SpecificationCells): Cell
}

/** The specifications of an item that have a column, by the key of their name, and the others. */
interface SpecificationCells {
  values: ReadonlyMap<string, string>
  others: StoredItem['specifications']
}

type FieldColumn<Item> = Omit<ExportColumn, 'title' | 'getCell'> & { getCell(item: Item): Cell }

const KEY_COLUMNS: Record<'id' | 'revision', FieldColumn<StoredItem>> = {
  id: {
    width: 12,
    style: 'readOnlyText',
    isReadOnly: true,
    help: 'The number by which the website recognises the item. Do not change it. Leave it empty for a new item.',
    getCell: ({ id }) => id,
  },
  revision: {
    width: 9,
    style: 'readOnlyNumber',
    isReadOnly: true,
    help: 'How often the item has been saved. With it the import notices that somebody changed the item after this file was made. Do not change it. Leave it empty for a new item.',
    getCell: ({ revision }) => revision,
  },
}

const RELATION_HELP: Record<RelationField, string> = {
  fits: 'Spare parts only: the machines that the part fits, by code or, without a code, by name, separated by semicolons, such as CL 25; CL 40. Assembly, position and quantity are entered in the form and stay.',
  replacedBy: 'The items that replace this one: codes, or else names, separated by semicolons.',
  accessories: 'The items that go with this one: codes, or else names, separated by semicolons.',
  alternatives: 'Items that can be used instead: codes, or else names, separated by semicolons.',
}

const toPlainLineEnds = (text: string): string => text.replace(/\r\n?/g, '\n')
const toPlainText = (text: string): string => removeControlCharacters(toPlainLineEnds(text)).trim()
const toOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

function createFieldColumn(field: ExportField): FieldColumn<ExportedItem> {
  if (field === 'id' || field === 'revision') return KEY_COLUMNS[field]
  if (field in RELATION_HELP)
    return {
      width: 24,
      style: 'text',
      help: RELATION_HELP[field as RelationField],
      getCell: ({ relations }) => relations[field as RelationField] ?? null,
    }
  const { width, style, choices, help } = ITEM_FIELDS[field as FileField]
  return {
    ...{ width, style, help },
    ...(choices && { choices }),
    getCell: (item) => getContentCell(item, field as FileField),
  }
}

const getContentCell = (item: ItemDraft, field: FileField): Cell => {
  const { toCell } = ITEM_FIELDS[field] as { toCell?(value: unknown): Cell }
  const value = getField(item, field)
  return toCell ? toCell(value) : (value as Cell)
}

/** The columns of the fields of an item, in the order of the contract. */
export const FIELD_COLUMN_LIST: readonly ExportColumn[] = (
  Object.keys(IMPORT_FIELDS).filter((field) => field !== 'kind') as ExportField[]
).map((field) => ({ title: IMPORT_FIELDS[field].label, ...createFieldColumn(field) }))

/** Whether a cell has the text with which an item is exported, and so says nothing new about it. */
export function isAsExported(
  target: { field: ImportField } | { name: string },
  text: string,
  item: ItemDraft,
): boolean {
  const cell =
    'name' in target
      ? findSpecification(item, target.name)
      : isFileField(target.field)
        ? getContentCell(item, target.field)
        : undefined
  return cell !== undefined && toPlainText(String(cell ?? '')) === toPlainText(text)
}

function findSpecification({ specifications }: ItemDraft, name: string): string | undefined {
  const key = toSpecificationKey(name)
  return specifications.find(([each]) => each === name || toSpecificationKey(each) === key)?.[1]
}

/** The columns that stay in view: ID, revision, code and name. */
export const FROZEN_COLUMNS = 4

/** Excel has 16,384 columns, but nobody reads so many, and an import takes 200. */
const MAX_SPECIFICATION_COLUMNS = 150
/** The import does not take longer texts for titles. */
const MAX_TITLE_LENGTH = 100

/** What the columns of a sheet or file have in common. */
export interface ExportTable {
  columns: ExportColumn[]
  /** Returns the row of an item. Line ends are plain, as the import reads them. */
  createRow(item: ExportedItem): Cell[]
}

/** Returns the columns for items with these specification names, which begin with the most frequent one. */
export function createTable(names: string[]): ExportTable {
  const byKey = new Map<string, string>()
  let hasOthers = false
  for (const name of names) {
    const key = toSpecificationKey(name)
    const title = toSpecificationTitle(toOneLine(name))
    const isFull = byKey.size === MAX_SPECIFICATION_COLUMNS
    if (isFull || byKey.has(key) || title.length > MAX_TITLE_LENGTH) hasOthers = true
    else byKey.set(key, title)
  }
  const columns = [
    ...FIELD_COLUMN_LIST,
    DOCUMENTS,
    ...[...byKey].map(createSpecificationColumn),
    ...(hasOthers ? [OTHER_SPECIFICATIONS] : []),
  ]
  return {
    columns,
    createRow(item) {
      const specifications = arrangeSpecifications(item, byKey)
      return columns.map(({ getCell }) => {
        const cell = getCell(item, specifications)
        return typeof cell === 'string' ? toPlainLineEnds(cell) : cell
      })
    },
  }
}

/** Names that differ only in case, accents and spaces have one column: spreadsheets and the import do not tell them apart. */
export const toSpecificationKey = fold

function arrangeSpecifications(
  { specifications }: StoredItem,
  columns: ReadonlyMap<string, unknown>,
): SpecificationCells {
  const values = new Map<string, string>()
  const others: StoredItem['specifications'] = []
  for (const [name, value] of specifications) {
    const key = toSpecificationKey(name)
    if (columns.has(key) && !values.has(key)) values.set(key, value)
    else others.push([name, value])
  }
  return { values, others }
}

const createSpecificationColumn = ([key, title]: [key: string, title: string]): ExportColumn => ({
  title,
  width: Math.min(Math.max(title.length + 3, 14), 28),
  style: 'text',
  help: '',
  getCell: (_, { values }) => values.get(key) ?? null,
})

const OTHER_SPECIFICATIONS: ExportColumn = {
  title: OTHER_SPECIFICATIONS_TITLE,
  width: 40,
  style: 'readOnlyText',
  isReadOnly: true,
  help: '',
  getCell: (_, { others }) =>
    others.map(([name, value]) => `${toOneLine(name)}: ${toOneLine(value)}`).join('\n'),
}

const DOCUMENTS: ExportColumn = {
  title: DOCUMENTS_TITLE,
  width: 40,
  style: 'readOnlyText',
  isReadOnly: true,
  help: '',
  getCell: ({ documents }) => documents.map(({ title, url }) => `${title}: ${url}`).join('\n'),
}

/** The columns of the sheet with the entries of the dropdowns, and the range of each. */
export interface Lists {
  columns: { title: string; values: readonly Cell[] }[]
  getRange(title: string): string
}

/** Returns the lists of the dropdowns; each kind has categories of its own. */
export function createLists(categories: { kind: string; names: string[] }[]): Lists {
  const fixed = FIELD_COLUMN_LIST.flatMap(({ choices }) =>
    choices && choices.values !== 'categories' ? { title: choices.title, values: choices.values } : [],
  )
  const columns = [...fixed, ...categories.map(({ kind, names }) => ({ title: kind, values: names }))]
  return {
    columns,
    getRange(title) {
      const index = columns.findIndex((column) => column.title === title)
      const letter = formatColumn(index)
      const last = Math.max(columns[index]!.values.length + 1, 2)
      return `${LISTS_SHEET}!$${letter}$2:$${letter}$${last}`
    },
  }
}
