import { MailStatus } from '#contracts/mail.ts'
import type { Db } from '#server/database/db.ts'
import type { Api } from '#server/kernel/api.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { getMailStatus } from './store.ts'

/** Registers the status of the outbox, for all staff: it tells whether they can send emails, and contains no address. */
export async function mailRoutes(
  app: Api,
  { db, guard, configured }: { db: Db; guard: Guard; configured: boolean },
): Promise<void> {
  app.get(
    '/state',
    {
      onRequest: guard.requiresSession(),
      schema: {
        summary: 'Get the number of delayed and failed emails',
        response: { 200: MailStatus },
      },
    },
    async () => ({ configured, ...(await getMailStatus(db)) }),
  )
}
