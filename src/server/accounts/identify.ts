import type { FastifyRequest } from 'fastify'
import { ROLE_PERMISSIONS } from '#contracts/permission.ts'
import type { Db } from '#server/database/db.ts'
import { type Clock, minutesBefore, timestamp } from '#server/kernel/clock.ts'
import type { Actor } from '#server/kernel/guard.ts'
import { hashSecret } from '#server/kernel/ids.ts'
import { isLive, SEEN_STEP_MINUTES, sessionCookie } from './rules.ts'
import { findKey, touchKey } from './store-keys.ts'
import { findSession, touchSession } from './store-sessions.ts'

interface Parts {
  db: Db
  clock: Clock
  publicUrl?: string | undefined
}

/** Sent by what a screen asks for every minute: nobody is there because of it. */
const BACKGROUND_HEADER = 'x-capstan-background'
const BEARER = /^Bearer +(\S{1,200})$/i

/** Answers who sends a request: the person of a live session's cookie, else the program of an API key. */
export function identifier(parts: Parts) {
  const cookieName = sessionCookie(parts.publicUrl)
  return async (request: FastifyRequest): Promise<Actor | undefined> => {
    const cookie = request.cookies[cookieName]
    const person = cookie ? await personOf(parts, cookie, BACKGROUND_HEADER in request.headers) : undefined
    if (person) return person
    const key = BEARER.exec(request.headers.authorization ?? '')?.[1]
    return key ? programOf(parts, key) : undefined
  }
}

/** Keeps the session awake, unless it is the screen that asks by itself. */
async function personOf({ db, clock }: Parts, secret: string, byItself: boolean): Promise<Actor | undefined> {
  const session = await findSession(db, hashSecret(secret))
  const now = clock()
  if (!session || !isLive(session, now)) return undefined
  if (!byItself && session.seenAt < stepBefore(now)) await touchSession(db, session.id, timestamp(now))
  const { id, user } = session
  return {
    accountId: user.id,
    name: user.username,
    permissions: ROLE_PERMISSIONS[user.role],
    session: { id, user },
  }
}

async function programOf({ db, clock }: Parts, secret: string): Promise<Actor | undefined> {
  const key = await findKey(db, hashSecret(secret))
  if (!key) return undefined
  const now = clock()
  if (!key.usedAt || key.usedAt < stepBefore(now)) await touchKey(db, key.id, timestamp(now))
  return { accountId: undefined, name: `API key ${key.name}`, permissions: key.scopes, session: undefined }
}

const stepBefore = (now: Date) => timestamp(minutesBefore(now, SEEN_STEP_MINUTES))
