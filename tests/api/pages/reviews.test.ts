import { describe, expect, test } from 'vitest'
import { findRows } from '../../support/db-snapshot.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor', {}, { pages: true })

const send = (body: unknown) => site.fetch('/api/reviews', jsonBody('POST', body))

test('[REV-1] A review with text alone is stored for moderation', async () => {
  const reply = await send({ text: 'Good machine.' })
  expect(reply.status).toBe(201)
  const { id } = await reply.json()
  const row = { text: 'Good machine.', rating: null, name: '', status: 'new' }
  expect(await findRows(site, 'review', { id })).toMatchObject([row])
})

test.each([
  [{ text: '  ' }, 'Enter your review.'],
  [{ text: 'x', rating: 6 }, 'rating'],
  [{ text: 'x', rating: 2.5 }, 'rating'],
  [{ text: 'x'.repeat(5001) }, 'longer than 5,000'],
  [{ text: 'x', homepage: 'https://spam.example' }, 'Leave the homepage field empty'],
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

let reviewCount = 0
/** Stores a pending review, one minute later than the previous one. Returns its id. */
async function addReview(text: string, more: object = {}): Promise<string> {
  const id = `review-${++reviewCount}`
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, reviewCount)).toISOString()
  const content = { rating: 4, name: 'Meera', position: 'Works manager', company: 'Valves', ...more }
  await site.db
    .insertInto('review')
    .values({ id, text, status: 'new', created_at, ...content })
    .execute()
  return id
}

const moderate = (id: string, status: string, by: SiteFetch = staff) =>
  by(`/api/reviews/${id}`, jsonBody('PATCH', { status }))
const list = async (query = ''): Promise<Json> => expectOk(staff(`/api/reviews/all${query}`))
const texts = (page: Json): string[] => page.reviews.map(({ text }: Json) => text)
const listPublished = async (): Promise<string[]> =>
  (await expectOk(site.fetch('/api/reviews'))).map(({ text }: Json) => text)
const getAuditLog = (id: string) =>
  site.db
    .selectFrom('audit_log')
    .select(['action', 'subject', 'subject_name'])
    .where('subject_id', '=', id)
    .orderBy('at')
    .execute()

describe('The list of reviews', () => {
  test('The list of reviews is sorted newest first, by status and page, with all counts', async () => {
    await site.db.deleteFrom('review').execute()
    await addReview('First.')
    await moderate(await addReview('Second.'), 'published')
    await moderate(await addReview('Third.'), 'declined')
    await addReview('Fourth.', { rating: null, name: '' })
    const counts = { new: 2, published: 1, declined: 1 }
    expect(texts(await list())).toEqual(['Fourth.', 'Third.', 'Second.', 'First.'])
    const page = await list('?status=new')
    expect(page).toMatchObject({ counts, reviews: [{ text: 'Fourth.', rating: null }, { text: 'First.' }] })
    const reply = await staff('/api/reviews/all?status=new&limit=1&offset=1')
    expect(reply.headers.get('x-total-count')).toBe('2')
    expect(texts(await reply.json())).toEqual(['First.'])
  })

  test('Reviews are found by text and author, and wildcard characters are compared literally', async () => {
    await addReview('Turret holds 100% of size_tolerance.', { name: 'R. Senthil', company: 'Pumps' })
    for (const term of ['TURRET', '100%', 'size_tol', 'senthil', 'pumps'])
      expect(texts(await list(`?search=${encodeURIComponent(term)}`)), term).toHaveLength(1)
    await addReview('Très précis.', { name: 'Édouard', company: 'Écrous' })
    for (const term of ['Édouard', 'ÉDOUARD', 'douard', 'TRèS', 'Écrous', 'PRÉCIS'])
      expect(texts(await list(`?search=${encodeURIComponent(term)}`)), term).toEqual(['Très précis.'])
    for (const term of ['1%0', 'size.tol', '\\'])
      expect(texts(await list(`?search=${encodeURIComponent(term)}`)), term).toHaveLength(0)
  })

  test.each(['?status=rejected', '?limit=0', '?offset=-1', `?search=${'x'.repeat(201)}`])(
    'The list of reviews with %s returns 400',
    async (query) => {
      await expectProblem(staff(`/api/reviews/all${query}`), 400)
    },
  )
})

describe('Moderating a review', () => {
  test('A review can be published, unpublished, rejected and restored, each with an audit log entry', async () => {
    const id = await addReview('Decide on me.')
    for (const [status, visible] of [
      ['published', true],
      ['new', false],
      ['declined', false],
      ['declined', false],
      ['new', false],
    ] as const) {
      site.advanceClock(1)
      expect(await expectOk(moderate(id, status))).toMatchObject({ id, status, text: 'Decide on me.' })
      expect((await listPublished()).includes('Decide on me.'), status).toBe(visible)
    }
    expect(await getAuditLog(id)).toEqual(
      ['published', 'unpublished', 'declined', 'restored'].map((action) => ({
        action,
        subject: 'review',
        subject_name: 'Meera, Valves',
      })),
    )
  })

  test('A moderated review changes the cached home page', async () => {
    const page = async () => (await site.fetch('/')).text()
    const id = await addReview('Seen by all.')
    expect(await page()).not.toContain('Seen by all.')
    await expectOk(moderate(id, 'published'))
    expect(await page()).toContain('Seen by all.')
    await expectOk(moderate(id, 'declined'))
    expect(await page()).not.toContain('Seen by all.')
    await expectOk(moderate(id, 'published'))
    expect(await page()).toContain('Seen by all.')
    await expectOk(staff(`/api/reviews/${id}`, { method: 'DELETE' }))
    expect(await page()).not.toContain('Seen by all.')
  })

  test('Moderation cannot change the text of a review', async () => {
    const id = await addReview('My words.')
    const before = await findRows(site, 'review', { id })
    await expectProblem(
      staff(`/api/reviews/${id}`, jsonBody('PATCH', { status: 'published', text: 'Better words.' })),
      400,
    )
    await expectProblem(moderate(id, 'gone'), 400)
    expect(await findRows(site, 'review', { id })).toEqual(before)
    expect(await getAuditLog(id)).toEqual([])
  })

  test('A deleted review is neither in the list nor on the site, and the audit log has no name of its author', async () => {
    const id = await addReview('Delete me.')
    await site.db.updateTable('review').set({ name: 'Vaidehi S.' }).where('id', '=', id).execute()
    await moderate(id, 'published')
    await expectOk(staff(`/api/reviews/${id}`, { method: 'DELETE' }))
    expect(await listPublished()).not.toContain('Delete me.')
    expect((await getAuditLog(id)).map(({ action, subject_name }) => [action, subject_name])).toEqual([
      ['published', 'A customer'],
      ['deleted', 'A customer'],
    ])
    expect(await expectProblem(staff(`/api/reviews/${id}`, { method: 'DELETE' }), 404)).toBe(
      'Review not found',
    )
    expect(await expectProblem(moderate(id, 'published'), 404)).toBe('Review not found')
  })
})
