import { z } from 'zod'
import { ApiKey, NewApiKey, NewApiKeyReply } from '#contracts/api-key.ts'
import { KEY_SCOPES } from '#contracts/permission.ts'
import { writeAuditEntry } from '#server/database/audit-log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import type { Api } from '#server/kernel/api.ts'
import { toIso } from '#server/kernel/clock.ts'
import { getActor } from '#server/kernel/guard.ts'
import { hashSecret, newId, newSecret } from '#server/kernel/ids.ts'
import { notFound } from '#server/kernel/problem.ts'
import type { AccountDeps } from './deps.ts'
import { deleteApiKey, insertApiKey, listApiKeys } from './store-api-keys.ts'

/** What programs sign in with, for owners. */
export function apiKeyRoutes(app: Api, { db, clock, guard }: AccountDeps): void {
  const onRequest = guard.requires('accounts.edit')
  const tags = ['accounts']

  app.get(
    '/api/keys',
    {
      onRequest,
      schema: {
        tags,
        summary: 'The keys of programs, the newest first',
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
        summary: 'Make a key; its secret is shown this once',
        body: NewApiKey,
        response: { 201: NewApiKeyReply },
      },
    },
    async (request, reply) => {
      const { name, scopes } = request.body
      const by = getActor(request)
      const secret = `capstan_${newSecret()}`
      const key: ApiKey = {
        id: newId(),
        name,
        scopes: KEY_SCOPES.filter((scope) => scopes.includes(scope)),
        createdBy: by.name,
        createdAt: toIso(clock()),
        usedAt: null,
      }
      await inTransaction(db, async (transaction) => {
        await insertApiKey(transaction, key, hashSecret(secret))
        await writeAuditEntry(transaction, by, {
          at: key.createdAt,
          action: 'created',
          subject: 'key',
          subjectId: key.id,
          subjectName: name,
          detail: key.scopes.join(', '),
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
        summary: 'End a key; programs that use it are refused at once',
        params: z.object({ id: z.string().max(100) }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { id } = request.params
      await inTransaction(db, async (transaction) => {
        const name = await deleteApiKey(transaction, id)
        if (name === undefined) throw notFound('Key')
        const subject = { subject: 'key', subjectId: id, subjectName: name } as const
        await writeAuditEntry(transaction, getActor(request), {
          at: toIso(clock()),
          action: 'ended',
          ...subject,
        })
      })
      return reply.code(204).send(null)
    },
  )
}
