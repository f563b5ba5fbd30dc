import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_SITE_CONTENT } from '#contracts/site-content/default-site-content.ts'
import { addDocument } from '../../support/fixtures/documents.ts'
import {
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  MACHINE_FIELDS,
} from '../../support/fixtures/items.ts'
import { createIssuedQuotation } from '../../support/fixtures/quotations.ts'
import { saveContentField } from '../../support/fixtures/site-content.ts'
import { expectPdf } from '../../support/formats/pdf.ts'
import { expectOk, expectProblem, formBody, type Json } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner', {}, { pages: true })

const getPath = ({ slug }: Json) => `/product/${slug}.pdf`
const getSheet = (item: Json, init?: RequestInit) => site.fetch(getPath(item), init)
const getBytes = async (item: Json) => Buffer.from(await (await getSheet(item)).arrayBuffer())
const change = (item: Json, fields: Record<string, string>) =>
  expectOk(staff(`/api/products/${item.id}`, formBody('PUT', { ...MACHINE_FIELDS, ...fields })))

test('The data sheet of a machine has its name, picture, specifications, features, documents, contact and a code of its page', async () => {
  const specifications = {
    'Bar capacity': '42 mm',
    'Swing over bed': '420 mm',
    'Spindle bore': '45 mm',
    'Turning length': '380 mm',
    'Spindle motor': '3.7 kW, 415 V, 50 Hz',
    'Overall size (L × W × H)': '1,850 × 900 × 1,420 mm',
  }
  const fields = {
    name: 'CL 42 Capstan Lathe',
    code: 'CL 42',
    price: '1234567',
    warrantyMonths: '24',
    specifications: JSON.stringify(specifications),
    features: JSON.stringify(['Self-indexing turret', 'Collet closes while running']),
  }
  const machine = await createMachine(staff, fields, [await createJpeg(1)])
  const document = await addDocument(staff, machine.id, 'foundation plan.pdf')

  const reply = await getSheet(machine)
  expect(reply.headers.get('content-disposition')).toContain(
    'inline; filename="CL 42 Capstan Lathe data sheet.pdf"',
  )
  expect(reply.headers.get('cache-control')).toBe('public, no-cache')
  expect(reply.headers.get('x-robots-tag')).toBeNull()
  expect(reply.headers.get('link')).toBe(`<${site.url}/product/${machine.slug}>; rel="canonical"`)

  const sheet = await expectPdf(getSheet(machine))
  expect(sheet).toMatchObject({ pageCount: 2, title: 'CL 42 Capstan Lathe, data sheet', isTagged: true })
  for (const [label, value] of Object.entries(specifications))
    expect(sheet.text).toContain(`${label} ${value}`)
  expect(sheet.text).toContain('42 mm Bar capacity')
  // What a machine turns is no dimension of it.
  expect(sheet.text.indexOf('Turning length 380 mm')).toBeLessThan(
    sheet.text.indexOf('Dimensions and weight'),
  )
  expect(sheet.text).toContain('1 Self-indexing turret 2 Collet closes while running')
  expect(sheet.text).toContain('Warranty 24 months')
  expect(sheet.text).toContain('Model CL 42')
  const { company } = DEFAULT_SITE_CONTENT
  expect(sheet.text).toContain(company.phones[0]!.number)
  expect(sheet.text).toContain(company.email)
  expect(sheet.text).toContain('Documents foundation plan Drawing')
  expect(sheet.links).toContain(document.url)
  expect(sheet.links).toContain(`mailto:${company.email}`)
  expect(sheet.roles).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'Figure', 'Link']))
  expect(sheet.alternatives).toEqual([
    'CL 42 Capstan Lathe',
    'Front and side view to scale: length 1,850 mm, width 900 mm, height 1,420 mm',
    `QR code of ${site.url}/product/${machine.slug}`,
  ])
  expect(sheet.text).not.toMatch(/12,34,567|1,234,567|₹/)
})

test('The page of an item links to its data sheet without JavaScript, that of a draft to its preview', async () => {
  const machine = await createMachine(staff, { name: 'Linked Lathe' })
  const draft = await createMachine(staff, { name: 'Unfinished Lathe', draft: 'true' })
  expect(await (await site.fetch(`/product/${machine.id}`)).text()).toContain(`href="${getPath(machine)}"`)
  const preview = await staff(`/product/${draft.slug}?preview`)
  expect(await preview.text()).toContain(`href="${getPath(draft)}?preview"`)
})

test('Spare parts and services have data sheets as well, under their slug and their id', async () => {
  const part = await createSparePart(staff, { name: 'Feed Belt B68', category: 'Belts' })
  expect((await expectPdf(getSheet(part))).text).toContain('Feed Belt B68 Belts')
  expect((await expectPdf(site.fetch(`/product/${part.id}.pdf`))).title).toBe('Feed Belt B68, data sheet')
  const specification = { Visits: '4', Price: 'From ₹6,50,000' }
  const service = await createService(staff, { specification, warrantyMonths: '0', leadTimeDays: '14' })
  const { text } = await expectPdf(getSheet(service))
  expect(text).toContain('Four visits a year. Technical specifications Specification Value Visits 4')
  expect(text).toContain('14 days')
  expect(text).not.toMatch(/6,50,000|Warranty/)
})

test('The same item has the same bytes and ETag on two sites, and the ETag returns 304', async () => {
  const fields = { name: 'Same Lathe' }
  const machine = await createMachine(staff, fields, [await createJpeg(2)])
  const first = await getSheet(machine)
  const etag = first.headers.get('etag')!
  const other = await startOtherInstance()
  try {
    const second = await other.fetch(getPath(machine))
    expect(second.headers.get('etag')).toBe(etag)
    expect(Buffer.from(await second.arrayBuffer()).equals(Buffer.from(await first.arrayBuffer()))).toBe(true)
  } finally {
    await other.close()
  }
  const again = await getSheet(machine, { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
  const head = await getSheet(machine, { method: 'HEAD' })
  expect([head.status, head.headers.get('etag')]).toEqual([200, etag])
})

test('A change of the item or of the company changes the data sheet; a change of another item does not', async () => {
  const machine = await createMachine(staff, { name: 'Changing Lathe' })
  const getEtag = async () => (await getSheet(machine)).headers.get('etag')
  const etags = [await getEtag()]
  await createMachine(staff, { name: 'Another Lathe' })
  expect(await getEtag()).toBe(etags[0])

  await change(machine, { name: 'Changing Lathe', description: 'A new text.' })
  expect((await expectPdf(getSheet(machine))).text).toContain('A new text.')
  etags.push(await getEtag())

  await saveContentField(staff, 'company.email', 'office@kovai.example')
  expect((await expectPdf(getSheet(machine))).text).toContain('office@kovai.example')
  etags.push(await getEtag())
  expect(new Set(etags).size).toBe(3)
})

test('An unknown item has no data sheet, and one that was renamed redirects from its previous name', async () => {
  for (const key of ['none', '', 'featured', 'a%2Fb', '..%2Ffeatured', '%00', 'x'.repeat(300)])
    expect(await expectProblem(site.fetch(`/product/${key}.pdf`), 404), key).toMatch(
      /not found|nothing at this/,
    )
  const machine = await createMachine(staff, { name: 'First Name' })
  const renamed = await change(machine, { name: 'Second Name' })
  const reply = await getSheet(machine)
  expect([reply.status, reply.headers.get('location')]).toEqual([301, getPath(renamed)])
})

test('The data sheet of a draft is for staff who preview it, says that it is one, and is not stored', async () => {
  const draft = await createMachine(staff, { name: 'Secret Lathe', draft: 'true' })
  await expectProblem(getSheet(draft), 404)
  await expectProblem(site.fetch(`${getPath(draft)}?preview`), 404)
  await expectProblem(staff(getPath(draft)), 404)
  const reply = await staff(`${getPath(draft)}?preview`)
  expect(reply.headers.get('cache-control')).toBe('private, no-store')
  expect(reply.headers.get('x-robots-tag')).toBe('noindex')
  expect((await expectPdf(staff(`${getPath(draft)}?preview`))).text).toContain('Draft: not published')
  await expectProblem(getSheet(draft), 404)
})

test('Sixty specifications, long texts and a name of 200 characters fit on two pages', async () => {
  const specifications = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`Specification ${index + 1}`, `${index + 1}0 mm`]),
  )
  const machine = await createMachine(
    staff,
    {
      name: `${'Langwort'.repeat(12)} ${'x'.repeat(103)}`,
      description: 'A sentence about the machine. '.repeat(600),
      features: JSON.stringify(Array.from({ length: 50 }, (_, index) => `Feature ${index + 1}`)),
      specifications: JSON.stringify(specifications),
    },
    [await createJpeg(3), await createJpeg(4)],
  )
  const sheet = await expectPdf(getSheet(machine))
  expect(sheet.pageCount).toBe(2)
  // A reader sees spaces where a long word continues on another line.
  expect(sheet.text.replaceAll(' ', '')).toContain(`${'Langwort'.repeat(12)}${'x'.repeat(103)}`)
  for (const [label, value] of Object.entries(specifications))
    expect(sheet.text).toContain(`${label} ${value}`)
  expect(sheet.text).toContain('38 more at')
})

test('Hostile text is shown as it is', async () => {
  const texts = [
    '#read("/etc/passwd")',
    '$x^2$ and *b* and _i_',
    '#eval("1 + 1")',
    '= Heading',
    '<script>x</script>',
  ]
  const machine = await createMachine(staff, {
    name: 'Hostile #import "@preview/x:1.0.0"',
    description: texts.join('\n'),
    specifications: JSON.stringify({ '#panic("a")': '\\u{41} // b', '- item': '@ref <label> `raw`' }),
    features: JSON.stringify(texts),
  })
  const { text } = await expectPdf(getSheet(machine))
  for (const expected of [
    ...texts,
    'Hostile #import "@preview/x:1.0.0"',
    '#panic("a") \\u{41} // b',
    '- item @ref <label> `raw`',
  ])
    expect(text).toContain(expected)
  expect(text).not.toContain('root:')
})

test('Tamil and Hindi are readable, and a character that no font has does not prevent a data sheet', async () => {
  const machine = await createMachine(staff, {
    name: 'Indic Lathe',
    description: 'தமிழ் பட்டறை\nहिन्दी मशीन\nØ 25 ≤ 30 ⌀ µm\n中文 \u{1F980}',
  })
  // A file with such a character may not state that it is accessible; the compiler then leaves out the second entry, too.
  const failures = [
    '06-002: the metadata do not state PDF/UA-1',
    '07-002: windows do not show the title of the document',
  ]
  const { text, isTagged } = await expectPdf(getSheet(machine), { failures })
  // Readers guess spaces from distances, which fails for these scripts now and then.
  const letters = text.replaceAll(' ', '')
  for (const expected of ['தமிழ்பட்டறை', 'हिन्दीमशीन', 'Ø25≤30⌀']) expect(letters).toContain(expected)
  expect(isTagged).toBe(true)
})

test('A data sheet without one of its pictures is sent and not stored', async () => {
  const machine = await createMachine(staff, { name: 'Lost Picture' }, [await createJpeg(5)])
  const id = new URL(machine.imageUrl).pathname.split('/').at(-2)!
  await rm(join(site.dataDir, 'media', id), { recursive: true })
  const reply = await getSheet(machine)
  expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect((await expectPdf(getSheet(machine))).alternatives).toEqual([expect.stringContaining('QR code')])
})

test('A comparison has up to four items side by side, with prices, and a dash for a missing value', async () => {
  const small = await createMachine(staff, { name: 'CL 25', price: '1500000', warrantyMonths: '24' }, [
    await createJpeg(6),
  ])
  const large = await createMachine(staff, {
    name: 'CL 40 *b* #panic()',
    code: 'CL 40',
    specifications: JSON.stringify({ 'Bar capacity': '40 mm', 'Net weight': '1,450 kg' }),
  })
  const path = `/compare.pdf?ids=${small.slug},${large.id}`
  const reply = await site.fetch(path)
  expect(reply.headers.get('content-disposition')).toContain(
    'inline; filename="Comparison of CL 25 and CL 40.pdf"',
  )
  expect(reply.headers.get('link')).toBe(
    `<${site.url}/compare?ids=${small.slug},${large.slug}>; rel="canonical"`,
  )
  const etag = reply.headers.get('etag')!
  expect((await site.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(304)

  const { text, pageCount, roles, title } = await expectPdf(site.fetch(path))
  expect([pageCount, title]).toEqual([1, 'CL 25 and CL 40'])
  expect(text).toContain('CL 40 *b* #panic()')
  expect(text).toContain('Bar capacity 25 mm 40 mm ▲ Net weight – 1,450 kg Swing over bed 320 mm –')
  expect(text).toContain(
    'Price ₹15,00,000 On request Type Machine Machine Model or part number – CL 40 Warranty 2 Year Warranty –',
  )
  expect(roles).toEqual(expect.arrayContaining(['H1', 'Table', 'TH']))
  expect((await expectPdf(site.fetch(`${path}&rows=differences`))).text).not.toContain('Type Machine')

  await expectProblem(site.fetch('/compare.pdf?ids=none'), 404)
  await expectProblem(site.fetch('/compare.pdf'), 404)
  expect(await expectProblem(site.fetch('/compare.pdf?ids=a,b,c,d,e'), 400)).toBe(
    'At most 4 items can be compared.',
  )
})

test('The address of a comparison is on its first page, so that it is never alone on another one', async () => {
  const specifications = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`Size ${index}`, '5 mm']),
  )
  const features = Array.from(
    { length: 6 },
    (_, index) => `Feature ${index} that takes two lines of its column on paper`,
  )
  const fields = { specifications: JSON.stringify(specifications), features: JSON.stringify(features) }
  const create = async (name: string) => createMachine(staff, { ...fields, name }, [await createJpeg(7)])
  const [one, other] = [await create('TL 52 Turret Lathe'), await create('TC 200 Turning Centre')]
  const { pageCount, text } = await expectPdf(site.fetch(`/compare.pdf?ids=${one.slug},${other.slug}`))
  expect(pageCount).toBe(1)
  expect(text).toContain('Feature 5')
  expect(text).toContain('Latest version online')
  const rows = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`Size ${index}`, '5 mm']))
  const long = await createMachine(staff, { name: 'Long Lathe', specifications: JSON.stringify(rows) })
  const first = await expectPdf(site.fetch(`/compare.pdf?ids=${long.slug}`), { readPages: 1 })
  expect(first).toMatchObject({ pageCount: 2 })
  expect(first.text).toContain('Latest version online')
})

/** Starts a second server on the data of the site, whose responses have the same addresses. */
function startOtherInstance(): Promise<TestSite> {
  return startSite({ ...site.environment, PUBLIC_URL: site.url })
}

test('Fifty simultaneous requests for one item compute its data sheet once', async () => {
  const machine = await createMachine(staff, { name: 'Popular Lathe' })
  // More than may wait for a computation of their own: without sharing, some would be refused.
  const sheets = await Promise.all(Array.from({ length: 50 }, () => getBytes(machine)))
  expect(sheets[0]!.subarray(0, 5).toString()).toBe('%PDF-')
  expect(sheets.every((sheet) => sheet.equals(sheets[0]!))).toBe(true)
})

/** Comparisons of two and of three of these, in different orders. */
const listOrders = (ids: string[]): string[] =>
  ids.flatMap((one) =>
    ids.flatMap((other) => (one === other ? [] : [`${one},${other}`, `${other},${one},${ids[0]}`])),
  )

test('When many new comparisons are asked for, those beyond the limits are refused, stored ones and quotations are sent', async () => {
  const shop = await startSite({ PUBLIC_URL: 'https://shop.example', TRUST_PROXY: '1' }, { pages: true })
  const owner = await shop.signIn()
  const names = Array.from({ length: 8 }, (_, index) => `Lathe ${index}`)
  const machines = await Promise.all(names.map((name) => createMachine(owner, { name })))
  const { link } = await createIssuedQuotation(owner)
  const get = (path: string, network: number) =>
    shop.fetch(path, { headers: { 'x-forwarded-for': `10.0.0.${network}` } })
  await expectPdf(get(getPath(machines[0]!), 1))

  const paths = listOrders(machines.map(({ id }) => id)).map((ids) => `/compare.pdf?ids=${ids}`)
  // The first network exceeds its limit; the others fill the queue.
  const sent = paths.slice(0, 100).map((path, index) => get(path, index < 70 ? 1 : 2))
  const document = get(`${new URL(link).pathname}/document`, 3)
  const replies = await Promise.all(
    sent.map(async (reply) => {
      const { status, headers } = await reply
      return { status, retryAfter: Number(headers.get('retry-after')) }
    }),
  )
  expect(replies).toContainEqual({ status: 200, retryAfter: 0 })
  expect(replies).toContainEqual({ status: 503, retryAfter: 3 })
  const limited = replies.filter(({ status }) => status === 429)
  expect(limited.length).toBeGreaterThan(0)
  for (const { retryAfter } of limited) expect(retryAfter).toBeGreaterThan(3)
  await expectPdf(document)
  await expectPdf(get(getPath(machines[0]!), 1))
  await shop.close()
})
