import { beforeAll, describe, expect, test } from 'vitest'
import { getSessionCookie, login } from '../../support/fixtures/accounts.ts'
import { sendEnquiry } from '../../support/fixtures/enquiries.ts'
import { createMachine } from '../../support/fixtures/items.ts'
import { jsonBody, sendBytes, sendRawGet } from '../../support/http-client.ts'
import { startSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const METRICS_TOKEN = 'token of at least 16 characters'.replaceAll(' ', '-')
const { site, staff: owner } = startSiteOnce('owner', { METRICS_TOKEN }, { pages: true })
let cookie: string
beforeAll(async () => {
  await createMachine(owner)
  await owner('/api/auth/me')
  await sendEnquiry(site, { firstName: 'Private', lastName: 'Person', message: 'Secret plans' })
  const account = { email: 'owner1@test.example', password: 'a password for tests' }
  cookie = getSessionCookie(await login(site, account))
})

const HOST = 'Host: shop.example'
let urlCount = 0
/** The version of the state of a page, which depends on the URL. */
const STATE_VERSION = /(?<=[;?]v=)[\w-]+/g
/** Returns a URL that no cache contains, and a function that removes what depends on it from a text. */
const createUncachedUrl = (path: string) => {
  const marker = `zq${++urlCount}zq`
  return {
    url: path + marker,
    plain: (text: string) => text.replaceAll(marker, '').replace(STATE_VERSION, ''),
  }
}
const CACHED_PATHS = ['/products?search=', '/api/products?limit=9&search=', '/product/none-']
/** Status, headers and body without the values that differ between any two URLs or requests. */
const toComparable = (
  { head, status, text }: Awaited<ReturnType<typeof sendRawGet>>,
  plain: (text: string) => string,
) => ({
  status,
  head: head
    .split('\r\n')
    .filter((line) => !/^(?:date|etag|content-length|connection|keep-alive|x-request-id):/.test(line))
    .sort(),
  text: plain(text),
})

/** Expects that the cached response of a URL is as without this attack on it, before and after it was read once. */
async function expectUnaffected(path: string, attack: (url: string) => Promise<unknown>): Promise<void> {
  const clean = createUncachedUrl(path)
  const expected = toComparable(await sendRawGet(site, clean.url), clean.plain)
  const attacked = createUncachedUrl(path)
  await attack(attacked.url)
  for (const time of ['first', 'second'])
    expect(toComparable(await sendRawGet(site, attacked.url), attacked.plain), `${path} ${time}`).toEqual(
      expected,
    )
}
const sendMethod = (method: string, url: string) =>
  sendBytes(site, `${method} ${url} HTTP/1.1\r\n${HOST}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`)

describe('Request headers and methods of one visitor', () => {
  const HEADERS = [
    ['X-Forwarded-Host: evil.example'],
    ['X-Forwarded-Proto: https', 'X-Forwarded-Port: 9', 'X-Forwarded-Prefix: /evil'],
    ['Forwarded: host=evil.example'],
    [
      'X-Original-URL: /admin',
      'X-Rewrite-URL: /admin',
      'X-Original-Host: evil.example',
      'X-Host: evil.example',
    ],
    ['X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: HEAD', 'X-Method-Override: POST'],
    ['Accept: application/json'],
    ['Accept-Language: ta'],
    ['User-Agent: <script>alert(1)</script>'],
    ['Origin: https://evil.example', 'Referer: https://evil.example/', 'Sec-Fetch-Site: cross-site'],
    ['Range: bytes=0-9'],
    ['Range: bytes=0-9,20-29', 'If-Range: "x"'],
    ['If-None-Match: *'],
    ['If-Modified-Since: Fri, 31 Dec 2100 00:00:00 GMT'],
    ['If-Match: "nothing"', 'If-Unmodified-Since: Thu, 01 Jan 1970 00:00:00 GMT'],
    ['Cache-Control: no-store', 'Pragma: no-cache'],
    ['Cookie: capstan_session=made-up; x="<script>"'],
    ['Authorization: Bearer capstan_made-up'],
    ['X-Capstan-Preview: yes'],
    ['X-Capstan-Inside: yes'],
    ['X-Capstan-Background: yes'],
    ['Accept-Encoding: br;q=0, gzip;q=0'],
    ['Accept-Encoding: evil'],
    ['Content-Type: application/json', 'Content-Length: 0'],
    ['Expect: 100-continue'],
    ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA', 'X-Evil: 1'],
    ['X-Timer: 1', 'Surrogate-Capability: abc="ESI/1.0"', 'X-Evil: <esi:include src="/admin"/>'],
  ]
  test.each(HEADERS)(
    'Request header %s does not change the cached response for others',
    async (...headers) => {
      for (const path of CACHED_PATHS)
        await expectUnaffected(path, (url) => sendRawGet(site, url, [HOST, ...headers]))
    },
  )

  test('A request with a session cookie does not change the cached response for others', async () => {
    for (const path of CACHED_PATHS)
      await expectUnaffected(path, async (url) => {
        const signedIn = await sendRawGet(site, url, [HOST, `Cookie: ${cookie}`])
        expect(signedIn.header('set-cookie')).toBeUndefined()
      })
  })

  test.each(['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PURGE', 'FOO'])(
    'A %s request does not change the cached response of GET',
    async (method) => {
      for (const path of CACHED_PATHS) await expectUnaffected(path, (url) => sendMethod(method, url))
    },
  )

  test('A cached GET response is served to HEAD without its body and to no other method', async () => {
    for (const path of ['/api/products', '/products']) {
      for (let time = 0; time < 2; time++) expect((await sendRawGet(site, path)).status).toBe(200)
      for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
        expect((await sendMethod(method, path)).status, `${method} ${path}`).toBeGreaterThanOrEqual(400)
      const head = await sendBytes(site, `HEAD ${path} HTTP/1.1\r\n${HOST}\r\nConnection: close\r\n\r\n`)
      expect([head.status, head.text, head.header('etag')]).toEqual([200, '', expect.stringMatching(/./)])
    }
  })

  test('The body of a GET request does not change the cached response', async () => {
    const body = '{"search":"evil"}'
    const lines = [HOST, 'Content-Type: application/json', `Content-Length: ${body.length}`]
    await expectUnaffected('/api/products?limit=9&search=', (url) =>
      sendBytes(site, [`GET ${url} HTTP/1.1`, ...lines, 'Connection: close', '', body].join('\r\n')),
    )
  })

  test('Unknown, duplicate and malformed parameters do not change the cached page', async () => {
    const expected = (await sendRawGet(site, '/products?search=lathe')).text
    for (const query of [
      'search=lathe&utm_source=evil',
      'utm_content=x%26search=evil&search=lathe',
      'search=lathe&search=evil',
      'search=lathe;search=evil',
      'search=lathe&_method=DELETE&callback=evil',
      'search=lathe&__proto__[x]=evil&constructor=evil',
      'search=lathe#evil',
    ]) {
      const { text, status } = await sendRawGet(site, `/products?${query}`)
      expect(status, query).toBe(200)
      if (!query.includes(';')) expect(text.includes('evil'), query).toBe(false)
    }
    expect((await sendRawGet(site, '/products?search=lathe')).text).toBe(expected)
  })

  test("The cached response for the host 'undefined' is not served to requests without a Host header", async () => {
    for (const path of ['/products', '/api/products']) {
      await sendRawGet(site, path, ['Host: undefined'])
      const { status, text } = await sendBytes(site, `GET ${path} HTTP/1.0\r\n\r\n`)
      expect(status).toBe(200)
      expect(text).not.toContain('//undefined')
    }
  })
})

describe('Responses for staff only', () => {
  const PRIVATE = ['auth/me', 'account', 'enquiries', 'customers', 'accounts', 'dashboard']
  const TAILS = [
    ...['', '/x.css', '/.css', '.css', ';.css', ';/x.js', '%2fx.css', '%3f.css', '%23.css', '%00.css'],
    ...['?x.css', '?.svg', '/..%2fx.css', '//x.css', '%0a.css', '/favicon.svg'],
  ]
  test.each(PRIVATE.map((name) => `/api/${name}`))(
    '%s is not served to visitors, with any suffix of a file that shared caches store',
    async (path) => {
      expect((await sendRawGet(site, path, [HOST, `Cookie: ${cookie}`])).status).toBe(200)
      for (const tail of TAILS) {
        const { status, text, header } = await sendRawGet(site, path + tail, [HOST, `Cookie: ${cookie}`])
        const isPrivate = /owner1@test|Private|Secret plans|signed in/.test(text)
        if (status === 200) expect(header('cache-control'), path + tail).toBe('no-store')
        else expect(isPrivate, path + tail).toBe(false)
        const visitor = await sendRawGet(site, path + tail)
        expect(visitor.status, path + tail).toBeGreaterThanOrEqual(400)
        expect(visitor.text).not.toMatch(/owner1@test|Private|Secret plans/)
      }
    },
  )

  test('The document of the admin is the same for visitors and staff', async () => {
    for (const path of [
      ...['/admin/dashboard', '/admin/customers', '/admin/customers/x.css', '/admin/dashboard/x.css'],
      '/welcome',
    ]) {
      const [visitor, signedIn] = [
        await sendRawGet(site, path),
        await sendRawGet(site, path, [HOST, `Cookie: ${cookie}`]),
      ]
      expect(signedIn.text, path).toBe(visitor.text)
      expect(visitor.header('cache-control'), path).toMatch(/^no-(?:cache|store)$/)
    }
  })

  test('A public page is the same for visitors and staff', async () => {
    for (const path of ['/', '/products', '/api/products', '/api/site-content', '/robots.txt']) {
      const [visitor, signedIn] = [
        await sendRawGet(site, path),
        await sendRawGet(site, path, [HOST, `Cookie: ${cookie}`]),
      ]
      expect(signedIn.text, path).toBe(visitor.text)
    }
  })
})

test('Error responses have no-store, and public responses have Vary: Accept-Encoding', async () => {
  const failingPaths = [
    ...['/nowhere', '/api/nowhere', '/api/products/none', '/api/products?limit=-1', '/media/x/1.webp', '/%'],
    ...['/assets/none.js', '/api/auth/me', '/product/none'],
  ]
  for (const path of failingPaths) {
    const { status, header } = await sendRawGet(site, path)
    expect(status, path).toBeGreaterThanOrEqual(400)
    expect(header('cache-control'), path).toBe('no-store')
  }
  expect((await sendRawGet(site, '/products', ['Host: a"b'])).header('cache-control')).toBe('no-store')
  for (const path of ['/', '/products', '/api/products', '/api/site-content']) {
    const { header } = await sendRawGet(site, path)
    expect(header('vary'), path).toMatch(/accept-encoding/i)
    expect(header('set-cookie'), path).toBeUndefined()
  }
})

test('Three hundred different searches are each served their own page', async () => {
  const shop = await startSite({ PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' }, { pages: true })
  const get = async (url: string, network: number) => {
    const reply = await shop.app.inject({ url, headers: { 'x-forwarded-for': `10.0.0.${network}` } })
    expect(reply.statusCode).toBe(200)
    return reply.body
  }
  const searches = Array.from({ length: 300 }, (_, n) => `/products?search=${'x'.repeat(150)}${n}end`)
  for (const [n, path] of searches.entries()) expect(await get(path, n % 10)).toContain(`x${n}end`)
  const again = await get(searches[0] ?? '', 0)
  expect(again).toContain(`${'x'.repeat(150)}0end`)
  expect(again).not.toContain('1end')
  expect(await get('/products', 0)).not.toContain('xxx')
  await shop.close()
})

describe('Unknown parameters', () => {
  const countMisses = async (): Promise<Record<string, number>> => {
    const text = await (
      await site.fetch('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
    ).text()
    const found = text.matchAll(/^capstan_cache_lookups_total\{cache="(\w+)",result="miss"\} (\d+)/gm)
    return Object.fromEntries([...found].map(([, cache, count]) => [cache, Number(count)]))
  }

  test.each(['/products', '/api/products', '/api/products?limit=3', '/api/site-content'])(
    'Unknown parameters of %s make no entries of the caches, and known ones with a question mark do',
    async (path) => {
      const withParameter = (parameter: string) => `${path}${path.includes('?') ? '&' : '?'}${parameter}`
      const first = await sendRawGet(site, path, [HOST])
      const before = await countMisses()
      expect(Object.keys(before).sort()).toEqual(['reads', 'responses'])
      for (let index = 0; index < 5; index++) {
        const reply = await sendRawGet(site, withParameter(`utm_source=a${index}&x[]=?${index}`), [HOST])
        expect([reply.status, reply.text]).toEqual([200, first.text])
      }
      expect(await countMisses()).toEqual(before)
    },
  )

  test('Searches that differ behind a question mark are served their own results', async () => {
    const other = await createMachine(owner, { name: 'Questionable? Lathe' })
    const search = async (text: string) =>
      JSON.parse((await sendRawGet(site, `/api/products?limit=9&search=${text}`, [HOST])).text)
    expect((await search('Questionable?%20Lathe')).map(({ id }: { id: string }) => id)).toContain(other.id)
    expect(await search('Questionable?zqzqzq')).toEqual([])
  })
})

test('A network may make 3,000 reads in a minute that are in no cache; stored ones and other networks are not limited', async () => {
  const shop = await startSite({ PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' })
  const get = async (url: string, network = 1) =>
    (await shop.app.inject({ url, headers: { 'x-forwarded-for': `10.0.0.${network}` } })).statusCode
  expect(await get('/api/products')).toBe(200)
  for (let index = 1; index < 3000; index++) expect(await get(`/api/products/none-${index}`)).toBe(404)
  expect(await get('/api/products/none')).toBe(429)
  expect(await get('/api/products')).toBe(200)
  expect(await get('/api/products/none', 2)).toBe(404)
  await shop.close()
})

test('A network may make 600 searches in a minute that are in no cache; other reads and other networks are not limited', async () => {
  const shop = await startSite({ PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' })
  const get = async (url: string, network = 1) =>
    (await shop.app.inject({ url, headers: { 'x-forwarded-for': `10.0.0.${network}` } })).statusCode
  const search = (index: number, network?: number) => get(`/api/products?limit=1&search=zz${index}`, network)
  for (let index = 0; index < 600; index++) expect(await search(index)).toBe(200)
  expect(await search(600)).toBe(429)
  expect(await search(0), 'a stored search').toBe(200)
  expect(await get('/api/products')).toBe(200)
  expect(await search(600, 2)).toBe(200)
  await shop.close()
})

test('The job finder answers 300 requests of a network in a minute', async () => {
  const send = async () =>
    (await site.fetch('/api/job-finder', jsonBody('POST', { material: 'none' }))).status
  const statuses = new Set<number>()
  for (let index = 0; index < 300; index++) statuses.add(await send())
  expect(statuses.has(429)).toBe(false)
  expect(await send()).toBe(429)
})
