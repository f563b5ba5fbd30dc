import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '../support/accounts.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../support/http-client.ts'
import { createIssuedQuotation } from '../support/quotations.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
let staff: SiteFetch
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
const listCustomers = (query = ''): Promise<Json[]> => expectOk(staff(`/api/customers${query}`))

let first: string
let second: string
beforeAll(async () => {
  site = await startSite()
  first = await sendEnquiry({ ...MEERA, message: 'First valves.' })
  await sendEnquiry({ ...ARUN, message: 'Ask Meera about this.' })
  second = await sendEnquiry({ ...MEERA, message: 'Second.' })
  staff = await site.signIn('sales')
  await expectOk(staff(`/api/enquiries/${first}`, jsonBody('PATCH', { status: 'won' })))
})
afterAll(() => site.close())

test('The list of customers has their enquiries and open enquiries, the latest enquiry first', async () => {
  const [meera, arun] = (await listCustomers()) as [Json, Json]
  expect(arun).toMatchObject({ ...ARUN, enquiries: 1, open: 1 })
  expect(meera).toMatchObject({ ...MEERA, enquiries: 2, open: 1 })
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
  const reply = await staff('/api/enquiries/by-staff', jsonBody('POST', body))
  const { customerId } = await reply.json()
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
    const reply = await staff('/api/enquiries/by-staff', jsonBody('POST', body))
    expect(reply.status).toBe(201)
    site.advanceClock(1)
    return (await reply.json()).id as string
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
