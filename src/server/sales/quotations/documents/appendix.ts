import type { DraftBody } from '#contracts/quotation/quotation.ts'
import type { AppendixDeps, DataSheet, ItemFiles } from '../../deps.ts'
import { listItems } from '../content/arrange-lines.ts'

/** Each takes 50 ms. */
const MAX_DATA_SHEETS = 30

/** What the PDF of a quotation contains about the items of its lines. */
export interface Appendix {
  sheets: DataSheet[]
  files: ItemFiles[]
}

/** Reads what visitors see at present of the items. Throws 503 when the server has too many requests. */
export async function readAppendix(
  { readDataSheets, listDocuments }: AppendixDeps,
  { lines, attachDataSheets }: DraftBody,
  origin: string,
): Promise<Appendix> {
  const itemIds = listItems(lines)
  const withSheet = attachDataSheets ? itemIds.slice(0, MAX_DATA_SHEETS) : []
  return {
    sheets: withSheet.length > 0 ? await readDataSheets(withSheet, origin) : [],
    files: await listDocuments(itemIds, origin),
  }
}
