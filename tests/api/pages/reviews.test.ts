import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonBody } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const send = (body: unknown) => site.fetch('/api/reviews', jsonBody('POST', body))

test('[REV-1] A review with text alone is stored for moderation', async () => {
  const reply = await send({ text: 'Good machine.' })
  expect(reply.status).toBe(201)
  const { id } = await reply.json()
  const row = await site.db.selectFrom('review').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(row).toMatchObject({ text: 'Good machine.', rating: null, name: '', status: 'new' })
})

test.each([
  [{ text: '  ' }, 'Please enter your review.'],
  [{ text: 'x', rating: 6 }, 'rating'],
  [{ text: 'x', rating: 2.5 }, 'rating'],
  [{ text: 'x'.repeat(5001) }, 'longer than 5000'],
  [{ text: 'x', homepage: 'https://spam.example' }, 'leave the homepage field empty'],
])('[REV-1] The review %j returns 400 with a message', async (body, message) => {
  const before = await site.db.selectFrom('review').select('id').execute()
  const reply = await send(body)
  expect(reply.status).toBe(400)
  expect((await reply.json()).message).toContain(message)
  expect(await site.db.selectFrom('review').select('id').execute()).toHaveLength(before.length)
})

test('[REV-2] Only published reviews are returned, newest first, without internal fields', async () => {
  const publish = async (text: string, at: string, status: string) => {
    const { id } = await (await send({ text, rating: 4, name: 'Meera', company: 'Valves' })).json()
    await site.db.updateTable('review').set({ status, created_at: at }).where('id', '=', id).execute()
    return id
  }
  await publish('Refused.', '2026-01-03', 'rejected')
  await publish('Waiting.', '2026-01-04', 'new')
  const older = await publish('Older.', '2026-01-01', 'published')
  const newer = await publish('Newer.', '2026-01-02', 'published')
  const review = { rating: 4, name: 'Meera', position: '', company: 'Valves' }
  expect(await (await site.fetch('/api/reviews')).json()).toEqual([
    { id: newer, text: 'Newer.', ...review },
    { id: older, text: 'Older.', ...review },
  ])
})

test('After ten reviews within ten minutes further ones of the same network return 429', async () => {
  const statuses = []
  for (let count = 0; count < 12; count++) statuses.push((await send({ text: 'Again.' })).status)
  expect(statuses).toContain(429)
})
