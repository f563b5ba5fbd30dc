import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AccountSummary, AccountUpdate, InviteBody, SetPasswordLink } from '#contracts/account.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
import { getRequestOrigin } from '#server/kernel/http.ts'
import {
  changeAccount,
  disableSecondFactor,
  inviteAccount,
  reissueToken,
  removeAccount,
} from './account-admin.ts'
import { getSetPasswordUrl } from './account-tokens.ts'
import type { AccountDeps } from './deps.ts'
import { listAccountSummaries } from './store.ts'

const Id = z.object({ id: z.string().max(100) })

/** Who may sign in, for owners. No key has this permission, so it is always a person who asks. */
export function accountAdminRoutes(app: Api, deps: AccountDeps): void {
  const { db, guard, publicUrl } = deps
  const onRequest = guard.requires('accounts.edit')
  const tags = ['accounts']
  /** Where the link will lead is looked at first: for a wrong Host header nobody is invited. */
  const withLink = async (
    request: FastifyRequest,
    issue: () => ReturnType<typeof inviteAccount>,
  ): Promise<SetPasswordLink> => {
    const origin = getRequestOrigin(request, publicUrl)
    const { secret, ...given } = await issue()
    return { ...given, link: getSetPasswordUrl(origin, secret) }
  }

  app.get(
    '/api/accounts',
    {
      onRequest,
      schema: { tags, summary: 'Everybody', response: { 200: z.array(AccountSummary) } },
    },
    () => listAccountSummaries(db),
  )

  app.post(
    '/api/accounts',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Invite somebody; the link is shown this once and is good for 7 days',
        body: InviteBody,
        response: { 201: SetPasswordLink },
      },
    },
    async (request, reply) => {
      const given = await withLink(request, () => inviteAccount(deps, getActor(request), request.body))
      return reply.code(201).send(given)
    },
  )

  app.post(
    '/api/accounts/:id/link',
    {
      onRequest,
      schema: {
        tags,
        summary:
          'A new invitation (7 days) or a way to a new password (24 hours); earlier links stop working',
        params: Id,
        response: { 201: SetPasswordLink },
      },
    },
    async (request, reply) => {
      const given = await withLink(request, () => reissueToken(deps, getActor(request), request.params.id))
      return reply.code(201).send(given)
    },
  )

  app.patch(
    '/api/accounts/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change role or name; it counts at once. The last owner stays one',
        params: Id,
        body: AccountUpdate,
        response: { 200: AccountSummary },
      },
    },
    (request) => changeAccount(deps, getActor(request), request.params.id, request.body),
  )

  app.delete(
    '/api/accounts/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Remove somebody, and end their sessions. The last owner stays',
        params: Id,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removeAccount(deps, getActor(request), request.params.id)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/api/accounts/:id/second-factor',
    {
      onRequest,
      schema: {
        tags,
        summary: "Turn off somebody's second factor",
        params: Id,
        response: { 200: AccountSummary },
      },
    },
    (request) => disableSecondFactor(deps, getActor(request), request.params.id),
  )
}
