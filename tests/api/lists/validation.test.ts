import { beforeAll, describe, expect, test } from 'vitest'
import { snapshotData } from '../../support/db-snapshot.ts'
import { createSessionCookie } from '../../support/fixtures/accounts.ts'
import { createMachine } from '../../support/fixtures/items.ts'
import {
  expectOk,
  expectProblemMessage,
  type Json,
  type RawRequest,
  sendRawRequest,
} from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

let cookie: string
let machine: Json
const { site, staff } = startSiteOnce('editor')
beforeAll(async () => {
  cookie = await createSessionCookie(site)
  machine = await createMachine(staff)
})

/** Sends a request with a session. Throws unless it is rejected as JSON without a change; returns the status. */
async function expectRejection(sent: RawRequest): Promise<number> {
  const before = await snapshotData(site)
  const reply = await sendRawRequest(site, { ...sent, headers: { cookie, ...sent.headers } })
  expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
  expect(reply.status, reply.text).toBeLessThan(500)
  expectProblemMessage(reply.headers['content-type'] as string, reply.text)
  expect(await snapshotData(site)).toEqual(before)
  return reply.status
}
const getMachinePath = () => `/api/products/${machine.id}`
const x = (length: number) => 'x'.repeat(length)

describe('Invalid URLs', () => {
  test.each([
    ['/api/nothing', 404],
    ['/api/products/', 404],
    ['/api/products/%00', 404],
    ['/api/products/a%00b', 404],
    ['/api/products/__proto__', 404],
    ['/api/products/constructor', 404],
    ["/api/products/'%20or%201=1%20--", 404],
    ['/api/products/%F0%9F%99%82', 404],
    ['/api/products/..%2f..%2fetc%2fpasswd', 404],
    ['/api/products/..%5c..%5cwindows', 404],
    ['/api/products/%25', 404],
    ['/api/products/%zz', 400],
    ['/api/products/%', 400],
    ['/api/products/%E0%A4%A', 400],
    ['/api/products/%C3', 400],
    ['/media/%zz/1.webp', 400],
    [`/api/products/${x(300)}`, 400],
    ['/api/products/one/two/three', 404],
    ['//evil.example/api', 404],
    ['/API/products', 404],
  ])('[API-8] %s is rejected with a message', async (path, status) => {
    expect(await expectRejection({ path })).toBe(status)
  })

  test('[API-8] An id of 5,000 characters is rejected with a message', async () => {
    expect(await expectRejection({ path: `/api/services/${x(5000)}` })).toBeOneOf([400, 404, 414])
  })

  test.each(['suggestions?', 'facets?kind=machine&', 'facets?kind=spare&'])(
    '[API-8] A null character is rejected in /api/%s',
    async (call) => {
      for (const search of ['%00', 'a%00b', 'lathe%00x'])
        expect(await expectRejection({ path: `/api/${call}search=${search}` }), search).toBe(400)
    },
  )

  test.each([
    'sort=bogus',
    'sort=',
    'sort=name&sort=price',
    'limit=-1',
    'limit=1.5',
    'limit=abc',
    'limit=1001',
  ])('[API-8] The lists of all kinds reject %s', async (query) => {
    for (const kind of ['products', 'spareparts', 'services']) {
      expect(await expectRejection({ path: `/api/${kind}?${query}` }), kind).toBe(400)
    }
  })

  test.each([
    ...['offset=-1', 'offset=1e99', 'limit=', 'search=%00', 'search=a%00b', `search=${x(5000)}`],
    ...[`search=${x(201)}`, 'search=a&search=b', `category=${x(101)}`],
  ])('[API-8] The list of machines rejects %s', async (query) => {
    expect(await expectRejection({ path: `/api/products?${query}` })).toBe(400)
  })

  test('[API-8] A search of 200 characters and unknown parameters are accepted', async () => {
    expect(await expectOk(site.fetch(`/api/products?search=${x(200)}`))).toEqual([])
    expect(
      await expectOk(site.fetch('/api/products?search=%zz&__proto__=x&constructor=y&unknown[]=1')),
    ).toEqual([])
  })

  test.each(['limit=0', 'limit=201', 'offset=-1', 'limit=x'])(
    '[API-8] The list of enquiries rejects %s',
    async (query) => {
      expect(await expectRejection({ path: `/api/enquiries?${query}` })).toBe(400)
    },
  )

  test.each(['DELETE', 'PATCH', 'POST', 'OPTIONS', 'TRACE'])(
    '[API-8] %s returns 404 on a route without this method',
    async (method) => {
      expect(await expectRejection({ method, path: getMachinePath() })).toBe(404)
    },
  )
})

describe('Invalid JSON bodies', () => {
  const json = { 'content-type': 'application/json' }
  test.each([
    ['truncated JSON', '{"featured":', json, 400],
    ['an empty body', '', json, 400],
    ['a blank body', '   ', json, 400],
    ['JSON with single quotes', "{'featured':true}", json, 400],
    ['invalid UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), json, 400],
    ['a list', '[true]', json, 400],
    ['a number', '5', json, 400],
    ['NaN', '{"featured":NaN}', json, 400],
    ['a repeated JSON key whose second value is a text', '{"featured":true,"featured":"yes"}', json, 400],
    ['deeply nested JSON', `{"featured":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, json, 400],
    ['more than 1 MB', `{"featured":true,"x":"${x(1_000_001)}"}`, json, 413],
    ['plain text', '{"featured":true}', { 'content-type': 'text/plain' }, 400],
    ['XML', '<featured>true</featured>', { 'content-type': 'application/xml' }, 415],
    ['a web form', 'featured=true', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
    ['JSON without a content type', '{"featured":true}', {}, 415],
    ['JSON with an invalid content type', '{"featured":true}', { 'content-type': ';;/' }, 415],
    ['no body', undefined, {}, 400],
  ])(
    '[API-7, API-8] A featured flag sent as %s is rejected with a message',
    async (_name, body, headers, status) => {
      const sent = { method: 'PUT', path: getMachinePath(), headers: headers as Record<string, string> }
      expect(await expectRejection(body === undefined ? sent : { ...sent, body })).toBe(status)
    },
  )

  test.each(['/api/auth/login', '/api/enquiries', '/api/services'])(
    '[API-7, API-8] %s rejects a body that is not JSON',
    async (path) => {
      for (const body of ['{', '', 'null', '[]', '{"__proto__":{}}']) {
        expect(await expectRejection({ method: 'POST', path, headers: json, body }), body).toBe(400)
      }
    },
  )

  test('[API-7, API-8] Truncated UTF-8 in a body is rejected or replaced', async () => {
    const body = '{"name":"\\ud800","description":"\\udfff half"}'
    const reply = await sendRawRequest(site, {
      method: 'POST',
      path: '/api/services',
      headers: { ...json, cookie },
      body,
    })
    expect(reply.status).toBeOneOf([201, 400])
    const { status } = await sendRawRequest(site, { path: '/api/services?search=half' })
    expect(status).toBe(200)
  })
})

describe('Malformed forms', () => {
  const part = (name: string, value: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const picture =
    '--b\r\ncontent-disposition: form-data; name="images"; filename="a.jpg"\r\ncontent-type: image/jpeg\r\n\r\n'
  const form = { 'content-type': 'multipart/form-data; boundary=b' }
  test.each([
    [
      'another boundary',
      `${part('name', 'New')}--b--`,
      { 'content-type': 'multipart/form-data; boundary=c' },
    ],
    ['no final boundary', part('name', 'New'), form],
    ['an end within a picture', `${part('name', 'New')}${picture}half a picture`, form],
    ['an empty body', '', form],
    ['text instead of parts', 'just words', form],
  ])('[API-4, API-8] A form with %s is rejected with a message', async (_name, body, headers) => {
    for (const path of ['/api/products', '/api/spareparts']) {
      await expectRejection({ method: 'POST', path, headers: headers as Record<string, string>, body })
    }
  })

  test.each([
    ['without a boundary', 'multipart/form-data', part('name', 'New')],
    ['without a final boundary', form['content-type'], part('name', 'New')],
    ['that ends within a picture', form['content-type'], `${part('name', 'New')}${picture}half a picture`],
  ])(
    '[API-4, API-8] A form %s is rejected as a change and as an upload',
    async (_what, contentType, body) => {
      const headers = { 'content-type': contentType }
      await expectRejection({ method: 'PUT', path: getMachinePath(), headers, body })
      await expectRejection({ method: 'POST', path: '/api/upload-images', headers, body })
    },
  )
})

test('[API-8] The site responds after all invalid requests', async () => {
  expect(await expectOk(site.fetch(getMachinePath()))).toEqual(machine)
})
