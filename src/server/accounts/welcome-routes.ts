import { setTimeout as sleep } from 'node:timers/promises'
import { ForgotBody, LinkBody, LinkReply, LoginReply, Sentence, WelcomeBody } from '#contracts/account.ts'
import type { Api } from '#server/kernel/api.ts'
import { originOf } from '#server/kernel/http.ts'
import { MAIL_SENT, NO_MAIL } from './links.ts'
import type { AccountParts } from './parts.ts'
import { normalEmail } from './rules.ts'
import { replyWith, senderOf } from './sign-in-routes.ts'
import { choosePassword, readLink, sendLink } from './welcome.ts'

/** For one network. */
const LINK_LIMIT = { max: 30, timeWindow: '10 minutes' }
/** An unknown address takes as long to answer as a known one. */
const FORGOT_MS = 300

/** Choosing a password by a link: after an invitation, or when it was forgotten. */
export function welcomeRoutes(app: Api, parts: AccountParts): void {
  const { publicUrl, sendMail } = parts
  const tags = ['sign-in']
  const config = { rateLimit: LINK_LIMIT }

  app.post(
    '/api/auth/welcome/check',
    {
      config,
      schema: {
        tags,
        summary: 'Whom a link is for',
        body: LinkBody,
        response: { 200: LinkReply },
      },
    },
    async (request) => {
      const { account, purpose } = await readLink(parts, request.body.secret)
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
        body: WelcomeBody,
        response: { 200: LoginReply },
      },
    },
    async (request, reply) => {
      const origin = originOf(request, publicUrl)
      const { secret, password, code } = request.body
      const session = await choosePassword(parts, { secret, password, code }, senderOf(request, origin))
      return replyWith(session, origin, reply)
    },
  )

  app.post(
    '/api/auth/forgot',
    {
      config,
      schema: {
        tags,
        summary: 'Have a link sent to choose a new password',
        body: ForgotBody,
        response: { 200: Sentence },
      },
    },
    async (request) => {
      // Without PUBLIC_URL whoever asks could have the letter name a host of their own.
      if (!sendMail || !publicUrl) return { message: NO_MAIL }
      await Promise.all([
        sendLink(parts, normalEmail(request.body.email), publicUrl, sendMail),
        sleep(FORGOT_MS),
      ])
      return { message: MAIL_SENT }
    },
  )
}
