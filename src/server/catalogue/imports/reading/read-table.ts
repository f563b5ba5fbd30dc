import { basename, extname } from 'node:path'
import { formatCount } from '#contracts/format.ts'
import { IMPORT_LIMITS, type TableRow } from './cells.ts'
import { readCsvRows } from './csv-rows.ts'
import { detectFileType } from './file-type.ts'
import { ImportFileError } from './import-file-error.ts'
import { readSheetRows } from './sheet-rows.ts'
import { isOwnHelpSheet, openWorkbook } from './workbook.ts'

export interface ReadTableOptions {
  signal?: AbortSignal | undefined
}

/**
 * Yields the rows of a workbook or CSV file that are not blank, sheet after sheet. Memory does not grow with the number
 * of rows. Hidden sheets, and those that our own export adds for people, are left out: staff would not expect rows that
 * they cannot see. Hidden rows are read, because filters hide rows. Throws `ImportFileError`, possibly after the first
 * rows.
 */
export async function* readTable(
  path: string,
  fileName: string,
  { signal }: ReadTableOptions = {},
): AsyncGenerator<TableRow, void, undefined> {
  const rows =
    (await detectFileType(path, fileName)) === 'workbook'
      ? readWorkbookRows(path, signal)
      : readCsvRows(path, getCsvSheetName(fileName), signal)
  let count = 0
  for await (const row of rows) {
    if (++count > IMPORT_LIMITS.rows) throw refuseRows()
    yield row
  }
}

const getCsvSheetName = (fileName: string): string => basename(fileName, extname(fileName)) || 'CSV'

async function* readWorkbookRows(path: string, signal?: AbortSignal): AsyncGenerator<TableRow> {
  await using workbook = await openWorkbook(path, signal)
  const strings = await workbook.readSharedStrings()
  for (const sheet of workbook.sheets) {
    if (sheet.isHidden || isOwnHelpSheet(sheet.name)) continue
    yield* readSheetRows(workbook, sheet, { strings, signal })
  }
}

const refuseRows = () =>
  new ImportFileError(
    'too-many-rows',
    `This file has more than ${formatCount(IMPORT_LIMITS.rows)} rows. Divide it into several files.`,
  )
