import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { MailState } from '#contracts/mail.ts'
import { Problem } from '#contracts/problem.ts'
import type { Db } from '#server/database/db.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { mailTrouble } from './store.ts'

/** Whether mail arrives, for those who wait for it. */
export function mailRoutes(
  fastify: FastifyInstance,
  { db, guard, configured }: { db: Db; guard: Guard; configured: boolean },
): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  app.get(
    '/api/mail/state',
    {
      onRequest: guard.requires('enquiries.read'),
      schema: {
        tags: ['mail'],
        summary: 'Whether mail has been failing',
        response: { 200: MailState, default: Problem },
      },
    },
    async () => ({ configured, ...(await mailTrouble(db)) }),
  )
}
