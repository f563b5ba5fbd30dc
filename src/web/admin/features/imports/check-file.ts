import { MAX_IMPORT_BYTES, MAX_IMPORT_SIZE } from '#contracts/item-import-limits.ts'

const EXTENSIONS = ['xlsx', 'csv', 'tsv', 'txt']
/** The files that the dialog for choosing one offers. */
export const ACCEPTED_FILES = EXTENSIONS.map((extension) => `.${extension}`).join(',')

/** Returns why a file cannot be imported, as a sentence; undefined if it can be uploaded. The server checks its content. */
export function checkFile({ name, size }: Pick<File, 'name' | 'size'>): string | undefined {
  const extension = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase()
  if (extension === 'xls')
    return `'${name}' is in the old Excel format. Open it in Excel, save it as 'Excel Workbook (.xlsx)' and choose that file.`
  if (extension === 'xlsm' || extension === 'xlsb')
    return `'${name}' can contain macros. Open it in Excel, save it as 'Excel Workbook (.xlsx)' and choose that file.`
  if (extension === 'ods' || extension === 'fods' || extension === 'numbers')
    return `'${name}' is not an Excel workbook. Open it in LibreOffice or the program that made it, choose 'Save as' and the format 'Excel 2007-365 (.xlsx)', and choose that file.`
  if (!extension || !EXTENSIONS.includes(extension))
    return `'${name}' is not a .xlsx or .csv file. Save it as one of these and choose that file.`
  if (size === 0) return `'${name}' is empty.`
  if (size > MAX_IMPORT_BYTES)
    return `'${name}' is larger than ${MAX_IMPORT_SIZE}. Divide it into several files, or remove pictures from it.`
  return undefined
}
