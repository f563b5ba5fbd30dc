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
import { getRequestOrigin } from '#server/kernel/http.ts'
import { MAIL_SENT_MESSAGE, NO_MAIL_MESSAGE } from './account-tokens.ts'
import type { AccountDeps } from './deps.ts'
import { normalizeEmail } from './rules.ts'
import { getTokenOrThrow, sendSetPasswordEmail, setPassword } from './set-password.ts'
import { createLoginReply, getClientInfo } from './sign-in-routes.ts'

/** For one network. */
const TOKEN_RATE_LIMIT = { max: 30, timeWindow: '10 minutes' }
/** An unknown address takes as long to answer as a known one. */
const MIN_FORGOT_RESPONSE_MS = 300

/** Choosing a password by a link: after an invitation, or when it was forgotten. */
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
        summary: 'Whom a link is for',
        body: SetPasswordTokenBody,
        response: { 200: SetPasswordTokenReply },
      },
    },
    async (request) => {
      const { account, purpose } = await getTokenOrThrow(deps, request.body.secret)
      const { email, username, secondFactor } = account
      return { email, username, purpose, codeNeeded: secondFactor !== undefined }
    },
  )

  app.post(
    '/api/auth/welcome',
    {
      config,
      schema: {
        tags,
        summary: 'Choose a password by a link, and sign in',
        body: SetPasswordBody,
        response: { 200: LoginReply },
      },
    },
    async (request, reply) => {
      const origin = getRequestOrigin(request, publicUrl)
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
        summary: 'Have a link sent to choose a new password',
        body: ForgotPasswordBody,
        response: { 200: MessageReply },
      },
    },
    async (request) => {
      // Without PUBLIC_URL whoever asks could have the letter name a host of their own.
      if (!sendMail || !publicUrl) return { message: NO_MAIL_MESSAGE }
      await Promise.all([
        sendSetPasswordEmail(deps, normalizeEmail(request.body.email), publicUrl, sendMail),
        sleep(MIN_FORGOT_RESPONSE_MS),
      ])
      return { message: MAIL_SENT_MESSAGE }
    },
  )
}
