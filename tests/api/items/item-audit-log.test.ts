import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bulkUpdate,
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  restoreRevision,
  SERVICE,
} from '../../support/fixtures/items.ts'
import { expectOk, formBody, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

let site: TestSite
let staff: SiteFetch
let by: Json
beforeAll(async () => {
  site = await startSite()
  staff = await site.signIn('editor')
  const { id, username } = await expectOk(staff('/api/auth/me'))
  by = { accountId: id, name: username }
})
afterAll(() => site.close())

const listAuditEntries = () => site.db.selectFrom('audit_log').select('id').execute()
/** Calls `run` and returns the audit log entries that it added. */
async function collectAuditEntries(run: () => Promise<unknown>): Promise<Json[]> {
  const knownIds = new Set((await listAuditEntries()).map(({ id }) => id))
  await run()
  const log: Json[] = await expectOk(staff('/api/log?limit=200'))
  return log.filter(({ id }) => !knownIds.has(id))
}
const expectStatus = async (reply: Promise<Response>, status: number) =>
  expect((await reply).status).toBe(status)

describe('The audit log of items', () => {
  const machine = () => createMachine(staff, { name: 'Noted Lathe' })
  const put = (id: string, fields: Record<string, string>) =>
    expectStatus(staff(`/api/products/${id}`, formBody('PUT', fields)), 200)
  const flag = (id: string, featured: boolean) =>
    expectStatus(staff(`/api/products/${id}`, jsonBody('PUT', { featured })), 200)

  const WRITES: {
    what: string
    before?: (id: string) => Promise<unknown>
    act: (id: string) => Promise<unknown>
    entry: { action: string; subjectName?: string; detail?: string }
  }[] = [
    {
      what: 'a change, with the labels of the fields',
      act: (id) => put(id, { brand: 'Kovai', price: '100', description: 'New.' }),
      entry: { action: 'changed', detail: 'Description, Brand, Price' },
    },
    {
      what: 'a new name, under the new name',
      act: (id) => put(id, { name: 'Renamed Lathe' }),
      entry: { action: 'changed', subjectName: 'Renamed Lathe', detail: 'Name' },
    },
    {
      what: 'a form that makes the item a draft',
      act: (id) => put(id, { draft: 'true', featured: 'true' }),
      entry: { action: 'changed', detail: 'Featured, Status' },
    },
    { what: 'featuring an item', act: (id) => flag(id, true), entry: { action: 'featured' } },
    {
      what: 'removing the featured flag',
      before: (id) => flag(id, true),
      act: (id) => flag(id, false),
      entry: { action: 'unfeatured' },
    },
    {
      what: 'unpublishing an item',
      act: (id) => expectBulkUpdate(staff, [id], { published: false }),
      entry: { action: 'unpublished' },
    },
    {
      what: 'publishing an item',
      before: (id) => expectBulkUpdate(staff, [id], { published: false }),
      act: (id) => expectBulkUpdate(staff, [id], { published: true }),
      entry: { action: 'published' },
    },
    {
      what: 'a new category',
      act: (id) => expectBulkUpdate(staff, [id], { category: 'Lathes' }),
      entry: { action: 'changed', detail: 'Category' },
    },
    {
      what: 'archiving an item',
      act: (id) => expectBulkUpdate(staff, [id], { archived: true }),
      entry: { action: 'archived' },
    },
    {
      what: 'restoring an item from the archive',
      before: (id) => expectBulkUpdate(staff, [id], { archived: true }),
      act: (id) => expectBulkUpdate(staff, [id], { archived: false }),
      entry: { action: 'restored' },
    },
    {
      what: 'restoring an earlier revision',
      before: (id) => put(id, { name: 'Renamed Lathe' }),
      act: (id) => expectStatus(restoreRevision(staff, id, 1), 200),
      entry: { action: 'restored', detail: 'As it was at revision 1' },
    },
    {
      what: 'deleting an item',
      before: (id) => expectBulkUpdate(staff, [id], { archived: true }),
      act: (id) => expectStatus(staff(`/api/items/${id}`, { method: 'DELETE' }), 204),
      entry: { action: 'deleted' },
    },
  ]
  test.each(WRITES)('The audit log has one entry for $what', async ({ before, act, entry }) => {
    const { id } = await machine()
    await before?.(id)
    expect(await collectAuditEntries(() => act(id))).toEqual([
      {
        id: expect.any(String),
        at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        by,
        subject: 'item',
        subjectId: id,
        subjectName: 'Noted Lathe',
        detail: '',
        ...entry,
      },
    ])
  })

  test.each([
    ['machine', () => createMachine(staff, { name: 'New' })],
    ['spare part', () => createSparePart(staff, { name: 'New' })],
    ['service', () => createService(staff, { name: 'New' })],
    ['draft', () => createMachine(staff, { name: 'New', draft: 'true' })],
  ])('The audit log has one entry for a new %s', async (_what, create) => {
    let made: Json
    const [entry, ...more] = await collectAuditEntries(async () => {
      made = await create()
    })
    expect(more).toEqual([])
    expect(entry).toMatchObject({
      by,
      action: 'created',
      subject: 'item',
      subjectId: made.id,
      subjectName: 'New',
      detail: '',
      at: made.updatedAt,
    })
  })

  test('A bulk update writes one audit entry for each changed item', async () => {
    const ids = [(await machine()).id, (await createService(staff)).id]
    const log = await collectAuditEntries(() => expectBulkUpdate(staff, ids, { featured: true }))
    expect(log.map(({ action, subjectId }) => [action, subjectId]).sort()).toEqual(
      ids.map((id) => ['featured', id]).sort(),
    )
  })

  test('A changed service has one audit entry with its changed fields', async () => {
    const { id } = await createService(staff)
    const body = { ...SERVICE, specification: { Visits: 6 } }
    const log = await collectAuditEntries(() =>
      expectStatus(staff(`/api/services/${id}/full`, jsonBody('PUT', body)), 200),
    )
    expect(log).toMatchObject([{ action: 'changed', subjectName: SERVICE.name, detail: 'Specifications' }])
  })
})

describe('Requests without a change', () => {
  test('A request that changes nothing writes no audit entry', async () => {
    const { id } = await createMachine(staff)
    const log = await collectAuditEntries(async () => {
      await expectStatus(staff(`/api/products/${id}`, jsonBody('PUT', { featured: false })), 200)
      await expectStatus(bulkUpdate(staff, [id], { published: true }), 200)
      await expectStatus(bulkUpdate(staff, [id], { archived: false }), 200)
    })
    expect(log).toEqual([])
  })

  test('A rejected request writes no audit entry', async () => {
    const { id, revision } = await createMachine(staff)
    const sales = await site.signIn('sales')
    const log = await collectAuditEntries(async () => {
      const stale = { name: 'Unseen', revision: String(revision + 1) }
      await expectStatus(staff(`/api/products/${id}`, formBody('PUT', stale)), 409)
      await expectStatus(staff(`/api/products/${id}`, formBody('PUT', { name: ' ' })), 400)
      await expectStatus(staff('/api/products', formBody('POST', { name: 'x' })), 400)
      await expectStatus(staff('/api/services', jsonBody('POST', { name: 'x' })), 400)
      await expectStatus(bulkUpdate(staff, [id, 'unknown'], { featured: true }), 400)
      await expectStatus(bulkUpdate(sales, [id], { featured: true }), 403)
      await expectStatus(restoreRevision(staff, id, 99), 404)
      await expectStatus(staff(`/api/items/${id}`, { method: 'DELETE' }), 409)
    })
    expect(log).toEqual([])
  })
})
