import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { listAttachmentFolders } from '../../support/fixtures/attachments.ts'
import { enterEnquiry, expectEnquiry } from '../../support/fixtures/enquiries.ts'
import { createPersonData, readEverything, SITE_SETTINGS } from '../../support/fixtures/person-fixture.ts'
import {
  callAction,
  changeQuotationSettings,
  createIssuedQuotation,
  createQuotation,
  postForm,
} from '../../support/fixtures/quotations.ts'
import { expectOk, expectProblem, type Json, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

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

const { site, staff: sales } = startSiteOnce('sales', SITE_SETTINGS)
let owner: SiteFetch
beforeAll(async () => {
  owner = await site.signIn('owner')
  await changeQuotationSettings(owner, { approvalDiscountPercent: 10 })
})

const exportData = (customer: string): Promise<Json> => expectOk(owner(`/api/customers/${customer}/data`))
const read = (quotation: string): Promise<Json> => expectOk(sales(`/api/quotations/${quotation}`))

test('An erasure leaves no trace of a person in any table or file, the export before has all, and another person stays', async () => {
  const customer = await createPersonData(site, { sales, owner }, PERSON)
  const other = await createPersonData(site, { sales, owner }, OTHER)
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
  const { headers } = await owner(`/api/customers/${customer}/data`)
  expect(headers.get('content-disposition')).toContain(`customer-${customer}`)
  const withdrawn = await read(data.quotation.find(({ state }: Json) => state === 'withdrawn').id)
  const filesBefore = await listAttachmentFolders(site)
  expect((await readdir(join(site.dataDir, 'documents'))).length).toBeGreaterThan(0)

  expect((await owner(`/api/customers/${customer}/erasure`, { method: 'POST' })).status).toBe(204)

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
  // What the accounts need stays, and the erased customer is not recognised again.
  const { id, number, totals } = withdrawn
  expect(number).toMatch(/^QTN/)
  expect(await read(id)).toMatchObject({ number, totals, buyer: { name: 'Erased', email: '' } })
  expect(await expectOk(sales('/api/enquiries?search=vaidehi'))).toEqual([])
  expect((await callAction(sales, { id, action: 'revise' })).status).toBe(200)
  const { customerId } = await enterEnquiry(sales, { ...PERSON, message: 'Again.' })
  expect(customerId).not.toBe(customer)
})

test('A quotation without a customer is erased on its own; subject and reference may name the person too', async () => {
  const buyer = { company: 'Mohan Valves', gstin: '33AAACH7409R1Z8' }
  const fields = {
    buyer: { ...buyer, name: 'Vennila Mohan', email: 'vennila@mohan.example' },
    subject: 'Lathes for Vennila',
    customerReference: 'Call of Vennila Mohan',
  }
  const { id, number, totals, link } = await createIssuedQuotation(sales, fields)
  const { id: draft } = await createQuotation(sales, fields)
  await postForm(site, link, 'question', { question: 'When can Vennila come?' })
  expect(JSON.stringify(await site.db.selectFrom('outbox').selectAll().execute())).toContain('Vennila')
  const erase = (quotation: string) => owner(`/api/quotations/${quotation}/erasure`, { method: 'POST' })
  for (const quotation of [id, draft]) expect((await erase(quotation)).status).toBe(204)
  expect(findContext(await readEverything(site), 'vennila')).toEqual([])
  const kept = { number, totals, subject: '', customerReference: '', buyerName: 'Mohan Valves' }
  expect(await read(id)).toMatchObject({ ...kept, buyer: { ...buyer, name: 'Erased', email: '' } })
  await expectProblem(sales(`/api/quotations/${draft}`), 404)
  const { id: enquiry } = await expectEnquiry(site, {})
  const ofCustomer = await createQuotation(sales, { enquiry })
  expect(await expectProblem(erase(ofCustomer.id), 409)).toContain('belongs to a customer')
})

test('An unknown customer is not found', async () => {
  await expectProblem(owner('/api/customers/none/data'), 404)
  await expectProblem(owner('/api/customers/none/erasure', { method: 'POST' }), 404)
})

const count = (text: string, part: string): number => text.split(part).length - 1

/** Returns what stands around each occurrence, which explains a failure. */
const findContext = (text: string, part: string): string[] =>
  text
    .split(part)
    .slice(0, -1)
    .map((before) => `${before.slice(-300)}${part}`)
