import { afterAll, beforeAll, expect, test } from 'vitest'
import { uploadAttachment } from '../../support/fixtures/attachments.ts'
import { ENQUIRY_FIELDS } from '../../support/fixtures/enquiries.ts'
import { callAction, createIssuedQuotation, createQuotation } from '../../support/fixtures/quotations.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const PERSON = {
  firstName: 'Vaidehi',
  lastName: 'Subramaniam',
  email: 'vaidehi.s@valves.example',
  phone: '+91 98940 77665',
  message: 'Please call Vaidehi.',
}

let site: TestSite
let sales: SiteFetch
let owner: SiteFetch
beforeAll(async () => {
  site = await startSite({ SMTP_URL: 'smtp://127.0.0.1:1', NOTIFY_EMAIL: 'office@works.example' })
  sales = await site.signIn('sales')
  owner = await site.signIn('owner')
})
afterAll(() => site.close())

/** Sends an enquiry with a file, and issues a quotation for it. Returns the quotation with the customer. */
async function createCustomer(): Promise<Json> {
  const file = await uploadAttachment(site, 'vaidehi.pdf')
  const contents = { company: 'Valli Valves', gstin: '33AAACH7409R1Z8', attachments: [file.id] }
  const enquiry = { ...ENQUIRY_FIELDS, ...PERSON, ...contents }
  const { id } = (await (await site.fetch('/api/enquiries', jsonBody('POST', enquiry))).json()) as Json
  await sales(`/api/enquiries/${id}/notes`, jsonBody('POST', { text: 'Vaidehi wants two.' }))
  const named = { subject: 'Lathe for Vaidehi', customerReference: 'Vaidehi 12' }
  const quotation = await createIssuedQuotation(sales, { enquiry: id, ...named })
  await createQuotation(sales, { enquiry: id, subject: 'For Vaidehi' })
  return quotation
}

/** Everything that the database contains, as text. */
async function readDatabase(): Promise<string> {
  const tables = [
    'customer',
    'enquiry',
    'enquiry_line',
    'enquiry_note',
    'enquiry_search',
    'attachment',
  ] as const
  const others = ['quotation', 'quotation_issue', 'quotation_event', 'audit_log', 'private_link'] as const
  const rows = await Promise.all(
    [...tables, ...others].map((table) => site.db.selectFrom(table).selectAll().execute()),
  )
  return JSON.stringify(rows)
}

test('The data of a customer are exported completely, and an erasure leaves no trace of the person', async () => {
  const quotation = await createCustomer()
  const { id } = quotation.customer
  await expectProblem(sales(`/api/customers/${id}/data`), 403)
  const file = await owner(`/api/customers/${id}/data`)
  expect(file.headers.get('content-disposition')).toContain(`customer-${id}`)
  const data = (await file.json()) as Json
  expect(data).toMatchObject({
    enquiry: [{ message: PERSON.message }],
    enquiry_note: [{ text: 'Vaidehi wants two.' }],
    attachment: [{ name: 'vaidehi.pdf' }],
  })
  expect(data.quotation.map(({ number }: Json) => number)).toEqual([quotation.number, null])
  expect(await readDatabase()).toContain('Vaidehi')

  await expectProblem(sales(`/api/customers/${id}/erasure`, { method: 'POST' }), 403)
  expect((await owner(`/api/customers/${id}/erasure`, { method: 'POST' })).status).toBe(204)
  const text = (await readDatabase()).toLowerCase()
  for (const trace of ['vaidehi', 'subramaniam', '77665', 'valves.example']) expect(text).not.toContain(trace)
  const kept: Json = await expectOk(sales(`/api/quotations/${quotation.id}`))
  expect(kept).toMatchObject({
    number: quotation.number,
    totals: quotation.totals,
    buyerName: 'Valli Valves',
  })
  expect(kept.buyer).toMatchObject({ name: 'Erased', gstin: '33AAACH7409R1Z8', email: '' })
  expect(await expectOk(sales('/api/enquiries?search=vaidehi'))).toEqual([])
  // The counter of numbers is not affected, and the erased customer is not recognised again.
  const next = await createCustomer()
  expect(next.customer.id).not.toBe(id)
  expect((await callAction(owner, { id: quotation.id, action: 'revise' })).status).toBe(200)
})

test('An erasure leaves no trace of a person without a company, whom staff named in a reason', async () => {
  const person = { firstName: 'Kumudha', lastName: 'Raghavan', email: 'kumudha@r.example', company: '' }
  const reply = await site.fetch('/api/enquiries', jsonBody('POST', { ...ENQUIRY_FIELDS, ...person }))
  const { id } = (await reply.json()) as Json
  const quotation = await createIssuedQuotation(sales, { enquiry: id })
  const [, secret] = quotation.link.split('/q/')
  const form = { question: 'When can Kumudha come?', issue: '1' }
  const asked = await site.fetch(`/q/${secret}/question`, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { origin: site.url },
  })
  expect(asked.status).toBe(303)
  const email = { subject: 'Lathe for Kumudha', text: 'Dear Kumudha' }
  expect((await sales(`/api/quotations/${quotation.id}/emails`, jsonBody('POST', email))).status).toBe(202)
  const reason = 'Kumudha retired → Ravi decides'
  for (const action of ['revise', 'withdraw'])
    await expectOk(callAction(sales, { id: quotation.id, action, body: { reason } }))
  await createQuotation(sales, { enquiry: id })
  expect(await readDatabase()).toContain(reason)
  await owner(`/api/customers/${quotation.customer.id}/erasure`, { method: 'POST' })
  expect((await readDatabase()).toLowerCase()).not.toContain('kumudha')
})

test('A quotation without a customer is erased on its own; subject and reference may name the person too', async () => {
  const fields = {
    buyer: { name: 'Vennila Mohan', company: 'Mohan Valves', email: 'vennila@mohan.example' },
    subject: 'Lathes for Vennila',
    customerReference: 'Call of Vennila Mohan',
  }
  const quotation = await createIssuedQuotation(sales, fields)
  const { id: draft } = await createQuotation(sales, fields)
  const page = `${new URL(quotation.link).pathname}/question`
  const body = new URLSearchParams({ question: 'When can Vennila come?' })
  await site.fetch(page, { method: 'POST', body, headers: { origin: site.url } })
  const mails = () => site.db.selectFrom('outbox').selectAll().execute()
  expect(JSON.stringify(await mails())).toContain('Vennila')
  const erase = (id: string, staff = owner) => staff(`/api/quotations/${id}/erasure`, { method: 'POST' })
  await expectProblem(erase(quotation.id, sales), 403)
  for (const id of [quotation.id, draft]) expect((await erase(id)).status).toBe(204)
  expect(`${await readDatabase()}${JSON.stringify(await mails())}`.toLowerCase()).not.toContain('vennila')
  expect(await expectOk(sales(`/api/quotations/${quotation.id}`))).toMatchObject({
    number: quotation.number,
    subject: '',
    customerReference: '',
    totals: quotation.totals,
    buyer: { name: 'Erased', company: 'Mohan Valves' },
  })
  await expectProblem(sales(`/api/quotations/${draft}`), 404)
  const ofCustomer = await createCustomer()
  expect(await expectProblem(erase(ofCustomer.id), 409)).toContain('belongs to a customer')
})

test('An unknown customer is not found', async () => {
  await expectProblem(owner('/api/customers/none/data'), 404)
  await expectProblem(owner('/api/customers/none/erasure', { method: 'POST' }), 404)
})
