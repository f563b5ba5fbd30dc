import { beforeAll, describe, expect, test } from 'vitest'
import { snapshotData } from '../../support/db-snapshot.ts'
import { ENQUIRY_FIELDS, expectEnquiry } from '../../support/fixtures/enquiries.ts'
import { bulkUpdate, createMachine } from '../../support/fixtures/items.ts'
import { expectProblem, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const BAD = 'Me\0era'

let enquiry: string
let machine: Json
const { site, staff } = startSiteOnce('owner')
beforeAll(async () => {
  machine = await createMachine(staff)
  enquiry = (await expectEnquiry(site, {})).id
})

describe('Null characters', () => {
  test.each([
    ...['/api/enquiries', '/api/enquiries.csv', '/api/customers', '/api/log', '/api/reviews/all'],
    ...['/api/items', '/api/items/ids'],
  ])('A null character in a search of %s is rejected', async (path) => {
    for (const search of [BAD, '\0', `a\0`])
      expect(await expectProblem(staff(`${path}?search=${encodeURIComponent(search)}`), 400)).toBe(
        'A search cannot contain a null character.',
      )
  })

  test.each([
    ...['/api/enquiries?owner=', '/api/enquiries?customer=', '/api/log?by=', '/api/log?subjectId='],
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
        everyText({ ...ENQUIRY_FIELDS, item: '', requestKey: '', company: '', gstin: '', place: '' }).map(
          (body) => site.fetch('/api/enquiries', jsonBody('POST', body)),
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
        everyText({ ...ENQUIRY_FIELDS, item: '', requestKey: '' }).map((body) =>
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
    const body = new URLSearchParams({ ...ENQUIRY_FIELDS, message: BAD })
    const reply = await site.fetch('/api/enquiries/form', { method: 'POST', body })
    expect(reply.headers.get('location')).toBe('/?enquiry=refused#contact')
    expect(await snapshotData(site)).toEqual(before)
  })
})
