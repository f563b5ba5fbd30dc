import type { FastifyRequest } from 'fastify'
import { ROLES } from '#contracts/account/role.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import type { Db } from '#server/database/db.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { type Clock, subtractMinutes, toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/http/guard.ts'
import { getBearerToken } from '#server/kernel/http/http.ts'
import { hashSecret } from '#server/kernel/ids.ts'
import { TOUCH_INTERVAL_MINUTES } from './limits.ts'
import { apiKeyExpired } from './problems.ts'
import { findApiKey, touchApiKey } from './profile/store-api-keys.ts'
import { getSessionCookieName, isActive } from './rules.ts'
import { findSession, touchSession } from './store-sessions.ts'

interface AuthenticatorDeps {
  db: Db
  clock: Clock
  publicUrl?: string | undefined
}

/** Sent with polling requests, which must not extend a session. */
const BACKGROUND_HEADER = 'x-capstan-background'

/** Returns a function that finds the actor of a request: the account of a valid session cookie, otherwise the program of an API key. */
export function createAuthenticator(deps: AuthenticatorDeps) {
  const cookieName = getSessionCookieName(deps.publicUrl)
  return async (request: FastifyRequest): Promise<Actor | undefined> => {
    const cookie = request.cookies[cookieName]
    const sessionActor = cookie
      ? await authenticateSession(deps, cookie, BACKGROUND_HEADER in request.headers)
      : undefined
    if (sessionActor) return sessionActor
    const key = getBearerToken(request.headers.authorization)
    return key ? authenticateApiKey(deps, key) : undefined
  }
}

/** Extends the session, except for polling requests. */
async function authenticateSession(
  { db, clock }: AuthenticatorDeps,
  secret: string,
  isBackground: boolean,
): Promise<Actor | undefined> {
  const session = await findSession(db, hashSecret(secret))
  const now = clock()
  if (!session || !isActive(session, now)) return undefined
  if (!isBackground && session.seenAt < getTouchThreshold(now))
    await inTransaction(db, (tx) => touchSession(tx, { id: session.id, at: toIso(now) }))
  const { id, user } = session
  return {
    accountId: user.id,
    name: user.username,
    permissions: ROLES[user.role].permissions,
    session: { id, user },
  }
}

/** Throws 401 for a key whose last day is over. */
async function authenticateApiKey(
  { db, clock }: AuthenticatorDeps,
  secret: string,
): Promise<Actor | undefined> {
  const key = await findApiKey(db, hashSecret(secret))
  if (!key) return undefined
  const now = clock()
  if (key.validUntil && key.validUntil < toBusinessDate(now)) throw apiKeyExpired(key.validUntil)
  if (!key.usedAt || key.usedAt < getTouchThreshold(now))
    await inTransaction(db, (tx) => touchApiKey(tx, { id: key.id, at: toIso(now) }))
  return { accountId: undefined, name: `API key ${key.name}`, permissions: key.scopes, session: undefined }
}

const getTouchThreshold = (now: Date) => toIso(subtractMinutes(now, TOUCH_INTERVAL_MINUTES))
