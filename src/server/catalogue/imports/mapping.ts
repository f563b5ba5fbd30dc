import { createHash } from 'node:crypto'
import type { ColumnTarget, ImportColumn } from '#contracts/item-import.ts'
import type { Kind } from '#contracts/kind.ts'
import { LIMITS } from '#contracts/limits.ts'
import { findHeader } from './reading/find-header.ts'
import { type RecognisedColumn, recogniseColumns } from './reading/recognise-columns.ts'
import { recogniseKind } from './reading/recognise-kind.ts'
import type { TableRow } from './reading/types.ts'
import type { Mapping } from './store.ts'

/** What is known of a sheet after its first rows. */
export interface SheetMapping {
  headerRow: number
  /** Undefined: the user has to say it, or leaves the sheet out. */
  kind: Kind | undefined
  columns: ImportColumn[]
}

/** What the user said about the sheets and columns of a file. */
export interface Choices {
  kind?: Kind | undefined
  sheets?: { name: string; kind: Kind | null }[] | undefined
  columns?: { sheet: string; index: number; target: ColumnTarget }[] | undefined
}

/** What the database knows. */
interface MappingSource {
  findMapping(header: string): Promise<Mapping | undefined>
  /** Returns the kinds of the items with these ids or codes. */
  findKinds(keys: { ids: string[]; codes: string[] }): Promise<Kind[]>
}

/**
 * Recognises header, columns and kind of a sheet by its first rows. What the user chose for this file has priority, then
 * what was chosen for the last file with the same titles. Returns undefined if the sheet has no header.
 */
export async function mapSheet(
  name: string,
  firstRows: TableRow[],
  { choices, findMapping, findKinds }: MappingSource & { choices: Choices },
): Promise<SheetMapping | undefined> {
  const header = findHeader(firstRows)
  if (!header) return undefined
  const sample = firstRows.filter(({ row }) => row > header.headerRow)
  const textsAbove = firstRows
    .filter(({ row }) => row < header.headerRow)
    .flatMap(({ cells }) => cells.map(({ text }) => text))
  const recognised = recogniseColumns(header.columns, sample)
  const remembered = await findMapping(hashHeader(recognised.map(({ title }) => title)))
  const columns = recognised.map((column, position) => ({
    sheet: name,
    index: column.index,
    title: column.title,
    target:
      choices.columns?.find(({ sheet, index }) => sheet === name && index === column.index)?.target ??
      remembered?.targets[position] ??
      toTarget(column),
  }))
  const chosen = choices.sheets?.find((sheet) => sheet.name === name)
  const kind =
    recogniseKind(name, recognised, sample, textsAbove) ??
    remembered?.kind ??
    (await findKindOfItems(recognised, sample, findKinds)) ??
    choices.kind
  return { headerRow: header.headerRow, kind: chosen ? (chosen.kind ?? undefined) : kind, columns }
}

/** The kind of the stored items that the first rows are about, if all have the same one. */
async function findKindOfItems(
  columns: RecognisedColumn[],
  sample: TableRow[],
  findKinds: MappingSource['findKinds'],
): Promise<Kind | undefined> {
  const listTexts = (field: 'id' | 'code') => {
    const column = columns.find((other) => other.field === field)
    return column ? sample.flatMap(({ cells }) => cells[column.index]?.text.trim() || []) : []
  }
  const [kind, ...others] = await findKinds({ ids: listTexts('id'), codes: listTexts('code') })
  return others.length === 0 ? kind : undefined
}

function toTarget({ field, ignored, title }: RecognisedColumn): ColumnTarget {
  if (field) return { type: 'field', field }
  const name = title.trim().slice(0, LIMITS.specificationKeyLength)
  return ignored || !name ? { type: 'ignored' } : { type: 'specification', name }
}

/** Identifies a header by its titles, whatever their case and spaces. */
export const hashHeader = (titles: string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(titles.map((title) => title.toLowerCase().replace(/\s+/g, ' ').trim())))
    .digest('hex')
