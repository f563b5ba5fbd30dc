import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { snapshotData } from '../support/db-snapshot.ts'
import { expectOk, expectProblem, type Json, jsonBody } from '../support/http-client.ts'
import { createMachine } from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
beforeEach(async () => {
  site = await startSite()
})
afterEach(() => site.close())

const ENQUIRY = {
  firstName: 'Meera',
  lastName: 'Raghavan',
  email: 'meera@valves.example',
  phone: '+91 98400 12345',
  service: 'maintenance',
  message: 'Our CL 25 needs a new spindle bearing.',
}
const postEnquiry = (body: object = {}) =>
  site.fetch('/api/enquiries', jsonBody('POST', { ...ENQUIRY, ...body }))
const listEnquiries = async (query = ''): Promise<Json[]> =>
  expectOk((await site.signIn('sales'))(`/api/enquiries${query}`))
async function createEnquiry(body: object = {}): Promise<string> {
  const reply = await postEnquiry(body)
  const { id, message } = await reply.json()
  expect(reply.status, message).toBe(201)
  return id
}

describe('Enquiries of visitors', () => {
  test('An enquiry with a filled-in honeypot field is rejected by both forms and not stored', async () => {
    const spam = { homepage: 'https://spam.example' }
    expect(await expectProblem(postEnquiry(spam), 400)).toContain('leave the homepage field empty')
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
    const { id, ...rest } = await reply.json()
    expect(rest).toEqual({ message: 'Thank you for your inquiry!' })
    const { firstName, lastName, email, phone, service, message } = ENQUIRY
    expect(await listEnquiries()).toEqual([
      {
        id,
        customer: { id: expect.any(String), firstName, lastName, email, phone },
        service,
        message,
        status: 'new',
        item: null,
        createdAt: expect.stringMatching(/Z$/),
        owner: null,
        nextActionOn: null,
        revision: 1,
        notes: 0,
      },
    ])
  })

  test('[API-9] Reading enquiries without a session returns 401', async () => {
    await createEnquiry()
    const message = await expectProblem(site.fetch('/api/enquiries'), 401)
    expect(message).not.toContain(ENQUIRY.message)
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

  test('The list of enquiries is sorted newest first and paged', async () => {
    for (const message of ['first', 'second', 'third']) {
      await createEnquiry({ message })
      site.advanceClock(1)
    }
    expect((await listEnquiries()).map((enquiry) => enquiry.message)).toEqual(['third', 'second', 'first'])
    expect((await listEnquiries('?limit=1&offset=1')).map((enquiry) => enquiry.message)).toEqual(['second'])
    const reply = await (await site.signIn('sales'))('/api/enquiries?limit=1')
    expect(reply.headers.get('x-total-count')).toBe('3')
  })
})

describe('Repeated enquiries', () => {
  test('Two identical enquiries with one request key are stored once', async () => {
    const first = await createEnquiry({ requestKey: 'k1' })
    expect(await createEnquiry({ requestKey: 'k1' })).toBe(first)
    expect(await listEnquiries()).toHaveLength(1)
  })

  test('Two simultaneous enquiries with one request key are stored once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => createEnquiry({ requestKey: 'k1' })))
    expect(new Set(ids).size).toBe(1)
    expect(await listEnquiries()).toHaveLength(1)
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
    ['the same telephone number without the country code', { email: OTHER.email, phone: '(98400) 12345' }],
  ])('Two enquiries with %s belong to one customer', async (_what, body) => {
    await createEnquiry()
    await createEnquiry(body)
    expect(await customers()).toBe(1)
  })

  test('Two enquiries with different email addresses and phone numbers belong to two customers', async () => {
    await createEnquiry()
    await createEnquiry(OTHER)
    expect(await customers()).toBe(2)
  })

  test('Two enquiries without digits in the phone number belong to two customers', async () => {
    await createEnquiry({ phone: 'none' })
    await createEnquiry({ phone: 'ask me', email: OTHER.email })
    expect(await customers()).toBe(2)
  })

  test('An enquiry of a second person with the same phone number retains its own name and email address', async () => {
    await createEnquiry()
    await createEnquiry({
      firstName: 'Senthil',
      lastName: 'Kumar',
      email: OTHER.email,
      message: 'Please write to me instead.',
    })
    const listed = JSON.stringify(await listEnquiries())
    for (const written of ['Meera', ENQUIRY.email, 'Senthil', OTHER.email]) expect(listed).toContain(written)
  })

  test('The dashboard counts customers and service requests of the last 12 months', async () => {
    await createMachine(await site.signIn('editor'))
    await createEnquiry()
    await createEnquiry({ ...OTHER, service: 'capstan-lathe' })
    await createEnquiry({ service: 'installation' })
    await createEnquiry({ service: 'custom-machining' })
    await createEnquiry({ service: 'general' })
    const readDashboard = async () => expectOk((await site.signIn('sales'))('/api/dashboard'))
    expect(await readDashboard()).toMatchObject({ totalProducts: 1, newCustomers: 2, serviceRequests: 3 })
    site.advanceClock(366 * 24 * 60)
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

  test('[API-8] The error of an enquiry names the missing field', async () => {
    const reply = await postEnquiry({ firstName: '' })
    expect(await reply.json()).toMatchObject({
      message: 'Please enter your first name.',
      errors: [{ field: 'firstName', message: 'Please enter your first name.' }],
    })
  })

  test('[API-8] Enquiries beyond the rate limit return 429 and are not stored', async () => {
    for (let count = 0; count < 20; count++) await createEnquiry()
    const reply = await postEnquiry()
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(Promise.resolve(reply), 429)
    expect((await snapshotData(site)).enquiries).toHaveLength(20)
  })
})
