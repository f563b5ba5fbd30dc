import type { ItemBatchReply, ItemRevision } from '#contracts/bulk-data/item-batch.ts'
import type {
  DismissalBody,
  Finding,
  FindingItem,
  FindingPage,
  FindingsQuery,
  FixBody,
  FixPreview,
  FixPreviewBody,
} from '#contracts/bulk-data/quality.ts'
import { FINDING_TYPES } from '#contracts/bulk-data/quality-types.ts'
import { MAX_LISTED_IDS } from '#contracts/item/admin-item.ts'
import type { Page } from '#contracts/page.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db, Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { HttpProblem } from '#server/kernel/http/problem.ts'
import { readItems } from '../export/read-items.ts'
import type { ItemDraft } from '../item/draft.ts'
import { changeItemBatch, findEarlier } from '../item-api/change-batch.ts'
import type { ItemDeps } from '../items/deps.ts'
import { findByRowIdsAnyState, type StoredItem, updateItem } from '../items/store.ts'
import { describeFix, planFix } from './fixes.ts'
import { parseNumbers, parseQuantity, replaceNumber, replaceNumberAt } from './quantity.ts'
import type { ReportReader } from './report-reader.ts'
import type { QualityFinding } from './sample.ts'
import { deleteDismissal, listDismissedKeys, saveDismissal } from './store.ts'

const gone = () =>
  new HttpProblem(404, 'not-found', 'This finding no longer exists. It may have been corrected meanwhile.')

/** Items that a finding shows at once. */
const MAX_SHOWN_ITEMS = 3

interface QualityDeps extends ItemDeps {
  report: ReportReader
}

/** Returns one page of the findings that are not dismissed, and how many there are of each type. */
export async function listFindings(
  { db, report }: QualityDeps,
  { type, kind, limit, offset }: FindingsQuery,
): Promise<FindingPage> {
  const { items, findings: all } = await report.get()
  const dismissedKeys = await listDismissedKeys(db)
  const open = all.filter((finding) => !dismissedKeys.has(finding.key) && (!kind || finding.kind === kind))
  const counts = Object.fromEntries(FINDING_TYPES.map((each) => [each, 0])) as FindingPage['counts']
  for (const finding of open) counts[finding.type]++
  const matching = type ? open.filter((finding) => finding.type === type) : open
  const findings: Finding[] = []
  for (const finding of matching.slice(offset, offset + limit)) findings.push(await toFinding(db, finding))
  return {
    items,
    counts,
    dismissed: dismissedKeys.size,
    total: matching.length,
    findings,
  }
}

/** Returns one page of the items of a finding. Throws 404 if it does not exist any more. */
export async function listFindingItems(
  { db, report }: QualityDeps,
  key: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<Page<FindingItem>> {
  const finding = await getFindingOrThrow(report, key)
  const items = await findByRowIdsAnyState(db, finding.rowIds.slice(offset, offset + limit))
  return { total: finding.rowIds.length, items: items.map((item) => toFindingItem(finding, item)) }
}

/** Returns the ids of the first `max` items of a finding. Throws 404 if it does not exist any more. */
export async function listFindingItemIds(
  { db, report }: QualityDeps,
  key: string,
  max: number,
): Promise<string[]> {
  const { rowIds } = await getFindingOrThrow(report, key)
  const ids: string[] = []
  for await (const items of readItems(db, rowIds.slice(0, max))) ids.push(...items.map(({ id }) => id))
  return ids
}

async function getFindingOrThrow(report: ReportReader, key: string): Promise<QualityFinding> {
  const finding = (await report.get()).findings.find((each) => each.key === key)
  if (!finding) throw gone()
  return finding
}

async function toFinding(db: Db, finding: QualityFinding): Promise<Finding> {
  const { key, type, kind, title, detail, rowIds } = finding
  const items = await findByRowIdsAnyState(db, rowIds.slice(0, MAX_SHOWN_ITEMS))
  const fix = type === 'values' ? suggestValue(items[0], finding) : finding.fix
  const shown = items.map((item) => toFindingItem(finding, item))
  return { key, type, kind, title, detail, count: rowIds.length, items: shown, fix }
}

/** The proposed number in the text that the item has, or this text, to be corrected by hand. */
function suggestValue(
  item: StoredItem | undefined,
  { names, suggestion, numberPosition: position }: QualityFinding,
): Finding['fix'] {
  const parse = position === undefined ? parseQuantity : parseNumbers
  const [name, text] = item?.specifications.find((pair) => names.includes(pair[0]) && parse(pair[1])) ?? []
  if (name === undefined || text === undefined) return null
  if (suggestion === undefined) return { action: 'value', name, value: text }
  const value =
    position === undefined ? replaceNumber(text, suggestion) : replaceNumberAt(text, position, suggestion)
  return { action: 'value', name, value }
}

function toFindingItem({ type, names }: QualityFinding, item: StoredItem): FindingItem {
  const { id, kind, name, category, state, commercial } = item
  const concerned = item.specifications.filter(([each]) => names.includes(each))
  const texts = type === 'duplicates' ? item.specifications.slice(0, MAX_SHOWN_ITEMS) : concerned
  return {
    id,
    kind,
    name,
    category,
    state,
    code: commercial.code ?? '',
    texts: texts.map((pair) => pair.join(': ')),
  }
}

/** Hides a finding, also for items that it concerns later. Throws 404 if it does not exist any more. */
export async function dismissFinding(
  deps: QualityDeps,
  actor: Actor,
  { key, reason }: DismissalBody,
): Promise<void> {
  const { type, kind, title } = await getFindingOrThrow(deps.report, key)
  const at = toIso(deps.clock())
  await inTransaction(deps.db, async (tx) => {
    await saveDismissal(tx, { key, type, kind, title, reason, at, by: actor })
    const subject = { subject: 'quality', subjectId: key, subjectName: title } as const
    await writeAuditEntry(tx, actor, { at, action: 'dismissed', ...subject, detail: reason })
  })
}

/** Shows a dismissed finding again, if the same is still wrong. Throws 404. */
export async function restoreFinding({ db, clock }: ItemDeps, actor: Actor, key: string): Promise<void> {
  await inTransaction(db, async (tx) => {
    const subjectName = await deleteDismissal(tx, key)
    if (subjectName === undefined) throw gone()
    const subject = { subject: 'quality', subjectId: key, subjectName } as const
    await writeAuditEntry(tx, actor, { at: toIso(clock()), action: 'restored', ...subject })
  })
}

/** Returns what a correction of a finding would do, and changes nothing. Throws 404 if it does not exist any more. */
export async function previewFix(
  { db, report }: QualityDeps,
  { key, fix }: FixPreviewBody,
): Promise<FixPreview> {
  const { rowIds } = await getFindingOrThrow(report, key)
  const planned = rowIds.slice(0, MAX_LISTED_IDS)
  const preview: FixPreview = {
    total: rowIds.length,
    changes: [],
    leftOut: { unchanged: 0, both: 0, notConvertible: 0, invalid: 0, later: rowIds.length - planned.length },
  }
  for await (const items of readItems(db, planned)) {
    for (const item of items) {
      const plan = planFix(item, fix)
      if (typeof plan === 'string') preview.leftOut[plan]++
      else {
        const { id, revision, kind, name, commercial } = item
        const { before, after } = plan
        preview.changes.push({ id, revision, kind, name, code: commercial.code ?? '', before, after })
      }
    }
  }
  return preview
}

/** Corrects items. See `changeItemBatch` for conflicts. */
export const applyFix = (deps: QualityDeps, actor: Actor, { items, fix }: FixBody): Promise<ItemBatchReply> =>
  changeItems(deps, {
    ...{ actor, items, note: describeFix(fix), write: writeDraft },
    async getChanges(_tx, current) {
      const drafts = new Map<string, ItemDraft>()
      for (const item of current) {
        const plan = planFix(item, fix)
        if (typeof plan !== 'string') drafts.set(item.id, plan.draft)
      }
      return drafts
    },
  })

/** Gives items what a correction may have changed as it was in the revision before, unless they were changed since. */
export const undoFix = (deps: QualityDeps, actor: Actor, items: ItemRevision[]): Promise<ItemBatchReply> =>
  changeItems(deps, {
    ...{ actor, items, note: 'data quality: correction undone', write: writeDraft },
    getChanges: (tx, current) =>
      findEarlier(tx, current, ({ specifications, state, commercial }, item) => ({
        ...item,
        ...{ specifications, state, commercial: { ...item.commercial, hsn: commercial.hsn } },
      })),
  })

/** Whoever has corrected items sees at once what is left to do. */
const changeItems = (deps: QualityDeps, ...[change]: [Parameters<typeof changeItemBatch<ItemDraft>>[1]]) =>
  changeItemBatch(deps, change).finally(() => deps.report.forget())

const writeDraft = (tx: Tx, before: StoredItem, draft: ItemDraft, at: string): Promise<StoredItem> =>
  updateItem(tx, before, draft, at)
