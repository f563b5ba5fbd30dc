import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import {
  ForgotPasswordBody,
  LoginReply,
  MessageReply,
  SetPasswordBody,
  SetPasswordTokenBody,
  SetPasswordTokenReply,
} from '#contracts/account/account.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import type { AccountDeps } from '../deps.ts'
import { countApiKeys } from '../profile/store-api-keys.ts'
import { normalizeEmail } from '../rules.ts'
import { createLoginReply, getClientInfo } from '../sign-in/sign-in-routes.ts'
import { getTokenOrThrow, sendSetPasswordEmail, setPassword } from './set-password.ts'

/** Requests of one network. */
const TOKEN_RATE_LIMIT = { max: 30, timeWindow: '10 minutes' }
/** The response for an unknown address takes as long as for a known one. */
const MIN_FORGOT_RESPONSE_MS = 300
const MESSAGES = {
  mailSent:
    'If there is an account with this email address, we have sent it a link to set a new password. The email says how long the link is valid.',
  noMail:
    'This site does not send emails. Ask an owner for a new link. The only owner can reset the password on the server with "npm run admin -- reset EMAIL".',
}

/** Registers setting a password with a link, after an invitation or a forgotten password. */
export function setPasswordRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const { publicUrl, sendMail } = deps
  const route = createRouter(app, { tag: 'sign-in' })

  route(
    'POST /api/auth/welcome/check',
    {
      permission: 'public',
      rateLimit: TOKEN_RATE_LIMIT,
      summary: 'Get the account of a set-password link',
      body: SetPasswordTokenBody,
      reply: SetPasswordTokenReply,
    },
    async ({ body }) => {
      const { account, purpose } = await getTokenOrThrow(deps, body.secret)
      const { email, username, secondFactor } = account
      return {
        email,
        username,
        purpose,
        codeNeeded: secondFactor !== undefined,
        apiKeys: await countApiKeys(deps.db, account.id),
      }
    },
  )

  route(
    'POST /api/auth/welcome',
    {
      permission: 'public',
      rateLimit: TOKEN_RATE_LIMIT,
      summary: 'Set a password with a link, and sign in',
      body: SetPasswordBody,
      reply: LoginReply,
    },
    async (request, reply) => {
      const origin = request.siteOrigin
      const { secret, password, code } = request.body
      const session = await setPassword(deps, { secret, password, code }, getClientInfo(request, origin))
      return createLoginReply(session, origin, reply)
    },
  )

  route(
    'POST /api/auth/forgot',
    {
      permission: 'public',
      rateLimit: TOKEN_RATE_LIMIT,
      summary: 'Request an email with a link to set a new password',
      body: ForgotPasswordBody,
      reply: MessageReply,
    },
    async ({ body }) => {
      // Without PUBLIC_URL the link would contain the request's Host header, which the sender can set to another site.
      if (!sendMail || !publicUrl) return { message: MESSAGES.noMail }
      await Promise.all([
        sendSetPasswordEmail(deps, { email: normalizeEmail(body.email), origin: publicUrl, sendMail }),
        sleep(MIN_FORGOT_RESPONSE_MS),
      ])
      return { message: MESSAGES.mailSent }
    },
  )
}
