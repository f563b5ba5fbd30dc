import { beforeEach, describe, expect, test } from 'vitest'
import { snapshotData } from '../../support/db-snapshot.ts'
import { ENQUIRY_FIELDS, enterEnquiry, expectEnquiry, sendEnquiry } from '../../support/fixtures/enquiries.ts'
import { createMachine, createSparePart, expectBulkUpdate } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, formBody, type Json, type SiteFetch } from '../../support/http-client.ts'
import type { TestSite } from '../../support/site.ts'
import { BEHIND_PROXY, fromNewNetwork, startEmptiedSite } from '../../support/site-hooks.ts'

let site: TestSite
let sales: SiteFetch | undefined
startEmptiedSite(
  ['enquiry', 'customer', 'item'],
  (emptied) => {
    site = fromNewNetwork(emptied)
    sales = undefined
  },
  BEHIND_PROXY,
)

const ENQUIRY = { ...ENQUIRY_FIELDS, service: 'maintenance' }
const postEnquiry = (body: object = {}) => sendEnquiry(site, { ...ENQUIRY, ...body })
const createEnquiry = async (body: object = {}) => (await expectEnquiry(site, { ...ENQUIRY, ...body })).id
const listEnquiries = async (query = ''): Promise<Json[]> => {
  sales ??= await site.signIn('sales')
  return expectOk(sales(`/api/enquiries${query}`))
}

async function archiveAndDelete(staff: SiteFetch, id: string): Promise<void> {
  await expectBulkUpdate(staff, [id], { archived: true })
  expect((await staff(`/api/items/${id}`, { method: 'DELETE' })).status).toBe(204)
}

describe('Enquiries of visitors', () => {
  test('An enquiry with a filled-in honeypot field is rejected by both forms and not stored', async () => {
    const spam = { homepage: 'https://spam.example' }
    expect(await expectProblem(postEnquiry(spam), 400)).toContain('Leave the homepage field empty')
    const form = new URLSearchParams({ ...ENQUIRY, ...spam })
    const reply = await site.fetch('/api/enquiries/form', { method: 'POST', body: form })
    expect(reply.headers.get('location')).toBe('/?enquiry=refused#contact')
    expect(await listEnquiries()).toEqual([])
    await createEnquiry({ homepage: '' })
    expect(await listEnquiries()).toHaveLength(1)
  })

  test('Staff read an enquiry as it was sent', async () => {
    const reply = await postEnquiry()
    expect(reply.status).toBe(201)
    const { id, reference, statusPath, ...rest } = await reply.json()
    expect(statusPath).toMatch(/^\/q\/[\w-]{43}$/)
    expect(rest).toEqual({ message: 'Thank you for your inquiry!' })
    expect(reference).toMatch(/^E-\d{6}-[2-9A-HJKMNP-Z]{4}$/)
    const { firstName, lastName, email, phone, service, message } = ENQUIRY
    expect(await listEnquiries()).toEqual([
      {
        id,
        customer: { id: expect.any(String), firstName, lastName, email, phone },
        service,
        message,
        status: 'new',
        item: null,
        reference,
        company: '',
        gstin: '',
        place: '',
        lines: [],
        attachments: [],
        createdAt: expect.stringMatching(/Z$/),
        owner: null,
        nextActionOn: null,
        revision: 1,
        notice: '',
        notes: 0,
      },
    ])
  })

  test('An enquiry without a service is stored', async () => {
    await createEnquiry({ service: '' })
    await createEnquiry({ service: undefined })
    expect((await listEnquiries()).map((enquiry) => enquiry.service)).toEqual(['', ''])
  })

  test('An enquiry in any script and with any symbols is stored unchanged', async () => {
    const message = `கடைசல் இயந்திரம் ₹15,00,000 🙂\n<script>alert('x')</script> "; drop table enquiry; --`
    await createEnquiry({ message, firstName: 'மீரா', lastName: "O'Neill" })
    expect(await listEnquiries()).toMatchObject([
      { message, customer: { firstName: 'மீரா', lastName: "O'Neill" } },
    ])
  })

  test('An enquiry from the page of an item has the name of the item', async () => {
    const machine = await createMachine(await site.signIn('editor'))
    await createEnquiry({ item: machine.id })
    await createEnquiry({ item: machine.slug })
    const item = { id: machine.id, name: machine.name }
    expect(await listEnquiries()).toMatchObject([{ item }, { item }])
  })

  test.each(['unknown', '', "' or 1=1", '../../etc'])(
    'An enquiry about the unknown item %j is stored without an item',
    async (item) => {
      await createEnquiry({ item })
      expect(await listEnquiries()).toMatchObject([{ message: ENQUIRY.message, item: null }])
    },
  )
})

describe('Lines and company of an enquiry', () => {
  let editor: SiteFetch
  let lathe: Json
  beforeEach(async () => {
    editor = await site.signIn('owner')
    lathe = await createMachine(editor, { name: 'CL 40 Capstan Lathe' })
  })

  test('Staff read the lines of an enquiry in their order, with company, GSTIN and place', async () => {
    const pump = await createSparePart(editor, { name: 'Coolant Pump' })
    const company = { company: ' Kovai Valves ', gstin: '27 aapfu0939f1zv', place: 'Coimbatore' }
    const lines = [
      { item: pump.id, quantity: 4, note: ' with gasket ' },
      { item: lathe.slug },
      { item: pump.id, quantity: 1 },
    ]
    await createEnquiry({ ...company, lines })
    const [enquiry] = await listEnquiries()
    expect(enquiry).toMatchObject({ company: 'Kovai Valves', gstin: '27AAPFU0939F1ZV', place: 'Coimbatore' })
    const [pumpLine, latheLine] = [pump, lathe].map(({ id, slug, name }) => ({ item: { id, slug }, name }))
    expect(enquiry.lines).toEqual([
      { ...pumpLine, quantity: 4, note: 'with gasket' },
      { ...latheLine, quantity: 1, note: '' },
      { ...pumpLine, quantity: 1, note: '' },
    ])
    const customer = await expectOk(editor(`/api/customers/${enquiry.customer.id}`))
    expect(customer.enquiries[0].lines).toEqual(enquiry.lines)
  })

  test('An enquiry with lines needs no message in both forms, and staff read it without one', async () => {
    await createEnquiry({ message: ' ', lines: [{ item: lathe.id, quantity: 3 }] })
    await createEnquiry({ message: undefined, lines: [{ item: lathe.id }] })
    const body = new URLSearchParams({ ...ENQUIRY, message: '', item: lathe.id, quantity: '2' })
    const reply = await site.fetch('/api/enquiries/form', { method: 'POST', body })
    expect(reply.headers.get('location')).toMatch(/^\/\?enquiry=sent/)
    const stored = await listEnquiries()
    expect(stored.map(({ message, lines }) => [message, lines[0].quantity]).sort()).toEqual([
      ['', 1],
      ['', 2],
      ['', 3],
    ])
  })

  test('Without its lines an enquiry needs a message; the form without JavaScript names the item that is gone in it', async () => {
    await expectProblem(postEnquiry({ message: '', lines: [] }), 400)
    const send = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ ...ENQUIRY, message: '', ...fields })
      return (await site.fetch('/api/enquiries/form', { method: 'POST', body })).headers.get('location')
    }
    expect(await send({})).toBe('/?enquiry=refused#contact')
    const gone = await createSparePart(editor, { name: 'Old Collet' })
    await expectBulkUpdate(editor, [gone.id], { archived: true })
    const fields = { item: `${gone.id},${lathe.id}`, quantity: '2', message: 'Soon.' }
    expect(await send({ ...fields, itemNames: 'Collet, 16 mm\r\nCL 40' })).toMatch(/^\/\?enquiry=sent/)
    expect(await listEnquiries()).toMatchObject([
      {
        message: 'Soon.\n\nNo longer available, but asked for: Collet, 16 mm (2)',
        lines: [{ item: { id: lathe.id }, quantity: 2 }],
      },
    ])
    // Neither the id nor the present name, which is not public.
    expect(await send({ item: gone.id, quantity: '2' })).toMatch(/^\/\?enquiry=sent/)
    expect((await listEnquiries()).map(({ message }) => message)).toContain(
      'No longer available, but asked for: an item of the catalogue (2)',
    )
  })

  test('A line retains the name of its item at the time of the enquiry when the item is renamed or deleted', async () => {
    await createEnquiry({ lines: [{ item: lathe.id, quantity: 2 }] })
    await expectOk(editor(`/api/products/${lathe.id}`, formBody('PUT', { name: 'CL 45' })))
    const line = { name: 'CL 40 Capstan Lathe', quantity: 2 }
    expect((await listEnquiries())[0].lines).toMatchObject([{ ...line, item: { id: lathe.id } }])
    await archiveAndDelete(editor, lathe.id)
    expect((await listEnquiries())[0].lines).toMatchObject([{ ...line, item: null }])
  })

  test('An item that was renamed while the visitor wrote is stored with its name', async () => {
    await expectOk(editor(`/api/products/${lathe.id}`, formBody('PUT', { name: 'CL 45' })))
    await createEnquiry({ lines: [{ item: lathe.slug }] })
    expect((await listEnquiries())[0].lines).toMatchObject([{ name: 'CL 45', item: { id: lathe.id } }])
  })

  test('A draft, an archived and a deleted item get the reply of an unknown one, whose name is nowhere', async () => {
    const draft = await createMachine(editor, { name: 'Secret Lathe', draft: 'true' })
    const deleted = await createSparePart(editor, { name: 'Secret Pump' })
    await archiveAndDelete(editor, deleted.id)
    await expectOk(editor(`/api/products/${lathe.id}`, formBody('PUT', { name: 'CL 45' })))
    await expectBulkUpdate(editor, [lathe.id], { archived: true })
    const refuse = async (item: string) =>
      (await expectProblem(postEnquiry({ lines: [{ item }] }), 400)).replaceAll(item, 'KEY')
    const unknown = await refuse('cl-99')
    // Also by the former slug of the archived one.
    for (const key of [draft.id, draft.slug, deleted.id, lathe.id, lathe.slug])
      expect(await refuse(key)).toBe(unknown)
    for (const { id } of [draft, lathe]) await createEnquiry({ item: id })
    expect(await listEnquiries()).toMatchObject([{ item: null }, { item: null }])
  })

  test('An enquiry with an item that never existed returns 400 and names the line', async () => {
    const before = await snapshotData(site)
    const reply = await postEnquiry({ lines: [{ item: lathe.id }, { item: 'cl-99' }] })
    const message = 'Line 2 (cl-99) is not in our catalogue. Remove it and send the enquiry again.'
    expect(reply.status).toBe(400)
    expect(await reply.json()).toMatchObject({ message, errors: [{ field: 'lines.1.item', message }] })
    expect(await snapshotData(site)).toEqual(before)
  })

  test('Staff find an enquiry by reference, company, GSTIN, place, and the items and notes of its lines', async () => {
    const company = { company: 'Kovai Valves', gstin: '27AAPFU0939F1ZV', place: 'Peelamedu' }
    const lines = [{ item: lathe.id, note: 'collets 16 mm' }, { item: lathe.id }]
    const sent = await postEnquiry({ ...company, lines })
    const { id, reference } = await sent.json()
    await createEnquiry({ message: 'Another question.', email: 'other@valves.example', phone: '90000 99999' })
    for (const search of [
      reference,
      reference.toLowerCase(),
      reference.slice(-4),
      'kovai',
      '27aapfu0939f1zv',
      'peelamedu',
      'CL 40',
      '16 mm',
    ]) {
      const found = await listEnquiries(`?search=${encodeURIComponent(search)}`)
      expect(
        found.map((enquiry) => enquiry.id),
        search,
      ).toEqual([id])
    }
    const csv = await (await editor(`/api/enquiries.csv?search=${reference}`)).text()
    expect(csv.trim().split('\r\n')).toHaveLength(2)
    expect(csv).toContain('Kovai Valves,27AAPFU0939F1ZV,Peelamedu')
    expect(csv).toContain('"CL 40 Capstan Lathe × 1 (collets 16 mm)\nCL 40 Capstan Lathe × 1"')
    expect(csv).toContain(`,${reference},`)
    const customers = await expectOk(editor('/api/customers?search=kovai'))
    expect(customers).toHaveLength(1)
  })

  test('An enquiry that staff add has a reference and a company', async () => {
    const body = { firstName: 'Ravi', phone: '98400 54321', message: 'Called.', company: 'Kovai Valves' }
    await enterEnquiry(editor, body)
    expect(await listEnquiries('?search=kovai')).toMatchObject([
      { company: 'Kovai Valves', reference: expect.stringMatching(/^E-/) },
    ])
  })

  test('The form without JavaScript stores company, GSTIN, place and one item with its quantity', async () => {
    const send = async (fields: Record<string, string>) => {
      const body = new URLSearchParams({ ...ENQUIRY, ...fields })
      const reply = await site.fetch('/api/enquiries/form', { method: 'POST', body })
      return reply.headers.get('location')
    }
    const company = { company: 'Kovai Valves', gstin: '27AAPFU0939F1ZV', place: 'Coimbatore' }
    expect(await send({ ...company, item: lathe.id, quantity: '3' })).toMatch(
      /^\/\?enquiry=sent&reference=E-\d{6}-\w{4}#contact$/,
    )
    expect(await listEnquiries()).toMatchObject([
      { ...company, item: { id: lathe.id }, lines: [{ name: lathe.name, quantity: 3 }] },
    ])
    expect(await send({ email: 'wrong' })).toBe('/?enquiry=refused#contact')
    expect(await send({ item: lathe.id, quantity: 'many' })).toBe('/?enquiry=refused#contact')
    // The person cannot remove the item from the form: the enquiry is stored without it.
    expect(await send({ item: 'cl-99', quantity: '2' })).toMatch(
      /^\/\?enquiry=sent&reference=E-\d{6}-\w{4}#contact$/,
    )
    expect(await listEnquiries()).toHaveLength(2)
  })
})

describe('Repeated enquiries', () => {
  test('Two simultaneous enquiries with one request key are stored once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => createEnquiry({ requestKey: 'k1' })))
    expect(new Set(ids).size).toBe(1)
    expect(await listEnquiries()).toHaveLength(1)
  })

  test('A repeated enquiry returns the same reference, also after its item was deleted', async () => {
    const editor = await site.signIn('owner')
    const { id } = await createMachine(editor)
    const body = {
      requestKey: 'k1',
      company: 'Kovai Valves',
      lines: [{ item: id, quantity: 2, note: 'soon' }],
    }
    const first = await (await postEnquiry(body)).json()
    // Only the hash of the first link is stored, so that the reply has another one.
    const repeated = { ...first, statusPath: expect.stringMatching(/^\/q\//) }
    expect(await (await postEnquiry(body)).json()).toEqual(repeated)
    await archiveAndDelete(editor, id)
    expect(await (await postEnquiry(body)).json()).toEqual(repeated)
    expect(await listEnquiries()).toHaveLength(1)
  })

  test('An enquiry with the request key of another one is stored when the message, a line or the company differs', async () => {
    const editor = await site.signIn('owner')
    const [one, other] = [await createMachine(editor), await createMachine(editor)]
    const lines = [{ item: one.id }]
    const bodies = [
      { lines },
      {},
      { lines: [{ item: other.id }] },
      { lines: [{ item: one.id, quantity: 2 }] },
      { lines: [{ item: one.id, note: 'soon' }] },
      { lines: [...lines, ...lines] },
      { lines, company: 'Kovai Valves' },
      { message: 'Two CL 25, please.' },
    ]
    for (const body of bodies) await createEnquiry({ requestKey: 'k1', ...body })
    expect(await listEnquiries()).toHaveLength(bodies.length)
  })

  test.each([undefined, ''])(
    'Two identical enquiries without a request key (%j) are stored twice',
    async (requestKey) => {
      expect(await createEnquiry({ requestKey })).not.toBe(await createEnquiry({ requestKey }))
      expect(await listEnquiries()).toHaveLength(2)
    },
  )
})

describe('Customers of enquiries', () => {
  const customers = async () => new Set((await listEnquiries()).map((enquiry) => enquiry.customer.id)).size
  const OTHER = { email: 'other@valves.example', phone: '+91 90000 99999' }

  test.each([
    ['the same e-mail address', { phone: OTHER.phone }],
    ['the same e-mail address in capitals', { phone: OTHER.phone, email: 'MEERA@Valves.example' }],
    ['the same telephone number', { email: OTHER.email }],
    ['the same telephone number with other separators', { email: OTHER.email, phone: '098400-12345' }],
    ['the same telephone number with an extension', { email: OTHER.email, phone: '98400 12345 ext. 12' }],
    ['the same telephone number without the country code', { email: OTHER.email, phone: '(98400) 12345' }],
    ['the same telephone number with 0091', { email: OTHER.email, phone: '0091 98400 12345' }],
  ])(
    'Two enquiries with %s belong to one customer if staff enter them, and to two if visitors send them',
    async (_what, body) => {
      const sales = await site.signIn('sales')
      for (const changes of [{}, body]) await enterEnquiry(sales, { ...ENQUIRY, ...changes })
      expect(await customers()).toBe(1)
      for (const changes of [{}, body]) await createEnquiry(changes)
      expect(await customers()).toBe(3)
    },
  )

  test('The dashboard counts customers and service requests of this month and the 12 before it', async () => {
    await createMachine(await site.signIn('editor'))
    await createEnquiry()
    await createEnquiry({ ...OTHER, service: 'capstan-lathe' })
    await createEnquiry({ service: 'installation' })
    await createEnquiry({ service: 'custom-machining' })
    await createEnquiry({ service: 'general' })
    const readDashboard = async () => expectOk((await site.signIn('sales'))('/api/dashboard'))
    expect(await readDashboard()).toMatchObject({ totalProducts: 1, newCustomers: 2, serviceRequests: 3 })
    site.advanceClock(364 * 24 * 60)
    expect(await readDashboard()).toMatchObject({ totalProducts: 1, newCustomers: 2, serviceRequests: 3 })
    site.advanceClock(34 * 24 * 60)
    expect(await readDashboard()).toMatchObject({ totalProducts: 1, newCustomers: 0, serviceRequests: 0 })
  })
})

describe('[API-8] Rejected enquiries', () => {
  const long = (length: number) => 'x'.repeat(length)
  test.each([
    ...['firstName', 'lastName', 'email', 'phone', 'message'].flatMap((field) => [
      { [field]: undefined },
      { [field]: '  ' },
      { [field]: 5 },
    ]),
    { email: 'no address' },
    { email: 'two@@signs' },
    { gstin: long(41) },
    { gstin: 27 },
    { company: 'x'.repeat(201) },
    { place: 'x'.repeat(201) },
    { lines: 'CL 25' },
    { lines: [{}] },
    { lines: [{ item: '' }] },
    { lines: [{ item: 'unknown', quantity: 1 }] },
    { lines: [{ item: 'unknown', quantity: 0 }] },
    { lines: [{ item: 'unknown', quantity: 1.5 }] },
    { lines: [{ item: 'unknown', quantity: 10_000 }] },
    { lines: [{ item: 'unknown', quantity: '2' }] },
    { lines: [{ item: 'unknown', note: 'x'.repeat(501) }] },
    { lines: Array.from({ length: 51 }, () => ({ item: 'unknown' })) },
    { attachments: ['none'] },
    { attachments: ['0123456789abcdef0123456789abcdef'] },
    { attachments: [5] },
    { service: 'unknown' },
    { requestKey: long(101) },
    { item: long(101) },
    { requestKey: {} },
  ])('[API-8] An enquiry with %j returns 400 and is not stored', async (body) => {
    const before = await snapshotData(site)
    expect(await expectProblem(postEnquiry(body), 400)).not.toBe('')
    expect(await snapshotData(site)).toEqual(before)
  })

  test.each([
    ['firstName', 101],
    ['email', 321],
    ['phone', 41],
    ['message', 10_001],
  ])('[API-8] An enquiry with a %s of %i characters returns 400 and is not stored', async (field, length) => {
    const before = await snapshotData(site)
    await expectProblem(
      postEnquiry({ [field]: field === 'email' ? `${long(length - 4)}@x.y` : long(length) }),
      400,
    )
    expect(await snapshotData(site)).toEqual(before)
  })

  test.each([
    [{ firstName: '' }, 'firstName', 'Enter your first name.'],
    [{ phone: '  ' }, 'phone', 'Enter your phone number.'],
    [{ message: '' }, 'message', 'Enter your message.'],
    [{ email: 'meera.gmail' }, 'email', 'Enter an email address such as name@company.in.'],
    [
      { lines: [{ item: 'a' }, { item: 'b', quantity: 0 }] },
      'lines.1.quantity',
      'Enter a quantity of at least 1.',
    ],
  ])(
    '[API-8] The error of an enquiry with %j names the field and says what to enter',
    async (body, field, message) => {
      expect(await (await postEnquiry(body)).json()).toMatchObject({ message, errors: [{ field, message }] })
    },
  )

  test.each([
    [{ phone: '98765 43210 or 98765 43211' }],
    [{ phone: '12345' }],
    [{ phone: 'ask for Ravi' }],
    [{ email: 'asha@intranet' }],
    [{ gstin: '27AAPFU0939F1ZX' }],
  ])('[CON-1] An enquiry with %j is stored, although it may be a typing error', async (body) => {
    expect((await postEnquiry(body)).status).toBe(201)
  })

  test('[API-8] Enquiries beyond the rate limit return 429 and are not stored', async () => {
    for (let count = 0; count < 20; count++) await createEnquiry()
    const reply = await postEnquiry()
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(Promise.resolve(reply), 429)
    expect((await snapshotData(site)).enquiries).toHaveLength(20)
  })
})
