import { beforeAll, describe, expect, test } from 'vitest'
import { createMachine, createService, MACHINE_FIELDS, SERVICE } from '../../support/fixtures/items.ts'
import { expectOk, formBody, type Json, jsonBody } from '../../support/http-client.ts'
import { BEHIND_PROXY, fromNewNetwork, startSiteOnce } from '../../support/site-hooks.ts'

let ids: Record<'machine' | 'service' | 'enquiry' | 'review' | 'account', string>
let content: Json
const { site, staff: owner } = startSiteOnce('owner', BEHIND_PROXY, { pages: true })
beforeAll(async () => {
  await site.signIn('sales')
  const sent = async (path: string, body: object) => (await site.fetch(path, jsonBody('POST', body))).json()
  const accounts: Json[] = await expectOk(owner('/api/accounts'))
  ids = {
    machine: (await createMachine(owner)).id,
    service: (await createService(owner)).id,
    enquiry: (await sent('/api/enquiries', ENQUIRY)).id,
    review: (await sent('/api/reviews', { text: 'Good' })).id,
    account: accounts.find(({ role }) => role === 'sales').id,
  }
  content = (await expectOk(owner('/api/site-content/edited'))).content
})

const post = (path: string, body: object) => fromNewNetwork(site).fetch(path, jsonBody('POST', body))

const ENQUIRY = { firstName: 'a', lastName: 'b', email: 'a@b.example', phone: '98400 12345', message: 'c' }
const PRICE_CHANGE = { by: 'percent', value: 5, prices: 'price', roundTo: 10 }
/** Every call with a JSON body, and a valid body for it. */
const CALLS: Record<string, () => object> = {
  'POST /api/auth/login': () => ({ email: 'a@b.example', password: 'x' }),
  'POST /api/auth/forgot': () => ({ email: 'a@b.example' }),
  'POST /api/auth/welcome': () => ({ secret: 'x', password: 'spindle and chuck' }),
  'POST /api/enquiries': () => ENQUIRY,
  'POST /api/reviews': () => ({ text: 'Good' }),
  'POST /api/services': () => SERVICE,
  'PUT /api/services/:service/full': () => SERVICE,
  'PUT /api/products/:machine': () => ({ featured: true }),
  'POST /api/items/changes': () => ({ ids: [ids.machine], featured: true }),
  'POST /api/items/grid': () => ({ ids: [ids.machine] }),
  'PATCH /api/items': () => ({ changes: [{ id: ids.machine, revision: 1, fields: { brand: 'A' } }] }),
  'POST /api/items/price-changes/preview': () => ({ ids: [ids.machine], change: PRICE_CHANGE }),
  'POST /api/items/price-changes': () => ({
    items: [{ id: ids.machine, revision: 1 }],
    change: PRICE_CHANGE,
  }),
  'POST /api/items/price-changes/undo': () => ({ items: [{ id: ids.machine, revision: 2 }] }),
  'POST /api/items/:machine/restoration': () => ({ revision: 1 }),
  'PATCH /api/enquiries/:enquiry': () => ({ status: 'contacted' }),
  'POST /api/enquiries/:enquiry/notes': () => ({ text: 'Called.' }),
  'POST /api/enquiries/by-staff': () => ENQUIRY,
  'PATCH /api/reviews/:review': () => ({ status: 'declined' }),
  'PUT /api/site-content': () => ({ content, revision: 1 }),
  'PUT /api/site-content/draft': () => ({ content }),
  'POST /api/accounts': () => ({ email: 'new@works.example', username: 'New', role: 'sales' }),
  'PATCH /api/accounts/:account': () => ({ username: 'Renamed' }),
  'POST /api/keys': () => ({ name: 'Key', scopes: ['catalogue.read'] }),
  'PUT /api/account/password': () => ({ password: 'x', newPassword: 'spindle and chuck' }),
}

function send(call: string, body: string | Uint8Array, type = 'application/json'): Promise<Response> {
  const [method = '', path = ''] = call.split(' ')
  const address = path.replace(/:(\w+)/, (_, kind: keyof typeof ids) => ids[kind])
  return fromNewNetwork({ ...site, fetch: owner }).fetch(address, {
    method,
    body: typeof body === 'string' ? body : new Uint8Array(body),
    headers: { 'content-type': type },
  })
}

/** Throws if the status is not from 200 to below `statusBelow`, or if a prototype has been changed. */
async function expectSafeResponse(reply: Response, statusBelow: number): Promise<void> {
  const text = await reply.text()
  expect(reply.status, text).toBeGreaterThanOrEqual(200)
  expect(reply.status, text).toBeLessThan(statusBelow)
  expect(Object.keys(Object.prototype)).toEqual([])
  expect(({} as Json).polluted).toBeUndefined()
  expect(Array.prototype.length).toBe(0)
}

describe.each(Object.entries(CALLS))('Malicious bodies of %s', (call, body) => {
  const inner = () => JSON.stringify(body()).slice(1)

  test('A JSON body with prototype keys does not change Object.prototype', async () => {
    for (const key of [
      '"__proto__":{"polluted":1},',
      '"constructor":{"prototype":{"polluted":1}},',
      '"\\u005f_proto__":{"polluted":1},',
    ]) {
      const reply = await send(call, `{${key}${inner()}`)
      expect(reply.status, key).toBe(400)
      await expectSafeResponse(reply, 500)
    }
    const deep = inner().replace(/:("[^"]*"|\d+|true)/, ':{"__proto__":{"polluted":1}}')
    await expectSafeResponse(await send(call, `{${deep}`), 500)
  })

  test('A deeply nested or very wide JSON body is rejected or ignored without an error', async () => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000)
    const wide = Array.from({ length: 15_000 }, (_, n) => `"k${n}":1`).join(',')
    for (const text of [deep, `{"x":${deep}}`, `{${wide}}`]) {
      const reply = await send(call, text)
      // A change whose fields are all optional is accepted and changes nothing.
      if (text === deep || !call.startsWith('PATCH /api/enq')) expect(reply.status).toBe(400)
      await expectSafeResponse(reply, 500)
    }
    for (const more of [`"more":${deep},`, `${wide},`])
      await expectSafeResponse(await send(call, `{${more}${inner()}`), 500)
    const everywhere = inner().replace(/:("[^"]*"|\d+|true)/g, `:${deep.slice(45_000, -45_000)}`)
    await expectSafeResponse(await send(call, `{${everywhere}`), 500)
  })

  test('A JSON value of another type than the schema is rejected', async () => {
    for (const value of [
      'null',
      '[]',
      '{}',
      '1e999',
      '-1',
      '0.1',
      '9007199254740993',
      'true',
      '""',
      '["a","b"]',
      '"\\ud800"',
    ]) {
      const text = inner().replace(/:("[^"]*"|\d+|true)/g, `:${value}`)
      await expectSafeResponse(await send(call, `{${text}`), 500)
    }
    for (const text of [
      '',
      'null',
      '1',
      '"x"',
      '[{}]',
      '{',
      '{"a":}',
      '\u0000',
      `\ufeff{${inner()}`,
      `{${inner()}{${inner()}`,
    ])
      await expectSafeResponse(await send(call, text), 500)
    await expectSafeResponse(await send(call, Buffer.from(`{"a":"\xff\xfe",${inner()}`, 'latin1')), 500)
    await expectSafeResponse(
      await send(call, Buffer.from(`{${inner()}`, 'utf16le'), 'application/json; charset=utf-16le'),
      500,
    )
  })

  test('A JSON body with another content type is rejected', async () => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'text/xml',
      'application/json-patch+json',
      'x',
    ])
      expect((await send(call, `{${inner()}`, type)).status, type).toBeOneOf([400, 401, 415])
  })
})

test('The site responds after all malicious JSON bodies, and Object.prototype is unchanged', async () => {
  expect((await site.fetch('/api/products')).status).toBe(200)
  expect((await site.fetch('/products')).status).toBe(200)
  expect(Object.keys(Object.prototype)).toEqual([])
})

describe('Names of object members as input', () => {
  const NAMES = [
    ...['constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'length'],
    ...['then', 'toJSON'],
  ]

  test('Names of object members are ordinary text in specifications, forms, filters and pages', async () => {
    const specifications = Object.fromEntries(NAMES.map((name, index) => [name, `${index} mm`]))
    const machine = await createMachine(owner, { specifications: JSON.stringify(specifications) })
    const service = await createService(owner, { specification: specifications })
    expect(machine.specifications).toEqual(specifications)
    expect(service.specification).toEqual(specifications)
    for (const name of [...NAMES, '__proto__']) {
      const filter = encodeURIComponent(`${name.toLowerCase()}.mm:0..9`)
      for (const path of [`/api/products?specifications=${filter}`, `/products?specifications=${filter}`])
        expect((await site.fetch(path)).status, path).toBeOneOf([200, 400])
      for (const path of [
        `/products?${name}=x`,
        `/api/products?${name}=x`,
        `/product/${name}`,
        `/${name}`,
        `/api/${name}`,
      ])
        expect((await site.fetch(path)).status, path).toBeLessThan(500)
    }
    const text = await (await site.fetch(`/product/${machine.slug}`)).text()
    for (const name of NAMES) expect(text).toContain(name)
  })

  test('JSON texts of a form with prototype keys or deep nesting return 400', async () => {
    for (const field of ['specifications', 'features', 'existingImages']) {
      for (const value of [
        '{"__proto__":"1 mm","a":"b","c":"d"}',
        '{"__proto__":{"polluted":1},"a":"b","c":"d"}',
        '{"constructor":{"prototype":{"polluted":1}},"a":"b","c":"d"}',
        '["a",{"__proto__":{"polluted":1}}]',
        '['.repeat(100_000),
        `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
        `{${Array.from({ length: 20_000 }, (_, n) => `"${n}":"x"`).join(',')}}`,
      ]) {
        const reply = await owner(
          `/api/products/${ids.machine}`,
          formBody('PUT', { ...MACHINE_FIELDS, [field]: value }),
        )
        expect(reply.status, `${field} ${value.slice(0, 30)}`).toBe(400)
        await expectSafeResponse(reply, 500)
      }
    }
  })

  test('The form without JavaScript ignores fields named __proto__ and constructor', async () => {
    const body = new URLSearchParams({ ...ENQUIRY, 'constructor[prototype][polluted]': '1' })
    body.append('__proto__', '{"polluted":1}')
    body.append('__proto__[polluted]', '1')
    const reply = await fromNewNetwork(site).fetch('/api/enquiries/form', { method: 'POST', body })
    expect(reply.headers.get('location')).toMatch(/^\/\?enquiry=sent&reference=[-\w]+#contact$/)
    await expectSafeResponse(reply, 400)
  })
})

describe('Drafts of the settings', () => {
  const save = (draft: object) => owner('/api/site-content/draft', jsonBody('PUT', { content: draft }))

  test('A draft of the settings with 38,000 pictures can be read again or is rejected', async () => {
    const pictures = Array.from({ length: 38_000 }, () => ({ picture: { url: 'a' } }))
    const reply = await save({ ...content, services: { ...content.services, more: pictures } })
    await expectSafeResponse(reply.clone() as Response, 500)
    for (const path of ['/api/site-content/edited', '/?preview=draft'])
      expect((await owner(path)).status, path).toBe(200)
    await owner('/api/site-content/draft', { method: 'DELETE' })
  })
})

describe('Fields that a client cannot set', () => {
  test('A visitor cannot set the status of an enquiry or review', async () => {
    const extra = {
      id: 'mine',
      status: 'won',
      ownerId: ids.account,
      createdAt: '2000-01-01',
      customerId: 'x',
      revision: 9,
    }
    expect((await post('/api/enquiries', { ...ENQUIRY, message: 'Extra', ...extra })).status).toBe(201)
    const [enquiry] = await expectOk(owner('/api/enquiries?search=Extra'))
    expect(enquiry).toMatchObject({ status: 'new', owner: null, revision: expect.any(Number) })
    expect([enquiry.id, enquiry.createdAt.slice(0, 4)]).not.toContain('mine')
    expect(enquiry.createdAt).not.toMatch(/^2000/)
    expect(
      (await post('/api/reviews', { text: 'Praise myself', status: 'published', id: 'mine' })).status,
    ).toBe(201)
    expect(await expectOk(site.fetch('/api/reviews'))).toEqual([])
  })

  test('An editor cannot set the id, kind, revision or archive state of an item', async () => {
    const editor = await site.signIn('editor')
    const extra = {
      id: 'mine',
      kind: 'service',
      slug: 'mine',
      archived: 'true',
      createdAt: '2000',
      updatedAt: '2000',
    }
    const item = await createMachine(editor, extra)
    expect(item).toMatchObject({
      id: expect.not.stringMatching(/^mine$/),
      slug: expect.not.stringMatching(/^mine$/),
      revision: 1,
    })
    expect((await site.fetch(`/api/products/${item.id}`)).status).toBe(200)
    const flagged = await editor(
      `/api/products/${item.id}`,
      jsonBody('PUT', { featured: true, name: 'Other' }),
    )
    expect(flagged.status).toBe(400)
  })

  test('A call ignores role, password and email address if they are not among its fields', async () => {
    const before = await site.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', ids.account)
      .executeTakeFirstOrThrow()
    const extra = {
      id: 'mine',
      email: 'mine@works.example',
      passwordHash: 'x',
      password: 'x',
      totp_secret: null,
      secondFactor: true,
    }
    await expectOk(owner(`/api/accounts/${ids.account}`, jsonBody('PATCH', { username: 'Kala', ...extra })))
    const after = await site.db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', ids.account)
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ ...before, username: 'Kala' })
    const sales = await site.signIn('sales')
    await sales(
      '/api/account/password',
      jsonBody('PUT', {
        password: 'a password for tests',
        newPassword: 'spindle and chuck',
        role: 'owner',
        id: ids.account,
      }),
    )
    expect((await expectOk(sales('/api/auth/me'))).role).toBe('sales')
  })

  test('A repeated query parameter is ignored or rejected, and a repeated form field is rejected', async () => {
    for (const query of [
      'search=a&search=b',
      'limit=1&limit=1000',
      'category=a&category[]=b',
      'ids=a&ids=b',
      'sort[x]=name',
    ])
      expect((await site.fetch(`/api/products?${query}`)).status, query).toBeOneOf([200, 400])
    for (const query of ['limit=1&limit=200', 'status=new&status=won', 'owner=a&owner=none'])
      expect((await owner(`/api/enquiries?${query}`)).status, query).toBe(400)
    const form = new FormData()
    for (const [name, value] of [
      ...Object.entries(MACHINE_FIELDS),
      ['draft', 'true'],
      ['draft', 'false'],
    ] as [string, string][])
      form.append(name, value)
    expect((await owner('/api/products', { method: 'POST', body: form })).status).toBe(400)
  })
})
