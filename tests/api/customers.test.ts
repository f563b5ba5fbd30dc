import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../support/http-client.ts'
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

test('staff see people with what they asked and what is open, those first who came last', async () => {
  const [arun, meera] = (await listCustomers()) as [Json, Json]
  expect(arun).toMatchObject({ ...ARUN, enquiries: 1, open: 1 })
  expect(meera).toMatchObject({ ...MEERA, enquiries: 2, open: 1 })
  expect(meera.lastEnquiryAt > arun.lastEnquiryAt).toBe(true)
  const reply = await staff('/api/customers?limit=1&offset=1')
  expect(reply.headers.get('x-total-count')).toBe('2')
  expect(await reply.json()).toEqual([meera])
})

test.each([
  ['MEERA', 'Meera'],
  ['raghavan', 'Meera'],
  ['@valves', 'Meera'],
  ['098400-12345', 'Meera'],
  ['ar', 'Arun'],
  ['pumps', 'Arun'],
])('staff find %s, whoever is named in a message', async (search, name) => {
  const found = await listCustomers(`?search=${encodeURIComponent(search)}`)
  expect(found.map(({ firstName }) => firstName)).toContain(name)
  if (search.length > 2) expect(found).toHaveLength(1)
})

test('a person is shown with every enquiry and one timeline, the newest first', async () => {
  site.advanceClock(1)
  await staff(`/api/enquiries/${second}/notes`, jsonBody('POST', { text: 'Wants it by March.' }))
  site.advanceClock(1)
  await expectOk(staff(`/api/enquiries/${second}`, jsonBody('PATCH', { status: 'quoted' })))
  const [, { id }] = (await listCustomers()) as [Json, Json]
  const person = await expectOk(staff(`/api/customers/${id}`))
  expect(person).toMatchObject(MEERA)
  expect(person.enquiries.map((enquiry: Json) => enquiry.id)).toEqual([second, first])
  expect(person.timeline.map(({ kind, enquiryId, text }: Json) => [kind, enquiryId, text])).toEqual([
    ['change', second, 'new → quoted'],
    ['note', second, 'Wants it by March.'],
    ['change', first, 'new → won'],
    ['received', second, ''],
    ['received', first, ''],
  ])
  expect(person.timeline[1].by).toBe('sales1')
})

test('what staff entered is told once', async () => {
  const body = { firstName: 'Kala', email: '', phone: '+91 93333 44444', message: 'By telephone.' }
  const reply = await staff('/api/enquiries/by-staff', jsonBody('POST', body))
  const { customerId } = await reply.json()
  const { timeline } = await expectOk(staff(`/api/customers/${customerId}`))
  expect(timeline).toMatchObject([{ kind: 'change', by: 'sales1', text: 'entered as contacted' }])
})

test('nobody is there under an unknown id', async () => {
  expect(await expectProblem(staff('/api/customers/unknown'), 404)).toBe('Customer not found')
})
