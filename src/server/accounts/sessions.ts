import type { FastifyRequest } from 'fastify'
import { ROLE_PERMISSIONS } from '#contracts/permission.ts'
import type { Db } from '#server/database/open.ts'
import { type Clock, minutesBefore, timestamp } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { hashSecret } from '#server/kernel/ids.ts'
import { isLive, SEEN_STEP_MINUTES, SESSION_COOKIE } from './rules.ts'
import { findSession, touchSession } from './store.ts'

/** Answers who is behind a request's cookie, and keeps the session awake. */
export function sessionReader(parts: { db: Db; clock: Clock }) {
  return async (request: FastifyRequest): Promise<Actor | undefined> => {
    const secret = request.cookies[SESSION_COOKIE]
    if (!secret) return undefined
    const session = await findSession(parts.db, hashSecret(secret))
    const now = parts.clock()
    if (!session || !isLive(session, now)) return undefined
    if (session.seenAt < timestamp(minutesBefore(now, SEEN_STEP_MINUTES))) {
      await touchSession(parts.db, session.id, timestamp(now))
    }
    const { id, user } = session
    return {
      accountId: user.id,
      name: user.username,
      permissions: ROLE_PERMISSIONS[user.role],
      session: { id, user },
    }
  }
}
