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

/**
 * Recognises header, columns and kind of a sheet by its first rows. What the user chose for this file has priority, then
 * what was chosen for the last file with the same titles. Returns undefined if the sheet has no header.
 */
export async function mapSheet(
  name: string,
  firstRows: TableRow[],
  {
    choices,
    findMapping,
  }: { choices: Choices; findMapping: (header: string) => Promise<Mapping | undefined> },
): Promise<SheetMapping | undefined> {
  const header = findHeader(firstRows)
  if (!header) return undefined
  const sample = firstRows.filter(({ row }) => row > header.headerRow)
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
  const recognisedKind = recogniseKind(name, recognised, sample) ?? remembered?.kind ?? choices.kind
  return { headerRow: header.headerRow, kind: chosen ? (chosen.kind ?? undefined) : recognisedKind, columns }
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
