import { Dashboard } from '#contracts/dashboard.ts'
import { officeDay } from '#contracts/office-day.ts'
import type { Db } from '#server/database/db.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Clock, daysBefore, timestamp } from '#server/kernel/clock.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { byService, byStatus, monthsUntil } from './rules.ts'
import {
  countEnquiries,
  countEnquiriesBy,
  countLacking,
  countWaiting,
  readAskedAbout,
  readFigures,
  readSearchMisses,
} from './store.ts'

const YEAR_DAYS = 365

/** How the firm stands, from everything that is stored; it only reads, and only here do all rooms' tables meet. */
export async function dashboardRoutes(
  app: Api,
  { db, clock, guard }: { db: Db; clock: Clock; guard: Guard },
): Promise<void> {
  app.get(
    '/api/dashboard',
    {
      onRequest: guard.requires('office.read'),
      schema: {
        tags: ['dashboard'],
        summary: 'The figures of the last 12 months, and what is to be done',
        response: { 200: Dashboard },
      },
    },
    async () => readDashboard(db, clock()),
  )
}

async function readDashboard(db: Db, now: Date): Promise<Dashboard> {
  const since = timestamp(daysBefore(now, YEAR_DAYS))
  const months: Dashboard['months'] = []
  for (const { month, span, yearBefore } of monthsUntil(now)) {
    const enquiries = await countEnquiries(db, span)
    months.push({ month, enquiries, yearBefore: await countEnquiries(db, yearBefore) })
  }
  return {
    ...(await readFigures(db, since)),
    months,
    services: byService(await countEnquiriesBy(db, 'service', since)),
    statuses: byStatus(await countEnquiriesBy(db, 'status', since)),
    askedAbout: await readAskedAbout(db, since),
    searchMisses: await readSearchMisses(db),
    lacking: await countLacking(db),
    waiting: await countWaiting(db, { day: officeDay(now), before: timestamp(daysBefore(now, 1)) }),
  }
}
