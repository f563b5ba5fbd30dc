import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { Dashboard, GettingStartedUpdate, StepConfirmation } from '#contracts/dashboard.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { conflict, forbidden } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { type DashboardDeps, getDashboard } from './dashboard.ts'
import { STEP_PERMISSIONS } from './rules.ts'
import { updateChecklistDismissal, updateStepConfirmation } from './store.ts'

/** Registers the dashboard, which reads the tables of all modules. */
export async function dashboardRoutes(
  app: FastifyInstance,
  deps: DashboardDeps & { guard: Guard },
): Promise<void> {
  const route = createRouter(app, { guard: deps.guard, tag: 'dashboard' })

  route(
    'GET /api/dashboard',
    {
      permission: 'dashboard.read',
      summary:
        'Get the numbers of this month and the 12 before it, the pending work and the steps of getting started',
      reply: Dashboard,
    },
    ({ actor }) => getDashboard(deps, actor),
  )

  route(
    'PUT /api/dashboard/getting-started',
    {
      permission: 'session',
      summary: 'Hide the steps of getting started from your dashboard, or show them again',
      body: GettingStartedUpdate,
      reply: z.object({ dismissed: z.boolean() }),
    },
    async ({ actor: { accountId }, body: { dismissed } }) => {
      await inTransaction(deps.db, (tx) => updateChecklistDismissal(tx, accountId, dismissed))
      return { dismissed }
    },
  )

  route(
    'PUT /api/dashboard/step-confirmation',
    {
      permission: 'settings.edit',
      summary:
        'Say that a step is done that the site cannot check, such as backups of PostgreSQL, or that it is not',
      body: StepConfirmation,
      reply: StepConfirmation,
    },
    async ({ actor: { accountId = '', permissions }, body }) => {
      if (!permissions.includes(STEP_PERMISSIONS[body.step])) throw forbidden()
      if ((await deps.readSetupState())[body.step] === undefined)
        throw conflict('backup-is-checked', 'The site checks its nightly backups itself.')
      await inTransaction(deps.db, (tx) => updateStepConfirmation(tx, accountId, body))
      return body
    },
  )
}
