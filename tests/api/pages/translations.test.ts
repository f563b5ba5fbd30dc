import { describe, expect, test } from 'vitest'
import type { TranslationRow } from '#contracts/translation/translation.ts'
import { createMachine, createSparePart } from '../../support/fixtures/items.ts'
import { createArticle, savePublication, toRichText } from '../../support/fixtures/publications.ts'
import { saveContentField } from '../../support/fixtures/site-content.ts'
import { expectOk, expectPage, expectProblem, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner', {}, { pages: true })

const put = (source: string, translation: string, more: object = {}) =>
  staff('/api/translations', jsonBody('PUT', { language: 'ta', source, translation, ...more }))
const translate = (source: string, translation: string, more: object = {}) =>
  expectOk(put(source, translation, more))
const list = (query: object): Promise<{ items: TranslationRow[]; total: number }> =>
  expectPage(staff(`/api/translations?${new URLSearchParams({ language: 'ta', ...query })}`))
const read = (path: string, language = 'ta') => expectOk(site.fetch(`${path}?language=${language}`))
const readPage = async (path: string) => (await site.fetch(path)).text()
const showLanguages = () => saveContentField(staff, 'languages', { ta: 'on', hi: 'on' })

describe('Translations of the content', () => {
  test('A translation is on the site at once in its language, and what has none is in English', async () => {
    const { id, slug } = await createMachine(staff, {
      name: 'CL 90 Capstan Lathe',
      description: 'Turns bar.',
    })
    await translate('CL 90 Capstan Lathe', 'CL 90 கேப்ஸ்டன் லேத்')
    expect(await read(`/api/products/${id}`)).toMatchObject({
      name: 'CL 90 கேப்ஸ்டன் லேத்',
      description: 'Turns bar.',
      slug,
    })
    expect(await read(`/api/products/${id}`, 'hi')).toMatchObject({ name: 'CL 90 Capstan Lathe' })
    await translate('CL 90 Capstan Lathe', '')
    expect(await read(`/api/products/${id}`)).toMatchObject({ name: 'CL 90 Capstan Lathe' })
  })

  test('Names of specifications are labels of the page, and the specifications keep their English names', async () => {
    const { id } = await createMachine(staff, {
      name: 'CL 91',
      specifications: JSON.stringify({ 'Swing over bed': '300 mm', Drive: 'By gears' }),
    })
    await translate('Swing over bed', 'படுக்கை மேல் சுழற்சி')
    await translate('By gears', 'கியர் மூலம்')
    expect((await read(`/api/products/${id}`)).specifications).toEqual({
      'Swing over bed': '300 mm',
      Drive: 'கியர் மூலம்',
    })
    expect((await read('/api/site-content')).labels).toMatchObject({ 'Swing over bed': 'படுக்கை மேல் சுழற்சி' })
    expect(await expectOk(site.fetch('/api/site-content'))).not.toHaveProperty('labels')
  })

  test('The filters of a list have translated labels, and its categories the names by which it is filtered', async () => {
    for (const [index, type] of ['Round', 'Square', 'Round', 'Square', 'Round'].entries())
      await createSparePart(staff, {
        name: `Collet ${index}`,
        category: index < 2 ? 'Work holding' : 'Other collets',
        specifications: JSON.stringify({ 'Collet type': `${type} collet`, Bore: `${index + 12} mm` }),
      })
    await translate('Work holding', 'பிடிப்பு')
    await translate('Collet type', 'காலெட் வகை')
    await translate('Round collet', 'வட்ட காலெட்')
    const facets = await expectOk(site.fetch('/api/facets?kind=spare&language=ta'))
    expect(facets.categories.map(({ name }: { name: string }) => name)).toContain('Work holding')
    const type = facets.specifications.find(({ key }: { key: string }) => key === 'collet-type')
    expect(type).toMatchObject({
      label: 'காலெட் வகை',
      values: [{ text: 'வட்ட காலெட்' }, { text: 'Square collet' }],
    })
    const held = await expectOk(site.fetch('/api/spareparts?category=Work%20holding&language=ta'))
    expect(held).toMatchObject([{ category: 'பிடிப்பு' }, { category: 'பிடிப்பு' }])
  })

  test('A paragraph is translated as a whole, and its words keep their formats and links', async () => {
    const link = { type: 'link', attrs: { href: '/products' } }
    const content = [
      { type: 'text', text: 'Read our ' },
      { type: 'text', text: 'price list', marks: [link] },
      { type: 'text', text: '.' },
    ]
    const text = { type: 'doc', content: [{ type: 'paragraph', content }] }
    const { slug } = await createArticle(staff, { title: 'Prices 2027', blocks: [{ type: 'text', text }] })
    await translate('Read our <1>price list</1>.', 'எங்கள் <1>விலைப் பட்டியலை</1> படிக்கவும்.')
    const [block] = (await read(`/api/articles/${slug}`)).blocks
    expect(block.text.content[0].content).toEqual([
      { type: 'text', text: 'எங்கள் ' },
      { type: 'text', text: 'விலைப் பட்டியலை', marks: [link] },
      { type: 'text', text: ' படிக்கவும்.' },
    ])
  })

  test('A changed English text is to be translated at once, with what stood there before and its translation', async () => {
    const article = await createArticle(staff, { title: 'A shaft in half the time', tags: [] })
    await translate('A shaft in half the time', 'பாதி நேரத்தில் ஒரு தண்டு')
    expect(await list({ document: article.id, state: 'done' })).toMatchObject({ total: 1 })
    await expectOk(savePublication(staff, article, { title: 'A shaft in a third of the time' }))
    const { items } = await list({ document: article.id, state: 'missing', search: 'third' })
    expect(items).toEqual([
      {
        source: 'A shaft in a third of the time',
        group: 'publication',
        translation: '',
        state: 'missing',
        uses: [
          {
            label: 'A shaft in a third of the time: Title',
            group: 'publication',
            document: article.id,
          },
        ],
        useCount: 1,
        previous: { source: 'A shaft in half the time', translation: 'பாதி நேரத்தில் ஒரு தண்டு' },
      },
    ])
  })

  test('A text that stands in several places is listed once, and one without words is not listed', async () => {
    for (const name of ['CL 94', 'CL 95'])
      await createMachine(staff, {
        name,
        description: 'Two of a kind.',
        specifications: '{"Length":"43.7 mm","Width":"20 mm"}',
      })
    const { items } = await list({ search: 'two of a kind' })
    expect(items).toMatchObject([{ source: 'Two of a kind.', useCount: 2 }])
    expect((await list({ search: '43.7 mm' })).total).toBe(0)
    expect((await list({ search: 'CL 94' })).total).toBe(0)
  })

  test('A translation that somebody else has changed meanwhile is not overwritten', async () => {
    await translate('Turret', 'டரட்', { previous: '' })
    expect(await expectProblem(put('Turret', 'கோபுரம்', { previous: '' }), 409)).toMatch(/^Somebody else/)
    await translate('Turret', 'டரெட்', { previous: 'டரட்' })
    expect((await read('/api/site-content')).labels).not.toHaveProperty('Turret')
  })

  test('A translation of a paragraph without its formats is refused with a sentence', async () => {
    const refused = put('Read the <1>terms</1> first.', 'விதிமுறைகளை முதலில் படிக்கவும்.')
    expect(await expectProblem(refused, 400)).toBe(
      'Keep the marks of the format in the translation: <1>, </1>.',
    )
  })

  test('A translation can be longer than the text that staff may enter', async () => {
    const { slug } = await createArticle(staff, { title: 'A title with words', tags: [] })
    await translate('A title with words', 'அ'.repeat(500))
    expect((await read(`/api/articles/${slug}`)).title).toHaveLength(500)
  })

  test('A name of a specification stays a label when its translation is changed where else it stands', async () => {
    await createMachine(staff, {
      name: 'CL 98',
      specifications: JSON.stringify({ 'Spindle run-out': '0.01 mm', Weight: '900 kg' }),
    })
    // The settings have the same words, and come first.
    expect((await list({ search: 'Spindle run-out' })).items[0]).toMatchObject({ group: 'site' })
    await translate('Spindle run-out', 'ரன்-அவுட்')
    expect((await read('/api/site-content')).labels).toMatchObject({ 'Spindle run-out': 'ரன்-அவுட்' })
  })

  test('A text that was moved is not one that has changed', async () => {
    const blocks = ['First words', 'Second words'].map((text) => ({ type: 'text', text: toRichText(text) }))
    const article = await createArticle(staff, { title: 'Order of words', blocks, tags: [] })
    await translate('First words', 'முதல் சொற்கள்')
    const more = { type: 'text', text: toRichText('Earlier words') }
    await expectOk(savePublication(staff, article, { blocks: [more, ...blocks] }))
    const { items } = await list({ document: article.id, search: 'Earlier words' })
    expect(items).toMatchObject([{ source: 'Earlier words', previous: null }])
  })

  test('An unknown language is refused, and so is a translation that is too long', async () => {
    await expectProblem(put('Turret', 'x', { language: 'fr' }), 400)
    await expectProblem(put('Turret', 'x'.repeat(30_001)), 400)
    await expectProblem(site.fetch('/api/site-content?language=fr'), 400)
  })

  test('Each translation is in the audit log with its language', async () => {
    await translate('Indexes on one lever', 'ஒரு நெம்புகோலில் திரும்பும்')
    const [entry] = (await expectPage(staff('/api/log?subject=translation'))).items
    expect(entry).toMatchObject({
      action: 'changed',
      subjectName: 'Indexes on one lever',
      detail: 'தமிழ்: ஒரு நெம்புகோலில் திரும்பும்',
    })
  })
})

describe('What search engines learn of languages', () => {
  test('A page whose texts are all translated has an address of its own in the language, and one with English texts has not', async () => {
    await showLanguages()
    const { slug } = await createMachine(staff, {
      name: 'CL 96 Lathe',
      description: 'Turns bar up to 96 mm.',
    })
    const partial = await readPage(`/ta/product/${slug}`)
    expect(partial.includes(`<link rel="canonical" href="${site.url}/product/${slug}"/>`)).toBe(true)
    expect(partial.includes('hreflang="x-default"')).toBe(false)
    await translate('CL 96 Lathe', 'CL 96 லேத்')
    await translate('Turns bar up to 96 mm.', '96 mm வரை கம்பியைத் திருப்பும்.')
    for (const path of [`/product/${slug}`, `/ta/product/${slug}`]) {
      const html = await readPage(path)
      expect(html.includes(`<link rel="canonical" href="${site.url}${path}"/>`), path).toBe(true)
      expect(html.includes(`hreflang="en" href="${site.url}/product/${slug}"`), path).toBe(true)
      expect(html.includes(`hreflang="ta" href="${site.url}/ta/product/${slug}"`), path).toBe(true)
      expect(html.includes(`hreflang="x-default" href="${site.url}/product/${slug}"`), path).toBe(true)
      expect(html.includes('hreflang="hi" href="http')).toBe(false)
      expect(html.includes(`"@id":"${site.url}${path}#item"`), `structured data of ${path}`).toBe(true)
      const list = path.replace(/product\/.*/, 'products')
      for (const step of [path, list])
        expect(html.includes(`"item":"${site.url}${step}"`), `breadcrumb to ${step}`).toBe(true)
    }
    expect(
      (await readPage(`/hi/product/${slug}`)).includes(
        `<link rel="canonical" href="${site.url}/product/${slug}"/>`,
      ),
    ).toBe(true)
    const sitemap = await readPage('/sitemap.xml')
    expect(sitemap.includes(`<loc>${site.url}/ta/product/${slug}</loc>`)).toBe(true)
    expect(sitemap.includes(`hreflang="x-default" href="${site.url}/product/${slug}"`)).toBe(true)
    expect(sitemap.includes(`/hi/product/${slug}`)).toBe(false)
  })

  test('The business hours for search engines stay as they are in a translated page', async () => {
    await showLanguages()
    for (const [source, translation] of [
      ['Monday to Saturday', 'திங்கள் முதல் சனி வரை'],
      ['Sunday', 'ஞாயிறு'],
      ['9:00 AM to 8:00 PM', 'காலை 9 முதல் இரவு 8 வரை'],
    ] as const)
      await translate(source, translation)
    const html = await readPage('/ta')
    expect(html.includes('திங்கள் முதல் சனி வரை')).toBe(true)
    expect(html).toContain('"dayOfWeek":["Sunday"],"opens":"10:00","closes":"18:00"')
    expect(html).toContain('"Friday","Saturday"],"opens":"09:00","closes":"20:00"')
  })

  test('A text that is not translated is marked as English', async () => {
    await showLanguages()
    const { slug } = await createMachine(staff, {
      name: 'CL 97 Lathe',
      description: 'Turns bar up to 97 mm.',
    })
    await translate('CL 97 Lathe', 'CL 97 லேத்')
    const html = await readPage(`/ta/product/${slug}`)
    expect(html.includes('<h1>CL 97 லேத்</h1>')).toBe(true)
    expect(/<p lang="en"[^>]*>Turns bar up to 97 mm\.<\/p>/.test(html)).toBe(true)
    const english = await readPage(`/product/${slug}`)
    expect(english.replaceAll(/<a [^>]*hrefLang[^>]*>/g, '').includes('lang="en"')).toBe(false)
  })
})
