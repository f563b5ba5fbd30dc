import { z } from 'zod'
import { Dashboard, GettingStartedUpdate, StepConfirmation } from '#contracts/dashboard.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Guard, getActor } from '#server/kernel/guard.ts'
import { conflict, forbidden } from '#server/kernel/problem.ts'
import { type DashboardDeps, getDashboard } from './dashboard.ts'
import { STEP_PERMISSIONS } from './rules.ts'
import { updateChecklistDismissal, updateStepConfirmation } from './store.ts'

/** Registers the dashboard, which reads the tables of all modules. */
export async function dashboardRoutes(app: Api, deps: DashboardDeps & { guard: Guard }): Promise<void> {
  app.get(
    '',
    {
      onRequest: deps.guard.requires('dashboard.read'),
      schema: {
        summary:
          'Get the numbers of this month and the 12 before it, the pending work and the steps of getting started',
        response: { 200: Dashboard },
      },
    },
    async (request) => getDashboard(deps, getActor(request)),
  )

  app.put(
    '/getting-started',
    {
      onRequest: deps.guard.requiresSession(),
      schema: {
        summary: 'Hide the steps of getting started from your dashboard, or show them again',
        body: GettingStartedUpdate,
        response: { 200: z.object({ dismissed: z.boolean() }) },
      },
    },
    async (request) => {
      const { accountId = '' } = getActor(request)
      const { dismissed } = request.body
      await inTransaction(deps.db, (tx) => updateChecklistDismissal(tx, accountId, dismissed))
      return { dismissed }
    },
  )

  app.put(
    '/step-confirmation',
    {
      onRequest: deps.guard.requires('settings.edit'),
      schema: {
        summary:
          'Say that a step is done that the site cannot check, such as backups of PostgreSQL, or that it is not',
        body: StepConfirmation,
        response: { 200: StepConfirmation },
      },
    },
    async (request) => {
      const { accountId = '', permissions } = getActor(request)
      const { step } = request.body
      if (!permissions.includes(STEP_PERMISSIONS[step])) throw forbidden()
      if ((await deps.readSetupState())[step] === undefined)
        throw conflict('backup-is-checked', 'The site checks its nightly backups itself.')
      await inTransaction(deps.db, (tx) => updateStepConfirmation(tx, accountId, request.body))
      return request.body
    },
  )
}
