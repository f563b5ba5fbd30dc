import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ApiKey, NewApiKey, NewApiKeyReply } from '#contracts/account/api-key.ts'
import { KEY_SCOPES } from '#contracts/account/permission.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { toIso } from '#server/kernel/clock.ts'
import { badRequest, notFound } from '#server/kernel/http/problem.ts'
import { createRouter } from '#server/kernel/http/route.ts'
import { hashSecret, newId, newSecret } from '#server/kernel/ids.ts'
import type { AccountDeps } from '../deps.ts'
import { deleteApiKey, insertApiKey, listApiKeys } from './store-api-keys.ts'

/** Registers the management of API keys, for owners. */
export function apiKeyRoutes(app: FastifyInstance, { db, clock, guard }: AccountDeps): void {
  const route = createRouter(app, { guard, tag: 'accounts' })

  route(
    'GET /api/keys',
    { permission: 'accounts.edit', summary: 'List API keys, newest first', reply: z.array(ApiKey) },
    () => listApiKeys(db),
  )

  route(
    'POST /api/keys',
    {
      permission: 'accounts.edit',
      summary: 'Create an API key that belongs to your account; its secret is returned only once',
      body: NewApiKey,
      status: 201,
      reply: NewApiKeyReply,
    },
    async ({ actor, body: { name, scopes, validUntil } }) => {
      const now = clock()
      if (validUntil && validUntil < toBusinessDate(now)) throw badRequest('The last day of the key is over.')
      const secret = `capstan_${newSecret()}`
      const key: ApiKey = {
        id: newId(),
        name,
        scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
        // API keys cannot have the permission.
        accountId: actor.accountId!,
        accountName: actor.name,
        createdAt: toIso(now),
        validUntil,
        usedAt: null,
      }
      await inTransaction(db, async (tx) => {
        await insertApiKey(tx, key, hashSecret(secret))
        await writeAuditEntry(tx, actor, {
          at: key.createdAt,
          action: 'created',
          subject: 'key',
          subjectId: key.id,
          subjectName: name,
          detail: key.scopes.join(', ') + (validUntil ? `, until ${validUntil}` : ''),
        })
      })
      return { key, secret }
    },
  )

  route(
    'DELETE /api/keys/:id',
    {
      permission: 'accounts.edit',
      summary: 'Revoke an API key; requests with it are rejected immediately',
    },
    ({ actor, params: { id } }) =>
      inTransaction(db, async (tx) => {
        const name = await deleteApiKey(tx, id)
        if (name === undefined) throw notFound('API key')
        await writeAuditEntry(tx, actor, {
          at: toIso(clock()),
          action: 'ended',
          subject: 'key',
          subjectId: id,
          subjectName: name,
        })
      }),
  )
}
