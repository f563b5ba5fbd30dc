import { beforeAll, describe, expect, test } from 'vitest'
import { setIn } from '#contracts/fields/fields.ts'
import { createMachine, MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { expectOk, formBody, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { getStateUrl } from '../../support/page-state.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff: author } = startSiteOnce('owner', {}, { pages: true })
let colleague: SiteFetch
const DRAFT = '+91 422 999 0001'
const SAVED = '+91 422 000 1420'

beforeAll(async () => {
  colleague = await site.signIn('editor')
  const { content } = await expectOk(author('/api/site-content/edited'))
  const draft = setIn(content, 'company.phones.0.number', DRAFT)
  await expectOk(author('/api/site-content/draft', jsonBody('PUT', { content: draft })))
})

const getPage = async (by: SiteFetch, path: string) => {
  const reply = await by(path)
  return { reply, html: await reply.text() }
}
const anonymous: SiteFetch = (path, init) => site.fetch(path, init)

describe('Previews of unsaved settings', () => {
  test.each(['/', '/products', '/nowhere'])(
    "A preview of %s shows the author's unsaved settings with no-store",
    async (path) => {
      const { reply, html } = await getPage(author, `${path}?preview=draft`)
      expect(html).toContain(DRAFT)
      expect(html).not.toContain(SAVED)
      expect(reply.status).toBe(path === '/nowhere' ? 404 : 200)
      expect(reply.headers.get('cache-control')).toBe('private, no-store')
      expect(reply.headers.get('vary')).toContain('Cookie')
      expect(reply.headers.get('x-robots-tag')).toBe('noindex')
      expect(reply.headers.get('etag')).toBeNull()
      expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
      expect(reply.headers.get('content-security-policy')).not.toContain("frame-ancestors 'none'")
    },
  )

  test('The state of a preview is sent to its author only, and not stored', async () => {
    const url = getStateUrl((await getPage(author, '/?preview=draft')).html)
    const reply = await author(url)
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(await reply.text()).toContain(DRAFT)
    for (const by of [anonymous, colleague]) {
      const state = await by(url, { redirect: 'follow' })
      expect(state.redirected).toBe(true)
      expect(await state.text()).toContain(SAVED)
    }
  })

  test('/?preview=published shows the author the published settings in a frame, and others the public page', async () => {
    const { reply, html } = await getPage(author, '/?preview=published')
    expect(html).toContain(SAVED)
    expect(html).not.toContain(DRAFT)
    expect(reply.headers.get('cache-control')).toBe('private, no-store')
    expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'self'")
    const { reply: publicReply } = await getPage(anonymous, '/?preview=published')
    expect(publicReply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  })

  test('The links of a framed page lead to previews, which alone the frame may show', async () => {
    const { html } = await getPage(author, '/products?preview=draft')
    const links = [...html.matchAll(/<a [^>]*href="(\/[^"]*)"/g)].map(([, link]) =>
      link!.replaceAll('&amp;', '&'),
    )
    expect(links).toContain('/?preview=draft')
    expect(links).toContain('/products?tab=spares&preview=draft')
    expect(links).toContain('/?preview=draft#contact')
    expect(links.filter((link) => !/[?&]preview=draft(?:#|$)/.test(link))).toEqual([])
    expect((await getPage(author, '/products')).html).not.toContain('preview=draft')
  })

  test('Unsaved settings are not shown to other staff or visitors', async () => {
    const sales = await site.signIn('sales')
    for (const [name, by] of Object.entries({ colleague, sales, visitor: anonymous })) {
      const { reply, html } = await getPage(by, '/?preview=draft')
      expect(html, name).toContain(SAVED)
      expect(html, name).not.toContain(DRAFT)
      const isPublic = reply.headers.get('x-robots-tag') === null
      expect(isPublic, `${name} may not edit: the public page`).toBe(name !== 'colleague')
    }
  })

  test('Previews are neither served from the page cache nor stored in it', async () => {
    const path = '/products?tab=spares'
    for (const by of [author, anonymous, author, colleague, anonymous]) {
      const { html } = await getPage(by, `${path}&preview=draft`)
      expect(html.includes(DRAFT)).toBe(by === author)
      expect((await getPage(anonymous, path)).html).not.toContain(DRAFT)
      expect((await getPage(author, path)).html).not.toContain(DRAFT)
    }
  })

  test.each([
    '/?preview=draft',
    '/?preview',
    '/products?preview=x',
    '/products/?preview',
    '/nowhere?preview',
  ])('The public page at %s has no-store and no ETag', async (path) => {
    for (const headers of [{}, { 'if-none-match': '*' }]) {
      const reply = await site.fetch(path, { headers })
      expect(reply.status).not.toBe(304)
      expect(reply.headers.get('cache-control')).toBe('no-store')
      expect(reply.headers.get('etag')).toBeNull()
    }
  })

  test('A visitor who requests a preview gets the public page with its headers', async () => {
    const [plain, requested] = [await site.fetch('/'), await site.fetch('/?preview=draft')]
    for (const name of ['content-security-policy', 'vary', 'x-robots-tag'])
      expect(requested.headers.get(name), name).toBe(plain.headers.get(name))
    expect(plain.headers.get('cache-control')).toContain('public')
    expect(plain.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    expect(await requested.text()).toBe(await plain.text())
  })

  test('The API returns saved settings also to those who guess the headers of a previewed page', async () => {
    const headers = { 'x-capstan-preview': 'yes', 'x-capstan-internal': 'yes' }
    for (const by of [author, colleague, anonymous]) {
      const { company } = await expectOk(by('/api/site-content', { headers }))
      expect(company.phones[0].number).toBe(SAVED)
    }
  })

  test('An invalid section of unsaved settings is replaced by the saved one in the preview', async () => {
    const { content } = await expectOk(colleague('/api/site-content/edited'))
    const broken = setIn(setIn(content, 'hero.title', 'Half done'), 'statistics', 'rubbish')
    await expectOk(
      colleague(
        '/api/site-content/draft',
        jsonBody('PUT', { content: { ...broken, company: { ...content.company, phones: [] } } }),
      ),
    )
    const { reply, html } = await getPage(colleague, '/?preview=draft')
    expect(reply.status).toBe(200)
    expect(html).toContain('Half done')
    expect(html).toContain('Years Experience')
    await expectOk(colleague('/api/site-content/draft', { method: 'DELETE' }))
    expect((await getPage(colleague, '/?preview=draft')).html).not.toContain('Half done')
  })

  test('Unsaved settings are not shown after sign-out', async () => {
    const leaving = await site.signIn('owner')
    const { content } = await expectOk(leaving('/api/site-content/edited'))
    const draft = setIn(content, 'hero.title', 'Last words')
    await expectOk(leaving('/api/site-content/draft', jsonBody('PUT', { content: draft })))
    expect((await getPage(leaving, '/?preview=draft')).html).toContain('Last words')
    await leaving('/api/auth/logout', { method: 'POST' })
    expect((await getPage(leaving, '/?preview=draft')).html).not.toContain('Last words')
  })

  test('Saved settings are shown on the public page', async () => {
    const { draft, revision } = await expectOk(author('/api/site-content/edited'))
    expect((await getPage(anonymous, '/')).html).not.toContain(DRAFT)
    await expectOk(author('/api/site-content', jsonBody('PUT', { content: draft.content, revision })))
    expect((await getPage(anonymous, '/')).html).toContain(DRAFT)
  })
})

describe('Previews of items', () => {
  test("An item's preview is rendered for staff with no-store, and visitors get the public page", async () => {
    const created = await author('/api/products', formBody('POST', MACHINE_FIELDS))
    const { slug } = await created.json()
    const sales = await site.signIn('sales')
    for (const by of [author, sales]) {
      const { reply, html } = await getPage(by, `/product/${slug}?preview`)
      expect(html).toContain(MACHINE_FIELDS.name)
      expect(reply.headers.get('cache-control')).toBe('private, no-store')
      expect(reply.headers.get('x-robots-tag')).toBe('noindex')
      expect(reply.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
    }
    const publicReply = await site.fetch(`/product/${slug}?preview`)
    expect(publicReply.headers.get('cache-control')).toBe('no-store')
    expect(await publicReply.text()).toBe(await (await site.fetch(`/product/${slug}`)).text())
  })

  test("An item's preview redirects from the old slug to the new one with the same parameter", async () => {
    const before = await createMachine(author, { name: 'CL 40 Capstan Lathe' })
    const renamed = formBody('PUT', { ...MACHINE_FIELDS, name: 'CL 42 Capstan Lathe' })
    const { slug } = await expectOk(author(`/api/products/${before.id}`, renamed))
    expect(slug).not.toBe(before.slug)
    const parameter = 'a&b=\u{1F600}\n#'
    const path = `/product/${before.slug}?preview=${encodeURIComponent(parameter)}`
    const { headers, status } = await author(path)
    expect(status).toBe(302)
    const { pathname, searchParams, hash } = new URL(headers.get('location') ?? '', site.url)
    expect([pathname, [...searchParams], hash]).toEqual([`/product/${slug}`, [['preview', parameter]], ''])
    const visitorReply = await site.fetch(path)
    expect(visitorReply.status).toBe(301)
    expect(visitorReply.headers.get('cache-control')).toBe('no-store')
  })

  test('Requests of a previewed page carry the session cookie, those of public pages do not', async () => {
    const seen: string[] = []
    const inject = site.app.inject.bind(site.app)
    site.app.inject = ((options: { headers?: Record<string, string> }) => {
      seen.push(options.headers?.cookie ?? '')
      return inject(options)
    }) as typeof site.app.inject
    await getPage(author, '/product/cl-25-capstan-lathe?preview')
    expect(new Set(seen.map((cookie) => cookie.startsWith('capstan_session=')))).toEqual(new Set([true]))
    seen.length = 0
    await getPage(author, '/product/none-at-all')
    await getPage(author, '/products?preview')
    await getPage(anonymous, '/product/cl-25-capstan-lathe?preview')
    // An id of 300 characters is rejected by the route, to which the page sends the request.
    await getPage(author, `/product/${'x'.repeat(300)}?unknown`)
    expect(new Set(seen)).toEqual(new Set(['']))
    site.app.inject = inject as typeof site.app.inject
  })
})
