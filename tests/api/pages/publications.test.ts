import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { createContent } from '#contracts/fields/fields.ts'
import { MAX_RICH_TEXT_LENGTH } from '#contracts/fields/rich-text.ts'
import { BLOCK_TYPES } from '#contracts/publication/block-types.ts'
import { findRows } from '../../support/db-snapshot.ts'
import { createMachine, expectBulkUpdate } from '../../support/fixtures/items.ts'
import {
  ARTICLE,
  createArticle,
  createPage,
  PUBLICATIONS_PATH,
  savePublication,
  toRichText,
} from '../../support/fixtures/publications.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner', {}, { pages: true })
let colleague: SiteFetch
let machine: Json
beforeAll(async () => {
  colleague = await site.signIn('editor')
  machine = await createMachine(staff, { name: 'CL 25 Capstan Lathe' })
})

const getPage = async (path: string, by: SiteFetch = site.fetch) => {
  const reply = await by(path)
  return { status: reply.status, html: await reply.text() }
}
const setState = (by: SiteFetch, { id, revision }: Json, state: string) =>
  by(`${PUBLICATIONS_PATH}/${id}`, jsonBody('PATCH', { state, revision }))

describe('What visitors read', () => {
  test('A published article is on its page, in the list of articles, in the sitemap, in the footer as a list, and in structured data', async () => {
    const questions = {
      type: 'questions',
      title: 'Asked often',
      questions: [{ question: 'Is a coolant needed?', answer: 'Yes.' }],
    }
    const blocks = [
      ...ARTICLE.blocks,
      questions,
      { type: 'items', title: 'The machine', items: [machine.id] },
    ]
    const { path } = await createArticle(staff, { title: 'Pump shafts', blocks })
    expect(path).toBe('/articles/pump-shafts')
    const { html } = await getPage(path)
    expect(html).toContain('<h1 class="text-h2">Pump shafts</h1>')
    expect(html).toContain('The shaft is 42 mm in diameter.')
    expect(html).toContain('CL 25 Capstan Lathe')
    expect(html).toContain('"@type":"Article"')
    expect(html).toContain('"@type":"FAQPage"')
    expect(html).toContain('<link rel="canonical" href="http')
    expect((await getPage('/articles')).html).toContain('Pump shafts')
    expect((await getPage('/articles?tag=Pumps')).html).toContain('Pump shafts')
    const other = await getPage('/articles?tag=Gears')
    expect([other.status, other.html.includes('Pump shafts')]).toEqual([200, false])
    const { html: sitemap } = await getPage('/sitemap.xml')
    for (const address of ['/articles', '/articles/pump-shafts'])
      expect(sitemap).toContain(`${address}</loc>`)
    expect((await getPage('/finder')).html).toContain('href="/articles"')
  })

  test('A page has an address of one part and, if staff choose so, a link in the footer of every page', async () => {
    const shown = await createPage(staff, { title: 'Privacy notice' })
    await createPage(staff, { title: 'Our works', placement: 'none' })
    expect(shown.path).toBe('/privacy-notice')
    expect((await getPage('/our-works')).html).toContain('Prices are ex works.')
    const { html } = await getPage('/products')
    expect(html).toContain('href="/privacy-notice"')
    expect(html).not.toContain('href="/our-works"')
  })

  test('Staff choose footer, menu or both for the link to a page; articles are in both', async () => {
    const pages = [
      await createPage(staff, { title: 'Our foundry', placement: 'menu' }),
      await createPage(staff, { title: 'Careers', placement: 'both' }),
      await createPage(staff, { title: 'Imprint', placement: 'footer' }),
    ]
    await createArticle(staff, { title: 'Exhibition' })
    const { menu, pages: footer } = await expectOk(site.fetch('/api/site-content'))
    const titles = (links: { title: string }[]) =>
      links
        .map(({ title }) => title)
        .filter((title) => ['Articles', ...pages.map(({ content }) => content.title)].includes(title))
    expect(titles(menu)).toEqual(['Articles', 'Our foundry', 'Careers'])
    expect(titles(footer)).toEqual(['Articles', 'Careers', 'Imprint'])
    const sitemap = await (await site.fetch('/sitemap-1.xml')).text()
    for (const { path } of pages) expect(sitemap).toContain(path)
  })

  test('A card of an item is what the catalogue says now', async () => {
    const item = await createMachine(staff, { name: 'VT 40 Machine' })
    const blocks = [{ type: 'items', title: 'Used here', items: [item.id] }]
    const { path } = await createArticle(staff, { title: 'Castings', blocks })
    expect((await getPage(path)).html).toContain('VT 40 Machine')
    await expectBulkUpdate(staff, [item.id], { archived: true })
    expect((await getPage(path)).html).not.toContain('VT 40 Machine')
  })

  test('A new title gives a new address, to which the former one leads, in capital letters as well', async () => {
    const stored = await createArticle(staff, { title: 'First title' })
    await expectOk(savePublication(staff, stored, { title: 'Second title' }))
    for (const path of ['/articles/first-title', '/articles/Second-Title']) {
      const reply = await site.fetch(path)
      expect([reply.status, reply.headers.get('location')], path).toEqual([301, '/articles/second-title'])
      expect(reply.headers.get('cache-control')).toBe('no-cache')
    }
  })

  test.each(['Products', 'Admin', 'Api', 'Q'])(
    'A page with the title %s has another address than the route of that name',
    async (title) => {
      const { path } = await createPage(staff, { title })
      expect(path).toMatch(new RegExp(`^/${title.toLowerCase()}-[0-9a-z]{6}$`))
      expect((await getPage(path)).html).toContain(`>${title}</h1>`)
    },
  )

  test('A draft, an archived publication and an unknown address are not found; staff see the draft with ?preview, which is not cached', async () => {
    const draft = await createPage(staff, { title: 'Not yet', state: 'draft' })
    const gone = await createPage(staff, { title: 'No longer' })
    await expectOk(setState(staff, gone, 'archived'))
    for (const path of [
      '/not-yet',
      '/no-longer',
      '/nothing-here',
      '/articles/nothing',
      '/not-yet?preview=1',
    ]) {
      const { status, html } = await getPage(path)
      expect([status, html.includes('404 Not Found')], path).toEqual([404, true])
    }
    const preview = await staff(`/not-yet?preview=${draft.id}`)
    expect(await preview.text()).toContain('This is a draft. Only staff can see it.')
    expect(preview.headers.get('cache-control')).toBe('private, no-store')
    const sales = await site.signIn('sales')
    expect((await getPage('/not-yet?preview=1', sales)).status).toBe(404)
    await expectProblem(site.fetch('/api/pages/not-yet'), 404)
  })
})

describe('Search', () => {
  const find = async (path: string): Promise<string[]> =>
    (await expectOk(site.fetch(path))).map(({ title }: Json) => title)

  test('A search finds published pages and articles with all its words, those with them in the title first', async () => {
    const text = { type: 'text', text: toRichText('We scrape the Turcite of every bed.') }
    await createArticle(staff, { title: 'Beds that last', blocks: [text] })
    await createPage(staff, { title: 'Turcite and scraped beds', blocks: [text] })
    await createPage(staff, { title: 'Turcite beds, a draft', state: 'draft' })
    await createPage(staff, { title: 'Turcite beds, by its address only', placement: 'none' })
    expect(await find('/api/pages?search=turci%20BED')).toEqual([
      'Turcite and scraped beds',
      'Beds that last',
    ])
    expect(await find('/api/pages?search=turcite%20coolant')).toEqual([])
    for (const search of ['tu', 'urcite', 'a a a', '%', ' ', '[[', '_____'])
      expect(await find(`/api/pages?search=${encodeURIComponent(search)}`), search).toEqual([])
  })

  test('Suggestions name those with all words in the title; the page of a search lists all', async () => {
    await createArticle(staff, { title: 'Chatter marks on long shafts' })
    await createArticle(staff, {
      title: 'Steady rests',
      blocks: [{ type: 'text', text: toRichText('Against chatter.') }],
    })
    const { pages } = await expectOk(site.fetch('/api/suggestions?search=chatter'))
    expect(pages).toEqual([
      {
        title: 'Chatter marks on long shafts',
        path: '/articles/chatter-marks-on-long-shafts',
        summary: ARTICLE.summary,
      },
    ])
    expect(await expectOk(site.fetch('/api/suggestions?search=cl%2025'))).not.toHaveProperty('pages')
    const { html } = await getPage('/products?search=chatter')
    for (const title of ['Chatter marks on long shafts', 'Steady rests'])
      expect(html).toContain(`>${title}</a>`)
  })
})

describe('For search engines and other programs', () => {
  test('The page of an item names the newest pages and articles that show it', async () => {
    const item = await createMachine(staff, { name: 'TC 90 Turning Centre' })
    const blocks = [{ type: 'items', title: 'Used here', items: [item.id] }]
    const { path } = await createArticle(staff, { title: 'Flanges in one clamping', blocks })
    await createArticle(staff, { title: 'A draft about it', state: 'draft', blocks })
    const { pages } = await expectOk(site.fetch(`/api/related/${item.id}`))
    expect(pages).toEqual([{ title: 'Flanges in one clamping', path, summary: ARTICLE.summary }])
    expect((await expectOk(site.fetch(`/api/related/${machine.id}`))).pages).not.toContainEqual(pages[0])
  })

  test('The feed has the newest articles first, with titles as text', async () => {
    await createArticle(staff, { title: 'Older & <b>wiser</b>\u{b}\u{ffff}' })
    const { path, id } = await createArticle(staff, { title: 'The newest' })
    const reply = await site.fetch('/articles.xml')
    expect(reply.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const feed = await reply.text()
    expect(feed).toContain('<title>Older &amp; &lt;b&gt;wiser&lt;/b&gt;</title>')
    expect(feed).toContain(`<guid isPermaLink="false">${id}</guid>`)
    expect(/<item><title>(.*?)<\/title><link>(.*?)<\/link>/.exec(feed)!.slice(1)).toEqual([
      'The newest',
      site.url + path,
    ])
    expect((await getPage('/articles')).html).toContain('href="/articles.xml"')
  })

  test('llms.txt names the company, the lists of the catalogue, and what staff have published', async () => {
    const { path } = await createPage(staff, { title: 'Terms [2026]' })
    const text = await (await site.fetch('/llms.txt')).text()
    expect(text).toMatch(/^# Kovai Machine Tools\n\n> .+\n\n## Catalogue\n- \[Machines\]\(http/)
    expect(text).toContain(`- [Terms 2026](${site.url}${path}): The terms on which we sell`)
  })
})

describe('What staff do', () => {
  test('A save of an older revision is a conflict with the name of the colleague, and nothing is lost', async () => {
    const stored = await createArticle(staff, { title: 'Two editors' })
    await expectOk(savePublication(colleague, stored, { summary: 'By a colleague.' }))
    const message = await expectProblem(savePublication(staff, stored, { summary: 'Mine.' }), 409)
    expect(message).toMatch(/^editor\S* changed Two editors while you were working on it\.$/)
    const { content } = await expectOk(staff(`${PUBLICATIONS_PATH}/${stored.id}`))
    expect(content.summary).toBe('By a colleague.')
  })

  test('The history has author and differences of every save, and a restored version is a new one', async () => {
    const stored = await createArticle(staff, { title: 'With a history' })
    const changed = await expectOk(
      savePublication(colleague, stored, { blocks: [{ type: 'text', text: toRichText('New words.') }] }),
    )
    const path = `${PUBLICATIONS_PATH}/${stored.id}`
    const { revisions } = await expectOk(staff(`${path}/history`))
    expect(revisions).toMatchObject([
      {
        revision: 2,
        by: expect.stringContaining('editor'),
        differences: [
          { field: 'Block 1, Text', before: 'The shaft is 42 mm in diameter.', after: 'New words.' },
        ],
      },
      { revision: 1, differences: [] },
    ])
    const heading = {
      type: 'doc',
      content: [{ ...toRichText('New words.').content[0], type: 'heading', attrs: { level: 2 } }],
    }
    const reformatted = await expectOk(
      savePublication(staff, changed, { blocks: [{ type: 'text', text: heading }] }),
    )
    expect((await expectOk(staff(`${path}/history`))).revisions[0].differences).toEqual([
      { field: 'Block 1, Text', before: '', after: 'Only the format was changed.' },
    ])
    const restored = await expectOk(
      staff(`${path}/restoration`, jsonBody('POST', { revision: 1, current: reformatted.revision })),
    )
    expect(restored).toMatchObject({ revision: 4, content: { blocks: ARTICLE.blocks } })
    const entries = await findRows(site, 'audit_log', { subject_id: stored.id })
    expect(entries.map(({ action }) => action).sort()).toEqual(['changed', 'changed', 'created', 'restored'])
  })

  test('The history names the items of a block', async () => {
    const stored = await createArticle(staff, { title: 'With a machine' })
    const blocks = [{ type: 'items', title: 'The machine', items: [machine.id] }]
    await expectOk(savePublication(staff, stored, { blocks }))
    const { revisions } = await expectOk(staff(`${PUBLICATIONS_PATH}/${stored.id}/history`))
    expect(revisions[0].differences.at(-1)).toEqual({
      field: 'Block 1 (Machines, parts or services) added',
      before: '',
      after: 'Heading: The machine, Items: CL 25 Capstan Lathe',
    })
  })

  test('The history tells which blocks were moved, changed, added and removed', async () => {
    const block = (words: string) => ({ type: 'text', text: toRichText(words) })
    const questions = { type: 'questions', title: '', questions: [{ question: 'Why?', answer: 'So.' }] }
    const first = await createArticle(staff, {
      title: 'With moved blocks',
      blocks: [block('One'), block('Two'), block('Three'), questions],
    })
    await expectOk(
      savePublication(staff, first, {
        blocks: [
          block('Three'),
          block('One'),
          block('Two and more'),
          { type: 'action', title: 'Visit us', text: '', label: 'Ask', to: '/#contact' },
        ],
      }),
    )
    const { revisions } = await expectOk(staff(`${PUBLICATIONS_PATH}/${first.id}/history`))
    expect(revisions[0].differences).toEqual([
      {
        field: 'Block 4 (Questions and answers) removed',
        before: 'Questions: Question: Why?, Answer: So.',
        after: '',
      },
      { field: 'Block 1 (Text) moved', before: 'Place 3', after: 'Place 1' },
      { field: 'Block 3, Text', before: 'Two', after: 'Two and more' },
      {
        field: 'Block 4 (Call to action) added',
        before: '',
        after: 'Heading: Visit us, Text on the button: Ask, Address of the button: /#contact',
      },
    ])
  })

  test('A draft needs a title only; it is published, scheduled and restored for visitors only when nothing is missing', async () => {
    const blocks = BLOCK_TYPES.map((type) => ({ type: type.type, ...createContent(type.fields) }))
    const empty = { summary: '', state: 'draft', blocks, tags: [] }
    const untitled = { type: 'article', content: { ...ARTICLE, ...empty, title: '' } }
    await expectProblem(staff(PUBLICATIONS_PATH, jsonBody('POST', untitled)), 400)
    const draft = await createArticle(staff, { ...empty, title: 'Hardly begun' })
    const preview = await getPage(`${draft.path}?preview=${draft.id}`, staff)
    expect([preview.status, preview.html.includes('Hardly begun</h1>')]).toEqual([200, true])
    for (const state of ['published', 'scheduled'])
      await expectProblem(savePublication(staff, draft, { state, publishOn: '2030-01-01' }), 400)
    expect(await expectProblem(setState(staff, draft, 'published'), 400)).toBe(
      'Hardly begun is not complete. Article, Summary: this field is required.',
    )
    for (const state of ['published', 'scheduled']) {
      const contentless = { ...ARTICLE, state, publishOn: '2030-01-01', blocks: [] }
      expect(await expectProblem(savePublication(staff, draft, contentless), 400)).toContain(
        'Article, Content: add a block.',
      )
    }
    const complete = await expectOk(savePublication(staff, draft, { ...ARTICLE, picture: null }))
    const restoration = jsonBody('POST', { revision: 1, current: complete.revision })
    await expectProblem(staff(`${PUBLICATIONS_PATH}/${draft.id}/restoration`, restoration), 400)
    const back = await expectOk(setState(staff, complete, 'draft'))
    await expectOk(
      staff(
        `${PUBLICATIONS_PATH}/${draft.id}/restoration`,
        jsonBody('POST', { revision: 1, current: back.revision }),
      ),
    )
  })

  test('An archived page comes back as a draft, and only an archived one can be deleted', async () => {
    const stored = await createPage(staff, { title: 'To be deleted' })
    const path = `${PUBLICATIONS_PATH}/${stored.id}`
    await expectProblem(staff(path, { method: 'DELETE' }), 409)
    const archived = await expectOk(setState(staff, stored, 'archived'))
    await expectProblem(savePublication(staff, archived, { title: 'Other' }), 409)
    const restored = await expectOk(setState(staff, archived, 'draft'))
    expect(restored).toMatchObject({ state: 'draft', content: { state: 'draft' } })
    await expectOk(setState(staff, restored, 'archived'))
    await expectOk(staff(path, { method: 'DELETE' }))
    await expectProblem(staff(path), 404)
  })

  test('Undoing the archiving of a published page publishes it again, and a restored version stays as public as the present one', async () => {
    const stored = await createPage(staff, { title: 'First a draft', state: 'draft' })
    const published = await expectOk(setState(staff, stored, 'published'))
    const archived = await expectOk(setState(staff, published, 'archived'))
    expect((await getPage(stored.path)).status).toBe(404)
    const again = await expectOk(setState(staff, archived, 'published'))
    const path = `${PUBLICATIONS_PATH}/${stored.id}/restoration`
    const restored = await expectOk(staff(path, jsonBody('POST', { revision: 1, current: again.revision })))
    expect(restored).toMatchObject({ state: 'published', content: { state: 'published' } })
    expect((await getPage(stored.path)).status).toBe(200)
  })

  test('A repeated request with the key of the first one creates one article', async () => {
    const body = { type: 'article', content: { ...ARTICLE, title: 'Sent twice' }, requestKey: randomUUID() }
    const send = async () => (await staff(PUBLICATIONS_PATH, jsonBody('POST', body))).json()
    const [one, other]: Json[] = [await send(), await send()]
    expect(one!.id).toBe(other!.id)
    expect(await expectOk(staff(`${PUBLICATIONS_PATH}?search=sent+twice`))).toHaveLength(1)
  })

  test('The list is searched by the words of the content and filtered by type and state', async () => {
    const blocks = [{ type: 'text', text: toRichText('A zylinder of bronze.') }]
    await createArticle(staff, { title: 'Bushes', state: 'draft', blocks })
    const list = async (query: string): Promise<string[]> =>
      (await expectOk(staff(`${PUBLICATIONS_PATH}?${query}`))).map(({ title }: Json) => title)
    expect(await list('search=Zylinder')).toEqual(['Bushes'])
    expect(await list('search=rich')).toEqual([])
    expect(await list('search=zylinder&type=page')).toEqual([])
    expect(await list('search=zylinder&state=published')).toEqual([])
    expect(await list('sort=title&order=asc&search=bush')).toEqual(['Bushes'])
  })
})

describe('What is refused', () => {
  const save = (changes: object) =>
    staff(PUBLICATIONS_PATH, jsonBody('POST', { type: 'article', content: { ...ARTICLE, ...changes } }))
  const withNodes = (...content: unknown[]) => ({
    blocks: [{ type: 'text', text: { type: 'doc', content } }],
  })
  const paragraph = (...content: unknown[]) => ({ type: 'paragraph', content })
  const linkTo = (href: unknown) =>
    paragraph({ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] })
  const nestList = (depth: number): object =>
    depth === 0
      ? paragraph({ type: 'text', text: 'deep' })
      : { type: 'bulletList', content: [{ type: 'listItem', content: [nestList(depth - 1)] }] }
  const text = { type: 'text', text: 'x' }

  test.each<[string, object, RegExp]>([
    ['an empty title', { title: '  ' }, /^Article, Title: this field is required/],
    ['a title of 121 characters', { title: 'x'.repeat(121) }, /longer than 120/],
    ['an unknown state', { state: 'live' }, /State: select an option/],
    ['blocks that are no list', { blocks: 'x' }, /must be a list/],
    ['41 blocks', { blocks: Array.from({ length: 41 }, () => ARTICLE.blocks[0]) }, /at most 40/],
    ['an unknown block', { blocks: [{ type: 'html', html: '<script>' }] }, /this type is not known/],
    ['a block of a prototype', { blocks: [{ type: '__proto__' }] }, /this type is not known/],
    [
      'a text that is HTML',
      { blocks: [{ type: 'text', text: '<script>alert(1)</script>' }] },
      /must be a text/,
    ],
    ['a text without a type', { blocks: [{ type: 'text', text: {} }] }, /must be a text/],
    ['an empty text', { blocks: [{ type: 'text', text: { type: 'doc', content: [] } }] }, /is required/],
    ['a text of null', { blocks: [{ type: 'text', text: null }] }, /must be a text/],
    ['a script', withNodes({ type: 'script', content: [text] }), /cannot be saved/],
    ['an iframe', withNodes({ type: 'iframe', attrs: { src: 'https://x.example' } }), /cannot be saved/],
    [
      'an image in a text',
      withNodes({ type: 'image', attrs: { src: 'x', onerror: 'alert(1)' } }),
      /cannot be saved/,
    ],
    ['raw HTML as a node', withNodes({ type: 'html', text: '<b>' }), /cannot be saved/],
    ['a node named constructor', withNodes({ type: 'constructor' }), /cannot be saved/],
    ['an SVG', withNodes({ type: 'svg', content: [text] }), /cannot be saved/],
    [
      'a style attribute',
      withNodes({ ...paragraph(text), attrs: { style: 'position:fixed' } }),
      /cannot be saved/,
    ],
    [
      'an event handler',
      withNodes({ ...paragraph(text), attrs: { onclick: 'alert(1)' } }),
      /cannot be saved/,
    ],
    ['a key beside the known ones', withNodes({ ...paragraph(text), onload: 'x' }), /cannot be saved/],
    [
      'a heading of level 1',
      withNodes({ type: 'heading', attrs: { level: 1 }, content: [text] }),
      /cannot be saved/,
    ],
    [
      'a heading of a text as level',
      withNodes({ type: 'heading', attrs: { level: '2 onload' } }),
      /cannot be saved/,
    ],
    ['text outside of a paragraph', withNodes(text), /cannot be saved/],
    ['a paragraph in a paragraph', withNodes(paragraph(paragraph(text))), /cannot be saved/],
    [
      'a table in a cell',
      withNodes({
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', content: [{ type: 'table' }] }] }],
      }),
      /cannot be saved/,
    ],
    [
      'a cell over 1,000 columns',
      withNodes({
        type: 'table',
        content: [{ type: 'tableRow', content: [{ type: 'tableCell', attrs: { colspan: 1000 } }] }],
      }),
      /cannot be saved/,
    ],
    ['an unknown mark', withNodes(paragraph({ ...text, marks: [{ type: 'code' }] })), /cannot be saved/],
    [
      'a mark with a class',
      withNodes(paragraph({ ...text, marks: [{ type: 'bold', attrs: { class: 'x' } }] })),
      /cannot be saved/,
    ],
    [
      'a mark twice',
      withNodes(paragraph({ ...text, marks: [{ type: 'bold' }, { type: 'bold' }] })),
      /cannot be saved/,
    ],
    [
      'a link without an address',
      withNodes(paragraph({ ...text, marks: [{ type: 'link' }] })),
      /a link must begin with/,
    ],
    [
      'a caption without its picture',
      { blocks: [{ type: 'pictures', pictures: [{ picture: null, caption: 'x' }] }] },
      /choose a picture/,
    ],
    [
      'a list of all kinds',
      { blocks: [{ type: 'list', title: 'x', address: '/products?tab=any&search=belt', count: 3 }] },
      /address of one list/,
    ],
    ['marks on a paragraph', withNodes({ ...paragraph(text), marks: [{ type: 'bold' }] }), /cannot be saved/],
    ['marks that are no list', withNodes(paragraph({ ...text, marks: 'bold' })), /cannot be saved/],
    ['content that is no list', withNodes({ type: 'paragraph', content: 'x' }), /cannot be saved/],
    [
      'a text that is an object',
      withNodes(paragraph({ type: 'text', text: { toString: 'x' } })),
      /cannot be saved/,
    ],
    ['an empty text node', withNodes(paragraph({ type: 'text', text: '' })), /cannot be saved/],
    ['a null node', withNodes(paragraph(null)), /cannot be saved/],
    ...['javascript:alert(1)', 'JavaScript:alert(1)', ' javascript:alert(1)', 'java\tscript:alert(1)'].map(
      (href): [string, object, RegExp] => [
        `a link to ${JSON.stringify(href)}`,
        withNodes(linkTo(href)),
        /a link must begin with/,
      ],
    ),
    ...[
      'data:text/html,<script>',
      'vbscript:x',
      '//evil.example',
      '/\\evil.example',
      'file:///etc/passwd',
    ].map((href): [string, object, RegExp] => [
      `a link to ${href}`,
      withNodes(linkTo(href)),
      /a link must begin with/,
    ]),
    ...['', 'mailto:', 'mailto:a@b"onclick=', 'tel:javascript', 'https://', 'http://a b', 5, null, {}].map(
      (href): [string, object, RegExp] => [
        `a link to ${JSON.stringify(href)}`,
        withNodes(linkTo(href)),
        /a link must begin with/,
      ],
    ),
    [
      'a link with a target',
      withNodes(paragraph({ ...text, marks: [{ type: 'link', attrs: { href: '/x', target: '_top' } }] })),
      /a link must begin with/,
    ],
    ['lists in lists beyond the limit', withNodes(nestList(7)), /too many parts/],
    ['lists in lists far beyond it', withNodes(nestList(40)), /nested too deeply/],
    ['5,001 nodes', withNodes(...Array.from({ length: 2501 }, () => paragraph(text))), /too many parts/],
    [
      'a text beyond the limit',
      { blocks: [{ type: 'text', text: toRichText('x'.repeat(MAX_RICH_TEXT_LENGTH + 1)) }] },
      /longer than 20,000/,
    ],
    [
      'a text of 500 kB',
      { blocks: [{ type: 'text', text: toRichText('x'.repeat(500_000)) }] },
      /too long to be saved/,
    ],
    [
      'a button that runs a script',
      { blocks: [{ type: 'action', title: 'x', text: '', label: 'x', to: 'javascript:alert(1)' }] },
      /enter an address/,
    ],
    [
      'a list of another site',
      { blocks: [{ type: 'list', title: 'x', address: 'https://x.example/products', count: 3 }] },
      /address of one list of this site/,
    ],
    ['no item', { blocks: [{ type: 'items', title: 'x', items: [] }] }, /select an item/],
    ['13 items', { blocks: [{ type: 'items', title: 'x', items: Array(13).fill('x') }] }, /at most 12/],
    ['a picture of another site', { picture: { url: 'javascript:alert(1)', alt: 'x' } }, /cannot be used/],
    ['a subject that is a number', { tags: [5] }, /must be text/],
  ])('A publication with %s is refused with the reason', async (_name, changes, message) => {
    expect(await expectProblem(save(changes), 400)).toMatch(message)
  })

  test('Markup in texts is shown as text, and what is allowed is read back unchanged', async () => {
    const everything = {
      type: 'doc',
      content: [
        {
          type: 'heading',
          attrs: { level: 2 },
          content: [{ type: 'text', text: '<img src=x onerror=alert(1)>' }],
        },
        paragraph(
          { type: 'text', text: 'bold', marks: [{ type: 'bold' }, { type: 'italic' }] },
          { type: 'hardBreak' },
          {
            type: 'text',
            text: 'mail',
            marks: [{ type: 'link', attrs: { href: 'mailto:a@works.example' } }],
          },
        ),
        {
          type: 'orderedList',
          attrs: { start: 3, type: null },
          content: [{ type: 'listItem', content: [paragraph(text)] }],
        },
        {
          type: 'table',
          content: [
            {
              type: 'tableRow',
              content: [
                {
                  type: 'tableHeader',
                  attrs: { colspan: 2, rowspan: 1, colwidth: null },
                  content: [paragraph(text)],
                },
              ],
            },
          ],
        },
      ],
    }
    const stored = await createArticle(staff, {
      title: '</title><script>alert(1)</script>',
      blocks: [{ type: 'text', text: everything }],
    })
    expect(stored.content.blocks[0].text).toEqual(everything)
    const { html } = await getPage(stored.path)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(html).not.toMatch(/<script>alert|<img src=x/)
    expect(html).toContain('<ol start="3">')
    expect(html).toContain('href="mailto:a@works.example"')
  })

  test('A picture of this site that is not stored is refused with its field', async () => {
    const picture = { url: `${site.url}/media/0123/800.webp`, alt: 'A lathe' }
    expect(await expectProblem(save({ picture }), 400)).toMatch(/not stored on this site/)
  })

  test('The type cannot be changed, and accounts for sales may not edit', async () => {
    const stored = await createPage(staff, { title: 'Stays a page' })
    await expectProblem(
      staff(
        `${PUBLICATIONS_PATH}/${stored.id}`,
        jsonBody('PUT', { type: 'article', content: ARTICLE, revision: 1 }),
      ),
      400,
    )
    const sales = await site.signIn('sales')
    await expectProblem(sales(PUBLICATIONS_PATH), 403)
  })
})
