import { z } from 'zod'
import type { User } from '#contracts/account.ts'
import { ProfileSession } from '#contracts/profile.ts'
import type { Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { getSession } from '#server/kernel/guard.ts'
import { notFound } from '#server/kernel/problem.ts'
import { auditAccount } from './audit.ts'
import type { AccountDeps } from './deps.ts'
import { isActive } from './rules.ts'
import { deleteOtherSessions, deleteSession, listSessions } from './store-sessions.ts'
import { describeUserAgent } from './user-agent.ts'

/** Registers the sessions of the user's own account. */
export function sessionRoutes(app: Api, { db, clock, guard }: AccountDeps): void {
  const onRequest = guard.requiresSession()
  const tags = ['profile']
  const done = { 204: z.null() }
  const auditSignOut = (tx: Tx, account: User, detail: string) =>
    auditAccount(tx, { account, action: 'signed out', now: clock(), detail })

  app.get(
    '/api/account/sessions',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List your sessions, the last used first',
        response: { 200: z.array(ProfileSession) },
      },
    },
    async (request) => {
      const { id, user } = getSession(request)
      const sessions = await listSessions(db, user.id)
      return sessions
        .filter((session) => isActive(session, clock()))
        .map(({ userAgent, expiresAt: _, ...session }) => ({
          ...session,
          browser: describeUserAgent(userAgent),
          isCurrent: session.id === id,
        }))
    },
  )

  app.delete(
    '/api/account/sessions',
    { onRequest, schema: { tags, summary: 'End all your other sessions', response: done } },
    async (request, reply) => {
      const { id, user } = getSession(request)
      await inTransaction(db, async (tx) => {
        const count = await deleteOtherSessions(tx, { accountId: user.id, retainedId: id })
        if (count > 0) await auditSignOut(tx, user, 'on all other devices')
      })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/api/account/sessions/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'End one of your sessions',
        params: z.object({ id: z.string().max(100) }),
        response: done,
      },
    },
    async (request, reply) => {
      const { user } = getSession(request)
      await inTransaction(db, async (tx) => {
        const session = { accountId: user.id, id: request.params.id }
        if (!(await deleteSession(tx, session))) throw notFound('Session')
        await auditSignOut(tx, user, 'on another device')
      })
      return reply.code(204).send(null)
    },
  )
}
