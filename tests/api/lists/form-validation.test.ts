import { beforeAll, describe, expect, test } from 'vitest'
import { snapshotData } from '../../support/db-snapshot.ts'
import { createJpeg, createMachine, createSparePart, MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { expectProblem, formBody, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const x = (length: number) => 'x'.repeat(length)
const map = (pairs: Record<string, unknown>) => ({ specifications: JSON.stringify(pairs) })
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`key ${n}`, 'value']))

describe.each([
  { list: '/api/products', full: (id: string) => `/api/products/${id}`, create: createMachine },
  { list: '/api/spareparts', full: (id: string) => `/api/spareparts/${id}/full`, create: createSparePart },
])('Invalid forms sent to $list', ({ list, full, create }) => {
  let item: Json
  beforeAll(async () => {
    item = await create(staff)
  })

  /** Sends the form as a new item and as a change. Throws unless both are rejected; returns the message. */
  async function expectBothRejected(
    body: () => RequestInit | Promise<RequestInit>,
    status: number,
  ): Promise<string> {
    const before = await snapshotData(site)
    const message = await expectProblem(staff(list, { ...(await body()), method: 'POST' }), status)
    expect(await expectProblem(staff(full(item.id), { ...(await body()), method: 'PUT' }), status)).toBe(
      message,
    )
    expect(await snapshotData(site)).toEqual(before)
    return message
  }
  const entries = (extra: [string, string | File][]) => {
    const body = new FormData()
    for (const [name, value] of [...Object.entries(MACHINE_FIELDS), ...extra]) body.append(name, value)
    return { body }
  }

  test.each<[string, Record<string, string>, string?]>([
    ['a name of 201 characters', { name: x(201) }],
    ['a name with a null character', { name: 'CL\0 25' }],
    ['a description of 20,001 characters', { description: x(20_001) }],
    ['a category of 101 characters', { category: x(101) }, 'category: can have at most 100 characters'],
    ['a category with a null character', { category: 'a\0' }, 'The category cannot contain a null character'],
    ['a brand with a null character', { brand: 'a\0' }, 'The brand cannot contain a null character'],
    ['a brand of 101 characters', { brand: x(101) }],
    ['a price of 31 digits', { price: '1'.repeat(31) }],
    ['a featured flag that is neither true nor false', { featured: 'maybe' }],
    ['specifications that are not JSON', { specifications: 'Swing: 320 mm, Bed: hardened' }],
    ['truncated specifications', { specifications: '{"a":"b","c":' }],
    ['a list of specifications', map(['a', 'b'] as never)],
    ['a JSON string as specifications', { specifications: '"a"' }],
    ['null as specifications', { specifications: 'null' }],
    ['a number as specifications', { specifications: '5' }],
    ['nested specifications', map({ a: 'b', c: { d: 'e' } })],
    ['lists as specification values', map({ a: 'b', c: ['d'] })],
    ['101 specifications', map(many(101))],
    ['a specification name of 101 characters', map({ [x(101)]: 'a', b: 'c' })],
    ['a specification value of 501 characters', map({ a: x(501), b: 'c' })],
    ['features that are not JSON', { features: 'Turret' }],
    ['features that are not a list', { features: '{"a":"b"}' }],
    ['features that are not texts', { features: '[1]' }],
    ['51 features', { features: JSON.stringify(Array(51).fill('x')) }, 'At most 50 key features'],
    ['a feature of 301 characters', { features: JSON.stringify([x(301)]) }],
  ])(
    `[API-4, API-8] ${list} rejects a form with %s and stores nothing`,
    async (_name, fields, message = '') => {
      const body = () => formBody('', { ...MACHINE_FIELDS, ...fields })
      expect(await expectBothRejected(body, 400)).toContain(message)
    },
  )

  test(`[API-4, API-8] ${list} rejects a field over 256 kB and stores nothing`, async () => {
    expect(
      await expectBothRejected(() => formBody('', { ...MACHINE_FIELDS, description: x(300_000) }), 413),
    ).toMatch(/description/)
    await expectBothRejected(() => formBody('', { ...MACHINE_FIELDS, unknown: x(2_000_000) }), 413)
  })

  test(`[API-4, API-8] ${list} rejects a form of 61 parts and stores nothing`, async () => {
    const extra = Array.from({ length: 61 }, (_, n): [string, string] => [`field ${n}`, 'x'])
    await expectBothRejected(() => entries(extra), 413)
  })

  test(`[API-4, API-8] ${list} rejects a picture in another field and stores nothing`, async () => {
    const file = await createJpeg(1, 64, 48)
    for (const name of ['image', 'images[]', 'name', 'Images']) {
      expect(await expectBothRejected(() => entries([[name, file]]), 400), name).toMatch(/images/)
    }
  })

  test(`[API-4, API-8] ${list} stores no picture if a later one is in another field`, async () => {
    const [good, lost] = [await createJpeg(1, 64, 48), await createJpeg(2, 64, 48)]
    await expectBothRejected(
      () =>
        entries([
          ['images', good],
          ['file', lost],
        ]),
      400,
    )
  })

  test(`[API-4, API-8] ${list} rejects a duplicate field and stores nothing`, async () => {
    expect(await expectBothRejected(() => entries([['name', 'Another name']]), 400)).toMatch(/name/)
  })

  test(`[API-4, API-8] ${list} rejects JSON and stores nothing`, async () => {
    expect(await expectProblem(staff(list, jsonBody('POST', MACHINE_FIELDS)), 415)).toMatch(/multipart/)
  })
})

test('[API-4] Texts of the maximum length are stored completely', async () => {
  const fields = { name: x(200), description: x(20_000), category: x(100), brand: x(100) }
  const specifications = { ...many(99), [x(100)]: x(500) }
  const features = Array.from({ length: 50 }, (_, n) => `${n} ${x(297)}`)
  const item = await createMachine(staff, {
    ...fields,
    ...map(specifications),
    features: JSON.stringify(features),
  })
  expect(item).toMatchObject({ ...fields, specifications, features })
})

test('[API-4] An empty file input is not a picture', async () => {
  const body = new FormData()
  for (const [name, value] of Object.entries(MACHINE_FIELDS)) body.append(name, value)
  body.append('images', new File([], '', { type: 'application/octet-stream' }))
  const reply = await staff('/api/products', { method: 'POST', body })
  expect(reply.status).toBe(201)
  expect((await reply.json()).images).toEqual([])
})
