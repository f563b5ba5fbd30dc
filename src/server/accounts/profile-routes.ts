import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import {
  NameChange,
  PasswordChange,
  PasswordConfirmation,
  Profile,
  RecoveryCodes,
  TotpEnrolment,
  TotpSecret,
} from '#contracts/profile.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor, getSession } from '#server/kernel/guard.ts'
import { changeAccount } from './account-admin.ts'
import type { AccountDeps } from './deps.ts'
import { changePassword, disableOwnSecondFactor, enableSecondFactor, getOwnAccount } from './profile.ts'
import { sessionRoutes } from './session-routes.ts'
import { createTotpSecret, getTotpUri } from './totp.ts'

/** Registers what every user can do with their own account. */
export function profileRoutes(app: Api, deps: AccountDeps): void {
  const { db, guard } = deps
  const onRequest = guard.requiresSession()
  const tags = ['profile']
  const done = { 204: z.null() }
  const toContext = (request: FastifyRequest) => ({ session: getSession(request), ip: request.ip })

  app.get(
    '/api/account',
    {
      onRequest,
      schema: { tags, summary: 'Get your account', response: { 200: Profile } },
    },
    async (request) => {
      const { user } = getSession(request)
      const { secondFactor } = await getOwnAccount(db, user)
      return {
        ...user,
        secondFactor: secondFactor !== undefined,
        recoveryCodesLeft: secondFactor?.recoveryHashes.length ?? 0,
      }
    },
  )

  app.patch(
    '/api/account',
    { onRequest, schema: { tags, summary: 'Change your name', body: NameChange, response: done } },
    async (request, reply) => {
      const { id } = getSession(request).user
      await changeAccount(deps, { by: getActor(request), id, update: request.body })
      return reply.code(204).send(null)
    },
  )

  app.put(
    '/api/account/password',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change your password; ends all other sessions',
        body: PasswordChange,
        response: done,
      },
    },
    async (request, reply) => {
      await changePassword(deps, toContext(request), request.body)
      return reply.code(204).send(null)
    },
  )

  app.post(
    '/api/account/second-factor/secret',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Create a key for an authenticator app; nothing is stored until a code of the app is sent',
        response: { 200: TotpSecret },
      },
    },
    async (request) => {
      const { user } = getSession(request)
      const secret = createTotpSecret()
      const { host } = new URL(request.siteOrigin)
      return { secret, uri: getTotpUri(secret, host.replace(':', ' '), user.email) }
    },
  )

  app.put(
    '/api/account/second-factor',
    {
      onRequest,
      schema: {
        tags,
        summary:
          'Turn on two-step verification; ends all other sessions. The recovery codes are returned only once',
        body: TotpEnrolment,
        response: { 200: RecoveryCodes },
      },
    },
    async (request) => ({
      recoveryCodes: await enableSecondFactor(deps, toContext(request), request.body),
    }),
  )

  app.post(
    '/api/account/second-factor/removal',
    {
      onRequest,
      schema: { tags, summary: 'Turn off two-step verification', body: PasswordConfirmation, response: done },
    },
    async (request, reply) => {
      await disableOwnSecondFactor(deps, toContext(request), request.body.password)
      return reply.code(204).send(null)
    },
  )

  sessionRoutes(app, deps)
}
