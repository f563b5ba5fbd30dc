import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAttachmentFolders } from '../../support/fixtures/attachments.ts'
import { createPersonData, readEverything, SITE_SETTINGS } from '../../support/fixtures/person-fixture.ts'
import { expectOk, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const PERSON = {
  firstName: 'Vaidehi',
  lastName: 'Subramaniam',
  email: 'vs@vaidehi.example',
  phone: '+91 98940 77665',
}
const OTHER = {
  firstName: 'Kumudha',
  lastName: 'Raghavan',
  email: 'kr@kumudha.example',
  phone: '+91 98400 11223',
}
/** What must not remain, in lower case. */
const TRACES = ['vaidehi', 'subramaniam', '77665', '9894077665']

let site: TestSite
let staff: { sales: SiteFetch; owner: SiteFetch }
beforeAll(async () => {
  site = await startSite(SITE_SETTINGS)
  staff = { sales: await site.signIn('sales'), owner: await site.signIn('owner') }
  const { settings, revision }: Json = await expectOk(staff.owner('/api/quotations/settings'))
  const body = { revision, settings: { ...settings, approvalDiscountPercent: 10 } }
  await expectOk(staff.owner('/api/quotations/settings', jsonBody('PUT', body)))
})
afterAll(() => site.close())

const exportData = async (customer: string): Promise<Json> =>
  expectOk(staff.owner(`/api/customers/${customer}/data`))

test('An erasure leaves no trace of a person in any table or file, the export before has all, and another person stays', async () => {
  const customer = await createPersonData(site, staff, PERSON)
  const other = await createPersonData(site, staff, OTHER)
  // Emails in every state.
  const mails = await site.db.selectFrom('outbox').select('id').execute()
  for (const [index, { id }] of mails.entries())
    await site.db
      .updateTable('outbox')
      .set(
        [
          { last_error: null },
          { sent_at: '2026-11-24T00:00:00.000Z', next_attempt_at: null },
          { next_attempt_at: null, last_error: 'refused' },
        ][index % 3]!,
      )
      .where('id', '=', id)
      .execute()
  const before = await readEverything(site)
  for (const trace of TRACES.slice(0, 3)) expect(before).toContain(trace)
  const [data, ofOther] = [await exportData(customer), await exportData(other)]
  const filesBefore = await listAttachmentFolders(site)
  expect((await readdir(join(site.dataDir, 'documents'))).length).toBeGreaterThan(0)

  expect((await staff.owner(`/api/customers/${customer}/erasure`, { method: 'POST' })).status).toBe(204)

  const after = await readEverything(site)
  for (const trace of TRACES) expect(findContext(after, trace)).toEqual([])
  // The export had every row with the person.
  const exported = JSON.stringify(data).toLowerCase()
  for (const trace of TRACES.slice(0, 3)) expect(count(exported, trace), trace).toBeGreaterThan(20)
  for (const table of Object.keys(data)) expect(data[table].length, table).toBeGreaterThan(0)
  // Only the files of the other person remain.
  expect((await listAttachmentFolders(site)).length).toBe(filesBefore.length / 2)
  const { audit_log, ...rows } = ofOther
  const { audit_log: logAfter, ...rowsAfter } = await exportData(other)
  expect(rowsAfter).toEqual(rows)
  expect(logAfter).toEqual(expect.arrayContaining(audit_log))
})

const count = (text: string, part: string): number => text.split(part).length - 1

/** Returns what stands around each occurrence, which explains a failure. */
const findContext = (text: string, part: string): string[] =>
  text
    .split(part)
    .slice(0, -1)
    .map((before) => `${before.slice(-300)}${part}`)
