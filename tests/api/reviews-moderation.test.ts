import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jsonBody, startSite, type TestSite } from '../support/site.ts'
import { accepted, type Json, refused, type Staff } from './requests.ts'

let site: TestSite
let staff: Staff
beforeAll(async () => {
  site = await startSite({}, { pages: true })
  staff = await site.signIn('editor')
})
afterAll(() => site.close())

let added = 0
/** A review as a visitor left it, each a minute after the last. */
async function review(text: string, more: object = {}): Promise<string> {
  const id = `review-${++added}`
  const created_at = new Date(Date.UTC(2026, 0, 1, 0, added)).toISOString()
  const words = { rating: 4, name: 'Meera', position: 'Works manager', company: 'Valves', ...more }
  await site.db
    .insertInto('review')
    .values({ id, text, status: 'new', created_at, ...words })
    .execute()
  return id
}

const decide = (id: string, status: string, by: Staff = staff) =>
  by(`/api/reviews/${id}`, jsonBody('PATCH', { status }))
const list = async (query = ''): Promise<Json> => accepted(staff(`/api/reviews/all${query}`))
const texts = (page: Json): string[] => page.reviews.map(({ text }: Json) => text)
const shown = async (): Promise<string[]> =>
  (await accepted(site.fetch('/api/reviews'))).map(({ text }: Json) => text)
const logOf = (id: string) =>
  site.db
    .selectFrom('log_entry')
    .select(['action', 'subject', 'subject_name'])
    .where('subject_id', '=', id)
    .orderBy('at')
    .execute()

test('neither strangers nor sales read or decide', async () => {
  const id = await review('Closed.')
  const sales = await site.signIn('sales')
  for (const [path, init] of [
    ['/api/reviews/all', {}],
    [`/api/reviews/${id}`, jsonBody('PATCH', { status: 'published' })],
    [`/api/reviews/${id}`, { method: 'DELETE' }],
  ] as const) {
    await refused(site.fetch(path, init), 401)
    await refused(sales(path, init), 403)
  }
  expect(await shown()).toEqual([])
  expect(texts(await list())).toEqual(['Closed.'])
  await accepted(staff(`/api/reviews/${id}`, { method: 'DELETE' }))
})

describe('the list', () => {
  test('has the newest first, by status, page by page, with all counts', async () => {
    await review('First.')
    await decide(await review('Second.'), 'published')
    await decide(await review('Third.'), 'declined')
    await review('Fourth.', { rating: null, name: '' })
    const counts = { new: 2, published: 1, declined: 1 }
    expect(texts(await list())).toEqual(['Fourth.', 'Third.', 'Second.', 'First.'])
    const page = await list('?status=new')
    expect(page).toMatchObject({ counts, reviews: [{ text: 'Fourth.', rating: null }, { text: 'First.' }] })
    const reply = await staff('/api/reviews/all?status=new&limit=1&offset=1')
    expect(reply.headers.get('x-total-count')).toBe('2')
    expect(texts(await reply.json())).toEqual(['First.'])
  })

  test('finds by words and by author, and takes signs as they are', async () => {
    await review('Turret holds 100% of size_tolerance.', { name: 'R. Senthil', company: 'Pumps' })
    for (const term of ['TURRET', '100%', 'size_tol', 'senthil', 'pumps'])
      expect(texts(await list(`?search=${encodeURIComponent(term)}`)), term).toHaveLength(1)
    await review('Très précis.', { name: 'Édouard', company: 'Écrous' })
    for (const term of ['Édouard', 'ÉDOUARD', 'douard', 'TRèS', 'Écrous', 'PRÉCIS'])
      expect(texts(await list(`?search=${encodeURIComponent(term)}`)), term).toEqual(['Très précis.'])
    for (const term of ['1%0', 'size.tol', '\\'])
      expect(texts(await list(`?search=${encodeURIComponent(term)}`)), term).toHaveLength(0)
  })

  test.each(['?status=rejected', '?limit=0', '?offset=-1', `?search=${'x'.repeat(201)}`])(
    '%s is refused',
    async (query) => {
      await refused(staff(`/api/reviews/all${query}`), 400)
    },
  )
})

describe('deciding', () => {
  test('publishes, takes back, declines and restores, each with its line in the log', async () => {
    const id = await review('Decide on me.')
    for (const [status, visible] of [
      ['published', true],
      ['new', false],
      ['declined', false],
      ['declined', false],
      ['new', false],
    ] as const) {
      site.advance(1)
      expect(await accepted(decide(id, status))).toMatchObject({ id, status, text: 'Decide on me.' })
      expect((await shown()).includes('Decide on me.'), status).toBe(visible)
    }
    expect(await logOf(id)).toEqual(
      ['published', 'unpublished', 'declined', 'restored'].map((action) => ({
        action,
        subject: 'review',
        subject_name: 'Meera, Valves',
      })),
    )
  })

  test('what is decided shows on a page that was kept', async () => {
    const page = async () => (await site.fetch('/')).text()
    const id = await review('Seen by all.')
    expect(await page()).not.toContain('Seen by all.')
    await accepted(decide(id, 'published'))
    expect(await page()).toContain('Seen by all.')
    await accepted(decide(id, 'declined'))
    expect(await page()).not.toContain('Seen by all.')
    await accepted(decide(id, 'published'))
    expect(await page()).toContain('Seen by all.')
    await accepted(staff(`/api/reviews/${id}`, { method: 'DELETE' }))
    expect(await page()).not.toContain('Seen by all.')
  })

  test("never changes the customer's words", async () => {
    const id = await review('My words.')
    const before = await site.db.selectFrom('review').selectAll().where('id', '=', id).execute()
    await refused(
      staff(`/api/reviews/${id}`, jsonBody('PATCH', { status: 'published', text: 'Better words.' })),
      400,
    )
    await refused(decide(id, 'gone'), 400)
    expect(await site.db.selectFrom('review').selectAll().where('id', '=', id).execute()).toEqual(before)
    expect(await logOf(id)).toEqual([])
  })

  test('deletes for good', async () => {
    const id = await review('Delete me.')
    await decide(id, 'published')
    await accepted(staff(`/api/reviews/${id}`, { method: 'DELETE' }))
    expect(await shown()).not.toContain('Delete me.')
    expect((await logOf(id)).map(({ action }) => action)).toContain('deleted')
    expect(await refused(staff(`/api/reviews/${id}`, { method: 'DELETE' }), 404)).toBe('Review not found')
    expect(await refused(decide(id, 'published'), 404)).toBe('Review not found')
  })
})
