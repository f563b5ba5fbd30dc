import { setImmediate as nextTurn } from 'node:timers/promises'
import { FINDING_TYPES, type FindingType } from '#contracts/bulk-data/quality-types.ts'
import type { Db } from '#server/database/db.ts'
import type { QualityFinding } from './sample.ts'
import { CatalogueScan } from './scan.ts'
import { iterateScannedItems } from './store.ts'

/** After this time of computation other requests are handled. */
const TURN_MS = 8

/** What is wrong with a catalogue. */
export interface QualityReport {
  /** The number of items that were checked. */
  items: number
  /** By type, and those about the most items first. */
  findings: QualityFinding[]
}

/** Reads all items once and returns what is wrong with them. Other requests are handled in between. */
export async function createReport(db: Db): Promise<QualityReport> {
  const scan = new CatalogueScan()
  for await (const items of iterateScannedItems(db)) {
    for (const item of items) scan.add(item)
    await nextTurn()
  }
  const byType = new Map<FindingType, QualityFinding[]>(FINDING_TYPES.map((type) => [type, []]))
  let startedAt = performance.now()
  for (const finding of scan.find()) {
    if (finding) byType.get(finding.type)!.push(finding)
    if (performance.now() - startedAt < TURN_MS) continue
    await nextTurn()
    startedAt = performance.now()
  }
  return {
    items: scan.count,
    findings: [...byType.values()].flatMap((findings) =>
      findings.sort((a, b) => b.rowIds.length - a.rowIds.length || a.title.localeCompare(b.title, 'en')),
    ),
  }
}
