import type { ImportUndoPreview } from '#contracts/bulk-data/item-import.ts'
import { OBSTACLE_TEXTS, type UndoObstacle } from '#contracts/item/uses.ts'
import { type NewAuditEntry, writeAuditEntries } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { toIso } from '#server/kernel/clock.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import type { ItemDraft } from '../item/draft.ts'
import {
  getField,
  ITEM_FIELD_NAMES,
  ITEM_FIELDS,
  type ItemField,
  type ItemFieldValues,
  withFields,
} from '../item/fields.ts'
import { diffItems } from '../items/history.ts'
import { deleteItem, patchItem, type StoredItem, updateItem } from '../items/store.ts'
import { findSnapshots, saveRevision } from '../items/store-history.ts'
import { findItemUses, findQuotedItems, type UsedRelation } from '../items/store-uses.ts'
import { restoreReferences } from '../relations/references.ts'
import { getSpecification, mergeSpecifications } from './row-values.ts'
import { type ApplyTask, type Batches, type RowContext, runBatches, sortByName } from './run-batches.ts'
import {
  findAddedRelations,
  iterateAppliedRows,
  type StoredRow,
  updateRow,
  updateRowResults,
} from './store.ts'

/** Names of items that a preview contains for each reason. */
const MAX_NAMES = 20

/** What decides whether an item is used by others. */
interface Uses {
  quoted: Set<string>
  isOwnRelation(relation: UsedRelation): boolean
}

async function readUses(db: Db, importId: string): Promise<Uses> {
  const added = await findAddedRelations(db, importId)
  return {
    quoted: await findQuotedItems(db),
    isOwnRelation: ({ id, revision }) => revision === 1 && added.has(id),
  }
}

/**
 * Undoes the applied rows, the last one first (decision 0205): a changed item gets back its earlier values, except for those
 * that others have changed since. A created item is deleted; one that was changed since, or is used, is archived. Returns
 * false when the user has cancelled it before the end.
 */
export async function undoImport(db: Db, task: ApplyTask): Promise<boolean> {
  const startedAt = toIso(task.clock())
  const uses = await readUses(db, task.importId)
  const batches = { during: 'undoing', results: ['applied'] } satisfies Partial<Batches>
  return (
    (await runBatches(db, task, {
      ...batches,
      state: 'changed',
      toTurns: (rows) => rows.toReversed(),
      write: restoreItems,
    })) &&
    (await runBatches(db, task, {
      ...batches,
      state: 'created',
      toTurns: sortByName,
      async write(tx, rows, context) {
        // Quotations that were saved meanwhile.
        for (const id of await findQuotedItems(tx, startedAt)) uses.quoted.add(id)
        await removeItems(tx, rows, { ...context, uses })
      },
    }))
  )
}

async function restoreItems(tx: Tx, rows: StoredRow[], context: RowContext): Promise<void> {
  for (const row of rows) {
    const undone = await restoreItem(tx, row, context)
    await updateRow(tx, context.importId, undone)
  }
}

/** Gives a changed item its earlier values. Returns the row with its result. */
async function restoreItem(tx: Tx, row: StoredRow, { author, at, items }: RowContext): Promise<StoredRow> {
  const item = row.itemId === null ? undefined : items.get(row.itemId)
  if (!item) return keep(row, [OBSTACLE_TEXTS.deleted])
  const revision = row.itemRevision!
  const snapshots = await findSnapshots(tx, [
    { id: item.id, revision: revision - 1 },
    { id: item.id, revision },
  ])
  const earlier = snapshots.find((each) => each.revision === revision - 1)?.item
  const imported =
    item.revision === revision ? item : snapshots.find((each) => each.revision === revision)?.item
  if (!earlier || !imported)
    return keep(row, ['was changed so often that its earlier content is not stored any more'])
  const { draft, kept } = undoValues(item, { earlier, imported })
  const write = async (content: typeof draft) => {
    if (diffItems(item, content).length === 0) return item
    const after = await updateItem(tx, item, content, at)
    await saveRevision(tx, { ...author, name: `${author.name} (undone)` }, { before: item, after })
    return after
  }
  const after = await write(draft).catch((error) => {
    // Another item has taken the former code.
    if (!(error instanceof HttpProblem)) throw error
    kept.push('Code')
    return write({ ...draft, commercial: { ...draft.commercial, code: item.commercial.code } })
  })
  const { changedRelations } = row.values
  if (changedRelations && !(await restoreReferences(tx, changedRelations))) kept.push('Relations')
  if (kept.length > 0) return keep(row, [`keeps what was changed since: ${kept.join(', ')}`])
  return { ...row, result: 'undone', itemRevision: after.revision, problems: [] }
}

/** The row of which something stays, with the reasons as ends of a sentence about the item. */
const keep = (row: StoredRow, reasons: string[]): StoredRow => ({
  ...row,
  result: 'changed-again',
  problems: [
    { cell: '', message: `Sheet '${row.sheet}', row ${row.rowNumber}: the item ${reasons.join(', ')}.` },
  ],
})

/** Deletes created items; those that were changed since, or are used, are archived. */
async function removeItems(
  tx: Tx,
  rows: StoredRow[],
  { importId, actor, author, at, items, uses }: RowContext & { uses: Uses },
): Promise<void> {
  const used = await findItemUses(tx, [...items.keys()], uses)
  const entries: NewAuditEntry[] = []
  const undone: StoredRow[] = []
  for (const row of rows) {
    const item = row.itemId === null ? undefined : items.get(row.itemId)
    const texts = listObstacles(row.itemRevision, item, used).map((obstacle) => OBSTACLE_TEXTS[obstacle])
    if (texts.length > 0) await updateRow(tx, importId, keep(row, texts))
    if (!item) continue
    const subject = { at, subject: 'item', subjectId: item.id, subjectName: item.name } as const
    if (texts.length === 0) {
      await deleteItem(tx, item.id)
      undone.push({ ...row, result: 'undone', itemRevision: null })
      entries.push({ ...subject, action: 'deleted', detail: 'Undo of an import' })
    } else if (item.state !== 'archived') {
      const after = await patchItem(tx, item.id, { state: 'archived' }, at)
      await saveRevision(tx, { ...author, name: `${author.name} (undone)` }, { before: item, after })
      const detail = `Undo of an import: the item ${texts.join(', ')}`
      entries.push({ ...subject, action: 'archived', detail })
    }
  }
  await writeAuditEntries(tx, actor, entries)
  await updateRowResults(tx, importId, undone)
}

/** Why an item that a row has created is not deleted. */
function listObstacles(
  revision: number | null,
  item: Pick<StoredItem, 'id' | 'revision'> | undefined,
  used: Awaited<ReturnType<typeof findItemUses>>,
): UndoObstacle[] {
  if (!item) return ['deleted']
  return [...(item.revision === revision ? [] : ['changed' as const]), ...(used.get(item.id) ?? [])]
}

/** Returns what undoing an import would do now. */
export async function previewUndo(db: Db, importId: string): Promise<ImportUndoPreview> {
  const uses = await readUses(db, importId)
  const counts = { undone: 0, partlyUndone: 0, archived: 0, deleted: 0 }
  const found = new Map<UndoObstacle, { count: number; names: string[] }>()
  for await (const rows of iterateAppliedRows(db, importId)) {
    const created = rows.flatMap(({ state, item }) => (state === 'created' && item ? item.id : []))
    const used = await findItemUses(db, created, uses)
    for (const { state, name, itemRevision, item } of rows) {
      const reasons = listObstacles(itemRevision, item, used)
      if (reasons.length === 0) counts.undone++
      else if (!item) counts.deleted++
      else if (state === 'created') counts.archived++
      else counts.partlyUndone++
      for (const reason of reasons) {
        const { count, names } = found.get(reason) ?? { count: 0, names: [] }
        found.set(reason, { count: count + 1, names: names.length < MAX_NAMES ? [...names, name] : names })
      }
    }
  }
  return { ...counts, obstacles: [...found].map(([reason, each]) => ({ reason, ...each })) }
}

/** An item before and after an import has changed it. */
interface ImportedChange {
  earlier: ItemDraft
  imported: ItemDraft
}

/**
 * Returns an item with the earlier values of what an import has changed, and the labels of those that stay, because they were
 * changed again since.
 */
function undoValues(current: ItemDraft, change: ImportedChange): { draft: ItemDraft; kept: string[] } {
  const kept: string[] = []
  const values: Partial<Record<ItemField, unknown>> = {}
  for (const field of ITEM_FIELD_NAMES) {
    const [earlier, imported, now] = [change.earlier, change.imported, current].map((item) =>
      getField(item, field),
    )
    if (field === 'specifications' || isSame(earlier, imported)) continue
    if (isSame(now, imported)) values[field] = earlier
    else if (!isSame(now, earlier)) kept.push(ITEM_FIELDS[field].label)
  }
  const specifications = undoSpecifications(current, change, kept)
  return { draft: { ...withFields(current, values as Partial<ItemFieldValues>), specifications }, kept }
}

function undoSpecifications(
  current: ItemDraft,
  { earlier, imported }: ImportedChange,
  kept: string[],
): ItemDraft['specifications'] {
  // The order is the earlier one, too.
  if (isSame(current.specifications, imported.specifications)) return earlier.specifications
  const names = [...earlier.specifications, ...imported.specifications].map(([name]) => name)
  const restored: ItemDraft['specifications'] = []
  for (const name of new Set(names)) {
    const [before, after, now] = [earlier, imported, current].map((item) => getSpecification(item, name))
    if (before === after) continue
    if (now === after) restored.push([name, before!])
    else if (now !== before) kept.push(name)
  }
  return mergeSpecifications(current.specifications, restored)
}

const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)
