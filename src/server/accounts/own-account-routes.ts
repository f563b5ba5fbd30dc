import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  OwnAccount,
  PasswordChange,
  PasswordProof,
  RecoveryCodes,
  SecondFactorProof,
  SecondFactorSecret,
} from '#contracts/own-account.ts'
import type { Api } from '#server/kernel/api.ts'
import { getSession } from '#server/kernel/guard.ts'
import { originOf } from '#server/kernel/http.ts'
import { changePassword, ownAccount, turnOffOwnSecondFactor, turnOnSecondFactor } from './own-account.ts'
import { ownSessionRoutes } from './own-session-routes.ts'
import type { AccountParts } from './parts.ts'
import { newTotpSecret, totpAddress } from './second-factor.ts'

/** What everybody who is signed in may do with the own account. */
export function ownAccountRoutes(app: Api, parts: AccountParts): void {
  const { db, guard, publicUrl } = parts
  const onRequest = guard.requiresSession()
  const tags = ['own account']
  const done = { 204: z.null() }
  const own = (request: FastifyRequest) => ({ session: getSession(request), address: request.ip })

  app.get(
    '/api/account',
    {
      onRequest,
      schema: { tags, summary: 'One’s own account', response: { 200: OwnAccount } },
    },
    async (request) => {
      const { user } = getSession(request)
      const { secondFactor } = await ownAccount(db, user)
      return {
        ...user,
        secondFactor: secondFactor !== undefined,
        recoveryCodesLeft: secondFactor?.recoveryHashes.length ?? 0,
      }
    },
  )

  app.put(
    '/api/account/password',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change the password; ends all other sessions',
        body: PasswordChange,
        response: done,
      },
    },
    async (request, reply) => {
      await changePassword(parts, own(request), request.body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/account/second-factor/secret',
    {
      onRequest,
      schema: {
        tags,
        summary: 'A key for an authenticator app; nothing changes until a code proves that the app has it',
        response: { 200: SecondFactorSecret },
      },
    },
    async (request) => {
      const { user } = getSession(request)
      const secret = newTotpSecret()
      const { host } = new URL(originOf(request, publicUrl))
      return { secret, address: totpAddress(secret, host.replace(':', ' '), user.email) }
    },
  )

  app.put(
    '/api/account/second-factor',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Turn the second factor on; the recovery codes are shown this once',
        body: SecondFactorProof,
        response: { 200: RecoveryCodes },
      },
    },
    async (request) => ({
      recoveryCodes: await turnOnSecondFactor(parts, own(request), request.body),
    }),
  )

  app.post(
    '/api/account/second-factor/removal',
    {
      onRequest,
      schema: { tags, summary: 'Turn the second factor off', body: PasswordProof, response: done },
    },
    async (request, reply) => {
      await turnOffOwnSecondFactor(parts, own(request), request.body.password)
      return reply.code(204).send(null)
    },
  )

  ownSessionRoutes(app, parts)
}
