import type { FastifyInstance } from 'fastify'
import { MailStatus } from '#contracts/mail/mail.ts'
import type { Db } from '#server/database/db.ts'
import type { Guard } from '#server/kernel/http/guard.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { getMailStatus } from './store.ts'

/** Registers the status of the outbox, for all staff: it tells whether they can send emails, and contains no address. */
export async function mailRoutes(
  app: FastifyInstance,
  { db, guard, configured }: { db: Db; guard: Guard; configured: boolean },
): Promise<void> {
  const route = createRouter(app, { guard, tag: 'mail' })
  route(
    'GET /api/mail/state',
    {
      permission: 'session',
      summary: 'Get the number of delayed and failed emails',
      reply: MailStatus,
    },
    async () => ({ configured, ...(await getMailStatus(db)) }),
  )
}
