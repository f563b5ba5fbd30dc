import { beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../support/fixtures/accounts.ts'
import { enterEnquiry } from '../../support/fixtures/enquiries.ts'
import { createIssuedQuotation, createQuotation } from '../../support/fixtures/quotations.ts'
import { expectOk, expectProblem, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('sales')
const MEERA = {
  firstName: 'Meera',
  lastName: 'Raghavan',
  email: 'meera@valves.example',
  phone: '+91 98400 12345',
}
const ARUN = {
  firstName: 'Arun',
  lastName: 'Prakash',
  email: 'arun@pumps.example',
  phone: '+91 90000 77777',
}

async function sendEnquiry(body: object): Promise<string> {
  const reply = await site.fetch('/api/enquiries', jsonBody('POST', body))
  site.advanceClock(1)
  return (await reply.json()).id
}
const readEnquiry = (id: string): Promise<Json> => expectOk(staff(`/api/enquiries/${id}`))
const readCustomer = (id: string): Promise<Json> => expectOk(staff(`/api/customers/${id}`))
const assign = (id: string, customer: string | null): Promise<Json> =>
  expectOk(staff(`/api/enquiries/${id}/customer`, jsonBody('PUT', { customer })))
const listCustomers = (query = ''): Promise<Json[]> => expectOk(staff(`/api/customers${query}`))

let first: string
let second: string
beforeAll(async () => {
  first = await sendEnquiry({ ...MEERA, message: 'First valves.', company: 'Salem Valves' })
  await sendEnquiry({ ...ARUN, message: 'Ask Meera about this.' })
  second = await sendEnquiry({ ...MEERA, message: 'Second.', company: 'Kovai Valves' })
  await expectOk(staff(`/api/enquiries/${first}`, jsonBody('PATCH', { status: 'won' })))
  await assign(second, (await readEnquiry(first)).customer.id)
})

test('The list of customers has their newest company, enquiries and open enquiries, the latest enquiry first', async () => {
  const [meera, arun] = (await listCustomers()) as [Json, Json]
  expect(arun).toMatchObject({ ...ARUN, company: '', enquiries: 1, open: 1 })
  expect(meera).toMatchObject({ ...MEERA, company: 'Kovai Valves', enquiries: 2, open: 1 })
  expect(meera.lastEnquiryAt > arun.lastEnquiryAt).toBe(true)
  const reply = await staff('/api/customers?limit=1&offset=1')
  expect(reply.headers.get('x-total-count')).toBe('2')
  expect(await reply.json()).toEqual([arun])
})

test.each([
  ['MEERA', 'Meera'],
  ['raghavan', 'Meera'],
  ['@valves', 'Meera'],
  ['098400-12345', 'Meera'],
  ['ar', 'Arun'],
  ['pumps', 'Arun'],
])('A search for %s finds customers by their own details, not by messages', async (search, name) => {
  const found = await listCustomers(`?search=${encodeURIComponent(search)}`)
  expect(found.map(({ firstName }) => firstName)).toContain(name)
  if (search.length > 2) expect(found).toHaveLength(1)
})

test('A customer has all enquiries and one timeline, newest first', async () => {
  site.advanceClock(1)
  await staff(`/api/enquiries/${second}/notes`, jsonBody('POST', { text: 'Wants it by March.' }))
  site.advanceClock(1)
  await expectOk(staff(`/api/enquiries/${second}`, jsonBody('PATCH', { status: 'quoted' })))
  const [{ id }] = (await listCustomers()) as [Json]
  const person = await expectOk(staff(`/api/customers/${id}`))
  expect(person).toMatchObject(MEERA)
  expect(person.enquiries.map((enquiry: Json) => enquiry.id)).toEqual([second, first])
  expect(person.timeline.map(({ kind, enquiryId, text }: Json) => [kind, enquiryId, text])).toEqual([
    ['change', second, 'New → Quoted'],
    ['note', second, 'Wants it by March.'],
    ['change', second, 'assigned to a customer'],
    ['change', first, 'New → Won'],
    ['received', second, ''],
    ['received', first, ''],
  ])
  expect(person.timeline[1].by).toBe('sales1')
})

test('The timeline of a customer has what happened to the quotations, for those who may read them', async () => {
  const [{ id }] = (await listCustomers('?search=arun')) as [Json]
  const quotation = await createIssuedQuotation(staff, { customer: id })
  for (const action of ['revise', 'discard-revision'])
    await expectOk(staff(`/api/quotations/${quotation.id}/${action}`, jsonBody('POST', {})))
  await expectOk(
    staff(`/api/quotations/${quotation.id}/withdraw`, jsonBody('POST', { reason: 'Sent by mistake' })),
  )
  const { timeline } = await expectOk(staff(`/api/customers/${id}`))
  const events = timeline.filter(({ kind }: Json) => kind === 'quotation')
  expect(events.map(({ label, text, by }: Json) => [label, text, by])).toEqual([
    [`${quotation.number} R1: Withdrawn`, 'Sent by mistake', 'sales1'],
    [`${quotation.number} R2: Revision discarded`, '', 'sales1'],
    [`${quotation.number} R2: Revision started`, '', 'sales1'],
    [`${quotation.number} R1: Sent`, 'No email was sent, only the link was created.', 'sales1'],
    [`${quotation.number}: Created`, '', 'sales1'],
  ])
  expect(events[0].quotationId).toBe(quotation.id)
  const { fetch: crm } = await createApiKey(site, await site.signIn('owner'), ['enquiries.read'])
  const kinds = (await expectOk(crm(`/api/customers/${id}`))).timeline.map(({ kind }: Json) => kind)
  expect(kinds).not.toContain('quotation')
})

test('An enquiry that staff entered is in the timeline once', async () => {
  const body = { firstName: 'Kala', email: '', phone: '+91 93333 44444', message: 'By telephone.' }
  const { customerId } = await enterEnquiry(staff, body)
  const { timeline } = await expectOk(staff(`/api/customers/${customerId}`))
  expect(timeline).toMatchObject([{ kind: 'change', by: 'sales1', text: 'entered as Contacted' }])
})

test('An unknown customer id returns 404', async () => {
  expect(await expectProblem(staff('/api/customers/unknown'), 404)).toBe('Customer not found')
})

test('A list of enquiries has the first 300 characters of a message, the customer the full message', async () => {
  const message = 'Spindle. '.repeat(1000).trim()
  const id = await sendEnquiry({ ...ARUN, message })
  const [listed] = (await expectOk(staff('/api/enquiries?limit=1'))) as [Json]
  expect(listed).toMatchObject({ id, message: `${message.slice(0, 300).trimEnd()}…` })
  const { enquiries } = await expectOk(staff(`/api/customers/${listed.customer.id}`))
  expect(enquiries[0]).toMatchObject({ id, message })
})

test('Customers are sorted by every column in both directions; those without a phone number are last', async () => {
  const enter = async (firstName: string, phone: string) => {
    const body = { firstName, email: `${firstName}@sorted.example`, phone, message: 'Cams.' }
    const { id } = await enterEnquiry(staff, body)
    site.advanceClock(1)
    return id
  }
  await enter('Mala', '+91 90000 22222')
  await enter('arun', '+91 90000 11111')
  const closed = await enter('Bala', '')
  await enter('Mala', '+91 90000 22222')
  await enter('Bala', '')
  await expectOk(staff(`/api/enquiries/${closed}`, jsonBody('PATCH', { status: 'lost' })))
  const orders = {
    name: ['arun,Bala,Mala', 'Mala,Bala,arun'],
    phone: ['arun,Mala,Bala', 'Mala,arun,Bala'],
    email: ['arun,Bala,Mala', 'Mala,Bala,arun'],
    lastEnquiry: ['arun,Mala,Bala', 'Bala,Mala,arun'],
  }
  const list = (query: string) => listCustomers(`?search=sorted.example&${query}`)
  for (const [sort, expected] of Object.entries(orders)) {
    const names = ['asc', 'desc'].map(async (order) =>
      (await list(`sort=${sort}&order=${order}`)).map(({ firstName }) => firstName).join(),
    )
    expect(await Promise.all(names), sort).toEqual(expected)
  }
  expect((await list('sort=enquiries')).map(({ enquiries }) => enquiries)).toEqual([2, 2, 1])
  expect((await list('sort=open&order=asc')).map(({ open }) => open)).toEqual([1, 1, 2])
  await expectProblem(staff('/api/customers?sort=age'), 400)
})

describe('Customers with the same addresses', () => {
  const RAVI = { firstName: 'Ravi', lastName: 'Kumar', email: '', phone: '+91 98888 00001' }
  const MALLORY = { ...RAVI, email: 'mallory@evil.example' }

  /** Staff enter Ravi by phone; somebody sends an enquiry with his name and number, and another address. */
  async function sendAsRavi(digits: string): Promise<{ ravi: string; mallory: string; enquiry: string }> {
    const phone = `+91 98888 ${digits}`
    const body = { ...RAVI, phone, message: 'By telephone.' }
    const { customerId: ravi } = await enterEnquiry(staff, body)
    const enquiry = await sendEnquiry({
      ...MALLORY,
      email: `${digits}@evil.example`,
      phone: `098888-${digits}`,
      message: 'Your best price, please.',
    })
    return { ravi, enquiry, mallory: (await readEnquiry(enquiry)).customer.id }
  }

  test("An enquiry of a visitor changes no stored customer: a quotation to that customer goes to the stored address, and an export contains nothing of the visitor's", async () => {
    const { ravi, mallory } = await sendAsRavi('00001')
    expect(mallory).not.toBe(ravi)
    expect(await readCustomer(ravi)).toMatchObject({ email: '', enquiries: [{ message: 'By telephone.' }] })
    const draft = await createQuotation(staff, { customer: ravi })
    expect(draft.buyer.email).toBe('')
    const owner = await site.signIn('owner')
    const data = await (await owner(`/api/customers/${ravi}/data`)).text()
    expect(data).toContain('By telephone.')
    for (const hers of ['00001@evil.example', 'best price']) expect(data).not.toContain(hers)
    expect((await owner(`/api/customers/${mallory}/erasure`, { method: 'POST' })).status).toBe(204)
    expect(await readCustomer(ravi)).toMatchObject({
      firstName: 'Ravi',
      enquiries: [{ message: 'By telephone.' }],
    })
  })

  test('Staff see who has the same phone number or e-mail address, on both screens', async () => {
    const { ravi, mallory, enquiry } = await sendAsRavi('00002')
    const assignment = { enquiry, customer: { id: ravi, firstName: 'Ravi', lastName: 'Kumar' } }
    expect((await readCustomer(mallory)).matches).toEqual([
      {
        customer: { id: ravi, ...RAVI, phone: '+91 98888 00002' },
        same: ['phone'],
        enquiries: 1,
        assignment,
      },
    ])
    expect((await readCustomer(ravi)).matches).toMatchObject([
      { customer: { id: mallory, email: '00002@evil.example' }, same: ['phone'], enquiries: 1, assignment },
    ])
    const [again, other] = [
      await sendEnquiry({ ...ARUN, email: 'same@pumps.example', phone: '+91 98888 11111', message: 'One.' }),
      await sendEnquiry({ ...ARUN, email: 'SAME@pumps.example', phone: '+91 98888 11111', message: 'Two.' }),
    ]
    const { id } = (await readEnquiry(again)).customer
    expect((await readCustomer(id)).matches).toMatchObject([
      { customer: { id: (await readEnquiry(other)).customer.id }, same: ['email', 'phone'] },
    ])
  })

  test('An enquiry that staff assign takes its quotations along, keeps its contact details and changes none of the customer', async () => {
    const { ravi, mallory, enquiry } = await sendAsRavi('00003')
    const { id: ofEnquiry } = await createIssuedQuotation(staff, { enquiry })
    const { id: ofCustomer } = await createQuotation(staff, { customer: mallory })
    expect(await assign(enquiry, ravi)).toMatchObject({
      customer: { id: ravi, email: '00003@evil.example' },
      revision: 3,
    })
    const customer = await readCustomer(ravi)
    expect(customer).toMatchObject({ email: '', matches: [] })
    expect(customer.enquiries).toHaveLength(2)
    await expectProblem(staff(`/api/customers/${mallory}`), 404)
    for (const quotation of [ofEnquiry, ofCustomer])
      expect(await expectOk(staff(`/api/quotations/${quotation}`))).toMatchObject({ customer: { id: ravi } })
    for (const action of ['revise', 'discard-revision'])
      expect(
        await expectOk(staff(`/api/quotations/${ofEnquiry}/${action}`, jsonBody('POST', {}))),
      ).toMatchObject({ customer: { id: ravi }, enquiry: { id: enquiry } })
    // The assignment can be taken back.
    const separated = await assign(enquiry, null)
    expect(separated.customer).toMatchObject({ email: '00003@evil.example' })
    expect(separated.customer.id).not.toBe(ravi)
    expect((await readCustomer(ravi)).enquiries).toHaveLength(1)
    expect(await expectOk(staff(`/api/quotations/${ofEnquiry}`))).toMatchObject({
      customer: { id: separated.customer.id },
    })
  })

  test('What staff keep separate is not shown again, and is not mixed up with what staff enter by phone later', async () => {
    const { ravi, mallory, enquiry } = await sendAsRavi('00004')
    expect((await assign(enquiry, null)).customer.id).toBe(mallory)
    for (const id of [ravi, mallory]) expect((await readCustomer(id)).matches).toEqual([])
    const body = { ...RAVI, phone: '+91 98888 00004', message: 'Calls again.' }
    const { customerId } = await enterEnquiry(staff, body)
    expect((await readCustomer(customerId)).matches.map(({ customer }: Json) => customer.id)).toEqual([
      ravi,
      mallory,
    ])
  })

  test('What staff enter by phone belongs to no customer that only a visitor has described', async () => {
    const phone = '+91 98888 00005'
    const theirs = await sendEnquiry({ ...MALLORY, phone, message: 'Hello.' })
    const body = { ...RAVI, phone, message: 'By telephone.' }
    const { customerId } = await enterEnquiry(staff, body)
    expect(customerId).not.toBe((await readEnquiry(theirs)).customer.id)
    expect(await readCustomer(customerId)).toMatchObject({ email: '', matches: [{ same: ['phone'] }] })
  })

  test('Two assignments at the same time leave the enquiry with one customer; unknown ids are refused', async () => {
    const { ravi, enquiry } = await sendAsRavi('00006')
    const { ravi: other } = await sendAsRavi('00007')
    const put = (id: string, customer: unknown) =>
      staff(`/api/enquiries/${id}/customer`, jsonBody('PUT', { customer }))
    const replies = await Promise.all([put(enquiry, ravi), put(enquiry, other), put(enquiry, null)])
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200])
    const { customer } = await readEnquiry(enquiry)
    expect((await readCustomer(customer.id)).enquiries.map(({ id }: Json) => id)).toContain(enquiry)
    await expectProblem(put(enquiry, 'unknown'), 400)
    await expectProblem(put('unknown', ravi), 404)
    await expectProblem(put(enquiry, undefined), 400)
  })
})

test('A key without enquiries.read adds no enquiry or customer to a quotation, and reads no contact details', async () => {
  const enquiry = await sendEnquiry({ ...ARUN, message: 'One lathe.' })
  const customer = (await readEnquiry(enquiry)).customer.id
  const owner = await site.signIn('owner')
  const { fetch: key } = await createApiKey(site, owner, ['quotations.edit', 'quotations.read'], 'Quotations')
  for (const source of [{ enquiry }, { customer }])
    await expectProblem(key('/api/quotations', jsonBody('POST', source)), 403)
  const { id, revision } = await createQuotation(key)
  await expectProblem(key(`/api/quotations/${id}`, jsonBody('PATCH', { revision, enquiry })), 403)
  const ofStaff = await createQuotation(staff, { enquiry, buyer: { name: 'Arun' } })
  const change = { revision: ofStaff.revision, buyer: null, subject: 'Changed' }
  const changed = await expectOk(key(`/api/quotations/${ofStaff.id}`, jsonBody('PATCH', change)))
  expect(JSON.stringify(changed.buyer)).not.toContain(ARUN.email)
  expect(await readEnquiry(enquiry)).toMatchObject({ status: 'new' })
})
