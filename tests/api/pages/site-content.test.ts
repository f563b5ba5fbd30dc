import { beforeAll, describe, expect, test } from 'vitest'
import { setIn } from '#contracts/fields/fields.ts'
import { DEFAULT_SITE_CONTENT } from '#contracts/site-content/default-site-content.ts'
import type { SiteContent } from '#contracts/site-content/site-content.ts'
import { findRows } from '../../support/db-snapshot.ts'
import { createJpeg } from '../../support/fixtures/items.ts'
import { CONTENT_PATH, saveContentField } from '../../support/fixtures/site-content.ts'
import {
  expectOk,
  expectProblem,
  formBody,
  type Json,
  jsonBody,
  type SiteFetch,
} from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner')
let colleague: SiteFetch
beforeAll(async () => {
  colleague = await site.signIn('editor')
})

const getEdited = (by: SiteFetch = staff): Promise<Json> => expectOk(by(`${CONTENT_PATH}/edited`))
const saveContent = (content: unknown, revision: number, by: SiteFetch = staff) =>
  by(CONTENT_PATH, jsonBody('PUT', { content, revision }))
const saveDraft = (content: unknown, by: SiteFetch = staff) =>
  by(`${CONTENT_PATH}/draft`, jsonBody('PUT', { content }))
const getPublished = async (): Promise<SiteContent> => expectOk(site.fetch(CONTENT_PATH))
const getLatestAuditEntry = () =>
  site.db.selectFrom('audit_log').selectAll().orderBy('at', 'desc').orderBy('id').executeTakeFirst()

const saveField = (path: string, value: unknown, by: SiteFetch = staff) => saveContentField(by, path, value)

describe('Saving the site content', () => {
  test('Staff without the permission are told that their account may not do this', async () => {
    const sales = await site.signIn('sales')
    expect(await expectProblem(sales(`${CONTENT_PATH}/edited`), 403)).toBe('Your account may not do this.')
  })

  test('The next response after saving the site content shows it with the next revision, and the audit log names its sections', async () => {
    const before = await getEdited()
    expect(before).toMatchObject({ revision: 0, updatedAt: null, lastChange: null, draft: null })
    const next = setIn(setIn(before.content, 'company.email', 'new@firm.example'), 'hero.title', 'New title')
    const after = await expectOk(saveContent(next, 0))
    expect(after).toMatchObject({ revision: 1, content: { hero: { title: 'New title' } } })
    expect((await getPublished()).company.email).toBe('new@firm.example')
    expect(await getLatestAuditEntry()).toMatchObject({
      action: 'changed',
      subject: 'settings',
      by_name: expect.stringContaining('owner'),
      detail: 'Company, Top of the home page',
    })
  })

  test('Saving unchanged site content adds no revision', async () => {
    const { content, revision } = await getEdited()
    const lines = await site.db.selectFrom('audit_log').select('id').execute()
    expect((await expectOk(saveContent(content, revision))).revision).toBe(revision)
    expect(await site.db.selectFrom('audit_log').select('id').execute()).toHaveLength(lines.length)
  })

  test('Saving an older revision of the site content returns 409 with its author, and overwrites nothing', async () => {
    const mine = await getEdited()
    site.advanceClock(60)
    const theirs = await saveField('contact.title', 'Theirs', colleague)
    const lines = await site.db.selectFrom('audit_log').select('id').execute()
    const message = await expectProblem(
      saveContent(setIn(mine.content, 'contact.title', 'Mine'), mine.revision),
      409,
    )
    expect(message).toBe(
      `${theirs.lastChange.by} saved the settings (Contact) while you were working on them.`,
    )
    expect(theirs.lastChange.by).toContain('editor')
    expect((await getPublished()).contact.title).toBe('Theirs')
    expect(await site.db.selectFrom('audit_log').select('id').execute()).toHaveLength(lines.length)
  })

  test('One of two simultaneous saves of the site content returns 409', async () => {
    const { content, revision } = await getEdited()
    const replies = await Promise.all(
      ['One', 'Two', 'Three'].map((title) => saveContent(setIn(content, 'about.title', title), revision)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await getEdited()).revision).toBe(revision + 1)
  })
})

describe('Validation of the fields of the site content', () => {
  const EMAIL = 'Company, Email: enter a valid email address, such as sales@example.com.'
  const LINK =
    'Business hours and links, link 1, Address: enter an address that starts with https://, http:// or /, such as /products.'
  const NUMBER = 'Figures, figure 1, Number: enter a whole number from 0 to 1000000000.'
  const CALLOUT = { x: 5, y: 5, name: 'CL 25', figure: '', path: '/products', leader: 3 }
  const FIGURE = { value: 1, suffix: '', label: 'Years' }
  test.each<[string, unknown, string]>([
    ['company.name', ' ', 'Company, Name: this field is required.'],
    ['company.name', 7, 'Company, Name: this must be text.'],
    ['company.name', 'x'.repeat(301), 'Company, Name: this is longer than 300 characters.'],
    ['company.email', 'sales at firm', EMAIL],
    ['company.email', 'a@b.c?bcc=x@y.z@q', EMAIL],
    [
      'company.whatsapp',
      '+91 422 000',
      'Company, WhatsApp: enter digits only, with the country code and without +, such as 914220001420.',
    ],
    ['company.phones', [], 'Company, Phone numbers: at least one phone number is required.'],
    ['company.phones', 'none', 'Company, Phone numbers: this must be a list.'],
    [
      'company.phones.1.number',
      'ask for Anand',
      'Company, phone number 2, Number: enter a valid phone number, such as +91 422 000 1420.',
    ],
    [
      'company.phones.1.number',
      DEFAULT_SITE_CONTENT.company.phones[0]?.number,
      'Company, phone number 2: this entry exists already.',
    ],
    ['company.social.0.url', 'javascript:alert(1)', LINK],
    ['company.social.0.url', '//evil.example', LINK],
    ['company.social.0.network', 'Orkut', 'Business hours and links, link 1, Network: select an option.'],
    [
      'hero.callouts',
      [{ ...CALLOUT, path: 'https://elsewhere.example' }],
      'Top of the home page, label 1, Link: enter a page of this site that starts with /, such as /products.',
    ],
    [
      'hero.callouts',
      [{ ...CALLOUT, x: 105 }],
      'Top of the home page, label 1: enter a number from 0 to 100.',
    ],
    [
      'hero.callouts',
      [{ ...CALLOUT, leader: 13 }],
      'Top of the home page, label 1, Line length: enter a number from -12 to 12.',
    ],
    [
      'hero.picture',
      { url: 'javascript:alert(1)', alt: 'A lathe' },
      'Top of the home page, Picture: this picture cannot be used. Select it again.',
    ],
    [
      'hero.picture',
      { url: 'https://pictures.example/a.jpg', alt: '' },
      'Top of the home page, Picture: enter a description.',
    ],
    ['statistics', [{ ...FIGURE, value: 2.5 }], NUMBER],
    ['statistics', [{ ...FIGURE, value: null }], NUMBER],
    ['statistics', [FIGURE, FIGURE], 'Figures, figure 2: this entry exists already.'],
    ['testimonials.0.rating', 6, 'Testimonials, testimonial 1, Stars: enter a whole number from 1 to 5.'],
    ['prices.rupeesPerDollar', 0, 'Prices, Exchange rate (Rs per US$): enter a number from 0.01 to 100000.'],
    ['prices.detailsCurrency', 'EUR', 'Prices, Currency on product pages: select an option.'],
    ['services', null, 'Services, Title: this must be text.'],
  ])(
    'The site content with %s = %j returns 400 with the label of the field',
    async (path, value, message) => {
      const { content, revision } = await getEdited()
      const reply = await saveContent(setIn(content, path, value), revision)
      const problem = await reply.json()
      expect(reply.status).toBe(400)
      expect(problem.message).toBe(message)
      expect(problem.errors[0]).toMatchObject({
        message,
        field: expect.stringMatching(/^content\.\w/),
      })
      expect((await getEdited()).revision).toBe(revision)
    },
  )

  test('All errors of the site content are returned together, each with its field', async () => {
    const { content, revision } = await getEdited()
    const wrong = setIn(setIn(content, 'company.email', 'x'), 'chat.greeting', '')
    const { errors } = await (await saveContent(wrong, revision)).json()
    expect(errors.map(({ field }: Json) => field)).toEqual(['content.company.email', 'content.chat.greeting'])
  })

  test('Site content with an unknown section returns 400', async () => {
    const { content, revision } = await getEdited()
    await expectProblem(saveContent({ ...content, extra: 1 }, revision), 400)
  })

  test('Site content with internal and external links and an empty exchange rate is accepted', async () => {
    await saveField('company.social', [{ network: 'LinkedIn', url: 'https://www.linkedin.com/company/x' }])
    await saveField('company.social', [{ network: 'YouTube', url: '/products' }])
    expect((await saveField('prices.rupeesPerDollar', null)).content.prices.rupeesPerDollar).toBeNull()
  })

  test('Dollars without a rate are possible only as the untouched default', async () => {
    await saveField('prices.unstatedTerms', 'hidden')
    await saveField('prices.rupeesPerDollar', 85)
    const { content, revision } = await getEdited()
    const reply = await saveContent(setIn(content, 'prices.rupeesPerDollar', null), revision)
    expect(reply.status).toBe(400)
    expect((await reply.json()).errors).toEqual([
      {
        field: 'content.prices.rupeesPerDollar',
        message: 'Prices, Exchange rate (Rs per US$): enter a rate, or select rupees.',
      },
    ])
    await saveField('prices.detailsCurrency', 'INR')
    await saveField('prices.rupeesPerDollar', null)
    const rupees = await getEdited()
    expect(
      (await saveContent(setIn(rupees.content, 'prices.detailsCurrency', 'USD'), rupees.revision)).status,
    ).toBe(400)
  })
})

describe('Malformed site content', () => {
  const nested = (depth: number) => `${'{"a":'.repeat(depth - 1)}[]${'}'.repeat(depth - 1)}`
  /** Inserts `hero` as JSON text, because JSON.stringify fails on very deep nesting. */
  const bodyWithHero = async (hero: string) => {
    const { content, revision } = await getEdited()
    const body = JSON.stringify({ revision, content: { ...content, hero: 'HERO' } }).replace('"HERO"', hero)
    return { ...jsonBody('PUT', {}), body }
  }

  test.each(['', '/draft'])('Deeply nested site content of PUT %s returns 400', async (path) => {
    for (const depth of [20, 5000, 100_000])
      expect(await expectProblem(staff(CONTENT_PATH + path, await bodyWithHero(nested(depth))), 400)).toBe(
        'These changes are nested too deeply to be saved.',
      )
  })

  test('A draft of the site content with twenty levels is stored', async () => {
    await expectOk(staff(`${CONTENT_PATH}/draft`, await bodyWithHero(nested(19))))
    await expectOk(staff(`${CONTENT_PATH}/draft`, { method: 'DELETE' }))
  })

  test.each<[unknown]>([
    [{ toString: 'x' }],
    [{ toString: null, valueOf: null }],
    [[{ toString: 1 }]],
    [7],
    [true],
  ])('Site content with %j as text of a list entry returns 400', async (title) => {
    const { content, revision } = await getEdited()
    for (const path of ['statistics.0.label', 'company.phones.0.number', 'testimonials.0.author'])
      expect(await expectProblem(saveContent(setIn(content, path, title), revision), 400)).toMatch(
        /: this must be text\.$/,
      )
  })
})

describe('Pictures of the site content', () => {
  const upload = async (seed: number): Promise<string> => {
    const reply = await staff('/api/upload-images', formBody('POST', {}, [await createJpeg(seed)]))
    return (await reply.json()).imageUrls[0]
  }

  test('Pictures of the site content are sent as URLs and stored as media ids', async () => {
    const url = await upload(1)
    await saveField('hero.picture', { url, alt: 'A lathe' })
    await saveField('services.entries.1.picture', { url, alt: 'The same' })
    const [{ content_json }] = (await findRows(site, 'site_content', {})) as [Json]
    expect(content_json).not.toContain(site.url)
    expect(JSON.parse(content_json).hero.picture).toEqual({ url: url.split('/').at(-2), alt: 'A lathe' })
    const { hero, services } = await getPublished()
    expect(hero.picture).toMatchObject({ url, alt: 'A lathe', width: 800, height: 600 })
    expect(services.entries[1]?.picture).toMatchObject({ url, alt: 'The same' })
    expect(services.entries[0]?.picture).toBeNull()
  })

  test('An external picture URL of the site content is stored unchanged', async () => {
    const url = 'https://pictures.example/lathe.jpg'
    expect((await saveField('about.picture', { url, alt: 'Outside' })).content.about.picture).toEqual({
      url,
      alt: 'Outside',
    })
  })

  test.each([`/media/${'0'.repeat(32)}/800.webp`, '/media/none.webp', '/favicon.svg'])(
    'The picture URL %s of this site returns 400 if no such picture is stored',
    async (path) => {
      const { content, revision } = await getEdited()
      const picture = { url: site.url + path, alt: 'Lost' }
      const message = await expectProblem(saveContent(setIn(content, 'hero.picture', picture), revision), 400)
      expect(message).toBe('The picture ‘Lost’ is not stored on this site. Upload it again.')
      expect((await getEdited()).revision).toBe(revision)
    },
  )
})

describe('Drafts of the site content', () => {
  test('A draft of the site content is stored for its account only, also if it is incomplete', async () => {
    const { content, revision } = await getEdited()
    const unfinished = setIn(setIn(content, 'company.email', 'half@'), 'statistics.0.value', null)
    const { updatedAt } = await expectOk(saveDraft(unfinished))
    expect(await getEdited()).toMatchObject({
      revision,
      content,
      draft: {
        updatedAt,
        content: { company: { email: 'half@' }, statistics: [{ value: null }, {}, {}, {}] },
      },
    })
    expect((await getEdited(colleague)).draft).toBeNull()
    expect((await getPublished()).company.email).not.toBe('half@')
  })

  test('A draft of the site content is deleted when it is discarded or saved', async () => {
    const { content } = await getEdited()
    await expectOk(saveDraft(content))
    await expectOk(saveDraft(content, colleague))
    await expectOk(staff(`${CONTENT_PATH}/draft`, { method: 'DELETE' }))
    expect((await getEdited()).draft).toBeNull()
    expect((await getEdited(colleague)).draft).not.toBeNull()
    await saveField('contact.title', 'Saved', colleague)
    expect((await getEdited(colleague)).draft).toBeNull()
  })

  test('A draft of the site content is retained if saving is rejected', async () => {
    const { content, revision } = await getEdited()
    await expectOk(saveDraft(content))
    await expectProblem(saveContent(setIn(content, 'company.name', ''), revision), 400)
    await expectProblem(saveContent(content, revision - 1), 409)
    expect((await getEdited()).draft).not.toBeNull()
  })

  test.each<[string, unknown]>([
    ['that is a list', []],
    ['that is a text', 'hero'],
    ['with an unknown section', { extra: {} }],
    ['with more than 300,000 characters', { hero: 'x'.repeat(300_001) }],
  ])('A draft of the site content %s returns 400', async (_what, content) => {
    await expectProblem(saveDraft(content), 400)
  })
})
