import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AccountSummary, AccountUpdate, InviteBody, SetPasswordLink } from '#contracts/account/account.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import {
  changeAccount,
  disableSecondFactor,
  inviteAccount,
  reissueToken,
  removeAccount,
} from './account-admin.ts'
import type { AccountDeps } from './deps.ts'
import { getSetPasswordUrl } from './set-password/account-tokens.ts'
import { listAccountSummaries } from './store.ts'

/** Registers the management of accounts, for owners. */
export function accountAdminRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const route = createRouter(app, { guard: deps.guard, tag: 'accounts' })
  /** Determines the origin first, because it throws for a wrong Host header, and then nothing must be changed. */
  const createLink = async (
    { siteOrigin }: FastifyRequest,
    issue: () => ReturnType<typeof inviteAccount>,
  ): Promise<SetPasswordLink> => {
    const { secret, ...token } = await issue()
    return { ...token, link: getSetPasswordUrl(siteOrigin, secret) }
  }

  route(
    'GET /api/accounts',
    { permission: 'accounts.edit', summary: 'List accounts', reply: z.array(AccountSummary) },
    () => listAccountSummaries(deps.db),
  )

  route(
    'POST /api/accounts',
    {
      permission: 'accounts.edit',
      summary: 'Invite a user; the link is returned only once and is valid for 7 days',
      body: InviteBody,
      status: 201,
      reply: SetPasswordLink,
    },
    (request) => {
      const invite = { by: request.actor, invite: request.body }
      return createLink(request, () => inviteAccount(deps, invite))
    },
  )

  route(
    'POST /api/accounts/:id/link',
    {
      permission: 'accounts.edit',
      summary:
        'Create a link to accept the invitation (7 days) or to set a new password (24 hours); earlier links become invalid',
      status: 201,
      reply: SetPasswordLink,
    },
    (request) => {
      const target = { by: request.actor, id: request.params.id }
      return createLink(request, () => reissueToken(deps, target))
    },
  )

  route(
    'PATCH /api/accounts/:id',
    {
      permission: 'accounts.edit',
      summary: 'Change role or name; effective immediately. The role of the only owner cannot be changed',
      body: AccountUpdate,
      reply: AccountSummary,
    },
    ({ actor: by, params: { id }, body: update }) => changeAccount(deps, { by, id, update }),
  )

  route(
    'DELETE /api/accounts/:id',
    {
      permission: 'accounts.edit',
      summary: 'Delete an account with its sessions and API keys. The only owner cannot be deleted',
    },
    ({ actor: by, params: { id } }) => removeAccount(deps, { by, id }),
  )

  route(
    'DELETE /api/accounts/:id/second-factor',
    {
      permission: 'accounts.edit',
      summary: 'Turn off two-step verification of an account',
      reply: AccountSummary,
    },
    ({ actor: by, params: { id } }) => disableSecondFactor(deps, { by, id }),
  )
}
