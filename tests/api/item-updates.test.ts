import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectUnchanged } from '../support/db-snapshot.ts'
import { expectOk, formBody, type Json, jsonBody, type SiteFetch } from '../support/http-client.ts'
import {
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  getItemAuditLog,
  SERVICE,
} from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let staff: SiteFetch
let colleague: SiteFetch
let colleagueName: string
beforeAll(async () => {
  site = await startSite()
  staff = await site.signIn('editor')
  colleague = await site.signIn('owner')
  colleagueName = (await expectOk(colleague('/api/auth/me'))).username
})
afterAll(() => site.close())

const createImages = (...seeds: number[]) => Promise.all(seeds.map((seed) => createJpeg(seed, 64, 48)))
const expectRejected = (sent: () => Promise<Response>, status: number) => expectUnchanged(site, sent, status)

const KINDS = [
  {
    kind: 'machine',
    path: '/api/products',
    create: () => createMachine(staff),
    change: (by: SiteFetch, id: string, name: string, revision?: number) =>
      by(`/api/products/${id}`, formBody('PUT', { name, ...(revision && { revision: String(revision) }) })),
  },
  {
    kind: 'spare part',
    path: '/api/spareparts',
    create: () => createSparePart(staff),
    change: (by: SiteFetch, id: string, name: string, revision?: number) =>
      by(
        `/api/spareparts/${id}/full`,
        formBody('PUT', { name, ...(revision && { revision: String(revision) }) }),
      ),
  },
  {
    kind: 'service',
    path: '/api/services',
    create: () => createService(staff),
    change: (by: SiteFetch, id: string, name: string, revision?: number) =>
      by(`/api/services/${id}/full`, jsonBody('PUT', { ...SERVICE, name, revision })),
  },
]

describe.each(KINDS)('concurrent changes of a $kind', ({ path, create, change }) => {
  test('A change based on an old revision returns 409 with the name of the other author and writes nothing', async () => {
    const { id, revision, name } = await create()
    await expectOk(change(staff, id, name, revision))
    await expectOk(change(colleague, id, `Seen by ${name}`, revision + 1))
    const problem = await expectRejected(() => change(staff, id, 'Unseen', revision + 1), 409)
    expect(problem).toMatchObject({
      type: 'changed-meanwhile',
      message: `${colleagueName} changed Seen by ${name} while you were working on it.`,
    })
    expect((await expectOk(site.fetch(`${path}/${id}`))).name).toBe(`Seen by ${name}`)
  })

  test.each(['one that is still to come', 'one that was'])(
    'A change is rejected if it is based on a revision that does not exist or is no longer current: %s',
    async (which) => {
      const { id, name } = await create()
      const { revision } = await expectOk(change(staff, id, name))
      const other = which.includes('was') ? revision - 1 : revision + 1
      expect((await expectRejected(() => change(staff, id, 'Unseen', other), 409)).type).toBe(
        'changed-meanwhile',
      )
    },
  )

  test('A change without a revision is applied to the current one', async () => {
    const { id, name, revision } = await create()
    await expectOk(change(colleague, id, `${name} II`))
    expect(await expectOk(change(staff, id, `${name} III`))).toMatchObject({
      name: `${name} III`,
      revision: revision + 2,
    })
  })

  test('Of two concurrent changes of the same revision only one succeeds', async () => {
    const { id, revision } = await create()
    const both = ['By me', 'By you'].map((name, index) =>
      change([staff, colleague][index]!, id, name, revision),
    )
    const replies = await Promise.all(both)
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = await replies.find(({ status }) => status === 200)!.json()
    expect(winner.revision).toBe(revision + 1)
    expect(await expectOk(site.fetch(`${path}/${id}`))).toEqual(winner)
    expect((await getItemAuditLog(staff, id)).length).toBe(2)
  })

  test('A change returns 409 if only the featured flag was changed meanwhile', async () => {
    const { id, revision, name } = await create()
    await expectBulkUpdate(colleague, [id], { featured: true })
    expect((await expectRejected(() => change(staff, id, 'Unseen', revision), 409)).message).toMatch(
      `${colleagueName} changed ${name}`,
    )
  })
})

test('[API-8] Pictures of a change that is based on an old revision are not stored', async () => {
  const { id, revision } = await createMachine(staff, {}, await createImages(1))
  await expectOk(colleague(`/api/products/${id}`, formBody('PUT', { brand: 'Kovai' })))
  const files = await createImages(2, 3)
  const form = formBody('PUT', { brand: 'Other', revision: String(revision) }, files)
  await expectRejected(() => staff(`/api/products/${id}`, form), 409)
})

test('[API-8] Of two concurrent changes the one that is rejected stores no picture records', async () => {
  const { id, revision } = await createMachine(staff)
  const listMediaIds = async () =>
    (await site.db.selectFrom('media').select('id').orderBy('id').execute()).map((record) => record.id)
  const before = await listMediaIds()
  const save = async (by: SiteFetch, seed: number) =>
    by(`/api/products/${id}`, formBody('PUT', { revision: String(revision) }, await createImages(seed)))
  const replies = await Promise.all([save(staff, 61), save(colleague, 62)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
  const { images } = await expectOk(site.fetch(`/api/products/${id}`))
  expect(images).toHaveLength(1)
  expect(await listMediaIds()).toEqual([...before, new URL(images[0]).pathname.split('/')[2]].sort())
})

test.each(['-1', '1.5', 'one', '', '1e3', '9999999999'])(
  'A form with the revision %j is rejected',
  async (revision) => {
    const { id } = await createMachine(staff)
    await expectRejected(() => staff(`/api/products/${id}`, formBody('PUT', { revision })), 400)
  },
)

describe.each([
  { kind: 'machine', create: createMachine, address: (id: string) => `/api/products/${id}` },
  { kind: 'part', create: createSparePart, address: (id: string) => `/api/spareparts/${id}/full` },
])('the order of new pictures of a $kind', ({ create, address }) => {
  /** The seeds of an item's pictures are told by what one seed alone is stored as. */
  const arrange = async (places: string[], files: File[], present: Json) =>
    staff(address(present.id), formBody('PUT', { existingImages: JSON.stringify(places) }, files))
  let known: Record<number, string>
  beforeAll(async () => {
    known = {}
    for (const seed of [11, 12, 13, 14]) {
      const { images } = await create(staff, {}, await createImages(seed))
      known[seed] = images[0]
    }
  })
  const images = (...seeds: number[]) => seeds.map((seed) => known[seed])

  test.each([
    { where: 'first', places: ['file:0', '11', '12'], files: [13], expected: [13, 11, 12] },
    { where: 'in between', places: ['11', 'file:0', '12'], files: [13], expected: [11, 13, 12] },
    { where: 'last', places: ['12', '11', 'file:0'], files: [13], expected: [12, 11, 13] },
    { where: 'in any order', places: ['file:1', '12', 'file:0'], files: [13, 14], expected: [14, 12, 13] },
    {
      where: 'last when no place names them',
      places: ['12', 'file:1'],
      files: [13, 14],
      expected: [12, 14, 13],
    },
    { where: 'in place of all', places: ['file:0'], files: [13], expected: [13] },
    {
      where: 'once, though a place is named twice',
      places: ['file:0', '11', 'file:0'],
      files: [13],
      expected: [13, 11],
    },
    {
      where: 'once, though they come twice',
      places: ['file:1', '11', 'file:0'],
      files: [13, 13],
      expected: [13, 11],
    },
    {
      where: 'where the one that is there already stands first',
      places: ['12', 'file:0', '11'],
      files: [11],
      expected: [12, 11],
    },
  ])('New pictures are placed $where', async ({ places, files, expected }) => {
    const present = await create(staff, {}, await createImages(11, 12))
    const wanted = places.map((place) => (place.startsWith('file:') ? place : known[Number(place)]!))
    const reply = await expectOk(arrange(wanted, await createImages(...files), present))
    expect(reply.images).toEqual(images(...expected))
  })

  test.each([
    { what: 'a number too high', place: 'file:1' },
    { what: 'the last number there is', place: 'file:9' },
    { what: 'two digits', place: 'file:10' },
    { what: 'no number', place: 'file:' },
    { what: 'a negative number', place: 'file:-1' },
    { what: 'a path', place: 'file:///etc/passwd' },
  ])('A placeholder for a new picture with $what is rejected', async ({ place }) => {
    const present = await create(staff, {}, await createImages(11, 12))
    const files = await createImages(15)
    const { message } = await expectRejected(() => arrange([place, known[11]!], files, present), 400)
    expect(message).toMatch(/image/)
  })

  test('A placeholder without an uploaded picture is rejected', async () => {
    const present = await create(staff, {}, await createImages(11))
    await expectRejected(() => arrange([known[11]!, 'file:0'], [], present), 400)
  })
})
