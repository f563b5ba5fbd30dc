import { join } from 'node:path'
import type { DatabaseSettings } from '#server/database/db.ts'
import { runInChild } from '#server/kernel/child.ts'
import type { Events } from '#server/kernel/events.ts'
import type { ListService } from '../listing/list-service.ts'
import { createReport, type QualityReport } from './report.ts'

const PROCESS_PATH = join(import.meta.dirname, 'report-process.ts')
/** More than ten times what a catalogue of a million items takes. */
const TIMEOUT_MS = 10 * 60_000
/** The check of a large catalogue takes seconds, and an import changes it every second. */
const MAX_AGE_MS = 60_000

/** The latest report of the quality of the data. */
export interface ReportReader {
  /** Returns the report of the present content; of a large catalogue, one of at most a minute ago. */
  get(): Promise<QualityReport>
  /** Makes the next report one of the present content. */
  forget(): void
}

interface ReaderDeps {
  events: Events
  lists: Pick<ListService, 'isLarge' | 'getDb'>
  databaseSettings: DatabaseSettings
  /** Aborted when the site ends. */
  signal: AbortSignal
}

/** Reports of large catalogues are created in a process of their own. Concurrent calls share the report. */
export function createReportReader({ events, lists, databaseSettings, signal }: ReaderDeps): ReportReader {
  let latest: { report: Promise<QualityReport>; at: number } | undefined
  let isCurrent = false
  events.on('content-changed', (what) => {
    if (what !== 'pages') isCurrent = false
  })
  const createInChild = () =>
    runInChild<QualityReport>({
      path: PROCESS_PATH,
      task: 'report',
      args: databaseSettings,
      timeoutMs: TIMEOUT_MS,
      signal,
    })
  return {
    async get() {
      const isLarge = await lists.isLarge()
      const isUsable = isCurrent || (isLarge && performance.now() - (latest?.at ?? 0) < MAX_AGE_MS)
      if (latest && isUsable) return latest.report
      isCurrent = true
      const report = isLarge ? createInChild() : lists.getDb().then(createReport)
      const created = { report, at: performance.now() }
      latest = created
      report.catch(() => {
        if (latest === created) latest = undefined
      })
      return report
    },
    forget() {
      latest = undefined
    },
  }
}
