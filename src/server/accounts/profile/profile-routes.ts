import type { FastifyInstance } from 'fastify'
import {
  NameChange,
  PasswordChange,
  PasswordConfirmation,
  Profile,
  RecoveryCodes,
  TotpEnrolment,
  TotpSecret,
} from '#contracts/account/profile.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { changeAccount } from '../account-admin.ts'
import type { AccountDeps } from '../deps.ts'
import { sessionRoutes } from '../sign-in/session-routes.ts'
import { createTotpSecret, getTotpUri } from '../sign-in/totp.ts'
import { changePassword, disableOwnSecondFactor, enableSecondFactor, getOwnAccount } from './profile.ts'

/** Registers what every user can do with their own account. */
export function profileRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const route = createRouter(app, { guard: deps.guard, tag: 'profile' })

  route(
    'GET /api/account',
    { permission: 'session', summary: 'Get your account', reply: Profile },
    async ({ actor: { session } }) => {
      const { secondFactor } = await getOwnAccount(deps.db, session.user)
      return {
        ...session.user,
        secondFactor: secondFactor !== undefined,
        recoveryCodesLeft: secondFactor?.recoveryHashes.length ?? 0,
      }
    },
  )

  route(
    'PATCH /api/account',
    { permission: 'session', summary: 'Change your name', body: NameChange },
    async ({ actor, body: update }) => {
      await changeAccount(deps, { by: actor, id: actor.accountId, update })
    },
  )

  route(
    'PUT /api/account/password',
    {
      permission: 'session',
      summary: 'Change your password; ends all other sessions',
      body: PasswordChange,
    },
    ({ actor: { session }, ip, body }) => changePassword(deps, { session, ip }, body),
  )

  route(
    'POST /api/account/second-factor/secret',
    {
      permission: 'session',
      summary: 'Create a key for an authenticator app; nothing is stored until a code of the app is sent',
      reply: TotpSecret,
    },
    ({ actor: { session }, siteOrigin }) => {
      const secret = createTotpSecret()
      const { host } = new URL(siteOrigin)
      return { secret, uri: getTotpUri(secret, host.replace(':', ' '), session.user.email) }
    },
  )

  route(
    'PUT /api/account/second-factor',
    {
      permission: 'session',
      summary:
        'Turn on two-step verification; ends all other sessions. The recovery codes are returned only once',
      body: TotpEnrolment,
      reply: RecoveryCodes,
    },
    async ({ actor: { session }, ip, body }) => ({
      recoveryCodes: await enableSecondFactor(deps, { session, ip }, body),
    }),
  )

  route(
    'POST /api/account/second-factor/removal',
    { permission: 'session', summary: 'Turn off two-step verification', body: PasswordConfirmation },
    ({ actor: { session }, ip, body }) => disableOwnSecondFactor(deps, { session, ip }, body.password),
  )

  sessionRoutes(app, deps)
}
