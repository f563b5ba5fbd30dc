import type { CompiledQuery } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import { toBusinessDate } from '#contracts/business-date.ts'
import { readConfig } from '#server/config.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { openFileStorage } from '#server/media/storage/open-blob-storage.ts'
import { removeUnusedAttachments } from '#server/sales/attachments/attachments.ts'
import { removeEndedLinks } from '#server/sales/quotations/store-links.ts'
import { findRows, setRows } from '../../support/db-snapshot.ts'
import { PDF, postAttachment, uploadAttachment } from '../../support/fixtures/attachments.ts'
import { addDocument } from '../../support/fixtures/documents.ts'
import { ENQUIRY_FIELDS, expectEnquiry, sendEnquiry } from '../../support/fixtures/enquiries.ts'
import { createMachine } from '../../support/fixtures/items.ts'
import { SITE_SETTINGS } from '../../support/fixtures/person-fixture.ts'
import {
  callAction,
  changeQuotationSettings,
  createIssuedQuotation,
  createQuotation,
  LINE,
  VALID_LUT,
} from '../../support/fixtures/quotations.ts'
import { parseHtml } from '../../support/formats/parse-html.ts'
import { expectPdf } from '../../support/formats/pdf.ts'
import { expectOk, expectProblem, type Json, jsonBody } from '../../support/http-client.ts'
import { startSite } from '../../support/site.ts'
import { fromNetwork, startSiteOnce } from '../../support/site-hooks.ts'

const OPTION = {
  ...LINE,
  key: 'chuck',
  description: 'Hydraulic chuck',
  quantity: 1,
  unitPrice: 100_000,
  optional: true,
}
const ACCEPTANCE = { name: 'Meera Raghavan', position: 'Purchase manager', purchaseOrder: 'PO/26/118' }

const { site, staff: sales } = startSiteOnce('sales', SITE_SETTINGS)

const read = (id: string): Promise<Json> => expectOk(sales(`/api/quotations/${id}`))
const act = (id: string, action: string, body: Json = {}) => callAction(sales, { id, action, body })
const listKinds = async (id: string): Promise<string[]> =>
  (await read(id)).events.map(({ kind }: Json) => kind)

interface Page {
  status: number
  text: string
  headers: Headers
}
const toPage = async (reply: Response): Promise<Page> => ({
  status: reply.status,
  text: await reply.text(),
  headers: reply.headers,
})
const open = async (path: string, init?: RequestInit) => toPage(await site.fetch(path, init))
let networks = 0
/** Sends a form as a browser without JavaScript does, by default each from another network. */
const post = async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  toPage(
    await site.fetch(path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'x-forwarded-for': `10.0.${++networks >> 8}.${networks & 255}`, ...headers },
    }),
  )

interface Sent {
  id: string
  /** The path of the customer's page. */
  path: string
  number: string
}
/** Issues a quotation with an optional chuck. */
async function send(changes: Json = {}): Promise<Sent> {
  const { id, link, number } = await createIssuedQuotation(sales, {
    buyer: { name: 'Meera Raghavan', company: 'Valves & Sons', email: 'meera@valves.example' },
    lines: [{ ...LINE, key: 'lathe' }, OPTION],
    ...changes,
  })
  return { id, number, path: new URL(link).pathname }
}
const accept = (path: string, fields: Record<string, string> = {}) =>
  post(`${path}/accept`, { issue: '1', ...ACCEPTANCE, ...fields })
/** Accepts with a purchase order. `from`: the network. */
async function acceptWithFile(
  path: string,
  content: string,
  {
    from = '10.200.0.1',
    fileName = 'order.pdf',
    ...fields
  }: { from?: string; fileName?: string; name?: string; total?: string } = {},
): Promise<Page> {
  const body = new FormData()
  for (const [name, value] of Object.entries({ issue: '1', ...ACCEPTANCE, ...fields }))
    body.append(name, value)
  body.append('file', new File([content], fileName))
  const headers = { 'x-forwarded-for': from }
  return toPage(await site.fetch(`${path}/accept`, { method: 'POST', body, headers }))
}
/** Sends the next issue with a discount. */
async function sendRevision(id: string): Promise<void> {
  const draft: Json = await expectOk(act(id, 'revise'))
  await expectOk(
    sales(`/api/quotations/${id}`, jsonBody('PATCH', { revision: draft.revision, discountPercent: 5 })),
  )
  await expectOk(act(id, 'issue'))
}
const expire = (id: string) =>
  site.db.updateTable('quotation').set({ valid_until: '2020-01-01' }).where('id', '=', id).execute()
const listMails = (subject: string) =>
  site.db.selectFrom('outbox').selectAll().where('subject', 'like', `%${subject}%`).execute()

describe("The customer's page of a quotation", () => {
  test('It shows number, revision, validity, lines, options, tax, total and terms, and may be neither stored nor indexed', async () => {
    const { path, number, id } = await send({ subject: 'Two <lathes>' })
    const { status, text, headers } = await open(path)
    expect(status).toBe(200)
    const { validUntil } = await read(id)
    for (const part of [
      number,
      'R1',
      'Valves &amp; Sons',
      'Two &lt;lathes&gt;',
      'Capstan lathe CL 25',
      '2 each × ₹10,00,000.00',
      'Hydraulic chuck',
      '₹1,81,125.00',
      '₹23,74,750.00',
      '30 % in advance',
      String(Number(validUntil.slice(8))),
    ])
      expect(text).toContain(part)
    expect(Object.fromEntries(headers)).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(text).toContain('<meta name="robots" content="noindex, nofollow">')
  })

  test('Amounts of lines are less their own discount; the discount on all lines follows the subtotal, so that everything adds up', async () => {
    const { path } = await send({
      discountPercent: 7.5,
      lines: [
        { ...LINE, quantity: 3, unitPrice: 33.33, discountPercent: 2, group: 'Tooling' },
        { ...LINE, quantity: 1, unitPrice: 0.07 },
        { ...OPTION, discountPercent: 2 },
      ],
    })
    const text = (await open(path)).text.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')
    for (const part of [
      'Tooling 1 Capstan lathe CL 25 3 each × ₹33.33, less 2 % HSN 8458 · GST 18 % ₹97.99',
      'Other items 2 Capstan lathe CL 25 1 each × ₹0.07 HSN 8458 · GST 18 % ₹0.07',
      'the discount of 7.5 % on all lines, which applies to them too',
      '+ ₹98,000.00',
      // 97.9902 × 0.925 = 90.640935 and 0.07 × 0.925 = 0.06475: 90.64 and 0.06 are 90.70, 7.36 less than 98.06.
      'Subtotal ₹98.06 Discount on all lines (7.5 %) −₹7.36 Freight HSN/SAC 8458, GST 18 % ₹12,500.00 Taxable value ₹12,590.70',
      'CGST 9 % ₹1,133.17 SGST 9 % ₹1,133.17 Round-off −₹0.04 Total ₹14,857.00',
    ])
      expect(text).toContain(part)
  })

  test('It says at the top how long it is valid, how to reach the company, and what has become of it', async () => {
    const { id, path } = await send()
    const { validUntil } = await read(id)
    const today = toBusinessDate(new Date())
    const days = (Date.parse(validUntil) - Date.parse(today)) / 86_400_000
    const { text } = await open(path)
    expect(text).toContain(`, ${days} more days`)
    expect(text).toContain('href="tel:+914220001420"')
    expect(text).toMatch(
      /href="https:\/\/wa\.me\/\d+\?text=Quotation%20QTN%2F[^"]*" target="_blank" rel="noreferrer"/,
    )
    expect(text).toContain('What happens then')
    await setRows(site, 'quotation_issue', { quotation_id: id }, { valid_until: today })
    expect((await open(path)).text).toContain('today is the last day')
    await expire(id)
    expect((await open(path)).text).toContain('>Expired</span>')
    await expectOk(act(id, 'withdraw'))
    expect((await open(path)).text).toContain('>Withdrawn</span>')
    await expectOk(act(id, 'revise'))
    expect((await open(path)).text).toContain('>Being revised</span>')
    await expectOk(act(id, 'issue'))
    expect((await open(`${path}/issues/1`)).text).toContain('>Replaced</span>')
    await post(`${path}/decline`, { issue: '2', reason: 'Price' })
    const declined = await open(path)
    for (const part of ['>Declined</span>', 'Reason: Price.', 'href="#renewal"'])
      expect(declined.text).toContain(part)
  })

  test('The documents of published items can be downloaded from it', async () => {
    const editor = await site.signIn('editor')
    const lathe = await createMachine(editor, { name: 'Documented Lathe' })
    const draft = await createMachine(editor, { name: 'Unpublished Lathe', draft: 'true' })
    const manual = await addDocument(editor, lathe.id, 'Operating manual.pdf')
    const secret = await addDocument(editor, draft.id, 'Secret drawing.pdf')
    const { path } = await send({
      lines: [lathe, lathe, draft].map(({ id }, index) => ({ ...LINE, key: String(index), item: id })),
    })
    const { text } = await open(path)
    const address = new URL(manual.url).pathname
    expect(text.split(`href="${address}"`)).toHaveLength(2)
    expect(text).not.toContain(secret.title)
    expect((await open(address)).status).toBe(200)
  })

  test('A visit is recorded once; HEAD, prefetches, programs and staff are not visitors, and reading triggers nothing else', async () => {
    const { id, path } = await send()
    await open(path, { method: 'HEAD' })
    await open(path, { headers: { 'sec-purpose': 'prefetch' } })
    await open(path, { headers: { 'user-agent': 'WhatsApp/2.23' } })
    await open(path, { headers: { 'user-agent': 'Mozilla/5.0 (compatible; bingbot/2.0)' } })
    expect(await (await sales(path)).text()).toContain('You are signed in as staff')
    for (const action of ['accept', 'decline', 'question', 'renewal', 'options'])
      expect((await open(`${path}/${action}`)).headers.get('location')).toBe(path)
    expect(await listKinds(id)).toEqual(['issued', 'created'])
    expect((await open(path)).text).not.toContain('signed in')
    await open(path)
    expect(await listKinds(id)).toEqual(['viewed', 'issued', 'created'])
    expect((await read(id)).viewedAt).not.toBeNull()
  })

  test('Unknown, malformed and revoked secrets get one page without hints', async () => {
    const { id, path } = await send()
    expect(await expectOk(sales(`/api/quotations/${id}/links`, { method: 'DELETE' }))).toEqual({ revoked: 1 })
    const pages = await Promise.all(
      [
        path,
        `/q/${'A'.repeat(43)}`,
        '/q/x',
        '/q',
        '/q/',
        `${path}/issues/1`,
        `${path}/accept`,
        `${path}/nothing`,
        `${path}/quotation/1`,
      ].map((address) => open(address)),
    )
    for (const page of pages) {
      expect(page.status).toBe(404)
      expect(page.text).toBe(pages[0]!.text)
      expect(page.headers.get('cache-control')).toBe('no-store')
      expect(page.headers.get('referrer-policy')).toBe('no-referrer')
    }
    expect(pages[0]!.text).toContain('This link does not work')
    expect((await accept(path)).text).toBe(pages[0]!.text)
    expect(await listKinds(id)).toEqual(['links-revoked', 'issued', 'created'])
    const { link }: Json = await (await act(id, 'links')).json()
    expect((await open(new URL(link).pathname)).status).toBe(200)
    expect((await read(id)).state).toBe('sent')
  })

  test('An address leads to it also with what was copied along from a message', async () => {
    const { path } = await send()
    for (const copied of ['.', '/', ')', '%3E', '%20', ',/', '.?x=%ff']) {
      const reply = await site.fetch(`${path}${copied}`)
      expect([copied, reply.status, reply.headers.get('location')]).toEqual([copied, 303, path])
      expect(reply.headers.get('referrer-policy')).toBe('no-referrer')
    }
    for (const wrong of ['x', '.x', '//accept'])
      expect((await open(`${path}${wrong}`)).text).toContain('This link does not work')
    expect((await accept(`${path}.`)).status).toBe(404)
    // The reply does not depend on whether there is such a page.
    const unknown = `/q/${'A'.repeat(43)}`
    expect((await open(`${unknown}.`)).headers.get('location')).toBe(unknown)
  })

  test('Texts of staff and customers add no elements to it', async () => {
    const openAll = async (text: string) => {
      const { id, path } = await send({
        subject: text,
        buyer: { name: text, company: text },
        lines: [
          {
            ...LINE,
            key: 'a',
            description: text,
            code: text,
            unit: text.slice(0, 20),
            group: text,
            specifications: [[text, text]],
          },
          { ...OPTION, key: text.slice(0, 40), description: text },
        ],
        terms: { payment: text },
      })
      await post(`${path}/question`, { question: text })
      const pages = [await open(path), await accept(path, { name: text, position: '', purchaseOrder: text })]
      await sendRevision(id)
      return [...pages, await open(path), await accept(path, { name: text })].map(({ text }) =>
        parseHtml(text).tags.map(({ name, attributes }) =>
          [name, ...attributes.map(([attribute]) => attribute)].join(' '),
        ),
      )
    }
    const hostile = `"><script>alert(1)</script><img src=x onerror='alert(1)'>`
    expect(await openAll(hostile)).toEqual(await openAll('x'.repeat(hostile.length)))
  })

  test('The PDF is that of the issue, also while staff edit a revision, and its download is recorded', async () => {
    const { id, path } = await send()
    const download = async () => {
      const reply = await site.fetch(`${path}/document`)
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      expect(reply.headers.get('cache-control')).toBe('no-store')
      return Buffer.from(await reply.arrayBuffer())
    }
    const before = await download()
    const draft: Json = await expectOk(act(id, 'revise'))
    await expectOk(
      sales(`/api/quotations/${id}`, jsonBody('PATCH', { revision: draft.revision, discountPercent: 5 })),
    )
    expect((await download()).equals(before)).toBe(true)
    expect((await listKinds(id)).filter((kind) => kind === 'downloaded')).toHaveLength(1)
    expect((await open(`${path}/document?issue=2`)).status).toBe(404)
    expect((await open(`${path}/document?issue=x`)).status).toBe(404)
  })

  test('A secret is in no other response, and the database contains its hash only', async () => {
    const { id, path } = await send()
    await open(path)
    await post(`${path}/question`, { question: 'Hello?' })
    const secret = path.slice(3)
    const owner = await site.signIn('owner')
    const paths = ['/api/quotations', '/api/log', '/api/today', '/sitemap.xml']
    for (const address of [`/api/quotations/${id}`, ...paths])
      expect(await (await owner(address)).text(), address).not.toContain(secret)
    for (const table of ['private_link', 'quotation', 'quotation_event', 'audit_log'] as const)
      expect(JSON.stringify(await site.db.selectFrom(table).selectAll().execute())).not.toContain(secret)
  })

  test('Writes of other sites are rejected; a browser that sends no origin from a private page is not another site', async () => {
    const { id, path } = await send()
    expect(
      (await post(`${path}/question`, { question: 'Hello?' }, { origin: 'https://evil.example' })).status,
    ).toBe(403)
    expect(
      (await post(`${path}/question`, { question: 'Hello?' }, { 'sec-fetch-site': 'cross-site' })).status,
    ).toBe(403)
    expect((await post('/api/enquiries', {}, { origin: 'null' })).status).toBe(403)
    expect(await listKinds(id)).not.toContain('question')
    expect((await post(`${path}/question`, { question: 'Hello?' }, { origin: 'null' })).status).toBe(303)
  })

  test('Texts and ids that cannot be stored get a page with a sentence and change nothing', async () => {
    const { id, path } = await send()
    const wrong = [
      { name: 'a\0b' },
      { fileId: '\0' },
      { fileId: 'x' },
      { issue: 'x' },
      { issue: '' },
      { total: 'x' },
    ]
    for (const fields of [...wrong, { 'option:\0': '\0' }, { 'option:x': 'lathe' }] as Record<
      string,
      string
    >[]) {
      const page = await accept(path, fields)
      expect([page.status, page.text], JSON.stringify(fields)).toEqual([400, expect.stringContaining('<h1')])
    }
    expect((await post(`${path}/question`, { question: '\0' })).status).toBe(400)
    for (const address of ['/q/%00', `${path}%00`, `${path}/issues/%00`, `${path}/issues/1e0x`])
      expect((await open(address)).status, address).toBe(404)
    expect(await listKinds(id)).toEqual(['issued', 'created'])
  })

  test('While the database cannot be read the page says that it went wrong, with status 500', async () => {
    const { path } = await send()
    const executor = Object.getPrototypeOf(site.db.getExecutor())
    const { executeQuery } = executor
    const broken = vi.spyOn(executor, 'executeQuery').mockImplementation(function (this: unknown, query) {
      // A transaction in the background, such as that of an e-mail, must give its lock back.
      const isLock = (query as CompiledQuery).sql.includes('advisory')
      return isLock ? executeQuery.call(this, query) : Promise.reject(new Error('disk'))
    })
    const page = await open(path).finally(() => broken.mockRestore())
    expect([page.status, page.text]).toEqual([
      500,
      expect.stringContaining('Something went wrong on our side'),
    ])
    expect(page.headers.get('cache-control')).toBe('no-store')
  })

  test('Many forms of one network are refused for a while, with a page', async () => {
    const { path } = await send()
    const from = { 'x-forwarded-for': '10.9.9.9' }
    for (let count = 0; count < 20; count++) await post(`${path}/decline`, {}, from)
    const page = await post(`${path}/decline`, {}, from)
    expect([page.status, page.text]).toEqual([429, expect.stringContaining('<h1>')])
    expect(page.headers.get('retry-after')).not.toBeNull()
  })

  test('Bodies that are no form, or too large, get a page with a sentence and change nothing', async () => {
    const { id, path } = await send()
    const json = await toPage(
      await site.fetch(`${path}/accept`, jsonBody('POST', { issue: 1, ...ACCEPTANCE })),
    )
    expect([json.status, json.text]).toEqual([415, expect.stringContaining('<h1>')])
    const large = await accept(path, { purchaseOrder: 'x'.repeat(400_000) })
    expect([large.status, large.text]).toEqual([413, expect.stringContaining('<h1>')])
    expect((await read(id)).state).toBe('sent')
  })
})

describe('Options', () => {
  test('Chosen options change the total, and what was typed stays', async () => {
    const { path, id } = await send()
    const page = await post(`${path}/options`, {
      issue: '1',
      'option:chuck': 'chuck',
      name: 'K. Raja',
      purchaseOrder: '"7"',
    })
    expect(page.status).toBe(200)
    expect(page.text).toContain('₹24,92,750.00')
    expect(page.text).toContain('name="total" value="2492750"')
    expect(page.text).toContain('value="K. Raja"')
    expect(page.text).toContain('value="&quot;7&quot;"')
    expect(await listKinds(id)).toEqual(['issued', 'created'])
  })

  test('An alternative replaces its line', async () => {
    const alternative = {
      ...LINE,
      key: 'cl32',
      description: 'Capstan lathe CL 32',
      unitPrice: 1_200_000,
      optional: true,
      alternativeTo: 'lathe',
    }
    const { path } = await send({ lines: [{ ...LINE, key: 'lathe' }, alternative], charges: {} })
    expect((await open(path)).text).toContain('₹23,60,000.00')
    const page = await post(`${path}/options`, { issue: '1', 'instead:lathe': 'cl32' })
    expect(page.text).toContain('₹28,32,000.00')
  })

  test('The amounts of the options of an export are not said to be before GST', async () => {
    const options = { lines: [LINE, { ...LINE, optional: true }] }
    const inIndia = await send(options)
    expect((await open(inIndia.path)).text).toContain('Amounts are before GST.')
    await changeQuotationSettings(await site.signIn(), VALID_LUT)
    const exported = await send({ ...options, placeOfSupply: '96' })
    expect((await open(exported.path)).text).not.toContain('before GST')
    const discounted = await send({ ...options, placeOfSupply: '96', discountPercent: 5 })
    expect((await open(discounted.path)).text).toContain('Amounts are before the discount of 5 %')
  })

  test('A quotation of nothing but options shows no total, and asks for a choice before it is accepted', async () => {
    const { id, path } = await send({ lines: [OPTION], charges: {} })
    const page = await open(path)
    expect(page.text).toContain('Choose from the options to see the total.')
    expect(page.text).not.toContain('₹0.00')
    const none = await accept(path)
    expect(none.status).toBe(400)
    for (const part of ['Choose at least one option.', 'href="#options"', 'value="PO/26/118"'])
      expect(none.text).toContain(part)
    expect((await accept(path, { 'option:chuck': 'chuck' })).status).toBe(303)
    expect(await read(id)).toMatchObject({ state: 'accepted', totals: { total: 118_000 } })
  })

  test('They are calculated with the rates of the day of the issue', async () => {
    const { path, id } = await send()
    // A rate that is no longer valid today.
    const [row] = await findRows(site, 'quotation_issue', { quotation_id: id })
    const body = JSON.parse(row.body_json)
    body.lines[1].gstRate = 12
    const old = { body_json: JSON.stringify(body), issued_at: '2025-09-01T06:00:00.000Z' }
    await setRows(site, 'quotation_issue', { quotation_id: id }, old)
    const page = await post(`${path}/options`, { issue: '1', 'option:chuck': 'chuck' })
    expect(page.text).toContain('₹24,86,750.00')
    expect((await accept(path, { 'option:chuck': 'chuck', total: '2486750' })).status).toBe(303)
  })

  test('Options that were not part of the total on the screen are not ordered', async () => {
    const { path, id } = await send()
    const page = await accept(path, { 'option:chuck': 'chuck', total: '2374750' })
    expect(page.status).toBe(409)
    expect(page.text).toContain('it is now ₹24,92,750.00')
    expect(page.text).toContain('value="PO/26/118"')
    expect((await read(id)).state).toBe('sent')
    expect((await accept(path, { 'option:chuck': 'chuck', total: '2492750' })).status).toBe(303)
    expect(await read(id)).toMatchObject({ totals: { total: 2_492_750 }, acceptance: { chosen: ['chuck'] } })
    expect((await open(path)).text).toContain('₹24,92,750.00')
  })

  test('What was ordered counts for the value of the quotation, also after the person was erased', async () => {
    const enquiry = await expectEnquiry(site, { email: 'erased@valves.example' })
    const { id, path } = await send({ enquiry: enquiry.id })
    expect((await accept(path, { 'option:chuck': 'chuck' })).status).toBe(303)
    const { customer } = await read(id)
    const owner = await site.signIn('owner')
    expect((await owner(`/api/customers/${customer.id}/erasure`, jsonBody('POST', {}))).status).toBe(204)
    expect(await read(id)).toMatchObject({ totals: { total: 2_492_750 } })
    const [row] = await findRows(site, 'quotation', { id })
    expect(Number(row.total_paise)).toBe(249_275_000)
    expect((await open(path)).status).toBe(404)
  })
})

describe('Acceptance', () => {
  test('It is recorded with name, position, purchase order and file, reported to the owner, and wins the enquiry', async () => {
    const enquiry = await expectEnquiry(site, {})
    const { id, path, number } = await send({ enquiry: enquiry.id })
    const reply = await acceptWithFile(path, PDF, { total: '2374750', fileName: 'po 118.pdf' })
    expect([reply.status, reply.headers.get('location')]).toEqual([303, path])
    const accepted = await read(id)
    expect(accepted).toMatchObject({
      state: 'accepted',
      acceptance: { ...ACCEPTANCE, chosen: [], file: { name: 'po 118.pdf' } },
    })
    expect(accepted.events[0]).toMatchObject({
      kind: 'accepted',
      by: 'Meera Raghavan',
      text: expect.stringContaining('PO/26/118'),
    })
    const page = await open(path)
    expect(page.text).toContain('You have accepted this quotation')
    expect(page.text).toContain('po 118.pdf')
    const [mail] = await listMails(`Accepted by the customer: ${number}`)
    expect(mail).toMatchObject({
      reply_to: 'meera@valves.example',
      text: expect.stringContaining(`https://shop.example/admin/quotations/${id}`),
    })
    expect(mail!.text).not.toContain('/q/')
    const enquiries: Json = await expectOk(sales('/api/enquiries?limit=200'))
    expect(enquiries.find((one: Json) => one.id === enquiry.id).status).toBe('won')
    const file = await sales(`/api/quotations/${id}/attachments/${accepted.acceptance.file.id}`)
    expect([file.status, await file.text()]).toEqual([200, PDF])
    expect(file.headers.get('content-disposition')).toContain('po 118.pdf')
    expect(
      (await site.fetch(`/api/quotations/${id}/attachments/${accepted.acceptance.file.id}`)).status,
    ).toBe(401)
    // The sweep deletes what was never sent only, and no enquiry can take the file.
    const fileId = accepted.acceptance.file.id
    const unsent = await uploadAttachment(site)
    const attachmentStorage = await openFileStorage(readConfig({ DATA_DIR: site.dataDir }), 'attachments')
    await removeUnusedAttachments({ db: site.db, attachmentStorage }, new Date(Date.now() + 60_000))
    const ids = (await site.db.selectFrom('attachment').select('id').execute()).map((row) => row.id)
    expect(ids).toContain(fileId)
    expect(ids).not.toContain(unsent.id)
    expect((await sales(`/api/quotations/${id}/attachments/${fileId}`)).status).toBe(200)
    await expectProblem(sendEnquiry(site, { attachments: [fileId] }), 400)
  })

  test('Whatever name is entered, its actor in the history is the buyer', async () => {
    const { id, path } = await send()
    await accept(path, { name: 'Anand, Sales' })
    const { acceptance, events } = await read(id)
    expect(acceptance.name).toBe('Anand, Sales')
    expect(events[0]).toMatchObject({
      kind: 'accepted',
      by: 'Meera Raghavan',
      text: expect.stringContaining('Name: Anand, Sales'),
    })
  })

  test('The buyer gets an email with what was ordered, the total and a link, once', async () => {
    const { id, path, number } = await send()
    await accept(path, { 'option:chuck': 'chuck' })
    await accept(path, { 'option:chuck': 'chuck' })
    const mails = await listMails(`Your order: quotation ${number}`)
    expect(mails).toMatchObject([{ to_address: 'meera@valves.example' }])
    const { text } = mails[0]!
    for (const part of [
      'Dear Meera Raghavan,',
      `Meera Raghavan (Purchase manager) accepted our quotation ${number} R1.`,
      '- 2 each: Capstan lathe CL 25\n- 1 each: Hydraulic chuck\n',
      'Total with GST: ₹24,92,750.00\nPurchase order: PO/26/118',
    ])
      expect(text).toContain(part)
    const link = /https:\/\/shop\.example(\/q\/[\w-]{43})/.exec(text)![1]!
    expect((await open(link)).text).toContain('You have accepted this quotation')
    const { events } = await read(id)
    const { text: stated } = events.find(({ kind }: Json) => kind === 'accepted')
    expect(stated).toContain('Email about the order to meera@valves.example')

    const withoutAddress = await send({ buyer: { name: 'Kala' } })
    await accept(withoutAddress.path)
    expect(await listMails(`Your order: quotation ${withoutAddress.number}`)).toEqual([])
  })

  test('The buyer of a confirmed order gets an email with a link; a message of staff stands in it and on the page', async () => {
    const { id, path, number } = await send()
    await accept(path)
    const { revision } = await read(id)
    const message = 'Dispatch is on 12 March.'
    await expectProblem(act(id, 'confirm', { revision: revision - 1, message }), 409)
    expect(await expectOk(act(id, 'confirm', { revision, message }))).toMatchObject({
      isConfirmed: true,
      events: expect.arrayContaining([expect.objectContaining({ kind: 'confirmed', text: message })]),
    })
    await expectProblem(act(id, 'confirm', { message }), 409)
    expect((await open(path)).text).toContain(message)
    const mails = await listMails(`Your order is confirmed: quotation ${number}`)
    expect(mails).toMatchObject([{ to_address: 'meera@valves.example' }])
    expect(mails[0]!.text).toContain(message)
    const link = /https:\/\/shop\.example(\/q\/[\w-]{43})/.exec(mails[0]!.text)![1]!
    expect((await open(link)).status).toBe(200)

    const silent = await send()
    await accept(silent.path)
    await expectOk(act(silent.id, 'confirm'))
    const [mail] = await listMails(`Your order is confirmed: quotation ${silent.number}`)
    expect(mail).toMatchObject({ to_address: 'meera@valves.example' })
    expect(mail!.text).toMatch(
      /^Dear [^\n]+\n\nThis confirms your order of our quotation .*: *\n\nhttps:\/\/shop\.example\/q\//,
    )

    const withoutAddress = await send({ buyer: { name: 'Kala' } })
    await accept(withoutAddress.path)
    await expectOk(act(withoutAddress.id, 'confirm'))
    expect(await listMails(`Your order is confirmed: quotation ${withoutAddress.number}`)).toEqual([])
  })

  test('Staff add the number and the file of the purchase order later, each once', async () => {
    const { id, path } = await send()
    const add = (body: Json) => act(id, 'purchase-order', body)
    await expectProblem(add({ purchaseOrder: 'PO/1' }), 409)
    await accept(path, { purchaseOrder: '' })
    const getConfirmation = () => sales(`/api/quotations/${id}.pdf?kind=order-confirmation`)
    expect((await getConfirmation()).status).toBe(200)
    expect(await expectProblem(add({}), 400)).toContain('number of the purchase order')
    await expectProblem(add({ file: 'unknown-file-id' }), 400)
    expect(await expectOk(add({ purchaseOrder: ' PO/26/119 ' }))).toMatchObject({
      state: 'accepted',
      acceptance: { purchaseOrder: 'PO/26/119', file: null },
    })
    expect(await expectProblem(add({ purchaseOrder: 'PO/2' }), 409)).toContain('PO/26/119')
    const file = await uploadAttachment(site, 'po 119.pdf')
    const added: Json = await expectOk(add({ file: file.id }))
    expect(added).toMatchObject({
      acceptance: { purchaseOrder: 'PO/26/119', file: { name: 'po 119.pdf' } },
      events: expect.arrayContaining([
        expect.objectContaining({ kind: 'purchase-order-added', text: 'Purchase order: PO/26/119' }),
        expect.objectContaining({ kind: 'purchase-order-added', text: 'File: po 119.pdf' }),
      ]),
    })
    expect((await sales(`/api/quotations/${id}/attachments/${file.id}`)).status).toBe(200)
    await expectProblem(add({ file: (await uploadAttachment(site)).id }), 409)
    const { text } = await expectPdf(getConfirmation())
    expect(text).toContain('PO/26/119')
    expect((await open(path)).text).toContain('PO/26/119')
  })

  test('Its repetition changes nothing and leads to the same page', async () => {
    const { id, path } = await send()
    const replies = await Promise.all([accept(path), accept(path), accept(path)])
    expect(replies.map(({ status }) => status)).toEqual([303, 303, 303])
    expect((await accept(path)).status).toBe(303)
    expect((await listKinds(id)).filter((kind) => kind === 'accepted')).toHaveLength(1)
    const other = await accept(path, { name: 'Somebody else' })
    expect([other.status, other.text]).toEqual([409, expect.stringContaining('is already accepted')])
  })

  test('Missing fields get sentences, and nothing that was typed is lost', async () => {
    const { id, path } = await send()
    const page = await accept(path, { name: ' ', position: '', 'option:chuck': 'chuck' })
    expect(page.status).toBe(400)
    expect(page.text).toContain('Enter your name.')
    expect(page.text).toContain('Enter your position.')
    expect(page.text).toContain('value="PO/26/118"')
    expect(page.text).toMatch(/value="chuck" checked/)
    expect((await read(id)).state).toBe('sent')
  })

  test('A file of another format is refused with a sentence; a file stays attached while another field is corrected', async () => {
    const { id, path } = await send()
    const refused = await acceptWithFile(path, '<script>')
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('order.pdf is not a drawing or picture'),
    ])
    const incomplete = await acceptWithFile(path, PDF, { name: '' })
    expect([incomplete.status, incomplete.text]).toEqual([
      400,
      expect.stringContaining('order.pdf is attached'),
    ])
    const fileId = /name="fileId" value="([^"]+)"/.exec(incomplete.text)![1]!
    expect((await accept(path, { fileId })).status).toBe(303)
    expect((await read(id)).acceptance.file).toEqual({ id: fileId, name: 'order.pdf' })
    const other = await send()
    expect((await accept(other.path, { fileId })).status).toBe(400)
  })

  test('Its files count with the uploads of their network; those of other visitors prevent neither a file nor the acceptance', async () => {
    const { id, path } = await send()
    const from = '10.201.0.1'
    await acceptWithFile(path, PDF, { name: '', from })
    const setBytes = (bytes: number) => site.db.updateTable('attachment').set({ bytes }).execute()
    await setBytes(200_000_000)
    const refused = await acceptWithFile(path, PDF, { from })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('We cannot take more files now. Send the form without the file'),
    ])
    const ofNetwork = fromNetwork(site, from)
    await expectProblem(postAttachment(ofNetwork, 'a.pdf', PDF), 503)
    await setBytes(2_000_000_000)
    expect((await acceptWithFile(path, PDF, { from: '10.201.0.2' })).status).toBe(303)
    expect((await read(id)).acceptance.file.name).toBe('order.pdf')
    await setBytes(1000)
  })

  test('The 31st file of a network within an hour is refused, and the form without it is accepted', async () => {
    const { path } = await send()
    const from = '10.202.0.1'
    const ofNetwork = fromNetwork(site, from)
    for (let count = 0; count < 30; count++) await uploadAttachment(ofNetwork)
    const refused = await acceptWithFile(path, PDF, { from })
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('Your network has sent too much'),
    ])
    expect(
      (await post(`${path}/accept`, { issue: '1', ...ACCEPTANCE }, { 'x-forwarded-for': from })).status,
    ).toBe(303)
  })

  const stale: [string, (sent: Sent) => Promise<unknown>, string][] = [
    ['withdrawn', ({ id }) => expectOk(act(id, 'withdraw')), 'We withdrew this quotation'],
    ['being revised', ({ id }) => expectOk(act(id, 'revise')), 'preparing a new revision'],
    [
      'replaced by a newer issue',
      ({ id }) => sendRevision(id),
      'R2 has replaced the revision that you opened',
    ],
    ['expired', ({ id }) => expire(id), 'was valid until'],
    [
      'declined',
      ({ path }) => post(`${path}/decline`, { issue: '1', reason: 'Price' }),
      'is already declined',
    ],
  ]
  test.each(stale)(
    'A quotation that is %s cannot be accepted; the page says so and keeps what was typed',
    async (_state, change, sentence) => {
      const sent = await send()
      await change(sent)
      const before = await read(sent.id)
      const page = await accept(sent.path)
      expect(page.status).toBe(409)
      expect(page.text).toContain(sentence)
      for (const text of Object.values(ACCEPTANCE)) expect(page.text).toContain(text)
      // Meanwhile the outbox may have tried to send the e-mail of the issue.
      const events = before.events.map((event: object) =>
        (event as { email?: unknown }).email ? { ...event, email: expect.anything() } : event,
      )
      expect(await read(sent.id)).toEqual({ ...before, events })
    },
  )

  test.each(['decline', 'withdraw'])('Of concurrent acceptance and %s exactly one wins', async (other) => {
    for (let round = 0; round < 4; round++) {
      const { id, path } = await send()
      const against = () =>
        other === 'decline' ? post(`${path}/decline`, { issue: '1', reason: 'Price' }) : act(id, 'withdraw')
      const begin = [() => accept(path), against]
      const replies = await Promise.all((round % 2 ? begin.toReversed() : begin).map((start) => start()))
      expect(replies.filter(({ status }) => status === 409)).toHaveLength(1)
      const quotation = await read(id)
      const decisions = quotation.events.filter(({ kind }: Json) =>
        ['accepted', 'declined', 'withdrawn'].includes(kind),
      )
      expect(decisions).toHaveLength(1)
    }
  })
})

describe('Other actions', () => {
  test('A decline is recorded with its reason, and a new quotation can be requested', async () => {
    const { id, path, number } = await send()
    const missing = await post(`${path}/decline`, { issue: '1', details: 'Too late for us' })
    expect([missing.status, missing.text]).toEqual([400, expect.stringContaining('Too late for us')])
    expect(
      (await post(`${path}/decline`, { issue: '1', reason: 'Delivery time', details: 'Too late' })).status,
    ).toBe(303)
    expect(
      (await post(`${path}/decline`, { issue: '1', reason: 'Delivery time', details: 'Too late' })).status,
    ).toBe(303)
    expect(await read(id)).toMatchObject({ state: 'declined', reason: 'Delivery time' })
    expect((await read(id)).events[0]).toMatchObject({ kind: 'declined', text: 'Delivery time: Too late' })
    expect(await listMails(`Declined by the customer: ${number}`)).toHaveLength(1)
    expect((await open(path)).text).toContain('Ask for a new quotation')
  })

  test('An expired quotation says so and offers to request a new one, once', async () => {
    const { id, path, number } = await send()
    expect((await post(`${path}/renewal`, {})).status).toBe(400)
    await expire(id)
    const page = await open(path)
    expect(page.text).toContain('You can no longer accept it')
    expect(page.text).not.toContain('name="purchaseOrder"')
    for (let attempt = 0; attempt < 2; attempt++)
      expect((await post(`${path}/renewal`, { renewal: 'Same again' })).status).toBe(303)
    expect((await listKinds(id)).filter((kind) => kind === 'renewal-requested')).toHaveLength(1)
    expect(await listMails(`New quotation requested by the customer: ${number}`)).toHaveLength(1)
    expect((await open(path)).text).toContain('You asked for a new quotation')
  })

  test('A question and its answer are on the page, and each side gets an email', async () => {
    const { id, path, number } = await send()
    expect((await post(`${path}/question`, { question: ' ' })).status).toBe(400)
    for (let attempt = 0; attempt < 2; attempt++)
      expect(
        (await post(`${path}/question`, { question: 'Is the <chuck> included?' })).headers.get('location'),
      ).toBe(`${path}?done=question`)
    expect((await listKinds(id)).filter((kind) => kind === 'question')).toHaveLength(1)
    expect((await listMails(`Question of the customer: ${number}`))[0]).toMatchObject({
      text: expect.stringContaining('Is the <chuck> included?'),
    })
    await expectProblem(act(id, 'answers', { text: '' }), 400)
    await expectOk(act(id, 'answers', { text: 'Yes, it is.' }))
    const { text } = await open(path)
    expect(text).toContain('Is the &lt;chuck&gt; included?')
    expect(text).toContain('Yes, it is.')
    const [answer] = await listMails(`Your question about quotation ${number}`)
    expect(answer).toMatchObject({
      to_address: 'meera@valves.example',
      text: expect.stringContaining('Yes, it is.'),
    })
    expect(answer!.text).toContain('You can read it, ask further questions and accept it here:')
    const link = /https:\/\/shop\.example(\/q\/[\w-]{43})/.exec(answer!.text)![1]!
    expect((await open(link)).status).toBe(200)
  })

  test('The email with an answer does not ask to accept what was accepted already', async () => {
    const { id, path, number } = await send()
    await accept(path)
    await expectOk(act(id, 'answers', { text: 'In week 51.' }))
    const [answer] = await listMails(`Your question about quotation ${number}`)
    expect(answer!.text).toContain('You can read it and ask further questions here:')
  })

  test('A question keeps the chosen options, what was typed and the file; what is wrong with it changes nothing else', async () => {
    const { id, path } = await send()
    const entered = {
      issue: '1',
      'option:chuck': 'chuck',
      ...ACCEPTANCE,
      purchaseOrder: '"7"',
      details: 'Maybe',
    }
    const ask = async (question: string) => {
      const body = new FormData()
      for (const [name, value] of Object.entries({ ...entered, question })) body.append(name, value)
      body.append('file', new File([PDF], 'order.pdf'))
      return toPage(await site.fetch(`${path}/question`, { method: 'POST', body }))
    }
    const empty = await ask(' ')
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('Enter your question.')])
    const asked = await ask('With hoses?')
    expect([asked.status, asked.text]).toEqual([
      200,
      expect.stringContaining('We have received your question.'),
    ])
    for (const { text } of [empty, asked]) {
      expect(text).toMatch(/value="chuck" checked/)
      expect(text).toContain('₹24,92,750.00')
      expect(text).toContain('value="&quot;7&quot;"')
      expect(text).toContain('Maybe</textarea>')
      expect(text).toContain('order.pdf is attached')
    }
    expect(asked.text).toMatch(/<textarea [^>]*name="question"[^>]*>\s*<\/textarea>/)
    expect(await listKinds(id)).toEqual(['question', 'issued', 'created'])
    const fileId = /name="fileId" value="([^"]+)"/.exec(asked.text)![1]!
    const accepted = await accept(path, { 'option:chuck': 'chuck', fileId, question: 'And the colour?' })
    expect([accepted.status, accepted.text]).toEqual([200, expect.stringContaining('And the colour?')])
    expect(accepted.text).toContain('You have accepted this quotation')
    expect((await read(id)).acceptance).toMatchObject({ chosen: ['chuck'], file: { name: 'order.pdf' } })
  })

  test('During a revision the page shows the last issue; then both, with their differences', async () => {
    const { id, path } = await send()
    await expectOk(act(id, 'revise'))
    const revising = await open(path)
    expect(revising.text).toContain('preparing a new revision')
    expect(revising.text).toContain('₹23,74,750.00')
    expect(revising.text).not.toContain('name="purchaseOrder"')
    await expectOk(act(id, 'discard-revision'))
    await sendRevision(id)
    const second = await open(path)
    expect(second.text).toContain('₹22,56,750.00')
    expect(second.text).toContain('Discount on the total')
    expect(second.text).toMatch(/R2 replaces R1 of \d+ \w+ \d{4}\.<.*href="#revisions">What has changed</)
    const first = await open(`${path}/issues/1`)
    expect(first.text).not.toContain('R2 replaces R1 of')
    expect(first.text).toContain('R2 replaces R1.')
    expect(first.text).toContain('₹23,74,750.00')
    expect(first.text).not.toContain('<form')
    expect((await open(`${path}/issues/3`)).status).toBe(404)
    const issue: Json = await expectOk(sales(`/api/quotations/${id}/issues/2`))
    expect(issue).toMatchObject({ label: 'R2', body: { discountPercent: 5 } })
    expect(issue.differences.map(({ subject }: Json) => subject)).toContain('Discount on the total')
    await expectProblem(sales(`/api/quotations/${id}/issues/3`), 404)
  })
})

test('Private links end a year after the last day of validity or the last change of the enquiry, or after the months of the settings, and are deleted', async () => {
  const other = await startSite()
  let staff = await other.signIn('owner')
  const advance = async (days: number) => {
    other.advanceClock(days * 24 * 60)
    staff = await other.signIn('owner')
  }
  const getStatus = async (path: string) => (await other.fetch(path)).status
  const { id, link } = await createIssuedQuotation(staff)
  const path = new URL(link).pathname
  const [{ statusPath, id: changed }, { statusPath: unchangedPath }] = await Promise.all(
    ['One.', 'Two.'].map(async (message) => (await sendEnquiry(other, { message })).json()),
  )
  await advance(200)
  await expectOk(staff(`/api/enquiries/${changed}`, jsonBody('PATCH', { status: 'contacted' })))
  // Until 30 and 365 days after the issue.
  await advance(190)
  expect(await Promise.all([path, statusPath, unchangedPath].map(getStatus))).toEqual([200, 200, 404])
  await advance(10)
  expect(await Promise.all([path, statusPath].map(getStatus))).toEqual([404, 200])
  const unknown = await (await other.fetch(`/q/${'A'.repeat(43)}`)).text()
  expect(await (await other.fetch(path)).text()).toBe(unknown)
  const form = { method: 'POST', body: new URLSearchParams({ question: 'Hello?' }) }
  expect((await other.fetch(`${path}/question`, form)).status).toBe(404)
  const settings: Json = await expectOk(staff('/api/quotations/settings'))
  expect(settings.settings.linkMonths).toBe(12)
  const setMonths = (linkMonths: number, revision: number) =>
    expectOk(
      staff(
        '/api/quotations/settings',
        jsonBody('PUT', { settings: { ...settings.settings, linkMonths }, revision }),
      ),
    )
  await setMonths(24, settings.revision)
  expect(await Promise.all([path, statusPath, unchangedPath].map(getStatus))).toEqual([200, 200, 200])
  await setMonths(12, settings.revision + 1)
  const now = new Date(Date.now() + 400 * 86_400_000)
  expect(await inTransaction(other.db, (tx) => removeEndedLinks(tx, now))).toBe(2)
  expect(await getStatus(statusPath)).toBe(200)
  // A new link to an old quotation works.
  const { link: further }: Json = await (await callAction(staff, { id, action: 'links' })).json()
  expect(await getStatus(new URL(further).pathname)).toBe(200)
  await other.close()
})

describe('Questions and answers', () => {
  test('After 20 questions without an answer another one gets a page with a sentence, until staff answer', async () => {
    const { id, path } = await send()
    for (let count = 1; count <= 20; count++)
      expect((await post(`${path}/question`, { question: `Question ${count}?` })).status).toBe(303)
    const refused = await post(`${path}/question`, { question: 'One more?' })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('20 of your questions')])
    // The repetition of one that was stored is no further one.
    expect((await post(`${path}/question`, { question: 'Question 20?' })).status).toBe(303)
    await expire(id)
    expect((await post(`${path}/renewal`, { renewal: 'Please' })).status).toBe(409)
    expect((await listKinds(id)).filter((kind) => kind === 'question')).toHaveLength(20)
    await expectOk(act(id, 'answers', { text: 'Yes to all.' }))
    expect((await post(`${path}/question`, { question: 'One more?' })).status).toBe(303)
  })

  test('An answer that is sent twice with one request key is stored and emailed once', async () => {
    const { id, number } = await send()
    const answer = { text: 'Yes, at 415 V.', requestKey: 'answer-1' }
    const replies = await Promise.all([act(id, 'answers', answer), act(id, 'answers', answer)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    expect((await listKinds(id)).filter((kind) => kind === 'answered')).toHaveLength(1)
    expect(await listMails(`Your question about quotation ${number}`)).toHaveLength(1)
    // The key of another quotation is another one.
    const other = await send()
    await expectOk(act(other.id, 'answers', answer))
    await expectOk(act(id, 'answers', { ...answer, requestKey: 'answer-2' }))
    expect((await listKinds(id)).filter((kind) => kind === 'answered')).toHaveLength(2)
    expect(await listKinds(other.id)).toContain('answered')
  })
})

describe('The status page of an enquiry', () => {
  const FIELDS = {
    ...ENQUIRY_FIELDS,
    company: 'Valves & Sons',
    message: 'Two lathes,\n<b>soon</b>',
    service: 'installation',
  }
  async function enquire(changes: Json = {}): Promise<Json> {
    const { headers, ...request } = jsonBody('POST', { ...FIELDS, ...changes })
    const from = { 'x-forwarded-for': `10.1.0.${++networks & 255}` }
    const reply = await site.fetch('/api/enquiries', { ...request, headers: { ...headers, ...from } })
    expect(reply.status).toBe(201)
    return reply.json()
  }

  test('It shows what was asked, when, by whom and what happens next, and may be neither stored nor indexed', async () => {
    const { id: item } = await createMachine(await site.signIn('editor'))
    const file = await uploadAttachment(site, 'shaft <1>.pdf')
    const lines = [{ item, quantity: 3, note: 'with "chuck"' }]
    const { statusPath, reference } = await enquire({ lines, attachments: [file.id] })
    const { status, text, headers } = await open(statusPath)
    expect(status).toBe(200)
    for (const part of [
      reference,
      'Valves &amp; Sons',
      'Two lathes,\n&lt;b&gt;soon&lt;/b&gt;',
      'Installation Services',
      'CL 25 Capstan Lathe',
      '× 3',
      'with &quot;chuck&quot;',
      'shaft 1.pdf',
      'will reply within one working day',
    ])
      expect(text).toContain(part)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect((await open(`${statusPath}/quotation/1`)).status).toBe(404)
    expect((await post(`${statusPath}/accept`, { issue: '1', ...ACCEPTANCE })).status).toBe(404)
  })

  /** Returns the path of the link in the confirmation email. */
  async function readEmailedPath(reference: string): Promise<string> {
    const mails = await listMails(`Your enquiry ${reference}`)
    expect(mails).toHaveLength(1)
    return /https:\/\/shop\.example(\/q\/[\w-]{43})\n/.exec(mails[0]!.text)![1]!
  }
  async function enquireByEmail(changes: Json = {}): Promise<Json> {
    const enquiry = await enquire({ email: `buyer-${++networks}@valves.example`, ...changes })
    return { ...enquiry, emailedPath: await readEmailedPath(enquiry.reference) }
  }

  test('The link in the reply shows the enquiry alone: whoever enters the address of a buyer can neither read, accept, decline nor question the quotation', async () => {
    const { id, statusPath, emailedPath } = await enquireByEmail()
    expect(emailedPath).not.toBe(statusPath)
    const { id: quotation } = await createIssuedQuotation(sales, { enquiry: id, subject: 'Best price' })
    const page = await open(statusPath)
    expect(page.text).toContain('We send quotations to the email address of the buyer.')
    const { number } = await read(quotation)
    for (const hidden of ['Best price', '₹', number, quotation, 'quotation/'])
      expect(page.text).not.toContain(hidden)
    expect((await open(emailedPath)).text).toContain(number)
    for (const path of [`${statusPath}/quotation/${quotation}`, `${statusPath}/quotation/1`]) {
      for (const address of [path, `${path}/issues/1`, `${path}/document`])
        expect((await open(address)).status, address).toBe(404)
      for (const action of ['options', 'accept', 'decline', 'question', 'renewal'])
        expect(
          (await post(`${path}/${action}`, { issue: '1', ...ACCEPTANCE, reason: 'Price', question: 'Why?' }))
            .status,
        ).toBe(404)
    }
    expect(await listKinds(quotation)).toEqual(['issued', 'created'])
  })

  test('The link in the confirmation email shows only quotations that were sent to the same address', async () => {
    const { id, emailedPath } = await enquireByEmail()
    const { id: other } = await createIssuedQuotation(sales, {
      enquiry: id,
      buyer: { name: 'Meera Raghavan', email: 'meera@elsewhere.example' },
    })
    const { id: none } = await createIssuedQuotation(sales, {
      enquiry: id,
      buyer: { name: 'Meera Raghavan' },
    })
    for (const quotation of [other, none]) {
      expect((await open(`${emailedPath}/quotation/${quotation}`)).status).toBe(404)
      expect((await open(emailedPath)).text).not.toContain(quotation)
    }
    const { id: hers } = await createIssuedQuotation(sales, { enquiry: id })
    expect((await open(`${emailedPath}/quotation/${hers}`)).status).toBe(200)
    const draft: Json = await expectOk(act(hers, 'revise'))
    const buyer = { ...draft.buyer, email: 'meera@elsewhere.example' }
    await expectOk(sales(`/api/quotations/${hers}`, jsonBody('PATCH', { revision: draft.revision, buyer })))
    await expectOk(act(hers, 'issue'))
    expect((await open(`${emailedPath}/quotation/${hers}`)).status).toBe(404)
  })

  test('A request that is repeated within an hour gets another link to the enquiry alone, and no second email', async () => {
    const first = await enquireByEmail({ requestKey: 'status-page', email: 'ravi@pumps.example' })
    const second = await enquire({ requestKey: 'status-page', email: 'ravi@pumps.example' })
    expect([second.id, second.reference]).toEqual([first.id, first.reference])
    expect(await readEmailedPath(first.reference)).toBe(first.emailedPath)
    expect(new Set([first.statusPath, second.statusPath, first.emailedPath]).size).toBe(3)
    await createIssuedQuotation(sales, { enquiry: first.id })
    for (const { statusPath } of [first, second]) {
      const page = await open(statusPath)
      expect([page.status, page.text.includes('₹')]).toEqual([200, false])
    }
  })

  test('A repeated request gets no link after staff revoked the links, and none after an hour', async () => {
    const body = { requestKey: 'revoked', email: 'senthil@pumps.example' }
    const first = await enquireByEmail(body)
    const { id: quotation } = await createIssuedQuotation(sales, { enquiry: first.id })
    await expectOk(sales(`/api/quotations/${quotation}/links`, { method: 'DELETE' }))
    for (const path of [first.statusPath, first.emailedPath]) expect((await open(path)).status).toBe(404)
    const repeated = await enquire(body)
    expect([repeated.id, repeated.statusPath]).toEqual([first.id, undefined])
    const late = { requestKey: 'late', email: 'kumar@pumps.example' }
    const second = await enquire(late)
    const before = new Date(Date.now() - 61 * 60_000).toISOString()
    await site.db.updateTable('enquiry').set({ created_at: before }).where('id', '=', second.id).execute()
    expect((await enquire(late)).statusPath).toBeUndefined()
    expect((await open(second.statusPath)).status).toBe(200)
  })

  test('Its status follows the enquiry, and its quotation is read and accepted through the link of the email once it is sent', async () => {
    const { id, emailedPath } = await enquireByEmail()
    const draft = await createQuotation(sales, { enquiry: id })
    expect((await open(emailedPath)).text).not.toContain('/quotation/')
    await expectOk(act(draft.id, 'issue'))
    const sent = await open(emailedPath)
    expect(sent.text).toContain('Our quotation is ready')
    const path = `${emailedPath}/quotation/${draft.id}`
    expect(sent.text).toContain(`href="${path}"`)
    const page = await open(path)
    expect(page.text).toContain(`href="${emailedPath}"`)
    expect(await listKinds(draft.id)).toContain('viewed')
    const accepted = await accept(path)
    expect([accepted.status, accepted.headers.get('location')]).toEqual([303, path])
    expect((await open(emailedPath)).text).toContain('Thank you for your order')
    for (const other of ['0', '1', '2', 'x', '%00'])
      expect((await open(`${emailedPath}/quotation/${other}`)).status).toBe(404)
    await expectOk(sales(`/api/quotations/${draft.id}/links`, { method: 'DELETE' }))
    for (const address of [emailedPath, path]) expect((await open(address)).status).toBe(404)
  })

  test('A page of one of its quotations acts on no other one after the first was moved to another enquiry', async () => {
    const { id, emailedPath } = await enquireByEmail()
    const first = await createIssuedQuotation(sales, { enquiry: id })
    const second = await createIssuedQuotation(sales, { enquiry: id })
    const path = `${emailedPath}/quotation/${first.id}`
    expect((await open(path)).status).toBe(200)
    await site.db.updateTable('quotation').set({ enquiry_id: null }).where('id', '=', first.id).execute()
    for (const action of ['decline', 'question', 'renewal'])
      expect(
        (await post(`${path}/${action}`, { issue: '1', reason: 'Price', question: 'Why?' })).status,
      ).toBe(404)
    for (const quotation of [first, second]) expect(await listKinds(quotation.id)).not.toContain('declined')
    expect(await listKinds(second.id)).not.toContain('question')
  })
})
