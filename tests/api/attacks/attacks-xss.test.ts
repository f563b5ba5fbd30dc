import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { getIn, joinPath, type SiteField, setIn } from '#contracts/fields/fields.ts'
import { SITE_SECTIONS } from '#contracts/site-content/sections.ts'
import { sendEnquiry } from '../../support/fixtures/enquiries.ts'
import {
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  expectCreated,
} from '../../support/fixtures/items.ts'
import { parseHtml } from '../../support/formats/parse-html.ts'
import { expectOk, expectProblem, type Json, jsonBody } from '../../support/http-client.ts'
import { getStateUrl } from '../../support/page-state.ts'
import { PROJECT } from '../../support/project.ts'
import type { TestSite } from '../../support/site.ts'
import { BEHIND_PROXY, fromNewNetwork, startEmptiedSite, startSiteOnce } from '../../support/site-hooks.ts'

/** Texts that would add elements, attributes, headers or code wherever they are not escaped. All contain 7f3a. */
const PAYLOADS = [
  '<x-7f3a onx7f3a=1>',
  '</script><x-7f3a>',
  '</title></textarea></style><x-7f3a>',
  '--><x-7f3a><!--',
  '<!--<script>x7f3a',
  ']]><x-7f3a>',
  '" onx7f3a="1',
  "' onx7f3a='1",
  '` onx7f3a=1 `',
  'x"><svg onload=x7f3a()>',
  'javascript:x7f3a()//',
  '&lt;x-7f3a&gt; &#60;x-7f3a&#62;',
  '\\u003cx-7f3a\\u003e \\x3cx-7f3a',
  '%3Cx-7f3a%3E',
  '\uff1cx-7f3a\uff1e',
  '\u2028x7f3a()\u2029',
  '\u202ex7f3a\u202c',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the placeholder is part of the payload
  '{{7*7}}${7*7}<%= 7*7 %>#{7*7} x7f3a',
  "$& $` $' $1 x7f3a",
  '\r\nX-Injected: x7f3a',
  "x7f3a' or 1=1; drop table item; --",
]

const createdItems: Json[] = []
const { site, staff: owner } = startSiteOnce('owner', BEHIND_PROXY, { pages: true })
beforeAll(async () => {
  for (const [index, text] of PAYLOADS.entries()) {
    const fields = {
      name: `${text} ${index}`,
      description: text,
      brand: text,
      category: text,
      features: JSON.stringify([text, `${text} again`]),
      specifications: JSON.stringify({ [text]: text, 'Part number': text, Size: text }),
      featured: String(index < 2),
      price: '1000',
    }
    const pictures = index === 0 ? [await createJpeg(index, 64, 48)] : []
    createdItems.push(await createMachine(owner, { ...fields, category: 'machine' }, pictures))
    createdItems.push(await createSparePart(owner, fields))
    createdItems.push(
      await createService(owner, {
        name: fields.name,
        description: text,
        specification: { [text]: text },
        images: [`https://pictures.example/${encodeURIComponent(text)}?"onx7f3a='1`],
        featured: index < 2,
      }),
    )
    const review = { rating: 5, text, name: text, position: text, company: text }
    const { id } = await expectCreated(fromNewNetwork(site).fetch('/api/reviews', jsonBody('POST', review)))
    await expectOk(owner(`/api/reviews/${id}`, jsonBody('PATCH', { status: 'published' })))
    site.advanceClock(11)
  }
})

/** Names of attributes that are neither event handlers nor part of a payload. */
const SAFE_ATTRIBUTE = /^(?!on)(?!.*7f3a)[a-z][a-z0-9:-]*$/i
/** The script that is part of the catalogue's HTML, as it is built. */
const INLINE_SCRIPT = readFileSync(globSync(join(PROJECT, 'dist/site/assets/view-*.js'))[0]!, 'utf8').trim()
const URL_ATTRIBUTES = new Set(['href', 'src', 'action', 'formaction', 'xlink:href'])
const SAFE_URL = /^(?:\/(?![/\\])|https?:\/\/|#|\?|mailto:|tel:|blob:|data:image\/(?:webp|png|svg))/

/**
 * Expects a page that consists of the site's own elements, URLs and data, and at most of the script whose hash the policy has.
 * `assets`: the start of its script URLs.
 */
function expectNoInjection(html: string, where: string, assets = '/assets/'): void {
  const { tags, scripts, comments } = parseHtml(html)
  expect(tags.length, where).toBeGreaterThan(10)
  // One comparison for a page: one for each attribute took longer than the page.
  const faults: string[] = []
  for (const { name, attributes } of tags) {
    if (name.includes('7f3a')) faults.push(`<${name}>`)
    for (const [attribute, value] of attributes)
      if (!SAFE_ATTRIBUTE.test(attribute) || (URL_ATTRIBUTES.has(attribute) && !SAFE_URL.test(value)))
        faults.push(`<${name} ${attribute}="${value}">`)
  }
  expect(faults, where).toEqual([])
  for (const { attributes, text } of scripts) {
    if (attributes.src) expect([attributes.src.slice(0, 8), text], where).toEqual([assets, ''])
    else if (attributes.type === undefined) expect(text, where).toBe(INLINE_SCRIPT)
    else {
      expect(attributes.type, where).toMatch(/^application\/(?:ld\+)?json$/)
      expect(text, where).not.toContain('<')
      JSON.parse(text)
    }
  }
  for (const comment of comments) expect(comment, where).not.toMatch(/7f3a/)
}

async function getPage(path: string): Promise<string> {
  const reply = await owner(path)
  expect(reply.headers.get('content-type'), path).toBe('text/html; charset=utf-8')
  const html = await reply.text()
  const hash = createHash('sha256').update(INLINE_SCRIPT).digest('base64')
  const sources = html.includes('<script>') ? `'self' 'sha256-${hash}'` : "'self'"
  expect(reply.headers.get('content-security-policy'), path).toContain(`; script-src ${sources};`)
  expect(reply.headers.get('x-injected'), path).toBeNull()
  return html
}

describe('Texts of staff and visitors', () => {
  test('Stored texts add no elements to any page or its structured data', async () => {
    const paths = ['/', '/products', '/products?tab=spares', '/products?tab=services', '/products?view=list']
    for (const path of [...paths, ...createdItems.map(({ slug }) => `/product/${slug}`)]) {
      const html = await getPage(path)
      expect(html, path).toContain('7f3a')
      expectNoInjection(html, path)
    }
  })

  test('Stored texts add no elements to previews of items and settings', async () => {
    for (const path of [
      '/?preview=draft',
      '/products?preview=draft',
      `/product/${createdItems[0].id}?preview`,
    ])
      expectNoInjection(await getPage(path), path)
  })

  test('Structured data contain stored texts unchanged', async () => {
    const [machine] = createdItems
    const { scripts } = parseHtml(await getPage(`/product/${machine.slug}`))
    const names = scripts
      .filter(({ attributes }) => attributes.type?.endsWith('json'))
      .map(({ text }) => text)
    expect(names.some((text) => JSON.parse(text).name === machine.name)).toBe(true)
    expect(machine.name).toBe(`${PAYLOADS[0]} 0`)
    expect(await expectOk(site.fetch(`/api/products/${machine.id}`))).toMatchObject({
      description: PAYLOADS[0],
      features: [PAYLOADS[0], `${PAYLOADS[0]} again`],
    })
  })

  test('The sitemap remains well-formed with markup in stored texts', async () => {
    const xml = await (await site.fetch('/sitemap.xml')).text()
    const rest = xml.replace(/<\/?(?:urlset|url|loc|lastmod|image:image|image:loc|\?xml)\b[^<>]*>/g, '')
    expect(rest).not.toMatch(/[<>]/)
    expect(rest.replace(/&(?:amp|lt|gt|quot|apos);/g, '')).not.toContain('&')
    for (const { slug } of createdItems) expect(slug).toMatch(/^[a-z0-9-]+$/)
  })

  test('Lists and error responses with markup are JSON with nosniff', async () => {
    const paths = [
      ...['/api/products', '/api/spareparts', '/api/services', '/api/reviews', '/api/site-content'],
      ...[
        '/api/facets?kind=machine',
        '/api/suggestions?search=7f3a',
        `/api/summaries?ids=${createdItems[0].id}`,
      ],
      ...[
        '/api/items',
        '/api/items/categories',
        '/api/items/specification-names',
        '/api/reviews/all',
        '/api/log',
      ],
      ...[
        `/api/items/${createdItems[0].id}/history`,
        '/api/dashboard',
        '/api/products/%3Cx-7f3a%3E',
        '/api/%3Cx-7f3a%3E',
      ],
      getStateUrl(await getPage('/products')),
    ]
    for (const path of paths) {
      const reply = await owner(path)
      expect(reply.headers.get('content-type'), path).toBe('application/json; charset=utf-8')
      expect(reply.headers.get('x-content-type-options'), path).toBe('nosniff')
      JSON.parse(await reply.text())
    }
  })

  test.each(PAYLOADS)('Settings that contain %j add no elements to pages', async (text) => {
    const { content, revision } = await expectOk(owner('/api/site-content/edited'))
    const filled = replaceTexts(
      content,
      SITE_SECTIONS.flatMap(({ fields }) => fields),
      text,
    )
    // The names of specifications in this section must be those of machines.
    const allowed = { ...(filled as typeof content), jobFinder: content.jobFinder }
    const saved = await expectOk(owner('/api/site-content', jsonBody('PUT', { content: allowed, revision })))
    expect(saved.content.company.name).toContain(text.trim())
    for (const path of ['/', '/products', '/nowhere', `/product/${createdItems[0].slug}`])
      expectNoInjection(await getPage(path), path)
  })
})

/** Returns a copy of `document` with all free texts replaced; list entries get different texts, because they must be unique. */
function replaceTexts(document: unknown, fields: readonly SiteField[], text: string, base = ''): unknown {
  return fields.reduce<unknown>((filled, field) => {
    if (field.kind === 'group') return replaceTexts(filled, field.fields, text, base)
    const path = joinPath(base, field.path)
    const value = getIn(filled, path)
    if (field.kind === 'list' && Array.isArray(value)) {
      return value.reduce<unknown>(
        (each, _, index) => replaceTexts(each, field.fields, `${text} ${index}`, joinPath(path, index)),
        filled,
      )
    }
    if (field.kind === 'picture')
      return setIn(filled, path, { url: `https://pictures.example/"onx7f3a='1`, alt: text })
    if (field.kind !== 'text' && field.kind !== 'paragraph') return filled
    return setIn(filled, path, field.max ? text.slice(0, field.max) : text)
  }, document)
}

describe('Texts in the URL', () => {
  const urlPatterns: ((text: string) => string)[] = [
    ...['search', 'category', 'specifications', 'preview', 'unknown'].map(
      (name) => (text: string) => `/products?${name}=${text}`,
    ),
    (text) => `/products?tab=${text}&sort=${text}&view=${text}&from=${text}&priceFrom=${text}`,
    (text) => `/products?search=lathe&tab=spares&category=${text}&search=${text}`,
    (text) => `/products?${text}=${text}`,
    (text) => `/?enquiry=${text}`,
    (text) => `/?enquiry=sent&reference=${text}`,
    (text) => `/product/${text}`,
    (text) => `/${text}`,
    (text) => `/admin/${text}`,
  ]
  test.each(PAYLOADS)('The URL text %j adds no elements to pages', async (payload) => {
    for (const toPath of urlPatterns) {
      const path = toPath(encodeURIComponent(payload))
      expectNoInjection(await getPage(path), path, path.startsWith('/admin/') ? '/office/' : '/assets/')
    }
  })
})

describe('Links in the settings', () => {
  const WRONG = [
    'javascript:x7f3a()',
    'JAVASCRIPT:x7f3a()',
    ' javascript:x7f3a()',
    'java\tscript:x7f3a()',
    'data:text/html,<script>x7f3a()</script>',
    'vbscript:x7f3a()',
    'blob:https://works.example/1',
    '//evil.example',
    '/\\evil.example',
    'http:evil.example',
    'file:///etc/passwd',
  ]
  test.each(WRONG)('The address %j is rejected as a link in the settings', async (address) => {
    const { content, revision } = await expectOk(owner('/api/site-content/edited'))
    for (const path of listLinkPaths(content)) {
      const changed = setIn(content, path, address)
      expect(
        await expectProblem(owner('/api/site-content', jsonBody('PUT', { content: changed, revision })), 400),
      ).toBeTruthy()
    }
    const pictured = setIn(content, 'hero.picture', { url: address, alt: 'x' })
    await expectProblem(owner('/api/site-content', jsonBody('PUT', { content: pictured, revision })), 400)
  })

  /** Returns the paths of all links in the site content. */
  function listLinkPaths(content: Json): string[] {
    const found: string[] = []
    const walk = (fields: readonly SiteField[], base: string) => {
      for (const field of fields) {
        if (field.kind === 'group') walk(field.fields, base)
        else if (field.kind === 'link' || field.kind === 'page') found.push(joinPath(base, field.path))
        else if (
          field.kind === 'list' &&
          (getIn(content, joinPath(base, field.path)) as unknown[]).length > 0
        )
          walk(field.fields, joinPath(base, field.path, 0))
      }
    }
    walk(
      SITE_SECTIONS.flatMap(({ fields }) => fields),
      '',
    )
    expect(found.length).toBeGreaterThan(0)
    return found
  }
})

describe('Texts of enquiries', () => {
  test('Formulas in an enquiry are exported as text', async () => {
    const formulas = [
      '=1+1',
      '+1+1',
      '-1+1',
      '@SUM(1)',
      '\uff1d1+1',
      '\u200b=1',
      '=cmd|"/c calc"!A0',
      '="a",=2',
      '=1\n=2\r=3',
    ]
    for (const text of formulas) {
      const fields = { firstName: text, lastName: text, company: text, place: text, message: text }
      expect((await sendEnquiry(site, fields)).status, text).toBe(201)
      site.advanceClock(11)
    }
    await sendEnquiry(site, { email: '=HYPERLINK("http://evil.example")@b.in' })
    const csv = await (await owner('/api/enquiries.csv')).text()
    const cells = [...csv.slice(1).matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    )
    expect(cells.length % 19).toBe(0)
    expect(cells.length).toBe(19 * (formulas.length + 2))
    for (const cell of cells) expect(cell).not.toMatch(/^[\s\u200b]*[=+\-@\uff1d\uff0b\uff0d\uff20]/)
    for (const text of formulas) expect(cells.some((cell) => cell.endsWith(text))).toBe(true)
  })

  test('Markup in an enquiry is returned unchanged as JSON and as a CSV download', async () => {
    const [text = ''] = PAYLOADS
    const fields = { firstName: text, lastName: text, company: text, message: text }
    await sendEnquiry(site, { ...fields, email: '"><x-7f3a>@b.in' })
    const reply = await owner('/api/enquiries?search=x-7f3a')
    expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect((await reply.json())[0]).toMatchObject({
      message: text,
      customer: { firstName: text },
      company: text,
    })
    const { headers } = await owner('/api/enquiries.csv')
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="enquiries-[\d-]+\.csv"; filename\*=/,
    )
  })
})

describe('Notification e-mails', () => {
  let shop: TestSite
  const mail = { SMTP_URL: 'smtp://127.0.0.1:9', NOTIFY_EMAIL: 'sales@works.example' }
  startEmptiedSite(
    ['outbox'],
    (emptied) => {
      shop = fromNewNetwork(emptied)
    },
    { ...BEHIND_PROXY, ...mail },
  )

  test.each(PAYLOADS)(
    'A notification e-mail contains %j in its text and in a subject of one line',
    async (text) => {
      const fields = {
        firstName: text,
        lastName: `${text}\nBcc: x@y.z`,
        phone: '98400 12345',
        company: text,
        message: text,
      }
      const enquiry = { ...fields, email: 'a@b.example,victim' }
      expect((await shop.fetch('/api/enquiries', jsonBody('POST', enquiry))).status).toBe(201)
      const row = await shop.db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow()
      expect(row.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      expect([row.to_address, row.reply_to]).toEqual(['sales@works.example', null])
      expect(row.text).toContain(text.trim())
    },
  )
})

test('No code of the site or the admin writes HTML, evaluates text or receives messages of other windows', () => {
  const folder = join(PROJECT, 'src')
  const found = globSync('**/*.{ts,tsx}', { cwd: folder }).filter((path) =>
    /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|\beval\(|new Function\b|srcDoc|postMessage|\bon\w+message\b|createContextualFragment|DOMParser/.test(
      readFileSync(join(folder, path), 'utf8'),
    ),
  )
  // live-total.ts parses its own page, as the server rendered it; the SQLite worker receives messages of the server only.
  expect(found.filter((path) => !path.startsWith('server/database/sqlite/worker')).sort()).toEqual([
    'web/customer/live-total.ts',
  ])
})
