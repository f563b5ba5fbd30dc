import type { FastifyRequest } from 'fastify'
import { ROLES } from '#contracts/role.ts'
import type { Db } from '#server/database/db.ts'
import { type Clock, subtractMinutes, toIso } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { getBearerToken } from '#server/kernel/http.ts'
import { hashSecret } from '#server/kernel/ids.ts'
import { getSessionCookieName, isActive, TOUCH_INTERVAL_MINUTES } from './rules.ts'
import { findApiKey, touchApiKey } from './store-api-keys.ts'
import { findSession, touchSession } from './store-sessions.ts'

interface AuthenticatorDeps {
  db: Db
  clock: Clock
  publicUrl?: string | undefined
}

/** Sent by what a screen asks for every minute: nobody is there because of it. */
const BACKGROUND_HEADER = 'x-capstan-background'

/** Answers who sends a request: the person of a live session's cookie, else the program of an API key. */
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

/** Keeps the session awake, unless it is the screen that asks by itself. */
async function authenticateSession(
  { db, clock }: AuthenticatorDeps,
  secret: string,
  isBackground: boolean,
): Promise<Actor | undefined> {
  const session = await findSession(db, hashSecret(secret))
  const now = clock()
  if (!session || !isActive(session, now)) return undefined
  if (!isBackground && session.seenAt < getTouchThreshold(now)) await touchSession(db, session.id, toIso(now))
  const { id, user } = session
  return {
    accountId: user.id,
    name: user.username,
    permissions: ROLES[user.role].permissions,
    session: { id, user },
  }
}

async function authenticateApiKey(
  { db, clock }: AuthenticatorDeps,
  secret: string,
): Promise<Actor | undefined> {
  const key = await findApiKey(db, hashSecret(secret))
  if (!key) return undefined
  const now = clock()
  if (!key.usedAt || key.usedAt < getTouchThreshold(now)) await touchApiKey(db, key.id, toIso(now))
  return { accountId: undefined, name: `API key ${key.name}`, permissions: key.scopes, session: undefined }
}

const getTouchThreshold = (now: Date) => toIso(subtractMinutes(now, TOUCH_INTERVAL_MINUTES))
