import { z } from 'zod'
import { BackupConfirmation, Dashboard, GettingStartedUpdate } from '#contracts/dashboard.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { type Guard, getActor } from '#server/kernel/guard.ts'
import { conflict } from '#server/kernel/problem.ts'
import { type DashboardDeps, getDashboard } from './dashboard.ts'
import { updateBackupConfirmation, updateChecklistDismissal } from './store.ts'

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
    '/backup-confirmation',
    {
      onRequest: deps.guard.requires('accounts.edit'),
      schema: {
        summary: 'Say that PostgreSQL is backed up, which the site cannot check, or that it is not',
        body: BackupConfirmation,
        response: { 200: BackupConfirmation },
      },
    },
    async (request) => {
      const { confirmed } = request.body
      const { databaseBackup } = await deps.readSetupState()
      if (databaseBackup === undefined)
        throw conflict('backup-is-checked', 'The site checks its nightly backups itself.')
      const { accountId = '' } = getActor(request)
      await inTransaction(deps.db, (tx) => updateBackupConfirmation(tx, accountId, confirmed))
      return { confirmed }
    },
  )
}
