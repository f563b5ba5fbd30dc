import fastify from 'fastify'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { registerErrorHandler } from './error-handler.ts'

/** Returns the response of a route that throws this error. */
async function getErrorResponse(error: Error) {
  const app = fastify()
  registerErrorHandler(app)
  app.get('/', async () => {
    throw error
  })
  const reply = await app.inject('/')
  const { type, message } = reply.json<{ type: string; message: string }>()
  return { status: reply.statusCode, type, message, retryAfter: reply.headers['retry-after']?.toString() }
}

test.each([
  ['SQLITE_BUSY', { errcode: 5 }, 503, 'busy'],
  ['SQLITE_BUSY_SNAPSHOT', { errcode: 517 }, 503, 'busy'],
  ['SQLITE_LOCKED', { errcode: 6 }, 503, 'busy'],
  ['SQLITE_READONLY', { errcode: 8 }, 503, 'storage'],
  ['SQLITE_IOERR_READ', { errcode: 266 }, 503, 'storage'],
  ['SQLITE_CORRUPT', { errcode: 11 }, 503, 'storage'],
  ['SQLITE_CANTOPEN', { errcode: 14 }, 503, 'storage'],
  ['SQLITE_NOTADB', { errcode: 26 }, 503, 'storage'],
  ['SQLITE_FULL', { errcode: 13 }, 507, 'storage-full'],
  ["PostgreSQL's serialization_failure", { code: '40001' }, 503, 'busy'],
  ["PostgreSQL's lock_not_available", { code: '55P03' }, 503, 'busy'],
  ["PostgreSQL's query_canceled", { code: '57014' }, 503, 'busy'],
  ["PostgreSQL's disk_full", { code: '53100' }, 507, 'storage-full'],
  ["PostgreSQL's character_not_in_repertoire", { code: '22021' }, 400, 'invalid'],
  ['an unavailable database server', { code: 'DATABASE_UNAVAILABLE' }, 503, 'storage'],
  ['a replaced database file', { code: 'DATABASE_FILE_REPLACED' }, 503, 'storage'],
  ['a full disk', { code: 'ENOSPC' }, 507, 'storage-full'],
  ['a read-only disk', { code: 'EROFS' }, 503, 'storage'],
  ['a failing disk', { code: 'EIO' }, 503, 'storage'],
  ['an unavailable bucket', { code: 'BUCKET_OUT_OF_REACH' }, 503, 'storage'],
  ['any other error', { errcode: 1 }, 500, 'unexpected'],
])(
  '[API-8] The response to %s has its status and type and not the message of the error',
  async (_name, properties, status, type) => {
    const { message, ...response } = await getErrorResponse(Object.assign(new Error('internal'), properties))
    expect(response).toEqual({ status, type, retryAfter: status === 503 ? '10' : undefined })
    expect(message).not.toContain('internal')
  },
)

test.each([
  [z.object({ a: z.object({}) }), { a: 1 }, 'a: must be an object'],
  [z.object({ a: z.string() }), { a: 1 }, 'a: must be a string'],
  [z.object({ a: z.string() }), {}, 'a: is missing'],
  [z.object({}), 1, 'The request: must be an object'],
  [z.object({ a: z.enum(['b', 'c']) }), { a: 'd' }, 'a: must be one of b and c'],
  [z.object({ a: z.literal('b') }), { a: 'd' }, 'a: must be b'],
  [z.object({ a: z.number().max(5) }), { a: 6 }, 'a: must be at most 5'],
  [z.object({ a: z.int() }), { a: 1e20 }, 'a: must be at most 9007199254740991'],
  [z.object({ a: z.number().min(-0.5) }), { a: -1 }, 'a: must be at least -0.5'],
  [z.object({ a: z.string().max(5000) }), { a: 'x'.repeat(5001) }, 'a: can have at most 5,000 characters'],
  [z.object({ a: z.string().min(1) }), { a: '' }, 'a: must have at least 1 character'],
  [z.object({ a: z.array(z.string()).max(1) }), { a: ['b', 'c'] }, 'a: can have at most 1 item'],
  [z.object({ a: z.string().regex(/^b$/) }), { a: 'c' }, 'a: is not valid'],
  [z.strictObject({}), { a: 6 }, 'a: is not a field of this request'],
  [z.object({ a: z.string().max(1, 'Choose a shorter name.') }), { a: 'ab' }, 'Choose a shorter name.'],
])('[API-8] Invalid input %# is reported with a readable message', async (schema, input, message) => {
  const { error } = schema.safeParse(input)
  expect(await getErrorResponse(error as Error)).toMatchObject({ status: 400, message })
})

test('[API-8] A value that the database cannot store is reported in plain words', async () => {
  const error = Object.assign(new Error('invalid byte sequence'), { code: '22021' })
  expect((await getErrorResponse(error)).message).toBe(
    'We cannot store one of the characters or numbers. Check what you entered.',
  )
})
