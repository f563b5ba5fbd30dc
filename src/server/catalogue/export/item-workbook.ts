import {
  DOCUMENTS_TITLE,
  GUIDE_SHEET,
  LISTS_SHEET,
  OTHER_SPECIFICATIONS_TITLE,
} from '#contracts/bulk-data/item-export.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import type { Db } from '#server/database/db.ts'
import type { Cell, Sheet } from '#server/kernel/xlsx/sheet.ts'
import { listCategories } from '../item-api/store-admin.ts'
import {
  createLists,
  createTable,
  type ExportColumn,
  type ExportedItem,
  type ExportTable,
  FIELD_COLUMN_LIST,
  FROZEN_COLUMNS,
  type Lists,
} from './columns.ts'
import { type KindOfItems, listSpecificationNames, readExportedItems } from './read-items.ts'

/** Returns the sheets of an export: one for each kind, one that explains the columns, and a hidden one with the lists. */
export async function createItemSheets(db: Db, kinds: KindOfItems[], origin: string): Promise<Sheet[]> {
  const categories = await Promise.all(
    kinds.map(async ({ kind }) => ({
      kind: KIND_LABELS[kind].pluralLabel,
      names: (await listCategories(db, kind)).map(({ name }) => name).filter(Boolean),
    })),
  )
  const lists = createLists(categories)
  const sheets: Sheet[] = []
  for (const { kind, rowIds } of kinds) {
    const table = createTable(await listSpecificationNames(db, rowIds))
    const name = KIND_LABELS[kind].pluralLabel
    sheets.push({
      name,
      columns: table.columns.map((column) => ({ ...column, choices: toColumnChoices(column, lists, name) })),
      frozenColumns: FROZEN_COLUMNS,
      isProtected: true,
      filteredRows: rowIds.length,
      rows: readRows(readExportedItems(db, rowIds, origin), table),
    })
  }
  return [...sheets, createGuide(), createListsSheet(lists)]
}

async function* readRows(
  batches: AsyncIterable<ExportedItem[]>,
  { createRow }: ExportTable,
): AsyncGenerator<Cell[][]> {
  for await (const items of batches) yield items.map(createRow)
}

function toColumnChoices({ choices }: ExportColumn, lists: Lists, kind: string) {
  if (!choices) return undefined
  const { title, values, message } = choices
  const range = lists.getRange(values === 'categories' ? kind : title)
  return message === undefined ? { range } : { range, message }
}

/** What staff should know about the whole file. */
const ADVICE: [topic: string, text: string][] = [
  [
    'How to use this file',
    'Change the values, save the file and import it again under Imports in the admin. Nothing is changed before you have seen what would change and pressed Apply. Rows that you do not change stay as they are.',
  ],
  [
    'New items',
    'Add rows below the last one. Leave ID and Revision empty and fill in at least Name and Description.',
  ],
  [
    'Columns that you do not need',
    'You may delete columns or leave rows out: what is not in the file is not changed. Keep ID, so that each row finds its item also after a change of its name or code.',
  ],
  [
    'Grey cells',
    'ID and Revision are locked so that they are not changed by mistake. To sort or delete rows, choose Review, Unprotect Sheet; there is no password.',
  ],
]

function createGuide(): Sheet {
  return {
    name: GUIDE_SHEET,
    columns: [
      { title: 'Column', width: 30, style: 'text' },
      { title: 'What it contains and what you can enter', width: 100, style: 'longText' },
    ],
    rows: [
      [
        ...ADVICE,
        ...FIELD_COLUMN_LIST.map(({ title, help }) => [title, help]),
        [
          DOCUMENTS_TITLE,
          'The titles and addresses of the documents, for information. Documents are added and changed in the form of the item; the import leaves this column out.',
        ],
        [
          'Further columns',
          'The specifications, the most frequent first: each column has the name of one, such as Bar capacity. Leave the cell empty for an item that does not have it. For another specification, add a column with its name as the title.',
        ],
        [
          OTHER_SPECIFICATIONS_TITLE,
          'Only in large exports: specifications that have no column of their own, for information. The import leaves this column out.',
        ],
      ],
    ],
  }
}

function createListsSheet({ columns }: Lists): Sheet {
  const length = Math.max(...columns.map(({ values }) => values.length))
  const rows = Array.from({ length }, (_, row) => columns.map(({ values }) => values[row] ?? null))
  return {
    name: LISTS_SHEET,
    isHidden: true,
    columns: columns.map(({ title }) => ({ title, width: 20, style: 'general' })),
    rows: [rows],
  }
}
