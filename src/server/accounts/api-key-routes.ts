import { z } from 'zod'
import { ApiKey, NewApiKey, NewApiKeyReply } from '#contracts/api-key.ts'
import { toBusinessDate } from '#contracts/business-date.ts'
import { KEY_SCOPES } from '#contracts/permission.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { getActor, getSession } from '#server/kernel/guard.ts'
import { hashSecret, newId, newSecret } from '#server/kernel/ids.ts'
import { badRequest, notFound } from '#server/kernel/problem.ts'
import type { AccountDeps } from './deps.ts'
import { deleteApiKey, insertApiKey, listApiKeys } from './store-api-keys.ts'

/** Registers the management of API keys, for owners. */
export function apiKeyRoutes(app: Api, { db, clock, guard }: AccountDeps): void {
  const onRequest = guard.requires('accounts.edit')
  const tags = ['accounts']

  app.get(
    '/api/keys',
    {
      onRequest,
      schema: {
        tags,
        summary: 'List API keys, newest first',
        response: { 200: z.array(ApiKey) },
      },
    },
    () => listApiKeys(db),
  )

  app.post(
    '/api/keys',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Create an API key that belongs to your account; its secret is returned only once',
        body: NewApiKey,
        response: { 201: NewApiKeyReply },
      },
    },
    async (request, reply) => {
      const { name, scopes, validUntil } = request.body
      const by = getActor(request)
      const { user } = getSession(request)
      const now = clock()
      if (validUntil && validUntil < toBusinessDate(now)) throw badRequest('The last day of the key is over.')
      const secret = `capstan_${newSecret()}`
      const key: ApiKey = {
        id: newId(),
        name,
        scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
        accountId: user.id,
        accountName: user.username,
        createdAt: toIso(now),
        validUntil,
        usedAt: null,
      }
      await inTransaction(db, async (tx) => {
        await insertApiKey(tx, key, hashSecret(secret))
        await writeAuditEntry(tx, by, {
          at: key.createdAt,
          action: 'created',
          subject: 'key',
          subjectId: key.id,
          subjectName: name,
          detail: key.scopes.join(', ') + (validUntil ? `, until ${validUntil}` : ''),
        })
      })
      return reply.code(201).send({ key, secret })
    },
  )

  app.delete(
    '/api/keys/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Revoke an API key; requests with it are rejected immediately',
        params: z.object({ id: z.string().max(100) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await inTransaction(db, async (tx) => {
        const name = await deleteApiKey(tx, id)
        if (name === undefined) throw notFound('API key')
        await writeAuditEntry(tx, getActor(request), {
          at: toIso(clock()),
          action: 'ended',
          subject: 'key',
          subjectId: id,
          subjectName: name,
        })
      })
      return reply.code(204).send(null)
    },
  )
}
