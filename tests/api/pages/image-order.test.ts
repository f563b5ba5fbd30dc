import { describe, expect, test } from 'vitest'
import { snapshotData } from '../../support/db-snapshot.ts'
import { createJpeg, createMachine, createSparePart, MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, formBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const TOO_MANY_IMAGES = 'You can only upload up to 6 images total.'
const createImages = (...seeds: number[]) => Promise.all(seeds.map((seed) => createJpeg(seed, 64, 48)))
const createExternalUrl = (name: string) => `https://cdn.example.com/${name}.jpg`

const KINDS = [
  {
    noun: 'machine',
    list: '/api/products',
    full: (id: string) => `/api/products/${id}`,
    create: createMachine,
  },
  {
    noun: 'spare part',
    list: '/api/spareparts',
    full: (id: string) => `/api/spareparts/${id}/full`,
    create: createSparePart,
  },
]

describe.each(KINDS)('[API-4] Changing the pictures of a $noun', ({ list, full, create }) => {
  const change = (id: string, fields: Record<string, string>, files: File[] = []) =>
    staff(full(id), formBody('PUT', fields, files))
  const keep = (images: unknown) => ({ existingImages: JSON.stringify(images) })

  test('[API-4] A change without existingImages retains all pictures and appends new ones', async () => {
    const { id, images } = await create(staff, {}, await createImages(1, 2))
    expect((await expectOk(change(id, { name: 'Other' }))).images).toEqual(images)
    const more = (await expectOk(change(id, {}, await createImages(3)))).images
    expect(more).toHaveLength(3)
    expect(more.slice(0, 2)).toEqual(images)
    expect((await expectOk(site.fetch(`${list}/${id}`))).images).toEqual(more)
  })

  test('[API-4] existingImages determines the pictures that remain and their order', async () => {
    const { id, images } = await create(staff, {}, await createImages(1, 2, 3))
    const [first, second, third] = images
    expect((await expectOk(change(id, keep([third, first, second])))).images).toEqual([third, first, second])
    expect((await expectOk(change(id, keep([second, third])))).images).toEqual([second, third])
    const added = (await expectOk(change(id, keep([third]), await createImages(4)))).images
    expect(added).toEqual([third, expect.not.stringContaining(first)])
    expect((await expectOk(change(id, keep([])))).images).toEqual([])
  })

  test('[API-8] A picture of another item in existingImages is rejected', async () => {
    const otherItem = await create(staff, {}, await createImages(31))
    const { id } = await create(staff, {}, await createImages(32))
    const before = await snapshotData(site)
    const mediaId = new URL(otherItem.images[0]).pathname.split('/')[2]
    for (const image of [otherItem.images[0], mediaId, `${site.url}/media/${'0'.repeat(32)}/64.webp`]) {
      expect(await expectProblem(change(id, keep([image])), 400)).toMatch(/image/)
    }
    expect(await snapshotData(site)).toEqual(before)
  })
})

describe('[API-4] The pictures of a form', () => {
  // Those of spare parts are read by the same function.
  const { list, full, create } = KINDS[0]!
  const change = (id: string, fields: Record<string, string>, files: File[] = []) =>
    staff(full(id), formBody('PUT', fields, files))
  const keep = (images: unknown) => ({ existingImages: JSON.stringify(images) })

  test('[API-4] A picture that is named or uploaded twice is stored once', async () => {
    const { id, images } = await create(staff, {}, await createImages(1))
    const reply = await expectOk(change(id, keep([images[0], images[0]]), await createImages(1)))
    expect(reply.images).toEqual(images)
  })

  test('[API-4] External image URLs are stored unchanged', async () => {
    const { id, images } = await create(staff, {}, await createImages(1))
    const wanted = [createExternalUrl('front'), images[0], 'http://cdn.example.com/side.png']
    expect((await expectOk(change(id, keep(wanted)))).images).toEqual(wanted)
  })

  test('[API-4, FRM-4] An item accepts six pictures in total', async () => {
    const { id, images } = await create(staff, {}, await createImages(1, 2, 3, 4, 5))
    expect((await expectOk(change(id, {}, await createImages(6)))).images).toHaveLength(6)
    const before = await snapshotData(site)
    expect(await expectProblem(change(id, {}, await createImages(7)), 400)).toBe(TOO_MANY_IMAGES)
    expect(await expectProblem(change(id, keep(images), await createImages(7, 8)), 400)).toBe(TOO_MANY_IMAGES)
    expect(
      await expectProblem(change(id, keep([1, 2, 3, 4, 5, 6, 7].map((n) => createExternalUrl(`${n}`)))), 400),
    ).toBe(TOO_MANY_IMAGES)
    expect(await snapshotData(site)).toEqual(before)
    expect(
      (await expectOk(change(id, keep(images.slice(0, 2)), await createImages(7, 8, 9, 10)))).images,
    ).toHaveLength(6)
  })

  test('[FRM-4, API-8] A form with seven pictures is rejected and nothing is stored', async () => {
    const before = await snapshotData(site)
    const seven = await createImages(21, 22, 23, 24, 25, 26, 27)
    expect(await expectProblem(staff(list, formBody('POST', MACHINE_FIELDS, seven)), 400)).toBe(
      TOO_MANY_IMAGES,
    )
    expect(await snapshotData(site)).toEqual(before)
  })

  test.each([
    'not JSON',
    '{}',
    '"x"',
    '[1]',
    '[null]',
    '["javascript:alert(1)"]',
    '["/etc/passwd"]',
    '["http://"]',
  ])('[API-8] A form with existingImages %j is rejected', async (existingImages) => {
    const { id } = await create(staff, {}, await createImages(1))
    const before = await snapshotData(site)
    await expectProblem(change(id, { existingImages }), 400)
    expect(await snapshotData(site)).toEqual(before)
  })
})
