import { setTimeout as sleep } from 'node:timers/promises'
import {
  ForgotPasswordBody,
  LoginReply,
  MessageReply,
  SetPasswordBody,
  SetPasswordTokenBody,
  SetPasswordTokenReply,
} from '#contracts/account.ts'
import type { Api } from '#server/kernel/api.ts'
import type { AccountDeps } from './deps.ts'
import { normalizeEmail } from './rules.ts'
import { getTokenOrThrow, sendSetPasswordEmail, setPassword } from './set-password.ts'
import { createLoginReply, getClientInfo } from './sign-in-routes.ts'
import { countApiKeys } from './store-api-keys.ts'

/** Requests of one network. */
const TOKEN_RATE_LIMIT = { max: 30, timeWindow: '10 minutes' }
/** The response for an unknown address takes as long as for a known one. */
const MIN_FORGOT_RESPONSE_MS = 300
const MESSAGES = {
  mailSent:
    'If there is an account with this email address, we have sent it a link to set a new password. The email says how long the link is valid.',
  noMail:
    'This site does not send emails. Please ask an owner for a new link. The only owner can reset the password on the server with "npm run admin -- reset EMAIL".',
}

/** Registers setting a password with a link, after an invitation or a forgotten password. */
export function setPasswordRoutes(app: Api, deps: AccountDeps): void {
  const { publicUrl, sendMail } = deps
  const tags = ['sign-in']
  const config = { rateLimit: TOKEN_RATE_LIMIT }

  app.post(
    '/api/auth/welcome/check',
    {
      config,
      schema: {
        tags,
        summary: 'Get the account of a set-password link',
        body: SetPasswordTokenBody,
        response: { 200: SetPasswordTokenReply },
      },
    },
    async (request) => {
      const { account, purpose } = await getTokenOrThrow(deps, request.body.secret)
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

  app.post(
    '/api/auth/welcome',
    {
      config,
      schema: {
        tags,
        summary: 'Set a password with a link, and sign in',
        body: SetPasswordBody,
        response: { 200: LoginReply },
      },
    },
    async (request, reply) => {
      const origin = request.siteOrigin
      const { secret, password, code } = request.body
      const session = await setPassword(deps, { secret, password, code }, getClientInfo(request, origin))
      return createLoginReply(session, origin, reply)
    },
  )

  app.post(
    '/api/auth/forgot',
    {
      config,
      schema: {
        tags,
        summary: 'Request an email with a link to set a new password',
        body: ForgotPasswordBody,
        response: { 200: MessageReply },
      },
    },
    async (request) => {
      // Without PUBLIC_URL the link would contain the request's Host header, which the sender can set to another site.
      if (!sendMail || !publicUrl) return { message: MESSAGES.noMail }
      await Promise.all([
        sendSetPasswordEmail(deps, {
          email: normalizeEmail(request.body.email),
          origin: publicUrl,
          sendMail,
        }),
        sleep(MIN_FORGOT_RESPONSE_MS),
      ])
      return { message: MESSAGES.mailSent }
    },
  )
}
