import { beforeAll, describe, expect, test } from 'vitest'
import { insertItem } from '#server/catalogue/items/store.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { snapshotWithHistory } from '../../support/db-snapshot.ts'
import { createItemPlan } from '../../support/fixtures/bulk-items.ts'
import { addDocument, STEP } from '../../support/fixtures/documents.ts'
import {
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  expectCreated,
  getHistory,
  getItemAuditLog,
  restoreRevision,
  SERVICE,
} from '../../support/fixtures/items.ts'
import {
  expectOk,
  expectProblem,
  formBody,
  type Json,
  jsonBody,
  type SiteFetch,
} from '../../support/http-client.ts'
import { startSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const DAY = 24 * 60

let name: string
const { site, staff } = startSiteOnce('editor')
beforeAll(async () => {
  name = (await expectOk(staff('/api/auth/me'))).username
})

const updateMachine = (id: string, fields: Record<string, string>, files: File[] = []): Promise<Json> =>
  expectOk(staff(`/api/products/${id}`, formBody('PUT', fields, files)))
const getRevisionNumbers = ({ revisions }: Json): number[] => revisions.map(({ revision }: Json) => revision)
const getLatestRevision = async (id: string): Promise<Json> => (await getHistory(staff, id)).revisions[0]

describe('The history of an item', () => {
  test('The history lists changes of documents, relations and drawings, but not those of the fields again', async () => {
    const machine = await createMachine(staff, { name: 'HX 1 Lathe' })
    const part = await createSparePart(staff, { name: 'HX Gear' })
    await addDocument(staff, machine.id, 'bed.step', STEP)
    await expectCreated(
      staff(`/api/items/${machine.id}/relations`, jsonBody('POST', { group: 'parts', item: part.id })),
    )
    await expectCreated(
      staff(
        `/api/items/${machine.id}/drawings`,
        formBody('POST', { assembly: 'Bed' }, [await createJpeg(1)]),
      ),
    )
    await updateMachine(machine.id, { description: 'Changed.' })
    const { changes } = await getHistory(staff, machine.id)
    expect(changes.map(({ by, detail }: Json) => `${by}: ${detail}`)).toEqual([
      `${name}: Assembly drawing added: Bed`,
      `${name}: Added to 'Spare parts': HX Gear`,
      `${name}: Document added: bed`,
    ])
    // What an entry is about does not depend on its words.
    await site.db
      .updateTable('audit_log')
      .set({ detail: 'Reworded' })
      .where('subject_id', '=', machine.id)
      .execute()
    const reworded = (await getHistory(staff, machine.id)).changes
    expect(reworded.map(({ detail }: Json) => detail)).toEqual(['Reworded', 'Reworded', 'Reworded'])
  })

  test('The history of an item begins with its creation and its author', async () => {
    const item = await createMachine(staff)
    expect(await getHistory(staff, item.id)).toEqual({
      item: { id: item.id, kind: 'machine', name: item.name, state: 'published', revision: 1 },
      revisions: [{ revision: 1, at: item.updatedAt, by: name, differences: [] }],
      changes: [],
    })
  })

  test('The history lists the differences of each change, the newest first', async () => {
    const { id, images } = await createMachine(
      staff,
      { price: '1500000', specifications: JSON.stringify({ Swing: '320 mm', Bed: 'hardened' }) },
      [await createJpeg(1, 64, 48)],
    )
    const picture = `Picture ${new URL(images[0]).pathname.split('/')[2]!.slice(0, 6)}`
    await updateMachine(id, { price: '12,34,567.50', originalPrice: '1500000' })
    await updateMachine(id, {
      name: 'CL 26',
      description: 'New words.',
      category: 'Lathes',
      brand: 'Kovai',
      features: '["Turret","Bed"]',
    })
    await updateMachine(id, {
      specifications: JSON.stringify({ Swing: '330 mm', Bed: 'hardened', Feeds: '6' }),
    })
    await updateMachine(id, { existingImages: JSON.stringify(['https://cdn.example.com/a.jpg', images[0]]) })
    await updateMachine(id, { featured: 'true', draft: 'true', price: '' })
    const { revisions } = await getHistory(staff, id)
    expect(getRevisionNumbers({ revisions })).toEqual([6, 5, 4, 3, 2, 1])
    expect(revisions.map(({ differences }: Json) => differences)).toEqual([
      [
        { field: 'Price', before: '₹12,34,567.50', after: '' },
        { field: 'Featured', before: 'No', after: 'Yes' },
        { field: 'Status', before: 'Published', after: 'Draft' },
      ],
      [{ field: 'Images', before: picture, after: `https://cdn.example.com/a.jpg\n${picture}` }],
      [
        {
          field: 'Specifications',
          before: 'Swing: 320 mm\nBed: hardened',
          after: 'Swing: 330 mm\nBed: hardened\nFeeds: 6',
        },
      ],
      [
        { field: 'Name', before: 'CL 25 Capstan Lathe', after: 'CL 26' },
        {
          field: 'Description',
          before: 'Bar work up to 25 mm with a self-indexing hexagon turret.',
          after: 'New words.',
        },
        { field: 'Category', before: 'machine', after: 'Lathes' },
        { field: 'Brand', before: '', after: 'Kovai' },
        { field: 'Key features', before: '', after: 'Turret\nBed' },
      ],
      [
        { field: 'Price', before: '₹15,00,000.00', after: '₹12,34,567.50' },
        { field: 'Original price', before: '', after: '₹15,00,000.00' },
      ],
      [],
    ])
  })

  test('The history names the author of each change', async () => {
    const { id } = await createSparePart(staff)
    const owner = await site.signIn('owner')
    const { username } = await expectOk(owner('/api/auth/me'))
    await expectOk(owner(`/api/spareparts/${id}`, jsonBody('PUT', { featured: true })))
    const { revisions } = await getHistory(staff, id)
    expect(revisions.map(({ by }: Json) => by)).toEqual([username, name])
    expect(revisions[0].differences).toEqual([{ field: 'Featured', before: 'No', after: 'Yes' }])
  })

  test('The history of an unknown item returns 404', async () => {
    expect(await expectProblem(staff('/api/items/unknown/history'), 404)).toBe('Item not found')
  })

  test('The history retains the last 50 revisions', async () => {
    const { id } = await createService(staff)
    for (let times = 2; times <= 52; times++)
      await expectBulkUpdate(staff, [id], { featured: times % 2 === 0 })
    const history = await getHistory(staff, id)
    expect(getRevisionNumbers(history)).toEqual(Array.from({ length: 50 }, (_, n) => 52 - n))
    expect(history.revisions.at(-1).differences, 'nothing is known before it').toEqual([])
    expect(await expectProblem(restoreRevision(staff, id, 2), 404)).toBe('This revision not found')
  })
})

describe('Revisions older than two years', () => {
  test('A revision that was replaced more than two years ago is deleted, and its successor is retained', async () => {
    const own = await startSite()
    const owner = await own.signIn()
    const later = async (days: number) => {
      own.advanceClock(days * DAY)
      return own.signIn()
    }
    const { id } = await createMachine(owner)
    const put = async (by: SiteFetch, brand: string) =>
      expectOk(by(`/api/products/${id}`, formBody('PUT', { brand })))
    await put(await later(10), 'two')
    await put(await later(10), 'three')
    const beyond = await later(735)
    expect(
      getRevisionNumbers(await getHistory(beyond, id)),
      'revisions are deleted only when the item is changed',
    ).toEqual([3, 2, 1])
    await put(beyond, 'four')
    // Revision 3 was current 730 days ago, so it is retained until a later revision is 730 days old.
    expect(getRevisionNumbers(await getHistory(beyond, id))).toEqual([4, 3])
    await expectProblem(restoreRevision(beyond, id, 2), 404)
    expect((await expectOk(restoreRevision(beyond, id, 3))).revision).toBe(5)
    expect((await expectOk(own.fetch(`/api/products/${id}`))).brand).toBe('three')
    const last = await later(731)
    await put(last, 'six')
    expect(getRevisionNumbers(await getHistory(last, id))).toEqual([6, 5])
    await own.close()
  })
})

describe('Restoring a revision', () => {
  test('Restoring a revision adds a revision with all its fields and pictures', async () => {
    const first = await createMachine(
      staff,
      { name: 'Restored Lathe', price: '100', brand: 'Kovai', features: '["Turret"]', featured: 'true' },
      [await createJpeg(1, 64, 48), await createJpeg(2, 64, 48)],
    )
    await updateMachine(first.id, {
      name: 'Renamed Lathe',
      price: '',
      brand: '',
      features: '',
      featured: '',
      existingImages: '[]',
      specifications: JSON.stringify({ Weight: '2 kg', Length: '3 m' }),
    })
    const line = await expectOk(restoreRevision(staff, first.id, 1))
    expect(line).toMatchObject({ id: first.id, name: 'Restored Lathe', price: 100, revision: 3 })
    const again = await expectOk(site.fetch(`/api/products/${first.id}`))
    expect(again).toEqual({ ...first, revision: 3, updatedAt: again.updatedAt })
    expect((await getLatestRevision(first.id)).differences.map(({ field }: Json) => field)).toEqual([
      'Name',
      'Brand',
      'Price',
      'Key features',
      'Specifications',
      'Images',
      'Featured',
    ])
    expect((await getItemAuditLog(staff, first.id)).at(-1)).toBe(
      'restored Restored Lathe: As it was at revision 1',
    )
    expect((await expectOk(site.fetch('/api/products/renamed-lathe'))).id).toBe(first.id)
  })

  test('A revision of a service can be restored', async () => {
    const { id } = await createService(staff, { specification: { Visits: 4 } })
    const body = { ...SERVICE, name: 'Other', specification: {} }
    await expectOk(staff(`/api/services/${id}/full`, jsonBody('PUT', body)))
    await expectOk(restoreRevision(staff, id, 1))
    expect(await expectOk(site.fetch(`/api/services/${id}`))).toMatchObject({
      name: SERVICE.name,
      specification: { Visits: '4' },
    })
  })

  test('Restoring a revision of an archived item publishes the item again', async () => {
    const { id, name: called } = await createMachine(staff)
    await updateMachine(id, { name: 'Renamed' })
    await expectBulkUpdate(staff, [id], { archived: true })
    expect(await expectOk(restoreRevision(staff, id, 1))).toMatchObject({
      state: 'published',
      name: called,
      revision: 4,
    })
    expect((await expectOk(site.fetch(`/api/products/${id}`))).name).toBe(called)
    expect((await getLatestRevision(id)).differences).toEqual([
      { field: 'Name', before: 'Renamed', after: called },
      { field: 'Status', before: 'Archived', after: 'Published' },
    ])
  })

  test('Restoring an archived revision of a draft makes the item a draft', async () => {
    const { id } = await createMachine(staff, { draft: 'true' })
    for (const revision of [1, 2]) {
      await expectBulkUpdate(staff, [id], { archived: true })
      expect((await expectOk(restoreRevision(staff, id, revision))).state).toBe('draft')
      await expectProblem(site.fetch(`/api/products/${id}`), 404)
    }
  })

  test('A restored item is found by the restored text only', async () => {
    const { id } = await createMachine(staff, { description: 'Karmesin' })
    await updateMachine(id, { description: 'Indigo' })
    await expectOk(restoreRevision(staff, id, 1))
    const found = async (word: string) =>
      (await expectOk(site.fetch(`/api/products?search=${word}`))).map((item: Json) => item.id)
    expect([await found('karmesin'), await found('indigo')]).toEqual([[id], []])
  })

  test('Restoring an unknown or invalid revision is rejected', async () => {
    const { id } = await createMachine(staff)
    const before = await snapshotWithHistory(site)
    const restore = (revision: unknown) =>
      staff(`/api/items/${id}/restoration`, jsonBody('POST', { revision }))
    for (const revision of [2, 99]) await expectProblem(restore(revision), 404)
    for (const revision of [0, -1, 1.5, '1', null, undefined]) await expectProblem(restore(revision), 400)
    expect(await snapshotWithHistory(site)).toEqual(before)
  })

  test('A restoration that is based on an earlier revision than the current one is refused, as its undo is', async () => {
    const { id } = await createMachine(staff, { description: 'First' })
    await updateMachine(id, { description: 'Of a colleague' })
    const restore = (current: number) =>
      staff(`/api/items/${id}/restoration`, jsonBody('POST', { revision: 1, current }))
    expect(await expectProblem(restore(1), 409)).toMatch(/ changed .* while you were working on it\.$/)
    expect(await expectOk(restore(2))).toMatchObject({ revision: 3 })
  })

  test('Restoring a revision of an unknown item returns 404', async () => {
    expect(await expectProblem(restoreRevision(staff, 'unknown', 1), 404)).toBe('Item not found')
  })
})

test('A demo item has no revisions until its first change, which stores both contents', async () => {
  const own = await startSite()
  const { draft } = createItemPlan('service', { name: 'Demo Visit' })
  const at = '2026-01-01T00:00:00.000Z'
  const { id } = await inTransaction(own.db, (tx) => insertItem(tx, 'service', draft, { at, isDemo: true }))
  const owner = await own.signIn()
  const before = await expectOk(own.fetch(`/api/services/${id}`))
  expect((await getHistory(owner, id)).revisions).toEqual([])
  await expectOk(owner(`/api/services/${id}`, jsonBody('PUT', { featured: !before.featured })))
  const { revisions } = await getHistory(owner, id)
  expect(revisions.map(({ revision, by }: Json) => [revision, by])).toEqual([
    [2, expect.stringMatching(/\w/)],
    [1, ''],
  ])
  expect(revisions[1].at).toBe(at)
  await expectOk(restoreRevision(owner, id, 1))
  const after = await expectOk(own.fetch(`/api/services/${id}`))
  expect(after).toEqual({ ...before, revision: 3, updatedAt: after.updatedAt })
  await own.close()
})
