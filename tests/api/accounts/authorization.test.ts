import { beforeAll, describe, expect, test } from 'vitest'
import { snapshotData } from '../../support/db-snapshot.ts'
import {
  createAccount,
  createSessionCookie,
  createSessionFetch,
  getSessionCookie,
  login,
} from '../../support/fixtures/accounts.ts'
import {
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  MACHINE_FIELDS,
  SERVICE,
} from '../../support/fixtures/items.ts'
import {
  expectOk,
  expectProblem,
  expectProblemMessage,
  formBody,
  jsonBody,
  type RawRequest,
  sendRawRequest,
} from '../../support/http-client.ts'
import { startSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

/** Ids of existing items. */
let machine: string
let spare: string
let service: string
const { site, staff } = startSiteOnce('owner')
beforeAll(async () => {
  machine = (await createMachine(staff)).id
  spare = (await createSparePart(staff)).id
  service = (await createService(staff)).id
})

const form = async (method: string) =>
  formBody(method, { ...MACHINE_FIELDS, name: 'Changed' }, [await createJpeg(1)])
const flag = jsonBody('PUT', { featured: true })
const WRITES: [string, () => string, () => RequestInit | Promise<RequestInit>][] = [
  ['create a machine', () => '/api/products', () => form('POST')],
  ['change a machine', () => `/api/products/${machine}`, () => form('PUT')],
  ['feature a machine', () => `/api/products/${machine}`, () => flag],
  ['create a spare part', () => '/api/spareparts', () => form('POST')],
  ['change a spare part', () => `/api/spareparts/${spare}/full`, () => form('PUT')],
  ['feature a spare part', () => `/api/spareparts/${spare}`, () => flag],
  ['create a service', () => '/api/services', () => jsonBody('POST', { ...SERVICE, name: 'Changed' })],
  [
    'change a service',
    () => `/api/services/${service}/full`,
    () => jsonBody('PUT', { ...SERVICE, name: 'Changed', featured: false }),
  ],
  ['feature a service', () => `/api/services/${service}`, () => flag],
  ['upload pictures', () => '/api/upload-images', async () => formBody('POST', {}, [await createJpeg(1)])],
]

describe('Requests without a session', () => {
  test.each(WRITES)('[API-9] Visitors cannot %s', async (_what, path, init) => {
    const before = await snapshotData(site)
    expect(await expectProblem(site.fetch(path(), await init()), 401)).toBe('Sign in.')
    expect(await snapshotData(site)).toEqual(before)
  })

  test.each([
    ['a PUT with an unknown id', '/api/products/unknown', flag],
    ['a POST with invalid JSON', '/api/products', { method: 'POST', body: '{' }],
    ['a POST of an empty form', '/api/spareparts', formBody('POST', {})],
  ])('[API-9] Visitors get 401 without content for %s', async (_what, path, init) => {
    expect(await expectProblem(site.fetch(path, init), 401)).toBe('Sign in.')
  })

  test('[API-9] An upload by a visitor is rejected before its body is stored', async () => {
    const before = await snapshotData(site)
    const heavy = new File([new Uint8Array(1_000_000)], 'heavy.jpg', { type: 'image/jpeg' })
    await expectProblem(site.fetch('/api/upload-images', formBody('POST', {}, [heavy])), 401)
    expect(await snapshotData(site)).toEqual(before)
  })

  test.each([
    ['an invented session', { cookie: 'capstan_session=made-up' }],
    ['an empty session', { cookie: 'capstan_session=' }],
    ['a broken cookie', { cookie: 'capstan_session=%E0%A4%A; ;;=' }],
    ['an invented API key', { authorization: 'Bearer made-up' }],
  ])('[API-9] A write with %s returns 401', async (_what, headers) => {
    await expectProblem(site.fetch('/api/enquiries', { headers }), 401)
    const write = jsonBody('PUT', { featured: true }, headers as Record<string, string>)
    await expectProblem(site.fetch(`/api/products/${machine}`, write), 401)
  })
})

describe('Requests of the role editor', () => {
  // Shows that the requests above are valid, so that they changed nothing only because they were rejected.
  test.each(WRITES)('[API-9] The role editor can %s', async (_what, path, init) => {
    const editor = await site.signIn('editor')
    const before = await snapshotData(site)
    const reply = await editor(path(), await init())
    expect(reply.status, await reply.text()).toBeOneOf([200, 201])
    if (!path().includes('upload')) expect((await snapshotData(site)).items).not.toEqual(before.items)
  })
})

describe('Cross-site requests', () => {
  let cookie: string
  beforeAll(async () => {
    cookie = await createSessionCookie(site)
  })
  const write = (headers: Record<string, string>, more: Partial<RawRequest> = {}) => {
    const request = {
      method: 'PUT',
      path: `/api/products/${machine}`,
      body: JSON.stringify({ featured: true }),
      ...more,
    }
    return sendRawRequest(site, {
      ...request,
      headers: { cookie, 'content-type': 'application/json', ...headers },
    })
  }

  test.each([
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: 'http://127.0.0.1:1' },
    { origin: 'https://127.0.0.1' },
  ])('[API-9] A write with the headers %j returns 403', async (headers) => {
    const before = await snapshotData(site)
    const reply = await write(headers)
    expect(reply.status).toBe(403)
    expect(expectProblemMessage(reply.headers['content-type'] as string, reply.text)).toMatch(/another site/)
    expect(await snapshotData(site)).toEqual(before)
  })

  test('[API-9] Pages of the site and other software can write', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'same-origin' },
      { origin: site.url },
      { 'sec-fetch-site': 'none' },
      {},
    ]) {
      expect((await write(headers as Record<string, string>)).status, JSON.stringify(headers)).toBe(200)
    }
  })

  test('[API-9] Cross-site forms, sign-ins, sign-outs and enquiries return 403', async () => {
    const before = await snapshotData(site)
    const headers = { origin: 'https://evil.example', 'content-type': 'text/plain' }
    for (const path of [
      '/api/products',
      '/api/upload-images',
      '/api/auth/login',
      '/api/auth/logout',
      '/api/enquiries',
    ]) {
      expect((await write(headers, { method: 'POST', path })).status, path).toBe(403)
    }
    expect((await site.fetch('/api/auth/me', { headers: { cookie } })).status).toBe(200)
    expect(await snapshotData(site)).toEqual(before)
  })

  test('[API-9] Cross-site requests can read public data', async () => {
    await expectOk(site.fetch('/api/products', { headers: { origin: 'https://evil.example' } }))
  })

  test('[API-9] With PUBLIC_URL, requests from any other origin are cross-site', async () => {
    const shop = await startSite({ PUBLIC_URL: 'https://www.example.in' })
    const home = { origin: 'https://www.example.in' }
    const from = (headers: Record<string, string>) =>
      shop.fetch('/api/auth/login', jsonBody('POST', { email: '', password: '' }, headers))
    await expectProblem(from(home), 400)
    await expectProblem(from({ origin: shop.url }), 403)
    await shop.close()
  })
})

test('[API-9] The token in the sign-in response does not authorize requests', async () => {
  const reply = await login(site, await createAccount(site, 'token@works.example'))
  const { token } = await reply.clone().json()
  expect(getSessionCookie(reply)).not.toContain(token)
  for (const headers of [{ cookie: `capstan_session=${token}` }, { authorization: `Bearer ${token}` }]) {
    await expectProblem(site.fetch('/api/auth/me', { headers: headers as Record<string, string> }), 401)
  }
  expect((await createSessionFetch(site, reply)('/api/auth/me')).status).toBe(200)
})
