import { z } from 'zod'
import type { User } from '#contracts/account.ts'
import { ProfileSession } from '#contracts/profile.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { getSession } from '#server/kernel/guard.ts'
import { notFound } from '#server/kernel/problem.ts'
import type { AccountDeps } from './deps.ts'
import { isActive } from './rules.ts'
import { deleteOtherSessions, deleteSession, listSessions } from './store-sessions.ts'
import { describeUserAgent } from './user-agent.ts'

/** Where one's own account is signed in. */
export function sessionRoutes(app: Api, { db, clock, guard }: AccountDeps): void {
  const onRequest = guard.requiresSession()
  const tags = ['own account']
  const done = { 204: z.null() }
  const auditSignOut = (transaction: Db, { id, username }: User, detail: string) => {
    const subject = { subject: 'account', subjectId: id, subjectName: username } as const
    const at = toIso(clock())
    return writeAuditEntry(
      transaction,
      { accountId: id, name: username },
      { at, action: 'signed out', ...subject, detail },
    )
  }

  app.get(
    '/api/account/sessions',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Where one is signed in, the latest first',
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
    { onRequest, schema: { tags, summary: 'End all sessions but this one', response: done } },
    async (request, reply) => {
      const { id, user } = getSession(request)
      await inTransaction(db, async (transaction) => {
        const ended = await deleteOtherSessions(transaction, user.id, id)
        if (ended > 0) await auditSignOut(transaction, user, 'everywhere else')
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
        summary: 'End one session',
        params: z.object({ id: z.string().max(100) }),
        response: done,
      },
    },
    async (request, reply) => {
      const { user } = getSession(request)
      await inTransaction(db, async (transaction) => {
        if (!(await deleteSession(transaction, user.id, request.params.id))) throw notFound('Session')
        await auditSignOut(transaction, user, 'in another browser')
      })
      return reply.code(204).send(null)
    },
  )
}
