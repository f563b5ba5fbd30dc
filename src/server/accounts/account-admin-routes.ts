import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AccountSummary, AccountUpdate, InviteBody, SetPasswordLink } from '#contracts/account.ts'
import type { Api } from '#server/kernel/api.ts'
import { getActor } from '#server/kernel/guard.ts'
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

const AccountParams = z.object({ id: z.string().max(100) })

/** Registers the management of accounts, for owners. */
export function accountAdminRoutes(app: Api, deps: AccountDeps): void {
  const { db, guard } = deps
  const onRequest = guard.requires('accounts.edit')
  const tags = ['accounts']
  /** Determines the origin first, because it throws for a wrong Host header, and then nothing must be changed. */
  const createLink = async (
    request: FastifyRequest,
    issue: () => ReturnType<typeof inviteAccount>,
  ): Promise<SetPasswordLink> => {
    const origin = request.siteOrigin
    const { secret, ...token } = await issue()
    return { ...token, link: getSetPasswordUrl(origin, secret) }
  }

  app.get(
    '/api/accounts',
    {
      onRequest,
      schema: { tags, summary: 'List accounts', response: { 200: z.array(AccountSummary) } },
    },
    () => listAccountSummaries(db),
  )

  app.post(
    '/api/accounts',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Invite a user; the link is returned only once and is valid for 7 days',
        body: InviteBody,
        response: { 201: SetPasswordLink },
      },
    },
    async (request, reply) => {
      const invite = { by: getActor(request), invite: request.body }
      return reply.code(201).send(await createLink(request, () => inviteAccount(deps, invite)))
    },
  )

  app.post(
    '/api/accounts/:id/link',
    {
      onRequest,
      schema: {
        tags,
        summary:
          'Create a link to accept the invitation (7 days) or to set a new password (24 hours); earlier links become invalid',
        params: AccountParams,
        response: { 201: SetPasswordLink },
      },
    },
    async (request, reply) => {
      const target = { by: getActor(request), id: request.params.id }
      return reply.code(201).send(await createLink(request, () => reissueToken(deps, target)))
    },
  )

  app.patch(
    '/api/accounts/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change role or name; effective immediately. The role of the only owner cannot be changed',
        params: AccountParams,
        body: AccountUpdate,
        response: { 200: AccountSummary },
      },
    },
    (request) => changeAccount(deps, { by: getActor(request), id: request.params.id, update: request.body }),
  )

  app.delete(
    '/api/accounts/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Delete an account with its sessions and API keys. The only owner cannot be deleted',
        params: AccountParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removeAccount(deps, { by: getActor(request), id: request.params.id })
      return reply.code(204).send(null)
    },
  )

  app.delete(
    '/api/accounts/:id/second-factor',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Turn off two-step verification of an account',
        params: AccountParams,
        response: { 200: AccountSummary },
      },
    },
    (request) => disableSecondFactor(deps, { by: getActor(request), id: request.params.id }),
  )
}
