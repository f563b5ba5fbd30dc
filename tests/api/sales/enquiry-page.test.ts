import { describe, expect, test } from 'vitest'
import { findRows, setRows } from '../../support/db-snapshot.ts'
import { PDF, uploadAttachment } from '../../support/fixtures/attachments.ts'
import { ENQUIRY_FIELDS } from '../../support/fixtures/enquiries.ts'
import { SITE_SETTINGS } from '../../support/fixtures/person-fixture.ts'
import { createIssuedQuotation } from '../../support/fixtures/quotations.ts'
import { expectOk, type Json, jsonBody } from '../../support/http-client.ts'
import { fromNetwork, startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff: sales } = startSiteOnce('sales', SITE_SETTINGS)

let networks = 0
const nextNetwork = () => ({ 'x-forwarded-for': `10.2.${++networks >> 8}.${networks & 255}` })

async function enquire(changes: Json = {}): Promise<Json> {
  const email = `buyer-${++networks}@gmial.com`
  const { headers, ...request } = jsonBody('POST', { ...ENQUIRY_FIELDS, email, ...changes })
  const reply = await site.fetch('/api/enquiries', { ...request, headers: { ...headers, ...nextNetwork() } })
  expect(reply.status).toBe(201)
  const { reference, ...sent } = (await reply.json()) as Json
  const mail = await site.db
    .selectFrom('outbox')
    .select('text')
    .where('subject', 'like', `Your enquiry ${reference}%`)
    .executeTakeFirstOrThrow()
  return { ...sent, reference, email, emailedPath: /\/q\/[\w-]{43}/.exec(mail.text)![0] }
}

const open = async (path: string) => (await site.fetch(path)).text()
async function send(path: string, body: URLSearchParams | FormData, headers: Json = nextNetwork()) {
  const reply = await site.fetch(path, { method: 'POST', body, headers })
  return { status: reply.status, location: reply.headers.get('location'), text: await reply.text() }
}
const correct = (path: string, fields: Record<string, string>, headers?: Json) =>
  send(`${path}/contact`, new URLSearchParams(fields), headers)
function addFile(path: string, name = 'shaft.pdf', content: BlobPart = PDF, headers?: Json) {
  const body = new FormData()
  body.append('file', new File([content], name))
  return send(`${path}/files`, body, headers)
}

const readNotes = (id: string) =>
  site.db.selectFrom('enquiry_note').select(['by_name', 'text']).where('enquiry_id', '=', id).execute()
const readEnquiry = (id: string): Promise<Json> => expectOk(sales(`/api/enquiries/${id}`))
const readCustomers = () => site.db.selectFrom('customer').selectAll().orderBy('id').execute()
const countNotes = async () => (await site.db.selectFrom('enquiry_note').select('id').execute()).length

describe('The contact details on the page of an enquiry', () => {
  test('The page shows them as sent, proposes the address that was probably meant, and states its own address', async () => {
    const { statusPath, emailedPath, email } = await enquire()
    const page = await open(statusPath)
    for (const part of [email, '+91 98400 12345', 'Did you mean buyer-', `https://shop.example${statusPath}`])
      expect(page).toContain(part)
    expect(page).toContain('<a href="/">')
    // The owner of a mistyped address is not told how to reach the sender.
    const emailed = await open(emailedPath)
    expect(emailed).toContain('ends in 345')
    expect(emailed).not.toContain('98400')
  })

  test('A correction becomes a note that staff see and are told of; no stored record and no address of an email changes', async () => {
    const { id, statusPath, emailedPath, email, reference } = await enquire()
    const before = [await readEnquiry(id), await readCustomers()]
    const meant = email.replace('gmial', 'gmail')
    const { status, location } = await correct(statusPath, {
      email: meant,
      phone: '98400\r\n54321',
      name: '',
    })
    expect([status, location]).toEqual([303, `${statusPath}?done=contact`])
    const text = `The sender corrected: email ${email} to ${meant}; phone +91 98400 12345 to 98400 54321`
    expect(await readNotes(id)).toEqual([{ by_name: 'Sender of the enquiry', text }])
    const [enquiry, customers] = before as [Json, Json[]]
    expect([await readEnquiry(id), await readCustomers()]).toEqual([{ ...enquiry, notes: 1 }, customers])
    const { timeline }: Json = await expectOk(sales(`/api/customers/${enquiry.customer.id}`))
    expect(timeline[0]).toMatchObject({ kind: 'note', by: 'Sender of the enquiry', text })
    const mails = await findRows(site, 'outbox', { enquiry_id: id })
    expect(mails.map(({ to_address }) => to_address).sort()).toEqual(
      ['office@works.example', 'office@works.example', email].sort(),
    )
    expect(mails.find(({ subject }) => subject.includes('sent from its page'))).toMatchObject({
      subject: `Enquiry ${reference}, Meera Raghavan: sent from its page`,
      reply_to: null,
      text: expect.stringContaining(text),
    })
    expect(await findRows(site, 'audit_log', { subject_id: id })).toMatchObject([
      { by_name: 'Sender of the enquiry', action: 'noted', detail: '' },
    ])
    const page = await open(`${statusPath}?done=contact`)
    expect(page).toContain('We have received your correction.')
    expect(page).toContain(text)
    // Whoever reads the mail of the wrong address does not get the right one.
    expect(await open(emailedPath)).not.toContain(meant)
    // An email of staff still goes to the address of the enquiry.
    const reply = await sales(`/api/enquiries/${id}/emails`, jsonBody('POST', { subject: 'A', text: 'B' }))
    expect(await reply.json()).toEqual({ to: email })
  })

  test('A correction with the link of the email says so to staff, and opens no quotation that was sent to another address', async () => {
    const { id, emailedPath, statusPath, email } = await enquire()
    const { id: quotation } = await createIssuedQuotation(sales, {
      enquiry: id,
      buyer: { name: 'Meera', company: 'Valves', email: 'meera@valves.example' },
    })
    expect((await correct(emailedPath, { email: 'meera@valves.example' })).status).toBe(303)
    expect((await readNotes(id))[0]!.text).toContain(
      `\nSent with the link in the email to ${email}, whose owner may be somebody else.`,
    )
    for (const path of [emailedPath, statusPath])
      expect((await site.fetch(`${path}/quotation/${quotation}`)).status).toBe(404)
  })

  test('What cannot be stored, is too long or no different gets a sentence beside what was typed, and stores nothing', async () => {
    const { id, statusPath, email } = await enquire()
    for (const [fields, sentence] of [
      [{ email: 'not an address' }, 'Enter an email address such as'],
      [{ email: `${'a'.repeat(320)}@b.example` }, 'This is longer than 320 characters.'],
      [{ name: '<b>'.repeat(40) }, 'This is longer than 100 characters.'],
      [{ phone: '1'.repeat(41) }, 'This is longer than 40 characters.'],
      [{ name: 'a\0b' }, 'null character'],
      [{ email, name: 'Meera Raghavan', phone: '' }, 'Enter what should change'],
      [{}, 'Enter what should change'],
    ] as [Record<string, string>, string][]) {
      const { status, text } = await correct(statusPath, fields)
      expect([sentence, status]).toEqual([sentence, 400])
      expect(text).toContain(sentence)
      expect(text).not.toContain('<b>')
    }
    const json = { method: 'POST', body: '{"name":"A"}', headers: { 'content-type': 'application/json' } }
    expect((await site.fetch(`${statusPath}/contact`, json)).status).toBe(415)
    expect((await correct(statusPath, { name: 'a'.repeat(400_000) })).status).toBe(413)
    expect(await readNotes(id)).toEqual([])
  })

  test('The same correction twice is one; after ten notes others are refused with a sentence', async () => {
    const { id, statusPath } = await enquire()
    for (const name of ['A', 'A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'I', 'J', 'J'])
      expect((await correct(statusPath, { name })).status).toBe(303)
    expect(await readNotes(id)).toHaveLength(10)
    const { status, text } = await correct(statusPath, { name: 'K' })
    expect([status, text]).toEqual([409, expect.stringContaining('Call or write to us.')])
    expect((await addFile(statusPath)).status).toBe(409)
    expect((await readEnquiry(id)).attachments).toEqual([])
    expect(await readNotes(id)).toHaveLength(10)
  })
})

describe('Files on the page of an enquiry', () => {
  test('A file becomes the last one of the enquiry, for staff too; the same once more, or a sixth one, is not added', async () => {
    const files = [await uploadAttachment(site), await uploadAttachment(site, 'bed.pdf')]
    const { id, statusPath } = await enquire({ attachments: files.map(({ id }) => id) })
    expect(await open(statusPath)).toContain('You can attach 3 more files')
    for (const name of ['b.pdf', 'b.pdf', 'a.pdf', 'c.pdf'])
      expect((await addFile(statusPath, name)).location).toBe(`${statusPath}?done=files`)
    const { attachments } = await readEnquiry(id)
    const names = attachments.map(({ name }: Json) => name)
    expect(names.join(' ')).toBe('shaft.pdf bed.pdf b.pdf a.pdf c.pdf')
    const file = await sales(`/api/enquiries/${id}/attachments/${attachments[2].id}`)
    expect(await file.text()).toBe(PDF)
    expect((await readNotes(id)).map(({ text }) => text)).toContain(
      'The sender attached the file b.pdf (1 kB)',
    )
    expect(await open(statusPath)).not.toContain('type="file"')
    const { status, text } = await addFile(statusPath, 'e.pdf')
    expect([status, text]).toEqual([409, expect.stringContaining('at most 5 files')])
    expect((await readEnquiry(id)).attachments).toHaveLength(5)
  })

  test('A file of another format, an empty form and one that is no form get a sentence, and nothing is added', async () => {
    const { id, statusPath } = await enquire()
    const program = await addFile(statusPath, 'setup.exe', 'MZ')
    expect([program.status, program.text]).toEqual([
      415,
      expect.stringContaining('is not a drawing or picture that we can open'),
    ])
    const empty = await send(`${statusPath}/files`, new FormData())
    expect([empty.status, empty.text]).toEqual([400, expect.stringContaining('Choose a file.')])
    expect((await send(`${statusPath}/files`, new URLSearchParams({ file: 'a' }))).status).toBe(415)
    expect(await readNotes(id)).toEqual([])
  })

  test('Files from it and from the contact form count together for their network', async () => {
    const { statusPath } = await enquire()
    const from = nextNetwork()
    const ofNetwork = fromNetwork(site, from['x-forwarded-for'])
    for (let count = 0; count < 30; count++) await uploadAttachment(ofNetwork, 'a.pdf')
    expect((await addFile(statusPath, 'b.pdf', PDF, from)).status).toBe(429)
    expect((await addFile(statusPath, 'b.pdf')).status).toBe(303)
  })
})

describe('Forms of the page of an enquiry', () => {
  test('Links that are unknown, revoked or ended, and those of a quotation, change nothing and get the page of an unknown one', async () => {
    const revoked = await enquire()
    const ended = await enquire()
    const { link } = await createIssuedQuotation(sales)
    const now = '2026-01-01T00:00:00.000Z'
    await setRows(site, 'private_link', { enquiry_id: revoked.id }, { revoked_at: now })
    const old = { created_at: '2020-01-01T00:00:00.000Z' }
    await setRows(site, 'private_link', { enquiry_id: ended.id }, old)
    await setRows(site, 'enquiry', { id: ended.id }, old)
    const before = await countNotes()
    const paths = [`/q/${'A'.repeat(43)}`, revoked.statusPath, ended.statusPath, new URL(link).pathname]
    for (const path of paths)
      for (const { status, text } of [await correct(path, { name: 'A' }), await addFile(path)]) {
        expect([path, status]).toEqual([path, 404])
        expect(text).toContain('for a new link')
        expect(text).toContain('href="/#contact"')
      }
    expect(await countNotes()).toBe(before)
  })

  test('After 20 corrections of one network within ten minutes others get 429 and are not stored', async () => {
    const { id, statusPath } = await enquire()
    const from = nextNetwork()
    for (let count = 0; count < 20; count++) await correct(statusPath, {}, from)
    expect((await correct(statusPath, { name: 'A' }, from)).status).toBe(429)
    expect(await readNotes(id)).toEqual([])
  })

  test('Opening the address of a form again leads to the page, and pages of other sites send nothing', async () => {
    const { id, statusPath } = await enquire()
    for (const form of ['contact', 'files']) {
      const reply = await site.fetch(`${statusPath}/${form}`)
      expect([reply.status, reply.headers.get('location')]).toEqual([303, statusPath])
    }
    const foreign = { ...nextNetwork(), 'sec-fetch-site': 'cross-site' }
    expect((await correct(statusPath, { name: 'A' }, foreign)).status).toBe(403)
    expect(await readNotes(id)).toEqual([])
  })
})
