import fastify from 'fastify'
import { expect, test } from 'vitest'
import { registerErrorHandler } from './error-handler.ts'

/** What a route that throws this is answered. */
async function getErrorResponse(
  error: object,
): Promise<{ status: number; type: string; retryAfter: string | undefined }> {
  const app = fastify()
  registerErrorHandler(app)
  app.get('/', async () => {
    throw Object.assign(new Error('inner words'), error)
  })
  const reply = await app.inject('/')
  expect(reply.body).not.toContain('inner words')
  const { type } = reply.json<{ type: string }>()
  return { status: reply.statusCode, type, retryAfter: reply.headers['retry-after']?.toString() }
}

test.each([
  ['SQLite: BUSY', { errcode: 5 }, 503, 'busy'],
  ['SQLite: BUSY_SNAPSHOT', { errcode: 517 }, 503, 'busy'],
  ['SQLite: LOCKED', { errcode: 6 }, 503, 'busy'],
  ['SQLite: READONLY', { errcode: 8 }, 503, 'storage'],
  ['SQLite: IOERR_READ', { errcode: 266 }, 503, 'storage'],
  ['SQLite: CORRUPT', { errcode: 11 }, 503, 'storage'],
  ['SQLite: CANTOPEN', { errcode: 14 }, 503, 'storage'],
  ['SQLite: NOTADB', { errcode: 26 }, 503, 'storage'],
  ['SQLite: FULL', { errcode: 13 }, 507, 'no-room'],
  ['PostgreSQL: serialization_failure', { code: '40001' }, 503, 'busy'],
  ['PostgreSQL: lock_not_available', { code: '55P03' }, 503, 'busy'],
  ['PostgreSQL: query_canceled', { code: '57014' }, 503, 'busy'],
  ['PostgreSQL: disk_full', { code: '53100' }, 507, 'no-room'],
  ['PostgreSQL: character_not_in_repertoire', { code: '22021' }, 400, 'invalid'],
  ['a database server that is away', { code: 'DATABASE_AWAY' }, 503, 'storage'],
  ['a full disk', { code: 'ENOSPC' }, 507, 'no-room'],
  ['a disk that may only be read', { code: 'EROFS' }, 503, 'storage'],
  ['a disk that fails', { code: 'EIO' }, 503, 'storage'],
  ['a database file that was exchanged', { code: 'DATABASE_MOVED' }, 503, 'storage'],
  ['anything else', { errcode: 1 }, 500, 'unexpected'],
])('[API-8] %s', async (_what, error, status, type) => {
  expect(await getErrorResponse(error)).toEqual({
    status,
    type,
    retryAfter: status === 503 ? '10' : undefined,
  })
})
