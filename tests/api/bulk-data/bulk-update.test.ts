import { beforeAll, describe, expect, test } from 'vitest'
import { expectUnchanged, snapshotWithHistory } from '../../support/db-snapshot.ts'
import {
  bulkUpdate,
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  getItemAuditLog,
  restoreRevision,
} from '../../support/fixtures/items.ts'
import { expectOk, formBody, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor', {}, { pages: true })
let colleague: SiteFetch
beforeAll(async () => {
  colleague = await site.signIn('owner')
})

const ids = (items: Json[]): string[] => items.map(({ id }) => id)
const expectRejected = (sent: () => Promise<Response>, status: number) => expectUnchanged(site, sent, status)

describe('The bulk update of items', () => {
  const createThree = async () => {
    const items = [await createMachine(staff), await createSparePart(staff), await createService(staff)]
    return ids(items).sort()
  }
  const read = async (id: string): Promise<Json> => {
    const [item] = await site.db.selectFrom('item').selectAll().where('id', '=', id).execute()
    return item
  }

  test.each([
    { change: { featured: true }, column: { is_featured: 1 }, log: 'featured' },
    { change: { published: false }, column: { state: 'draft' }, log: 'unpublished' },
    { change: { archived: true }, column: { state: 'archived' }, log: 'archived' },
    { change: { category: ' Turning ' }, column: { category: 'Turning' }, log: 'changed' },
  ])(
    'A bulk update $change changes each item and writes an audit entry for each',
    async ({ change, column, log }) => {
      const all = await createThree()
      expect(await expectBulkUpdate(staff, all, change)).toEqual(all)
      for (const id of all) {
        const item = await read(id)
        expect(item).toMatchObject({ ...column, revision: 2 })
        expect((await getItemAuditLog(staff, id)).slice(1)).toEqual([
          `${log} ${item.name}${log === 'changed' ? ': Category' : ''}`,
        ])
      }
    },
  )

  test('A bulk update returns the items that changed with their former category', async () => {
    const [first, second] = [
      await createSparePart(staff, { category: 'Collets' }),
      await createSparePart(staff, { category: 'Chucks' }),
    ]
    const wanted = { category: 'Chucks' }
    expect(await expectOk(bulkUpdate(staff, [first.id, second.id, first.id], wanted))).toEqual({
      changed: [{ id: first.id, category: 'Collets' }],
    })
    const before = await snapshotWithHistory(site)
    expect(await expectOk(bulkUpdate(staff, [first.id, second.id], wanted))).toEqual({ changed: [] })
    expect(await snapshotWithHistory(site)).toEqual(before)
  })

  test('A bulk update with an unknown id changes nothing', async () => {
    const all = await createThree()
    for (const change of [{ featured: true }, { published: false }, { archived: true }, { category: 'X' }]) {
      const { message } = await expectRejected(() => bulkUpdate(staff, [...all, 'unknown'], change), 400)
      expect(message).toBe('One of these items no longer exists. Reload the list and try again.')
    }
  })

  test('A bulk update accepts at most 500 items', async () => {
    const ids = (count: number) => Array.from({ length: count }, (_, n) => `item-${n}`)
    expect((await expectRejected(() => bulkUpdate(staff, ids(501), { featured: true }), 400)).message).toBe(
      'At most 500 items can be changed at once.',
    )
    // 500 ids pass the limit; they are rejected because the items do not exist.
    expect(
      (await expectRejected(() => bulkUpdate(staff, ids(500), { featured: true }), 400)).message,
    ).toMatch(/no longer exists/)
  })

  let unchanged: string[] | undefined
  test.each([
    [{ featured: true, published: true }],
    [{ archived: true, category: 'X' }],
    [{}],
    [{ featured: 'yes' }],
    [{ category: '  ' }],
    [{ category: 'x'.repeat(101) }],
    [{ name: 'Renamed' }],
    [{ featured: true, name: 'Renamed' }],
    [{ state: 'archived' }],
  ])('A bulk update with %j is rejected', async (change) => {
    unchanged ??= await createThree()
    const all = unchanged
    await expectRejected(() => bulkUpdate(staff, all, change), 400)
  })

  test('A bulk update without items or with invalid ids is rejected', async () => {
    expect((await expectRejected(() => bulkUpdate(staff, [], { featured: true }), 400)).message).toBe(
      'Choose at least one item.',
    )
    await expectRejected(
      () => staff('/api/items/changes', jsonBody('POST', { ids: [1], featured: true })),
      400,
    )
    await expectRejected(() => bulkUpdate(staff, ['x'.repeat(101)], { featured: true }), 400)
  })

  test('A bulk update of an archived item can only restore its former state', async () => {
    const published = await createMachine(staff)
    const draft = await createSparePart(staff, { draft: 'true' })
    const both = [published.id, draft.id].sort()
    expect(await expectBulkUpdate(staff, both, { archived: true })).toEqual(both)
    const before = await snapshotWithHistory(site)
    for (const change of [
      { featured: true },
      { published: true },
      { published: false },
      { category: 'X' },
      { archived: true },
    ])
      expect(await expectBulkUpdate(staff, both, change), JSON.stringify(change)).toEqual([])
    expect(await snapshotWithHistory(site)).toEqual(before)

    expect(await expectBulkUpdate(staff, both, { archived: false })).toEqual(both)
    expect((await read(published.id)).state).toBe('published')
    expect((await read(draft.id)).state).toBe('draft')
    expect(await expectBulkUpdate(staff, both, { archived: false })).toEqual([])
    expect((await getItemAuditLog(staff, draft.id)).slice(1)).toEqual([
      'archived Collet Set',
      'restored Collet Set',
    ])
  })

  test('An item that was archived without any revision is restored as published', async () => {
    const { id } = await createMachine(staff)
    await expectBulkUpdate(staff, [id], { archived: true })
    await site.db.deleteFrom('item_revision').where('item_id', '=', id).execute()
    expect(await expectBulkUpdate(staff, [id], { archived: false })).toEqual([id])
    await expectOk(site.fetch(`/api/products/${id}`))
  })

  test('Concurrent bulk updates of the same items are applied one after the other', async () => {
    const all = await createThree()
    const replies = await Promise.all([
      expectBulkUpdate(staff, all, { featured: true }),
      expectBulkUpdate(colleague, all, { featured: true }),
    ])
    expect(replies.flat().sort()).toEqual(all)
    for (const id of all) expect(await read(id)).toMatchObject({ is_featured: 1, revision: 2 })
  })
})

describe('Caches after changes in the admin', () => {
  const name = 'A 1 Umbra Shaper'
  const shows = async (path: string, words = name) => (await (await site.fetch(path)).text()).includes(words)

  test('The next page and list after a bulk update show the change', async () => {
    const { id, slug } = await createMachine(staff, { name })
    const states = async () => [
      await shows('/products'),
      (await site.fetch(`/product/${slug}`)).status,
      await shows('/api/products'),
    ]
    expect(await states()).toEqual([true, 200, true])
    for (const [change, visible] of [
      [{ archived: true }, false],
      [{ archived: false }, true],
      [{ published: false }, false],
      [{ published: true }, true],
    ] as const) {
      await expectBulkUpdate(staff, [id], change)
      expect(await states(), JSON.stringify(change)).toEqual([visible, visible ? 200 : 404, visible])
    }
    await expectBulkUpdate(staff, [id], { featured: true })
    expect(await shows('/')).toBe(true)
    await expectBulkUpdate(staff, [id], { featured: false })
    expect(await shows('/')).toBe(false)
  })

  test('The next page and list after a restoration show the restored revision', async () => {
    const { id, revision } = await createMachine(staff, { name: 'Sepia Shaper' })
    await expectOk(staff(`/api/products/${id}`, formBody('PUT', { name: `${name} II` })))
    const shown = async () => [
      await shows('/products', `${name} II`),
      await shows('/sitemap.xml', 'a-1-umbra-shaper-ii'),
    ]
    expect(await shown()).toEqual([true, true])
    await expectOk(restoreRevision(staff, id, revision))
    expect(await shown()).toEqual([false, false])
    await expectBulkUpdate(staff, [id], { archived: true })
    await expectOk(restoreRevision(staff, id, revision + 1))
    expect(await shown()).toEqual([true, true])
  })
})
