import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { LoginBody, LoginReply, User } from '#contracts/account.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { getActor, getSession } from '#server/kernel/guard.ts'
import { getRequestOrigin } from '#server/kernel/http.ts'
import type { AccountDeps } from './deps.ts'
import { getSessionCookieName, parseLogin } from './rules.ts'
import { type ClientInfo, type NewSession, signIn } from './sign-in.ts'
import { deleteSession } from './store-sessions.ts'

const MAX_USER_AGENT_LENGTH = 200

/** Signing in and out (rows AUTH-4 to AUTH-8). */
export function signInRoutes(app: Api, deps: AccountDeps): void {
  const { db, clock, guard } = deps
  const tags = ['sign-in']

  app.post(
    '/api/auth/login',
    {
      schema: {
        tags,
        summary: "Sign in; 401 of type 'code-needed' asks for the code of the second factor as well",
        body: LoginBody,
        response: { 200: LoginReply },
      },
    },
    async (request, reply) => {
      const origin = getRequestOrigin(request, deps.publicUrl)
      const { code } = request.body
      const session = await signIn(
        deps,
        { ...parseLogin(request.body), code },
        getClientInfo(request, origin),
      )
      return createLoginReply(session, origin, reply)
    },
  )

  app.post(
    '/api/auth/logout',
    {
      onRequest: guard.requiresSession(),
      schema: { tags, summary: 'End this session', response: { 204: z.null() } },
    },
    async (request, reply) => {
      const { id, user } = getSession(request)
      await inTransaction(db, async (transaction) => {
        await deleteSession(transaction, user.id, id)
        await writeAuditEntry(transaction, getActor(request), {
          at: toIso(clock()),
          action: 'signed out',
          subject: 'account',
          subjectId: user.id,
          subjectName: user.username,
        })
      })
      const { name, ...options } = getSessionCookie(getRequestOrigin(request, deps.publicUrl))
      return reply.clearCookie(name, options).code(204).send(null)
    },
  )

  app.get(
    '/api/auth/me',
    {
      onRequest: guard.requiresSession(),
      schema: { tags, summary: 'Who is signed in', response: { 200: User } },
    },
    async (request) => getSession(request).user,
  )
}

/** `origin`: where the site stands for this request. */
export const getClientInfo = (request: FastifyRequest, origin: string): ClientInfo => ({
  ip: request.ip,
  userAgent: (request.headers['user-agent'] ?? '').slice(0, MAX_USER_AGENT_LENGTH),
  sessionSecret: request.cookies[getSessionCookieName(origin)],
})

/** Name and attributes of the session cookie; a browser forgets it only by the same ones. */
const getSessionCookie = (origin: string) =>
  ({
    name: getSessionCookieName(origin),
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: origin.startsWith('https:'),
  }) as const

/** Sets the cookie; answers the reply's body. Take `origin` before the session is begun: it throws for a wrong Host header. */
export function createLoginReply(
  { user, token, secret, expires }: NewSession,
  origin: string,
  reply: FastifyReply,
): LoginReply {
  const { name, ...options } = getSessionCookie(origin)
  reply.setCookie(name, secret, { ...options, expires })
  return { token, user, message: 'Login successful! Welcome back.' }
}
