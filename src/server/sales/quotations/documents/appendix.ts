import type { DraftBody } from '#contracts/quotation/quotation.ts'
import { listItems } from '../content/arrange-lines.ts'
import type { AppendixDeps, DataSheet, ItemFiles } from './deps.ts'

/** Each takes 50 ms. */
const MAX_DATA_SHEETS = 30

/** What the PDF of a quotation contains about the items of its lines. */
export interface Appendix {
  sheets: DataSheet[]
  files: ItemFiles[]
}

/**
 * Reads what visitors see at present of the items. `origin` is the address of the site as the request sees it. Throws 503 when
 * the server has too many requests.
 */
export async function readAppendix(
  { publicUrl, readDataSheets, listDocuments }: AppendixDeps,
  { lines, attachDataSheets }: DraftBody,
  origin: string,
): Promise<Appendix> {
  const itemIds = listItems(lines)
  const site = publicUrl ?? origin
  const withSheet = attachDataSheets ? itemIds.slice(0, MAX_DATA_SHEETS) : []
  return {
    sheets: withSheet.length > 0 ? await readDataSheets(withSheet, site) : [],
    files: await listDocuments(itemIds, site),
  }
}
