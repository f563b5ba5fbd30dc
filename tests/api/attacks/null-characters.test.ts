import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { snapshotData } from '../../support/db-snapshot.ts'
import { bulkUpdate, createMachine } from '../../support/fixtures/items.ts'
import { expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const BAD = 'Me\0era'
const ENQUIRY = {
  firstName: 'Meera',
  lastName: 'Raghavan',
  email: 'meera@valves.example',
  phone: '+91 98400 12345',
  message: 'Our CL 25 needs a new spindle bearing.',
}

let site: TestSite
let staff: SiteFetch
let enquiry: string
let machine: Json
beforeAll(async () => {
  site = await startSite()
  staff = await site.signIn('owner')
  machine = await createMachine(staff)
  enquiry = (await (await site.fetch('/api/enquiries', jsonBody('POST', ENQUIRY))).json()).id
})
afterAll(() => site.close())

describe('Null characters', () => {
  test.each([
    '/api/enquiries',
    '/api/enquiries.csv',
    '/api/customers',
    '/api/log',
    '/api/reviews/all',
    '/api/items',
  ])('A null character in a search of %s is rejected', async (path) => {
    for (const search of [BAD, '\0', `a\0`])
      expect(await expectProblem(staff(`${path}?search=${encodeURIComponent(search)}`), 400)).toBe(
        'A search cannot contain a null character.',
      )
  })

  test.each([
    '/api/enquiries?owner=',
    '/api/enquiries?customer=',
    '/api/log?by=',
    '/api/log?subjectId=',
    '/api/items?category=',
  ])('A null character in %s is rejected', async (path) => {
    expect(await expectProblem(staff(path + encodeURIComponent(BAD)), 400)).toBe(
      'A text cannot contain a null character.',
    )
  })

  const everyText = (body: object) =>
    Object.keys(body).map((key) => ({ ...body, [key]: `${BAD}@firm.example` }))
  test.each<[string, () => Promise<Response>[]]>([
    [
      "a visitor's enquiry",
      () =>
        everyText({ ...ENQUIRY, item: '', requestKey: '', company: '', gstin: '', place: '' }).map((body) =>
          site.fetch('/api/enquiries', jsonBody('POST', body)),
        ),
    ],
    [
      "a visitor's review",
      () =>
        everyText({ text: 'Good.', name: '', position: '', company: '' }).map((body) =>
          site.fetch('/api/reviews', jsonBody('POST', body)),
        ),
    ],
    [
      'what staff enter',
      () =>
        everyText({ ...ENQUIRY, item: '', requestKey: '' }).map((body) =>
          staff('/api/enquiries/by-staff', jsonBody('POST', body)),
        ),
    ],
    ['a note', () => [staff(`/api/enquiries/${enquiry}/notes`, jsonBody('POST', { text: BAD }))]],
    ['an owner', () => [staff(`/api/enquiries/${enquiry}`, jsonBody('PATCH', { ownerId: BAD }))]],
    ['a category for many', () => [bulkUpdate(staff, [machine.id], { category: BAD })]],
  ])('A null character in %s is rejected with one message, and nothing is stored', async (_what, send) => {
    const before = await snapshotData(site)
    for (const reply of send())
      expect(await expectProblem(reply, 400)).toContain('A text cannot contain a null character.')
    expect(await snapshotData(site)).toEqual(before)
  })

  test('A null character in a plain form is rejected', async () => {
    const before = await snapshotData(site)
    const body = new URLSearchParams({ ...ENQUIRY, message: BAD })
    const reply = await site.fetch('/api/enquiries/form', { method: 'POST', body })
    expect(reply.headers.get('location')).toBe('/?enquiry=refused#contact')
    expect(await snapshotData(site)).toEqual(before)
  })
})
