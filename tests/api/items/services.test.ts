import { describe, expect, test } from 'vitest'
import { snapshotData } from '../../support/db-snapshot.ts'
import { createJpeg, createMachine, createService, SERVICE } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, formBody, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const post = (body: unknown) => staff('/api/services', jsonBody('POST', body))
const change = (id: string, body: unknown) => staff(`/api/services/${id}/full`, jsonBody('PUT', body))
const read = (id: string) => expectOk(site.fetch(`/api/services/${id}`))
const createExternalUrl = (name: unknown) => `https://cdn.example.com/${name}.jpg`

async function upload(...seeds: number[]): Promise<string[]> {
  const files = await Promise.all(seeds.map((seed) => createJpeg(seed, 64, 48)))
  const reply = await staff('/api/upload-images', formBody('POST', {}, files))
  return (await reply.json()).imageUrls
}

describe('[API-6] Creating a service', () => {
  test('[API-6, FRM-8] A new service with uploaded pictures is public', async () => {
    const images = [createExternalUrl('a'), ...(await upload(1, 2))]
    const service = await createService(staff, {
      images,
      specification: { Visits: '4 a year' },
      featured: true,
    })
    expect(service).toMatchObject({
      ...SERVICE,
      images,
      specification: { Visits: '4 a year' },
      featured: true,
    })
    expect(await read(service.id)).toEqual(service)
  })

  test('[API-6, FRM-8] A service needs only a name and a description', async () => {
    const service = await createService(staff)
    expect(service).toMatchObject({ ...SERVICE, specification: {}, images: [], featured: false })
  })

  test('[API-6, FRM-8] Complete specifications of a service are stored in their order', async () => {
    const specification = { Visits: ' 4 ', '': 'no name', Blank: '  ', Area: 'Tamil Nadu', Days: 2 }
    const service = await createService(staff, { specification })
    expect(Object.entries(service.specification)).toEqual([
      ['Visits', '4'],
      ['Area', 'Tamil Nadu'],
      ['Days', '2'],
    ])
  })

  test('[API-6, FRM-8] A service accepts six pictures', async () => {
    const six = [1, 2, 3, 4, 5, 6].map(createExternalUrl)
    expect((await createService(staff, { images: six })).images).toEqual(six)
  })
})

describe('[API-6] Changing a service', () => {
  test('[API-6] A change of a service leaves absent fields unchanged', async () => {
    const details = { images: await upload(3), specification: { Visits: '4' }, featured: true }
    const { id, images } = await createService(staff, details)
    const changed = await expectOk(change(id, { name: 'Renamed', description: 'New words.' }))
    expect(changed).toMatchObject({ ...details, images, name: 'Renamed', description: 'New words.' })
    expect(await read(id)).toEqual(changed)
  })

  test('[API-6] A change of a service clears empty fields', async () => {
    const { id } = await createService(staff, {
      images: await upload(3),
      specification: { a: 'b' },
      featured: true,
    })
    const empty = { ...SERVICE, images: [], specification: {}, featured: false }
    await expectOk(change(id, empty))
    expect(await read(id)).toMatchObject(empty)
  })

  test('[API-6] Pictures of a service are stored in their order without duplicates', async () => {
    const [one, two] = await upload(4, 5)
    const { id } = await createService(staff, { images: [one, two] })
    const images = [two, createExternalUrl('z'), one]
    expect((await expectOk(change(id, { ...SERVICE, images: [...images, two] }))).images).toEqual(images)
  })

  test('[API-6] A service can be saved with the exact response of the API', async () => {
    const { id } = await createService(staff, {
      specification: { Visits: '4' },
      images: [createExternalUrl('a')],
    })
    const { revision, updatedAt, ...service } = await read(id)
    expect(await expectOk(change(id, { ...service, name: 'Renamed' }))).toMatchObject({
      id,
      name: 'Renamed',
      specification: { Visits: '4' },
      images: [createExternalUrl('a')],
    })
  })

  test('[API-8] Changing an item of another kind as a service returns 404', async () => {
    const machine = await createMachine(staff)
    const before = await snapshotData(site)
    for (const id of ['unknown', machine.id]) {
      expect(await expectProblem(change(id, SERVICE), 404)).toBe('Service not found')
    }
    expect(await snapshotData(site)).toEqual(before)
  })
})

describe('[API-8] Invalid services', () => {
  const long = 'x'.repeat(501)
  test.each([
    ['without a name', { name: '  ' }, 'Enter a name.'],
    ['without a description', { description: '' }, 'Enter a description.'],
    [
      'with seven pictures',
      { images: [1, 2, 3, 4, 5, 6, 7].map(createExternalUrl) },
      'You can upload a maximum of 6 images.',
    ],
    ['with a picture that is not a URL', { images: ['picture.jpg'] }, /http/],
    ['with a number as picture', { images: [5] }, /images/],
    ['with a text instead of a list of pictures', { images: createExternalUrl('a') }, /images/],
    ['with a list of specifications', { specification: ['a', 'b'] }, /specification/],
    ['with a nested specification', { specification: { a: { b: 'c' } } }, /specification/],
    ['with a specification value that is too long', { specification: { a: long } }, /500/],
    ['with a specification name that is too long', { specification: { [long]: 'a' } }, /100/],
    ['with a text as featured flag', { featured: 'yes' }, /featured/],
    ['with a number as name', { name: 5 }, /name/],
    ['with a name that is too long', { name: long }, /200/],
  ])('[API-8, FRM-8] A service %s is rejected and not stored', async (_what, body, message) => {
    const { id } = await createService(staff)
    const before = await snapshotData(site)
    for (const sent of [post({ ...SERVICE, ...body }), change(id, { ...SERVICE, ...body })]) {
      expect(await expectProblem(sent, 400)).toEqual(expect.stringMatching(message))
    }
    expect(await snapshotData(site)).toEqual(before)
  })

  test('[API-8] A service with an unknown picture of this site is rejected and not stored', async () => {
    const before = await snapshotData(site)
    const images = [`${site.url}/media/${'0'.repeat(32)}/320.webp`]
    expect(await expectProblem(post({ ...SERVICE, images }), 400)).toMatch(/Upload/)
    expect(await snapshotData(site)).toEqual(before)
  })

  test('[API-8] A service sent as a form is rejected', async () => {
    await expectProblem(staff('/api/services', formBody('POST', SERVICE)), 400)
  })
})
