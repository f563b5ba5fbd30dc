import type {
  ImportCounts,
  ImportSheet,
  ImportUndoPreview,
  ItemImport,
  ItemImportDetails,
} from '#contracts/bulk-data/item-import.ts'
import { countOf, formatColumn, formatCount, formatList } from '#contracts/format.ts'
import { KIND_LABELS } from '#contracts/item/kind.ts'
import { OBSTACLE_TEXTS } from '#contracts/item/uses.ts'
import { isPrice, listIncluded } from './column-edits.ts'

/** The most rows without an item that are named. */
const MAX_NAMED_ROWS = 5

/** The parts that apply. */
const listOf = (...parts: (string | false)[]): string[] => parts.filter((part) => part !== false)

/** What undoing would do, in sentences; a general one while it is unknown. */
export function describeUndoPreview(preview: ImportUndoPreview | undefined): string[] {
  if (!preview)
    return ['What somebody has changed or added since the import stays, and is listed. One moment ...']
  const { undone, partlyUndone, archived, deleted, obstacles } = preview
  if (obstacles.length === 0) return ['Nothing was changed since the import.']
  if (undone + partlyUndone + archived === 0) return ['Nothing can be undone: all items were deleted since.']
  return listOf(
    partlyUndone > 0 &&
      `${countOf(partlyUndone, 'changed item')} get${partlyUndone === 1 ? 's' : ''} back the earlier values, except for what was changed since.`,
    archived > 0 &&
      `${countOf(archived, 'new item')} ${archived === 1 ? 'is' : 'are'} archived instead of removed, so that nothing is lost.`,
    deleted > 0 && `${countOf(deleted, 'item')} ${deleted === 1 ? 'was' : 'were'} deleted since.`,
  )
}

export const canUndo = ({ undone, partlyUndone, archived }: ImportUndoPreview): boolean =>
  undone + partlyUndone + archived > 0

/** Why something stays, with the names of the items: '3 items: was changed since (Belt A, Belt B, Belt C)'. */
export const describeObstacle = ({ reason, count, names }: ImportUndoPreview['obstacles'][number]): string =>
  `${countOf(count, 'item')}: ${OBSTACLE_TEXTS[reason]} (${names.join(', ')}${count > names.length ? `, and ${formatCount(count - names.length)} more` : ''})`

/** The number of rows by what happens to them, without those that do not occur: '3 new, 40 refused'. */
export function formatCounts({ created, changed, unchanged, refused, conflicts }: ImportCounts): string {
  const parts = listOf(
    created > 0 && `${formatCount(created)} new`,
    changed > 0 && `${formatCount(changed)} changed`,
    unchanged > 0 && `${formatCount(unchanged)} unchanged`,
    refused > 0 && `${formatCount(refused)} refused`,
    conflicts > 0 && countOf(conflicts, 'conflict'),
  )
  return parts.join(', ') || 'No rows'
}

/** The items that applying changes: '3 new items and 1 changed item.' */
export const describeEffect = ({ created, changed }: ImportCounts): string =>
  `${formatList(
    listOf(created > 0 && countOf(created, 'new item'), changed > 0 && countOf(changed, 'changed item')),
  )}.`

/** Prices that are probably wrong, in sentences: 'Price changes by more than 50 %: 3 items (Belt A, Belt B, Belt C).' */
export function describeSuspectPrices(sheets: ImportSheet[]): string[] {
  const sum = (count: (sheet: ImportSheet) => number | undefined) =>
    sheets.reduce((total, sheet) => total + (count(sheet) ?? 0), 0)
  const large = sum((sheet) => sheet.largePriceChangeCount)
  const zero = sum((sheet) => sheet.zeroPrices)
  const names = sheets.flatMap(({ largePriceChanges = [] }) => largePriceChanges)
  return listOf(
    large > 0 &&
      `Price changes by more than 50 %: ${countOf(large, 'item')} (${names.slice(0, 20).join(', ')}${large > Math.min(names.length, 20) ? ', ...' : ''}).`,
    zero > 0 && `Price of 0: ${countOf(zero, 'row')}. Are they meant to be on request?`,
  )
}

/** The rows that applying leaves out: '40 refused rows and 1 conflict are left out.'; '' if there are none. */
export function describeLeftOut({ refused, conflicts }: ImportCounts): string {
  const parts = listOf(
    refused > 0 && countOf(refused, 'refused row'),
    conflicts > 0 && countOf(conflicts, 'conflict'),
  )
  if (parts.length === 0) return ''
  return `${formatList(parts)} ${refused + conflicts === 1 ? 'is' : 'are'} left out.`
}

export function describeNothingToApply({ created, changed, unchanged, refused, conflicts }: ImportCounts) {
  if (created + changed + unchanged + refused + conflicts === 0)
    return 'The file has no rows with items, so there is nothing to apply.'
  if (refused + conflicts === 0) return 'All rows are the same as your items, so there is nothing to apply.'
  if (conflicts > 0) return 'There is nothing to apply until you have decided the conflicts.'
  return 'There is nothing to apply. Correct the refused rows in the file and import it again.'
}

/** '1,200 of 2,460 rows'; while the total is unknown, '1,200 rows so far'. */
export function formatProgress({ done, total }: ItemImport['progress']): string {
  if (total > 0) return `${formatCount(done)} of ${countOf(total, 'row')}`
  return done > 0 ? `${countOf(done, 'row')} so far` : 'Starting'
}

/** The title of the part of the screen that says what happens with the import now. */
export function describeState({ state, applied, pending, counts }: ItemImport): string {
  switch (state) {
    case 'reading':
      return 'Reading the file'
    case 'mapping':
      return 'Say what the file contains'
    case 'ready':
      if (applied > 0) return 'Stopped before the end'
      if (pending > 0) return 'Ready'
      return counts.conflicts > 0 ? 'Conflicts to decide' : 'Nothing to apply'
    case 'applying':
      return 'Applying the rows'
    case 'done':
      return pending > 0 ? 'Partly applied' : 'Applied'
    case 'undoing':
      return 'Undoing the import'
    case 'undone':
      return 'Undone'
    case 'failed':
      return 'The import failed'
    case 'deleting':
      return 'Deleting the import'
  }
}

/** What a finished import did: '2,460 rows were applied.', with the rows that remain. */
export function describeApplied({ applied, pending, counts }: ItemImport): string {
  if (applied === 0) return 'Nothing was applied.'
  // The counts say what was done only if nothing remains to be done.
  const isComplete = pending === 0 && applied === counts.created + counts.changed
  const done = isComplete
    ? formatList(
        listOf(
          counts.created > 0 && `${countOf(counts.created, 'item')} created`,
          counts.changed > 0 && `${countOf(counts.changed, 'item')} changed`,
        ),
      )
    : `${countOf(applied, 'row')} applied`
  const rest = pending > 0 ? `${countOf(pending, 'row')} can still be applied.` : describeLeftOut(counts)
  return `${done}. ${rest}`.trim()
}

/** What an undo did, and of how many items something stays. */
export function describeUndone({ applied, notUndone }: ItemImport): string {
  if (applied > 0) return `The undo was stopped: ${countOf(applied, 'row')} can still be undone.`
  if (notUndone === 0) return 'All items are as they were before the import.'
  return `${countOf(notUndone, 'item')} ${notUndone === 1 ? 'keeps' : 'keep'} what was changed or added since. All others are as they were before the import.`
}

/** What screen readers are told about the import. */
export function describeForAnnouncement(details: ItemImportDetails): string {
  const title = describeState(details)
  switch (details.state) {
    case 'reading':
    case 'applying':
    case 'undoing':
      return `${title}: ${formatProgress(details.progress)}`
    case 'ready':
      return `The file was read: ${formatCounts(details.counts)}.`
    case 'done':
      return `${title}. ${describeApplied(details)}`
    case 'undone':
      return `${title}. ${describeUndone(details)}`
    case 'failed':
      return `${title}. ${details.error}`
    default:
      return title
  }
}

/** 'Sheet Belts: spare parts, price from column E "Rate (Rs.)", not used: A, G'. */
export function describeSheet(
  { name, kind, leftOut }: ImportSheet,
  columns: ItemImportDetails['columns'],
  isOnly: boolean,
): string {
  const title = isOnly && !name ? 'The file' : `Sheet ${name}`
  if (!kind) return `${title}: left out`
  const own = columns.filter(({ sheet }) => sheet === name)
  const price = own.find(({ target }) => isPrice(target))
  const unused = own.filter(({ target }) => target.type === 'ignored')
  return listOf(
    `${title}: ${KIND_LABELS[kind].plural}`,
    price ? `price from column ${formatColumn(price.index)} "${price.title}"` : 'no column is the price',
    unused.length > 0 && `not used: ${unused.map(({ index }) => formatColumn(index)).join(', ')}`,
    leftOut !== undefined && leftOut.count > 0 && describeRowsWithoutItem(leftOut),
  ).join(', ')
}

/** Names of sheets that tell nothing about their items. */
const GENERAL_NAME =
  /\b(?:sheet|table|tabelle|data|book|list|price|rate|export|import|spares?|parts?|machines?|services?|items?|products?|catalogue|file|new|final|master)\b|\d{4}|sheet\d/i

/**
 * The names of the sheets that can be the categories of their items: there is no column of categories, and several sheets, or
 * one whose name says something.
 */
export function listCategoryNames({
  sheets,
  columns,
}: Pick<ItemImportDetails, 'sheets' | 'columns'>): string[] {
  const included = listIncluded(sheets).filter(
    ({ name }) =>
      !columns.some(
        ({ sheet, target }) => sheet === name && target.type === 'field' && target.field === 'category',
      ),
  )
  const isTelling = included.length > 1 || included.every(({ name }) => !GENERAL_NAME.test(name))
  return isTelling ? included.map(({ name }) => name) : []
}

/** '3 rows without an item left out (rows 4, 17 and 52)'. Names at most five rows. */
function describeRowsWithoutItem({ count, rows }: NonNullable<ImportSheet['leftOut']>): string {
  const named = rows.slice(0, MAX_NAMED_ROWS)
  const more = count - named.length
  const list = [...named.map(String), ...(more > 0 ? [`${formatCount(more)} more`] : [])]
  return `${countOf(count, 'row')} without an item left out (${count === 1 ? 'row' : 'rows'} ${formatList(list)})`
}
