import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { LoginBody, LoginReply, User } from '#contracts/account/account.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { auditAccount } from '../audit.ts'
import type { AccountDeps } from '../deps.ts'
import { getSessionCookieName, parseLogin } from '../rules.ts'
import { deleteSession } from '../store-sessions.ts'
import { type ClientInfo, type NewSession, signIn } from './sign-in.ts'

const MAX_USER_AGENT_LENGTH = 200

/** Registers sign-in and sign-out (rows AUTH-4 to AUTH-8). */
export function signInRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { db, clock, guard } = deps
  const route = createRouter(app, { guard, tag: 'sign-in' })

  route(
    'POST /api/auth/login',
    {
      permission: 'public',
      summary: "Sign in; 401 of type 'code-needed' means that the code of two-step verification is required",
      body: LoginBody,
      reply: LoginReply,
    },
    async (request, reply) => {
      const origin = request.siteOrigin
      const { code } = request.body
      const session = await signIn(
        deps,
        { ...parseLogin(request.body), code },
        getClientInfo(request, origin),
      )
      return createLoginReply(session, origin, reply)
    },
  )

  route(
    'POST /api/auth/logout',
    { permission: 'session', summary: 'Sign out' },
    async ({ actor: { accountId, session }, siteOrigin }, reply) => {
      await inTransaction(db, async (tx) => {
        await deleteSession(tx, { accountId, id: session.id })
        await auditAccount(tx, { account: session.user, action: 'signed out', now: clock() })
      })
      const { name, ...options } = getSessionCookie(siteOrigin)
      reply.clearCookie(name, options)
    },
  )

  route(
    'GET /api/auth/me',
    { permission: 'session', summary: 'Get the signed-in user', reply: User },
    ({ actor }) => actor.session.user,
  )
}

/** Returns where a request comes from; `origin` is the site's own for this request. */
export const getClientInfo = (request: FastifyRequest, origin: string): ClientInfo => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
  sessionSecret: request.cookies[getSessionCookieName(origin)],
})

/** Returns name and attributes of the session cookie; browsers delete it only with the same attributes. */
const getSessionCookie = (origin: string) =>
  ({
    name: getSessionCookieName(origin),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: origin.startsWith('https:'),
  }) as const

/** Sets the session cookie and returns the response body. Determine `origin` before the session is created: that throws for a wrong Host header. */
export function createLoginReply(
  { user, token, secret, expires }: NewSession,
  origin: string,
  reply: FastifyReply,
): LoginReply {
  const { name, ...options } = getSessionCookie(origin)
  reply.setCookie(name, secret, { ...options, expires })
  return { token, user, message: 'Login successful! Welcome back.' }
}
