import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { LoginBody, LoginReply, User } from '#contracts/account.ts'
import { Problem } from '#contracts/problem.ts'
import type { Db } from '#server/database/open.ts'
import { type Clock, minutesBefore, timestamp } from '#server/kernel/clock.ts'
import type { Guard } from '#server/kernel/guard.ts'
import { networkOf, originOf } from '#server/kernel/http.ts'
import { hashSecret, newSecret } from '#server/kernel/ids.ts'
import { Refusal, tooMany } from '#server/kernel/problem.ts'
import { passwordFits } from './password.ts'
import {
  absoluteEnd,
  checkedLogin,
  FAILURE_WINDOW_MINUTES,
  limitedSubjects,
  SESSION_COOKIE,
  TOO_MANY_LOGINS,
  WRONG_LOGIN,
  waitMs,
} from './rules.ts'
import { deleteSession, findAccountByEmail, forgiveAttempt, insertSession, noteAttempt } from './store.ts'

export interface AccountParts {
  db: Db
  clock: Clock
  guard: Guard
  publicUrl: string | undefined
}

/** Signing in and out (rows AUTH-4 to AUTH-8). */
export function accountRoutes(fastify: FastifyInstance, parts: AccountParts): void {
  const app = fastify.withTypeProvider<ZodTypeProvider>()
  const { db, clock, guard } = parts
  const tags = ['sign-in']

  app.post(
    '/api/auth/login',
    {
      schema: { tags, summary: 'Sign in', body: LoginBody, response: { 200: LoginReply, default: Problem } },
    },
    async (request, reply) => {
      const { email, password } = checkedLogin(request.body)
      const user = await signIn(parts, email, password, request.ip)
      const secret = newSecret()
      const expires = absoluteEnd(clock())
      const session = {
        secretHash: hashSecret(secret),
        accountId: user.id,
        at: timestamp(clock()),
        expiresAt: timestamp(expires),
      }
      const token = await insertSession(db, session)
      const secure = originOf(request, parts.publicUrl).startsWith('https:')
      reply.setCookie(SESSION_COOKIE, secret, { path: '/', httpOnly: true, sameSite: 'lax', secure, expires })
      return { token, user, message: 'Login successful! Welcome back.' }
    },
  )

  app.post(
    '/api/auth/logout',
    {
      onRequest: guard.requiresSession(),
      schema: { tags, summary: 'End this session', response: { 204: z.null(), default: Problem } },
    },
    async (request, reply) => {
      await deleteSession(db, guard.session(request).id)
      return reply.clearCookie(SESSION_COOKIE, { path: '/' }).code(204).send(null)
    },
  )

  app.get(
    '/api/auth/me',
    {
      onRequest: guard.requiresSession(),
      schema: { tags, summary: 'Who is signed in', response: { 200: User, default: Problem } },
    },
    async (request) => guard.session(request).user,
  )
}

/** The account these belong to. Throws 401 without saying which was wrong, and 429 after too many tries. */
async function signIn(
  { db, clock }: AccountParts,
  email: string,
  password: string,
  address: string,
): Promise<User> {
  const limits = limitedSubjects(email, networkOf(address))
  const now = clock()
  const times = { at: timestamp(now), since: timestamp(minutesBefore(now, FAILURE_WINDOW_MINUTES)) }
  const attempt = await noteAttempt(db, limits, times)
  if (!attempt) throw tooMany(TOO_MANY_LOGINS, FAILURE_WINDOW_MINUTES * 60)
  await sleep(waitMs(attempt.failures[2] ?? 0))
  const account = await findAccountByEmail(db, email)
  if (!(await passwordFits(password, account?.passwordHash)))
    throw new Refusal(401, 'wrong-login', WRONG_LOGIN)
  await forgiveAttempt(db, attempt.ids, limits[0].subject)
  const { passwordHash: _, ...user } = account!
  return user
}
