import { beforeAll, describe, expect, test } from 'vitest'
import { login } from '../../support/fixtures/accounts.ts'
import { createMachine, MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { expectOk, formBody, jsonBody, sendBytes, sendRawGet } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

let machine: { id: string; slug: string }
const { site, staff: editor } = startSiteOnce('editor', {}, { pages: true })
beforeAll(async () => {
  machine = await createMachine(editor, { name: 'Old name' })
  await expectOk(
    editor(`/api/products/${machine.id}`, formBody('PUT', { ...MACHINE_FIELDS, name: 'New name' })),
  )
})

const HOME = 'http://shop.example'
const MALICIOUS_PATHS = [
  '//evil.example/',
  '//evil.example//',
  '///evil.example/',
  '/\\evil.example/',
  '/\\/evil.example/',
  '/.//evil.example/',
  '/..//evil.example/',
  '/x/..//evil.example/',
  '/%2f%2fevil.example/',
  '/%5cevil.example/',
  '/%09/evil.example/',
  '/%0d%0aLocation:%20http://evil.example/',
  '/@evil.example/',
  '/;@evil.example/',
  '/?//evil.example/',
  '/products//?tab=//evil.example/',
  '/products/?search=%0d%0aX-Injected:%201',
  '/products/?preview=%0d%0aX-Injected:%201',
  '/admin?next=//evil.example',
  'http://evil.example/products/',
  'http://evil.example//evil.example/',
  'http://evil.example/admin',
  'http://shop.example@evil.example/products/',
]

describe('Redirects stay on the site', () => {
  test.each(MALICIOUS_PATHS)('%s does not redirect to another site', async (address) => {
    const { status, head, header } = await sendRawGet(site, address)
    expect(status).toBeGreaterThanOrEqual(200)
    expect(status).toBeLessThan(500)
    const location = header('location')
    if (status >= 300 && status < 400) expect(new URL(location ?? '', HOME).origin).toBe(HOME)
    else expect(location).toBeUndefined()
    expect(head).not.toMatch(/^x-injected|^set-cookie/m)
  })

  test("The redirect from an item's old slug stays on the site with any suffix", async () => {
    const moved = await sendRawGet(
      site,
      `/product/${machine.slug}?preview=%0d%0aX-Injected:%201&next=//evil.example`,
    )
    expect([moved.status, moved.header('location')]).toEqual([301, '/product/new-name'])
    expect(moved.head).not.toContain('x-injected')
  })

  test('The redirect after a form without JavaScript stays on the site', async () => {
    const body = 'firstName=a&redirect=//evil.example&next=http://evil.example&firstName=%0d%0aX-Injected:1'
    const reply = await site.fetch('/api/enquiries/form', {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/x-www-form-urlencoded', referer: 'http://evil.example/' },
    })
    expect(reply.headers.get('location')).toBe('/?enquiry=refused#contact')
  })

  test("The redirect of a renamed item's preview stays on the site", async () => {
    const staff = await site.signIn('sales')
    const reply = await staff(
      `/product/${machine.slug}?preview=${encodeURIComponent('\r\nX-Injected: 1//evil')}`,
    )
    expect(reply.status).toBe(302)
    expect(reply.headers.get('location')).toMatch(/^\/product\/new-name\?preview=%0D%0AX-Injected/)
    expect(reply.headers.get('x-injected')).toBeNull()
  })
})

describe('The Host header', () => {
  test.each([
    'a"><script>alert(1)</script>',
    'shop.example/evil',
    'shop.example#evil',
    'shop.example?evil',
    'evil.example@shop.example',
    'shop.example:99999',
    'shop.example:80:80',
    'shop.example, evil.example',
    'shop..example',
    "shop.example'--",
    'http://shop.example',
    'a b',
    'shop.example:port',
    '[::1',
  ])('Host %j is rejected by pages, sitemaps, lists and forms', async (host) => {
    for (const address of ['/', '/products', '/products/', '/robots.txt', '/sitemap.xml', '/api/products']) {
      const { status, text } = await sendRawGet(site, address, [`Host: ${host}`])
      expect(status, address).toBe(400)
      expect(text).not.toContain('evil')
      expect(text).not.toContain('script')
    }
    const head = ['POST /api/reviews HTTP/1.1', `Host: ${host}`, 'Content-Type: application/json']
    const body = '{"text":"From nowhere"}'
    const sent = [...head, `Content-Length: ${body.length}`, 'Connection: close', '', body].join('\r\n')
    expect((await sendBytes(site, sent)).status).toBe(400)
    expect(await site.db.selectFrom('review').selectAll().execute()).toEqual([])
  })

  test('URLs contain the Host header and not the host of the request line, also in cached pages', async () => {
    for (const address of ['/products', `/product/new-name`, '/sitemap.xml', '/robots.txt']) {
      const mixed = await sendRawGet(site, `http://evil.example${address}`)
      expect(mixed.status, address).toBe(200)
      expect(mixed.text).toContain('http://shop.example')
      expect(mixed.text).not.toContain('evil.example')
      const other = await sendRawGet(site, address, ['Host: other.example'])
      expect(other.text).toContain('http://other.example')
      expect(other.text).not.toContain('shop.example')
    }
  })

  test('With PUBLIC_URL, neither Host nor forwarded headers change a response', async () => {
    const shop = await startSite(
      { PUBLIC_URL: 'https://www.works.example', TRUST_PROXY: '1' },
      { pages: true },
    )
    const headers = [
      'Host: evil.example',
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: http',
      'X-Forwarded-Port: 81',
      'Forwarded: host=evil.example;proto=http',
      'X-Original-URL: /admin/dashboard',
      'X-Rewrite-URL: /admin/dashboard',
    ]
    for (const address of ['/', '/products', '/sitemap.xml', '/robots.txt']) {
      for (const sent of [headers, ['Host: www.works.example']]) {
        const { status, text } = await sendRawGet(shop, address, sent)
        expect([status, text.includes('https://www.works.example')], address).toEqual([200, true])
        expect(text).not.toContain('evil.example')
      }
    }
    await shop.close()
  })
})

describe('The client address of rate limits', () => {
  const wrong = { email: 'unknown@works.example', password: 'wrong and wrong' }
  const attemptSignIns = (own: TestSite, headersOf: (n: number) => Record<string, string>) =>
    Promise.all(
      Array.from({ length: 15 }, async (_, n) => {
        const reply = await own.fetch('/api/auth/login', jsonBody('POST', wrong, headersOf(n)))
        return reply.status
      }),
    )
  const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length

  test('Without TRUST_PROXY, X-Forwarded-For does not change the client address', async () => {
    const own = await startSite()
    const statuses = await attemptSignIns(own, (n) => ({
      'x-forwarded-for': `198.51.100.${n}`,
      'x-real-ip': `198.51.100.${n}`,
      forwarded: `for=198.51.100.${n}`,
      'true-client-ip': `198.51.100.${n}`,
    }))
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 5])
    await own.close()
  })

  test('With TRUST_PROXY=1, only the last address of X-Forwarded-For is the client address', async () => {
    const own = await startSite({ TRUST_PROXY: '1', PUBLIC_URL: 'https://www.works.example' })
    const statuses = await attemptSignIns(own, (n) => ({ 'x-forwarded-for': `198.51.100.${n}, 203.0.113.9` }))
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 5])
    expect((await login(own, wrong)).status).toBe(401)
    await own.close()
  })
})

describe('Path traversal', () => {
  test.each([
    '/assets/../package.json',
    '/assets/..%2f..%2fpackage.json',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%252e%252e%252fpackage.json',
    '/assets/....//....//package.json',
    '/assets/%00/../../package.json',
    '/assets//etc/passwd',
    '/office/..\\..\\..\\package.json',
    '/office/../../server/entry-server.js',
    '/favicon.svg/../../package.json',
    '/media/../capstan.sqlite',
    '/media/..%2fcapstan.sqlite',
    '/media/%2e%2e/capstan.sqlite',
    '/media/00000000000000000000000000000000/..%2f..%2fcapstan.sqlite',
    '/media/00000000000000000000000000000000/../../capstan.sqlite',
    '/.git/config',
    '/.env',
    '/package.json',
    '/src/main.ts',
    '/site/.vite/manifest.json',
    '/assets/',
    '/office/',
  ])('%s does not return a file outside the public folders', async (address) => {
    const { status, text } = await sendRawGet(site, address)
    expect(status).toBeGreaterThanOrEqual(300)
    expect(status).toBeLessThan(500)
    expect(text).not.toMatch(/SQLite format|"dependencies"|root:|\[core\]|Index of/)
  })

  test('A public file of the site is served', async () => {
    expect((await sendRawGet(site, '/favicon.svg')).text).toContain('<svg')
  })
})

describe('Request smuggling', () => {
  const expectRejected = async (lines: string[]) => {
    const { status } = await sendBytes(site, lines.join('\r\n'))
    expect(status).toBeOneOf([0, 400, 408])
  }

  test('A request with Content-Length and Transfer-Encoding is rejected', () =>
    expectRejected([
      'POST /api/reviews HTTP/1.1',
      'Host: shop.example',
      'Content-Length: 4',
      'Transfer-Encoding: chunked',
      '',
      '0',
      '',
      'GET /admin HTTP/1.1',
      '',
      '',
    ]))

  test.each([
    ['two Content-Length headers', ['Content-Length: 4', 'Content-Length: 5']],
    ['a Content-Length that is not decimal', ['Content-Length: 0x4']],
    ['an unknown Transfer-Encoding', ['Transfer-Encoding: xchunked']],
    ['a space before the colon of a header', ['Content-Length : 4']],
    ['a folded header', ['X-Folded: one', ' two']],
    ['a null character in a header', ['X-Null: a\0b']],
    ['no Host header', []],
  ])('A request with %s is rejected or its connection is closed', (what, headers) =>
    expectRejected([
      'POST /api/reviews HTTP/1.1',
      ...(what === 'no Host header' ? [] : ['Host: shop.example']),
      ...headers,
      'Connection: close',
      '',
      'abcd',
    ]),
  )

  test("TRACE does not return the request's headers", async () => {
    const sent = [
      'TRACE / HTTP/1.1',
      'Host: shop.example',
      'Cookie: capstan_session=own',
      'Connection: close',
    ]
    const { status, text } = await sendBytes(site, [...sent, '', ''].join('\r\n'))
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).not.toContain('own')
  })
})

test.each([
  ...['/', '/nowhere', '/api/nowhere', '/api/products', '/admin/dashboard', '/favicon.svg', '/%', '*'],
  ...['/assets/%', 'http://[/x'],
])('The response to %s has all security headers', async (address) => {
  const { header } = await sendRawGet(site, address)
  expect(header('x-content-type-options')).toBe('nosniff')
  const policy = header('content-security-policy')
  for (const rule of ["default-src 'self'", "script-src 'self'", "object-src 'none'", "base-uri 'none'"])
    expect(policy).toContain(rule)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/script-src[^;]*unsafe/)
  expect(header('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(header('access-control-allow-origin')).toBeUndefined()
  expect(header('content-type')).toMatch(/; charset=utf-8$|^image\/svg\+xml/)
})

test('An https site sends Strict-Transport-Security, also with error responses', async () => {
  const shop = await startSite({ PUBLIC_URL: 'https://www.works.example' })
  for (const address of ['/api/products', '/api/nowhere', '/%'])
    expect((await sendRawGet(shop, address)).header('strict-transport-security')).toBe('max-age=31536000')
  await shop.close()
  expect((await sendRawGet(site, '/api/products')).header('strict-transport-security')).toBeUndefined()
})
