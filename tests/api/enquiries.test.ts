import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { jsonBody, startSite, type TestSite } from '../support/site.ts'
import { accepted, createMachine, type Json, refused } from './requests.ts'
import { stored } from './stored.ts'

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
const send = (body: object = {}) => site.fetch('/api/enquiries', jsonBody('POST', { ...ENQUIRY, ...body }))
const seen = async (query = ''): Promise<Json[]> =>
  accepted((await site.signIn('sales'))(`/api/enquiries${query}`))
async function sent(body: object = {}): Promise<string> {
  const reply = await send(body)
  const { id, message } = await reply.json()
  expect(reply.status, message).toBe(201)
  return id
}

describe('a visitor sends an enquiry', () => {
  test('but a program that fills in the field nobody sees is refused, in both ways, and nothing is stored', async () => {
    const spam = { homepage: 'https://spam.example' }
    expect(await refused(send(spam), 400)).toContain('only programs fill it in')
    const form = new URLSearchParams({ ...ENQUIRY, ...spam })
    const reply = await site.fetch('/api/enquiries/form', { method: 'POST', body: form })
    expect(reply.headers.get('location')).toBe('/?enquiry=refused#contact')
    expect(await seen()).toEqual([])
    await sent({ homepage: '' })
    expect(await seen()).toHaveLength(1)
  })

  test('and staff read it as it was written', async () => {
    const reply = await send()
    expect(reply.status).toBe(201)
    const { id, ...rest } = await reply.json()
    expect(rest).toEqual({ message: 'Thank you for your inquiry!' })
    const { firstName, lastName, email, phone, service, message } = ENQUIRY
    expect(await seen()).toEqual([
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

  test('[API-9] and a stranger cannot read it', async () => {
    await sent()
    const message = await refused(site.fetch('/api/enquiries'), 401)
    expect(message).not.toContain(ENQUIRY.message)
  })

  test('without choosing a service', async () => {
    await sent({ service: '' })
    await sent({ service: undefined })
    expect((await seen()).map((enquiry) => enquiry.service)).toEqual(['', ''])
  })

  test('in any script and with signs of any kind', async () => {
    const message = `கடைசல் இயந்திரம் ₹15,00,000 🙂\n<script>alert('x')</script> "; drop table enquiry; --`
    await sent({ message, firstName: 'மீரா', lastName: "O'Neill" })
    expect(await seen()).toMatchObject([{ message, customer: { firstName: 'மீரா', lastName: "O'Neill" } }])
  })

  test('from an item, which staff then see by its name', async () => {
    const machine = await createMachine(await site.signIn('editor'))
    await sent({ item: machine.id })
    await sent({ item: machine.slug })
    const item = { id: machine.id, name: machine.name }
    expect(await seen()).toMatchObject([{ item }, { item }])
  })

  test.each(['unknown', '', "' or 1=1", '../../etc'])(
    'from an item %j that is not there, and it is not lost',
    async (item) => {
      await sent({ item })
      expect(await seen()).toMatchObject([{ message: ENQUIRY.message, item: null }])
    },
  )

  test('and another, and staff see the newest first, page by page', async () => {
    for (const message of ['first', 'second', 'third']) {
      await sent({ message })
      site.advance(1)
    }
    expect((await seen()).map((enquiry) => enquiry.message)).toEqual(['third', 'second', 'first'])
    expect((await seen('?limit=1&offset=1')).map((enquiry) => enquiry.message)).toEqual(['second'])
    const reply = await (await site.signIn('sales'))('/api/enquiries?limit=1')
    expect(reply.headers.get('x-total-count')).toBe('3')
  })
})

describe('an enquiry is sent twice', () => {
  test('with the same key, and is stored once', async () => {
    const first = await sent({ requestKey: 'k1' })
    expect(await sent({ requestKey: 'k1' })).toBe(first)
    expect(await seen()).toHaveLength(1)
  })

  test('with the same key at the same moment, and is stored once', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => sent({ requestKey: 'k1' })))
    expect(new Set(ids).size).toBe(1)
    expect(await seen()).toHaveLength(1)
  })

  test.each([undefined, ''])('without a key (%j), and is stored twice', async (requestKey) => {
    expect(await sent({ requestKey })).not.toBe(await sent({ requestKey }))
    expect(await seen()).toHaveLength(2)
  })
})

describe('staff see one customer', () => {
  const customers = async () => new Set((await seen()).map((enquiry) => enquiry.customer.id)).size
  const OTHER = { email: 'other@valves.example', phone: '+91 90000 99999' }

  test.each([
    ['the same e-mail address', { phone: OTHER.phone }],
    ['the same e-mail address in capitals', { phone: OTHER.phone, email: 'MEERA@Valves.example' }],
    ['the same telephone', { email: OTHER.email }],
    ['the same telephone written otherwise', { email: OTHER.email, phone: '098400-12345' }],
    ['the same telephone without the country', { email: OTHER.email, phone: '(98400) 12345' }],
  ])('by %s', async (_what, body) => {
    await sent()
    await sent(body)
    expect(await customers()).toBe(1)
  })

  test('but two where neither is the same, whatever they are called', async () => {
    await sent()
    await sent(OTHER)
    expect(await customers()).toBe(2)
  })

  test('but two where both have written no digits for a telephone', async () => {
    await sent({ phone: 'none' })
    await sent({ phone: 'ask me', email: OTHER.email })
    expect(await customers()).toBe(2)
  })

  test('and lose nothing that a second person of the same firm wrote', async () => {
    await sent()
    await sent({
      firstName: 'Senthil',
      lastName: 'Kumar',
      email: OTHER.email,
      message: 'Please write to me instead.',
    })
    const answered = JSON.stringify(await seen())
    for (const written of ['Meera', ENQUIRY.email, 'Senthil', OTHER.email])
      expect(answered).toContain(written)
  })

  test('counted on the dashboard of the last 12 months', async () => {
    await createMachine(await site.signIn('editor'))
    await sent()
    await sent({ ...OTHER, service: 'capstan-lathe' })
    await sent({ service: 'installation' })
    await sent({ service: 'custom-machining' })
    await sent({ service: 'general' })
    const figures = async () => accepted((await site.signIn('sales'))('/api/dashboard'))
    expect(await figures()).toMatchObject({ totalProducts: 1, newCustomers: 2, serviceRequests: 3 })
    site.advance(366 * 24 * 60)
    expect(await figures()).toMatchObject({ totalProducts: 1, newCustomers: 0, serviceRequests: 0 })
  })
})

describe('[API-8] an enquiry is refused, and nothing of it is stored,', () => {
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
  ])('with %j', async (body) => {
    const before = await stored(site)
    expect(await refused(send(body), 400)).not.toBe('')
    expect(await stored(site)).toEqual(before)
  })

  test.each([
    ['firstName', 101],
    ['email', 321],
    ['phone', 41],
    ['message', 10_001],
  ])('with a %s of %i characters', async (field, length) => {
    const before = await stored(site)
    await refused(send({ [field]: field === 'email' ? `${long(length - 4)}@x.y` : long(length) }), 400)
    expect(await stored(site)).toEqual(before)
  })

  test('and a missing field is called by its name', async () => {
    const reply = await send({ firstName: '' })
    expect(await reply.json()).toMatchObject({
      message: 'Please enter your first name.',
      errors: [{ field: 'firstName', message: 'Please enter your first name.' }],
    })
  })

  test('when a machine sends them without end', async () => {
    for (let count = 0; count < 20; count++) await sent()
    const reply = await send()
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    await refused(Promise.resolve(reply), 429)
    expect((await stored(site)).enquiries).toHaveLength(20)
  })
})
