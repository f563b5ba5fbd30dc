import { beforeAll, describe, expect, test } from 'vitest'
import {
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  SERVICE,
} from '../../support/fixtures/items.ts'
import { expectOk, formBody, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

let by: Json
const { site, staff } = startSiteOnce('editor')
beforeAll(async () => {
  const { id, username } = await expectOk(staff('/api/auth/me'))
  by = { accountId: id, name: username }
})

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
      what: 'publishing an item',
      before: (id) => expectBulkUpdate(staff, [id], { published: false }),
      act: (id) => expectBulkUpdate(staff, [id], { published: true }),
      entry: { action: 'published' },
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
  test('A rejected request writes no audit entry', async () => {
    const { id } = await createMachine(staff)
    const log = await collectAuditEntries(async () => {
      await expectStatus(staff(`/api/products/${id}`, formBody('PUT', { name: ' ' })), 400)
      await expectStatus(staff('/api/products', formBody('POST', { name: 'x' })), 400)
      await expectStatus(staff('/api/services', jsonBody('POST', { name: 'x' })), 400)
    })
    expect(log).toEqual([])
  })
})
