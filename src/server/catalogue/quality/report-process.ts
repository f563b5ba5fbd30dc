import { constants } from 'node:os'
import type { DatabaseSettings } from '#server/database/db.ts'
import { openInChild } from '#server/database/open-in-child.ts'
import { serveTasks } from '#server/kernel/child-tasks.ts'
import { createReport } from './report.ts'

// This process is started by report-reader.ts.
serveTasks(
  {
    async report(settings: DatabaseSettings) {
      const db = await openInChild(settings)
      try {
        return await createReport(db)
      } finally {
        await db.destroy()
      }
    },
  },
  { priority: constants.priority.PRIORITY_BELOW_NORMAL },
)
