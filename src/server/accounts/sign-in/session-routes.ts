import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { User } from '#contracts/account/account.ts'
import { ProfileSession } from '#contracts/account/profile.ts'
import type { Tx } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { auditAccount } from '../audit.ts'
import type { AccountDeps } from '../deps.ts'
import { isActive } from '../rules.ts'
import { deleteOtherSessions, deleteSession, listSessions } from '../store-sessions.ts'
import { describeUserAgent } from './user-agent.ts'

/** Registers the sessions of the user's own account. */
export function sessionRoutes(app: FastifyInstance, { db, clock, guard }: AccountDeps): void {
  const route = createRouter(app, { guard, tag: 'profile' })
  const auditSignOut = (tx: Tx, account: User, detail: string) =>
    auditAccount(tx, { account, action: 'signed out', now: clock(), detail })

  route(
    'GET /api/account/sessions',
    {
      permission: 'session',
      summary: 'List your sessions, the last used first',
      reply: z.array(ProfileSession),
    },
    async ({ actor }) => {
      const sessions = await listSessions(db, actor.accountId)
      return sessions
        .filter((session) => isActive(session, clock()))
        .map(({ userAgent, expiresAt: _, ...session }) => ({
          ...session,
          browser: describeUserAgent(userAgent),
          isCurrent: session.id === actor.session.id,
        }))
    },
  )

  route(
    'DELETE /api/account/sessions',
    { permission: 'session', summary: 'End all your other sessions' },
    ({ actor: { accountId, session } }) =>
      inTransaction(db, async (tx) => {
        const count = await deleteOtherSessions(tx, { accountId, retainedId: session.id })
        if (count > 0) await auditSignOut(tx, session.user, 'on all other devices')
      }),
  )

  route(
    'DELETE /api/account/sessions/:id',
    { permission: 'session', summary: 'End one of your sessions' },
    ({ actor: { accountId, session }, params: { id } }) =>
      inTransaction(db, async (tx) => {
        if (!(await deleteSession(tx, { accountId, id }))) throw notFound('Session')
        await auditSignOut(tx, session.user, 'on another device')
      }),
  )
}
