import { beforeAll, describe, expect, test } from 'vitest'
import { type NewAuditEntry, writeAuditEntry } from '#server/database/audit-log.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { expectOk, expectProblem, type Json } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner')
beforeAll(async () => {
  await site.db.deleteFrom('audit_log').execute()
  const lathe = { subject: 'item', subjectId: 'i1', subjectName: 'CL 25 Capstan Lathe' } as const
  await addEntry('anand', { ...lathe, at: '2026-11-19T18:29:59.999Z', action: 'created' })
  await addEntry('anand', { ...lathe, at: '2026-11-19T18:30:00.000Z', action: 'changed', detail: 'Price' })
  await addEntry('devi', { ...lathe, at: '2026-11-20T09:00:00.000Z', action: 'featured' })
  await addEntry('devi', {
    at: '2026-11-20T18:30:00.000Z',
    action: 'deleted',
    subject: 'search',
    subjectId: 'pelton',
    subjectName: '100%_pelton',
  })
})

const addEntry = (name: string, change: NewAuditEntry) =>
  inTransaction(site.db, (tx) => writeAuditEntry(tx, { accountId: undefined, name }, change))
const getAuditLog = (query = ''): Promise<Json[]> => expectOk(staff(`/api/log?${query}`))
const listActions = async (query = '') => (await getAuditLog(query)).map(({ action }) => action)

test('The audit log records who changed what, newest first', async () => {
  const entries = await getAuditLog()
  expect(entries.map(({ action }) => action)).toEqual(['deleted', 'featured', 'changed', 'created'])
  expect(entries[2]).toEqual({
    id: expect.any(String),
    at: '2026-11-19T18:30:00.000Z',
    by: { accountId: null, name: 'anand' },
    action: 'changed',
    subject: 'item',
    subjectId: 'i1',
    subjectName: 'CL 25 Capstan Lathe',
    detail: 'Price',
  })
})

describe('Filters of the audit log', () => {
  test.each([
    ['kind of subject', 'subject=search', ['deleted']],
    ['one item', 'subject=item&subjectId=i1', ['featured', 'changed', 'created']],
    ['account', 'by=anand', ['changed', 'created']],
    ['first day, which begins at midnight in India', 'from=2026-11-20', ['deleted', 'featured', 'changed']],
    ['last day, which ends at midnight in India', 'to=2026-11-20', ['featured', 'changed', 'created']],
    ['one day', 'from=2026-11-20&to=2026-11-20', ['featured', 'changed']],
    ['part of a name', 'search=capstan', ['featured', 'changed', 'created']],
    ['part of a detail', 'search=PRICE', ['changed']],
    ['wildcard characters, which are compared literally', 'search=%25_', ['deleted']],
    ['a term without matches', 'search=unknown', []],
  ])('The audit log is filtered by %s', async (_what, query, expected) => {
    expect(await listActions(query)).toEqual(expected)
  })

  test('A page of the audit log has the total number of matches in X-Total-Count', async () => {
    const reply = await staff('/api/log?limit=2&offset=1')
    expect((await reply.json()).map(({ action }: Json) => action)).toEqual(['featured', 'changed'])
    expect(reply.headers.get('x-total-count')).toBe('4')
  })
})

test('The audit log returns the names of all accounts in it', async () => {
  expect(await expectOk(staff('/api/log/people'))).toEqual(['anand', 'devi'])
})

test.each(['from=yesterday', 'to=2026-13-01', 'subject=weather', 'limit=0', 'limit=201', 'offset=-1'])(
  '[API-8] The audit log with the parameter %s returns 400',
  async (query) => {
    await expectProblem(staff(`/api/log?${query}`), 400)
  },
)

test('The audit log finds accented characters as they are written', async () => {
  await addEntry('Édouard', {
    at: '2026-11-20T19:00:00.000Z',
    action: 'ended',
    subject: 'account',
    subjectId: 'a1',
    subjectName: 'clé',
  })
  for (const term of ['Édouard', 'ÉDOUARD', 'douard', 'DOUARD', ' Édouard ', 'CLÉ'])
    expect(await listActions(`search=${encodeURIComponent(term)}`), term).toEqual(['ended'])
})
