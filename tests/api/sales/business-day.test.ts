import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterEnquiry } from '../../support/fixtures/enquiries.ts'
import { expectOk, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const DAY_MS = 86_400_000
/** The next 20:00 UTC, when it is 01:30 of the next day in India (UTC+5:30). */
const eveningUtcMs = Math.ceil((Date.now() - 20 * 3_600_000) / DAY_MS) * DAY_MS + 20 * 3_600_000
const toUtcDate = (time: number) => new Date(time).toISOString().slice(0, 10)
const INDIAN_DATE = toUtcDate(eveningUtcMs + DAY_MS)

let site: TestSite
let staff: SiteFetch
let id: string
beforeAll(async () => {
  site = await startSite()
  site.advanceClock((eveningUtcMs - Date.now()) / 60_000)
  staff = await site.signIn('sales')
  const enquiry = { firstName: 'Meera', phone: '+91 98400 12345', message: 'Call me tomorrow morning.' }
  ;({ id } = await enterEnquiry(staff, enquiry))
})
afterAll(() => site.close())

test.each([
  ["due on today's date in India, which is tomorrow in UTC", INDIAN_DATE, 1],
  ["due on tomorrow's date in India", toUtcDate(eveningUtcMs + 2 * DAY_MS), 0],
])(
  'At 20:00 UTC, list, count, export and dashboard agree whether an enquiry is due: %s',
  async (_what, day, due) => {
    await expectOk(staff(`/api/enquiries/${id}`, jsonBody('PATCH', { nextActionOn: day })))
    expect(await expectOk(staff('/api/enquiries?due=true'))).toHaveLength(due)
    expect(await expectOk(staff('/api/enquiries?due=false'))).toHaveLength(1)
    expect((await expectOk(staff('/api/enquiries/counts'))).due).toBe(due)
    const file = await (await staff('/api/enquiries.csv?due=true')).text()
    expect(file.includes('Call me tomorrow morning.')).toBe(due === 1)
    expect((await expectOk(staff('/api/dashboard'))).pending.due).toBe(due)
  },
)

test('The name of the exported file and the time of receipt in it are those in India', async () => {
  const reply = await staff('/api/enquiries.csv')
  expect(await reply.text()).toMatch(new RegExp(`^${INDIAN_DATE} 01:3\\d,Contacted,`, 'm'))
  expect(reply.headers.get('content-disposition')).toContain(`enquiries-${INDIAN_DATE}.csv`)
})
