import { Dashboard } from '#contracts/dashboard.ts'
import type { Db } from '#server/database/db.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Clock } from '#server/kernel/clock.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { getDashboard } from './dashboard.ts'

/** Registers the dashboard, which reads the tables of all modules. */
export async function dashboardRoutes(
  app: Api,
  { db, clock, guard }: { db: Db; clock: Clock; guard: Guard },
): Promise<void> {
  app.get(
    '',
    {
      onRequest: guard.requires('dashboard.read'),
      schema: {
        summary: 'Get the numbers of the last 12 months and the pending work',
        response: { 200: Dashboard },
      },
    },
    async () => getDashboard(db, clock()),
  )
}
