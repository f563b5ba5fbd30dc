import { expect, test } from 'vitest'
import type {
  ColumnTarget,
  ImportColumn,
  ImportCounts,
  ItemImport,
} from '#contracts/bulk-data/item-import.ts'
import {
  describeApplied,
  describeLeftOut,
  describeNothingToApply,
  describeObstacle,
  describeSheet,
  describeState,
  describeUndone,
  describeUndoPreview,
  formatCounts,
  formatProgress,
  listCategoryNames,
} from './texts.ts'
import { checkFile } from './upload-panel.tsx'

const NONE: ImportCounts = { created: 0, changed: 0, unchanged: 0, refused: 0, conflicts: 0 }
const toImport = (values: Partial<ItemImport>) =>
  ({ applied: 0, pending: 0, notUndone: 0, counts: NONE, ...values }) as ItemImport

test('Counts leave out what does not occur', () => {
  expect(formatCounts({ ...NONE, created: 3, changed: 2455, conflicts: 1 })).toBe(
    '3 new, 2,455 changed, 1 conflict',
  )
  expect(formatCounts(NONE)).toBe('No rows')
})

test.each([
  [{}, ''],
  [{ refused: 1 }, '1 refused row is left out.'],
  [{ refused: 40 }, '40 refused rows are left out.'],
  [{ refused: 1, conflicts: 2 }, '1 refused row and 2 conflicts are left out.'],
])('Of %o is left out: %s', (counts, text) => expect(describeLeftOut({ ...NONE, ...counts })).toBe(text))

test('An import without anything to apply says why', () => {
  const explain = (counts: Partial<ImportCounts>) => {
    const each = toImport({ state: 'ready', counts: { ...NONE, ...counts } })
    return [describeState(each), describeNothingToApply(each.counts)]
  }
  expect(explain({})).toEqual(['Nothing to apply', expect.stringMatching(/no rows with items/)])
  expect(explain({ unchanged: 5 })).toEqual(['Nothing to apply', expect.stringMatching(/same as your items/)])
  expect(explain({ refused: 5 })).toEqual(['Nothing to apply', expect.stringMatching(/Correct the refused/)])
  expect(explain({ conflicts: 5 })).toEqual(['Conflicts to decide', expect.stringMatching(/decided/)])
})

test('The summary of a sheet names the column of the price, and those that are not used', () => {
  const toColumn = (index: number, title: string, target: ColumnTarget) => ({
    ...{ sheet: 'Belts', index, title, target, samples: [] },
  })
  const columns = [
    toColumn(0, 'S. No.', { type: 'ignored' }),
    toColumn(4, 'Rate (Rs.)', { type: 'field', field: 'price' }),
    toColumn(6, 'Dealer price', { type: 'ignored' }),
  ]
  const sheet = { name: 'Belts', headerRow: 3, kind: 'spare', rows: 50 } as const
  expect(describeSheet(sheet, columns, true)).toBe(
    'Sheet Belts: spare parts, price from column E "Rate (Rs.)", not used: A, G',
  )
})

test('The names of sheets are offered as categories unless there is a column or they tell nothing', () => {
  const list = (names: string[], columns: ImportColumn[] = []) =>
    listCategoryNames({
      sheets: names.map((name) => ({ name, headerRow: 1, kind: 'spare', rows: 1 })),
      columns,
    })
  expect(list(['Belts', 'Oil seals'])).toEqual(['Belts', 'Oil seals'])
  expect(list(['Timing belts'])).toEqual(['Timing belts'])
  for (const name of ['Sheet1', 'Price list', 'spares 2026']) expect(list([name])).toEqual([])
  const target = { type: 'field', field: 'category' } as const
  expect(
    list(['Timing belts'], [{ sheet: 'Timing belts', index: 0, title: 'Group', target, samples: [] }]),
  ).toEqual([])
})

test('The summary of a sheet names the rows that have no item', () => {
  const sheet = { name: 'Belts', headerRow: 3, kind: 'spare', rows: 50 } as const
  const describeRows = (rows: number[], count = rows.length) =>
    describeSheet({ ...sheet, leftOut: { count, rows } }, [], true)
  expect(describeRows([])).toBe('Sheet Belts: spare parts, no column is the price')
  expect(describeRows([54])).toMatch(/price, 1 row without an item left out \(row 54\)$/)
  expect(describeRows([4, 17, 52])).toMatch(/3 rows without an item left out \(rows 4, 17 and 52\)$/)
  expect(describeRows([1, 2, 3, 4, 5, 6], 1200)).toMatch(
    /1,200 rows .* \(rows 1, 2, 3, 4, 5 and 1,195 more\)$/,
  )
})

test('Progress without a known total is the number of rows so far', () => {
  expect(formatProgress({ done: 1200, total: 2460 })).toBe('1,200 of 2,460 rows')
  expect(formatProgress({ done: 1, total: 0 })).toBe('1 row so far')
  expect(formatProgress({ done: 0, total: 0 })).toBe('Starting')
})

test('The result of applying says what was done and what remains', () => {
  const counts = { ...NONE, created: 3, changed: 1, refused: 1 }
  expect(describeApplied(toImport({ counts, applied: 4 }))).toBe(
    '3 items created and 1 item changed. 1 refused row is left out.',
  )
  expect(describeApplied(toImport({ counts, applied: 2, pending: 2 }))).toBe(
    '2 rows applied. 2 rows can still be applied.',
  )
  expect(describeApplied(toImport({ counts }))).toBe('Nothing was applied.')
})

test('The result of an undo names the items that stay as they are', () => {
  expect(describeUndone(toImport({}))).toBe('All items are as they were before the import.')
  expect(describeUndone(toImport({ notUndone: 3 }))).toMatch(/^3 items keep what was changed/)
})

test('The preview of an undo says what is undone and what stays, or that nothing can be undone', () => {
  const none = { undone: 0, partlyUndone: 0, archived: 0, deleted: 0, obstacles: [] }
  expect(describeUndoPreview({ ...none, undone: 3 })).toEqual(['Nothing was changed since the import.'])
  const deleted = { reason: 'deleted' as const, count: 2, names: ['A', 'B'] }
  expect(describeUndoPreview({ ...none, deleted: 2, obstacles: [deleted] })).toEqual([
    'Nothing can be undone: all items were deleted since.',
  ])
  const documents = { reason: 'documents' as const, count: 21, names: ['A', 'B'] }
  expect(describeUndoPreview({ ...none, undone: 1, archived: 1, obstacles: [documents] })).toEqual([
    '1 new item is archived instead of removed, so that nothing is lost.',
  ])
  expect(describeObstacle(documents)).toBe('21 items: has documents (A, B, and 19 more)')
})

test.each([
  ['parts.xlsx', 10, undefined],
  ['PARTS.CSV', 50_000_000, undefined],
  ['parts.xls', 10, /old Excel format/],
  ['parts.xlsm', 10, /macros/],
  ['parts.ods', 10, /LibreOffice.*'Save as'.*'Excel 2007-365 \(\.xlsx\)'/],
  ['parts.pdf', 10, /not a .xlsx or .csv file/],
  ['parts', 10, /not a .xlsx or .csv file/],
  ['parts.csv', 0, /is empty/],
  ['parts.csv', 50_000_001, /larger than 50 MB/],
])('The file %s of %i bytes is checked before the upload', (name, size, problem) => {
  const message = checkFile({ name, size })
  if (problem) expect(message).toMatch(problem)
  else expect(message).toBeUndefined()
})
