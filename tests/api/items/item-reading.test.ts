import { beforeAll, describe, expect, test } from 'vitest'
import { createJpeg, createMachine, createService, createSparePart } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, type Json, sendRawRequest } from '../../support/http-client.ts'
import { startSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

let machine: Json
let spare: Json
let service: Json
const { site, staff } = startSiteOnce('editor')
beforeAll(async () => {
  const details = {
    brand: 'Kovai',
    price: '15,00,000',
    originalPrice: '18,00,000',
    features: '["Hexagon turret"]',
  }
  machine = await createMachine(staff, { featured: 'true', ...details }, [
    await createJpeg(1),
    await createJpeg(2),
  ])
  spare = await createSparePart(staff, { price: '48,500' }, [await createJpeg(3)])
  service = await createService(staff, { specification: { Visits: '4 a year' } })
})

const SHARED = {
  id: expect.stringMatching(/^\w+$/),
  slug: expect.stringMatching(/^[a-z0-9-]+$/),
  description: expect.stringMatching(/\w/),
  revision: expect.any(Number),
  updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
}
const ADDRESS = expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/media\/[0-9a-f]{32}\/800\.webp$/)
const PICTURE = {
  url: ADDRESS,
  width: 800,
  height: 600,
  thumbhash: expect.any(String),
  widths: [320, 640, 800],
}

test('[API-3] A machine is returned with specifications and all prices', async () => {
  expect(await expectOk(site.fetch(`/api/products/${machine.id}`))).toStrictEqual({
    ...SHARED,
    kind: 'machine',
    name: 'CL 25 Capstan Lathe',
    category: 'machine',
    brand: 'Kovai',
    price: 1500000,
    originalPrice: 1800000,
    features: ['Hexagon turret'],
    specifications: { 'Bar capacity': '25 mm', 'Swing over bed': '320 mm' },
    images: [ADDRESS, ADDRESS],
    imageUrl: machine.images[0],
    documents: [],
    pictures: [PICTURE, PICTURE],
    featured: true,
  })
})

test('[API-3] A spare part is returned with specs', async () => {
  expect(await expectOk(site.fetch(`/api/spareparts/${spare.id}`))).toStrictEqual({
    ...SHARED,
    kind: 'spare',
    name: 'Collet Set',
    category: 'Spare Part',
    price: 48500,
    features: [],
    specs: { 'Bar capacity': '25 mm', 'Swing over bed': '320 mm' },
    images: [ADDRESS],
    imageUrl: spare.images[0],
    documents: [],
    pictures: [PICTURE],
    featured: false,
  })
})

test('[API-3] A service is returned with specification, and with imageUrl null if it has no picture', async () => {
  expect(await expectOk(site.fetch(`/api/services/${service.id}`))).toStrictEqual({
    ...SHARED,
    kind: 'service',
    name: 'Annual Maintenance',
    category: 'Service',
    features: [],
    specification: { Visits: '4 a year' },
    images: [],
    imageUrl: null,
    documents: [],
    pictures: [],
    featured: false,
  })
})

test('[API-2, API-3] A list contains an item exactly as the request by its id returns it', async () => {
  for (const [path, item] of [
    ['products', machine],
    ['spareparts', spare],
    ['services', service],
  ] as const) {
    const [listed] = await expectOk(site.fetch(`/api/${path}`))
    expect(listed).toEqual(await expectOk(site.fetch(`/api/${path}/${item.id}`)))
  }
})

test('[API-3] An id is found under exactly one kind', async () => {
  const statuses = async ({ id }: Json) =>
    Promise.all(
      ['products', 'services', 'spareparts'].map(
        async (kind) => (await site.fetch(`/api/${kind}/${id}`)).status,
      ),
    )
  expect(await statuses(machine)).toEqual([200, 404, 404])
  expect(await statuses(service)).toEqual([404, 200, 404])
  expect(await statuses(spare)).toEqual([404, 404, 200])
})

test('[API-3] An item is found by its slug', async () => {
  expect(machine.slug).toBe('cl-25-capstan-lathe')
  expect((await expectOk(site.fetch('/api/products/cl-25-capstan-lathe'))).id).toBe(machine.id)
})

test('[API-3] Items with the same name have different slugs, also if they are of different kinds', async () => {
  const staff = await site.signIn('editor')
  const twin = await createMachine(staff)
  const part = await createSparePart(staff, { name: machine.name })
  expect(new Set([machine.slug, twin.slug, part.slug]).size).toBe(3)
  expect((await expectOk(site.fetch(`/api/products/${twin.slug}`))).id).toBe(twin.id)
  expect((await expectOk(site.fetch(`/api/spareparts/${part.slug}`))).id).toBe(part.id)
})

test('[API-3] A machine named Featured is found by its slug', async () => {
  const item = await createMachine(await site.signIn('editor'), { name: 'Featured' })
  expect((await expectOk(site.fetch(`/api/products/${item.slug}`))).id).toBe(item.id)
})

test('[API-3] A machine with a Tamil name is found by its slug', async () => {
  const item = await createMachine(await site.signIn('editor'), { name: 'கடைசல் இயந்திரம்' })
  expect((await expectOk(site.fetch(`/api/products/${item.slug}`))).name).toBe('கடைசல் இயந்திரம்')
})

test.each([
  ['/api/products', 'Product not found'],
  ['/api/spareparts', 'Spare part not found'],
  ['/api/services', 'Service not found'],
])('[API-8] %s returns 404 for an unknown item', async (path, message) => {
  expect(await expectProblem(site.fetch(`${path}/nothing-here`), 404)).toBe(message)
})

test.each([
  '/api/products',
  '/api/products/featured',
  '/api/products/cl-25-capstan-lathe',
  '/api/site-content',
])('[API-2] HEAD %s returns the headers of GET without a body', async (path) => {
  const [head, get] = [await site.fetch(path, { method: 'HEAD' }), await site.fetch(path)]
  expect(head.status).toBe(200)
  expect(await head.text()).toBe('')
  for (const name of ['content-type', 'content-length', 'x-total-count']) {
    expect(head.headers.get(name), name).toBe(get.headers.get(name))
  }
})

describe('[API-10] Image URLs', () => {
  const imagesWith = async (headers: Record<string, string>): Promise<string[]> => {
    const { text } = await sendRawRequest(site, { path: `/api/products/${machine.id}`, headers })
    return JSON.parse(text).images
  }

  test('[API-10] Image URLs begin with the host of the request', async () => {
    expect((await imagesWith({ host: 'Shop.Example.in:8080' }))[0]).toMatch(
      /^http:\/\/shop\.example\.in:8080\/media\//,
    )
  })

  test('[API-10] Image URLs ignore forwarded headers of untrusted clients', async () => {
    const images = await imagesWith({
      host: 'shop.in',
      'x-forwarded-host': 'evil.in',
      'x-forwarded-proto': 'https',
    })
    expect(images[0]).toMatch(/^http:\/\/shop\.in\/media\//)
  })

  test('[API-10] Image URLs of every response begin with PUBLIC_URL if it is set', async () => {
    const shop = await startSite({ PUBLIC_URL: 'https://www.example.in' })
    const staff = await shop.signIn('editor')
    const item = await createMachine(staff, { featured: 'true' }, [await createJpeg(1)])
    const address = expect.stringMatching(/^https:\/\/www\.example\.in\/media\/[0-9a-f]{32}\/800\.webp$/)
    expect(item.images).toEqual([address])
    for (const path of ['/api/products', '/api/products/featured']) {
      const [listed] = await expectOk(shop.fetch(path))
      expect(listed).toMatchObject({ images: [address], imageUrl: address, pictures: [{ url: address }] })
    }
    expect((await shop.fetch(new URL(item.images[0]).pathname)).status).toBe(200)
    await shop.close()
  })
})

test('Summaries of items are found by id or slug, in the requested order; unknown ones are left out', async () => {
  const keys = [service.slug, 'unknown', spare.id, machine.slug, machine.id]
  const summaries: Json[] = await expectOk(site.fetch(`/api/summaries?ids=${keys.join(',')}`))
  expect(summaries.map(({ id }) => id)).toEqual([service.id, spare.id, machine.id, machine.id])
})
