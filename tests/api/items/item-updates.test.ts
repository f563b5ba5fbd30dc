import { beforeAll, describe, expect, test, vi } from 'vitest'
import { expectUnchanged, listMediaFiles } from '../../support/db-snapshot.ts'
import {
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  getItemAuditLog,
  SERVICE,
} from '../../support/fixtures/items.ts'
import { expectOk, formBody, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

let colleague: SiteFetch
let colleagueName: string
const { site, staff } = startSiteOnce('editor')
beforeAll(async () => {
  colleague = await site.signIn('owner')
  colleagueName = (await expectOk(colleague('/api/auth/me'))).username
})

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

describe.each(KINDS)('Concurrent changes of a $kind', ({ path, create, change }) => {
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

  test('A change that is based on the next revision instead of the current one returns 409', async () => {
    const { id, name } = await create()
    const { revision } = await expectOk(change(staff, id, name))
    expect((await expectRejected(() => change(staff, id, 'Unseen', revision + 1), 409)).type).toBe(
      'changed-meanwhile',
    )
  })

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
  'A form with the invalid revision %j returns 400',
  async (revision) => {
    const { id } = await createMachine(staff)
    await expectRejected(() => staff(`/api/products/${id}`, formBody('PUT', { revision })), 400)
  },
)

describe('The order of new pictures', () => {
  /** Sends a change of `item` with these existing pictures and placeholders ('file:0'), and these new files. */
  const changeImages = async (existingImages: string[], files: File[], item: Json) =>
    staff(
      `/api/products/${item.id}`,
      formBody('PUT', { existingImages: JSON.stringify(existingImages) }, files),
    )
  /** The URL of the stored picture of each seed. */
  let known: Record<number, string>
  beforeAll(async () => {
    known = {}
    for (const seed of [11, 12, 13, 14]) {
      const { images } = await createMachine(staff, {}, await createImages(seed))
      known[seed] = images[0]
    }
  })
  const images = (...seeds: number[]) => seeds.map((seed) => known[seed])

  test.each([
    {
      where: 'first if its placeholder is first',
      order: ['file:0', '11', '12'],
      files: [13],
      expected: [13, 11, 12],
    },
    {
      where: 'between existing pictures if its placeholder is there',
      order: ['11', 'file:0', '12'],
      files: [13],
      expected: [11, 13, 12],
    },
    {
      where: 'last if its placeholder is last',
      order: ['12', '11', 'file:0'],
      files: [13],
      expected: [12, 11, 13],
    },
    {
      where: 'in the order of the placeholders',
      order: ['file:1', '12', 'file:0'],
      files: [13, 14],
      expected: [14, 12, 13],
    },
    {
      where: 'last without a placeholder',
      order: ['12', 'file:1'],
      files: [13, 14],
      expected: [12, 14, 13],
    },
    { where: 'alone if no existing picture is named', order: ['file:0'], files: [13], expected: [13] },
    {
      where: 'stored once if its placeholder is repeated',
      order: ['file:0', '11', 'file:0'],
      files: [13],
      expected: [13, 11],
    },
    {
      where: 'stored once if the same picture is uploaded twice',
      order: ['file:1', '11', 'file:0'],
      files: [13, 13],
      expected: [13, 11],
    },
    {
      where: 'stored once, at its first position, if an identical picture exists',
      order: ['12', 'file:0', '11'],
      files: [11],
      expected: [12, 11],
    },
  ])('A new picture is $where', async ({ order, files, expected }) => {
    const present = await createMachine(staff, {}, await createImages(11, 12))
    const existingImages = order.map((placeholder) =>
      placeholder.startsWith('file:') ? placeholder : known[Number(placeholder)]!,
    )
    const reply = await expectOk(changeImages(existingImages, await createImages(...files), present))
    expect(reply.images).toEqual(images(...expected))
  })

  test.each([
    { what: 'the number of a file that was not sent', placeholder: 'file:1' },
    { what: 'the highest valid number, without a file', placeholder: 'file:9' },
    { what: 'two digits', placeholder: 'file:10' },
    { what: 'no number', placeholder: 'file:' },
    { what: 'a negative number', placeholder: 'file:-1' },
    { what: 'a path', placeholder: 'file:///etc/passwd' },
  ])('A placeholder with $what returns 400', async ({ placeholder }) => {
    const present = await createMachine(staff, {}, await createImages(11, 12))
    const files = await createImages(15)
    const { message } = await expectRejected(
      () => changeImages([placeholder, known[11]!], files, present),
      400,
    )
    expect(message).toMatch(/^One of the (new images was not received|existing images does not belong)/)
  })

  test('A placeholder without an uploaded picture returns 400', async () => {
    const present = await createMachine(staff, {}, await createImages(11))
    await expectRejected(() => changeImages([known[11]!, 'file:0'], [], present), 400)
  })
})

test('[API-7] A flag that is set while pictures of the same item are being resized is not lost', async () => {
  const { id } = await createMachine(staff)
  const large = await Promise.all([41, 42].map((seed) => createJpeg(seed, 2400, 1800)))
  const already = (await listMediaFiles(site.dataDir)).length
  const form = staff(`/api/products/${id}`, formBody('PUT', { description: 'With pictures.' }, large))
  await vi.waitFor(
    async () => expect((await listMediaFiles(site.dataDir)).length).toBeGreaterThan(already),
    60_000,
  )
  await expectOk(staff(`/api/products/${id}`, jsonBody('PUT', { featured: true })))
  expect((await expectOk(form)).images).toHaveLength(2)
  expect(await expectOk(site.fetch(`/api/products/${id}`))).toMatchObject({
    description: 'With pictures.',
    featured: true,
  })
})
