import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from 'vitest'
import { TABLES } from '#server/database/tables.ts'
import { PDF, uploadAttachment } from './attachments.ts'
import { expectOk, type Json, jsonBody, type SiteFetch } from './http-client.ts'
import { createMachine, expectCreated } from './items.ts'
import { callAction, createIssuedQuotation, createQuotation, LINE, QUOTATION } from './quotations.ts'
import type { TestSite } from './site.ts'

/** What identifies a person in texts of any kind. */
export interface FixturePerson {
  firstName: string
  lastName: string
  email: string
  phone: string
}

export const SITE_SETTINGS = {
  PUBLIC_URL: 'https://shop.example',
  TRUST_PROXY: '1',
  SMTP_URL: 'smtp://127.0.0.1:9',
  NOTIFY_EMAIL: 'office@works.example',
}

/**
 * Does everything that stores something about a person: enquiries by staff and from the site, notes, files, emails, quotations in
 * every state with questions, answers, reasons and a purchase order. Returns the id of the customer.
 */
export async function createPersonData(
  site: TestSite,
  { sales, owner }: { sales: SiteFetch; owner: SiteFetch },
  person: FixturePerson,
): Promise<string> {
  const { firstName, lastName, email } = person
  const name = `${firstName} ${lastName}`
  const { id: enquiry, customerId } = await expectCreated(
    sales(
      '/api/enquiries/by-staff',
      jsonBody('POST', { ...person, message: `${name} rang.`, status: 'new' }),
    ),
  )
  const { id: item } = await createMachine(owner, { name: 'CL 25 Lathe' })
  await sendPublicEnquiry(site, sales, { person, customerId, item })
  await expectCreated(
    sales(`/api/enquiries/${enquiry}/notes`, jsonBody('POST', { text: `${firstName} → wants two` })),
  )
  const emailed = { subject: `For ${name}`, text: `Dear ${firstName}` }
  expect((await sales(`/api/enquiries/${enquiry}/emails`, jsonBody('POST', emailed))).status).toBe(202)
  await expectOk(sales(`/api/enquiries/${enquiry}`, jsonBody('PATCH', { status: 'contacted' })))
  const fields = {
    enquiry,
    subject: `Lathe for ${firstName}`,
    customerReference: `Call of ${name}`,
    terms: { payment: `As agreed with ${name}`, other: `Telephone ${person.phone}` },
    lines: [
      {
        ...LINE,
        key: 'lathe',
        description: `Capstan lathe CL 25\nColour as ${firstName} wishes`,
        group: `For ${lastName}`,
        specifications: [['Contact', email]],
      },
    ],
  }
  await createQuotation(sales, fields)
  await createAcceptedQuotation(site, { sales, owner }, { fields, person })
  await createDeclinedQuotation(site, sales, { fields, person })
  for (const path of ['/api/search-misses', '/api/search-misses'])
    await site.fetch(`${path}?search=${encodeURIComponent(`${name} lathe`)}`, { method: 'POST' })
  return customerId
}

/** The public form with a file, by the same person; staff assign the enquiry to the customer. */
async function sendPublicEnquiry(
  site: TestSite,
  sales: SiteFetch,
  { person, customerId, item }: { person: FixturePerson; customerId: string; item: string },
): Promise<void> {
  const content = PDF.replace('<<>>', `<</Title(${person.firstName})>>`)
  const file = await uploadAttachment(site, `${person.firstName} drawing.pdf`, content)
  const enquiry = {
    ...person,
    message: `Please call ${person.firstName} on ${person.phone}.`,
    company: 'Valli Valves',
    gstin: '33AAACH7409R1Z8',
    place: `${person.lastName} Street`,
    attachments: [file.id],
    lines: [{ item, quantity: 2, note: `For ${person.firstName}` }],
  }
  const { id } = await expectCreated(site.fetch('/api/enquiries', jsonBody('POST', enquiry)))
  await expectOk(sales(`/api/enquiries/${id}/customer`, jsonBody('PUT', { customer: customerId })))
}

interface QuotationOptions {
  fields: Json
  person: FixturePerson
}

/** A quotation with approval, question, answer, revision, acceptance with a purchase order, and confirmation. */
async function createAcceptedQuotation(
  site: TestSite,
  { sales, owner }: { sales: SiteFetch; owner: SiteFetch },
  { fields, person: { firstName, lastName } }: QuotationOptions,
): Promise<void> {
  const name = `${firstName} ${lastName}`
  const { id } = await createQuotation(sales, { ...fields, discountPercent: 50 })
  const act = (action: string, body: Json = {}, staff = sales) =>
    expectOk(callAction(staff, { id, action, body }))
  const approve = async () => {
    await act('request-approval', { reason: `${name} is → worth it` })
    await act('approve', { reason: `For ${firstName}` }, owner)
  }
  await approve()
  const { link } = await act('issue', {
    sendEmail: true,
    email: { subject: `For ${name}`, text: `Dear ${firstName}, [link]` },
  })
  const path = new URL(link).pathname
  await site.fetch(path)
  await postForm(site, `${path}/question`, { question: `When can ${name} come?` })
  await act('answers', { text: `Come at ten, ${firstName}`, sendEmail: true })
  const email = { subject: `Lathe for ${name}`, text: `Dear ${firstName}` }
  expect((await sales(`/api/quotations/${id}/emails`, jsonBody('POST', email))).status).toBe(202)
  await act('revise', { reason: `10 % → 12 % for ${firstName}` })
  await approve()
  const { link: second } = await act('issue', { sendEmail: true })
  for (const kind of ['pdf', 'pdf?kind=proforma']) await sales(`/api/quotations/${id}.${kind}`)
  const order = await uploadAttachment(site, `PO ${lastName}.pdf`, PDF)
  const acceptance = {
    issue: '2',
    name,
    position: `Head of ${lastName} works`,
    purchaseOrder: `PO ${firstName} 7`,
    fileId: order.id,
  }
  await postForm(site, `${new URL(second).pathname}/accept`, acceptance)
  await act('confirm', { message: `Thank you, ${firstName}` })
  expect((await expectOk(sales(`/api/quotations/${id}`))).acceptance.file.name).toContain(lastName)
}

/** A quotation that is declined with a text, and another one that staff withdraw with a reason. */
async function createDeclinedQuotation(
  site: TestSite,
  sales: SiteFetch,
  { fields, person: { firstName } }: QuotationOptions,
): Promise<void> {
  const declined = await createIssuedQuotation(sales, fields)
  const form = { issue: '1', reason: 'Price', details: `Too dear for ${firstName}` }
  await postForm(site, `${new URL(declined.link).pathname}/decline`, form)
  const withdrawn = await createIssuedQuotation(sales, { ...QUOTATION, ...fields })
  await expectOk(
    callAction(sales, { id: withdrawn.id, action: 'withdraw', body: { reason: `${firstName} → another` } }),
  )
  await postForm(site, `${new URL(withdrawn.link).pathname}/renewal`, { renewal: `Again for ${firstName}` })
  await expectCreated(callAction(sales, { id: withdrawn.id, action: 'links' }))
}

let networks = 0
async function postForm(site: TestSite, path: string, fields: Record<string, string>): Promise<void> {
  const reply = await site.fetch(path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { 'x-forwarded-for': `10.1.0.${++networks}` },
  })
  expect(reply.status, `${path}: ${await reply.text()}`).toBe(303)
}

/** Everything that the site stores, in lower case: rows, names of files, contents of files that are not encrypted. */
export async function readEverything({ db, dataDir }: Pick<TestSite, 'db' | 'dataDir'>): Promise<string> {
  const rows = await Promise.all(TABLES.map((table) => db.selectFrom(table).selectAll().execute()))
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('capstan.'))
  const contents = await Promise.all(
    files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'latin1')),
  )
  return JSON.stringify([rows, entries.map(({ name }) => name), contents]).toLowerCase()
}
