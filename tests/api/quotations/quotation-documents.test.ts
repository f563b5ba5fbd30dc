import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { DEFAULT_SITE_CONTENT } from '#contracts/site-content/default-site-content.ts'
import { removeUnusedDocuments } from '#server/catalogue/documents/sweep.ts'
import { readConfig } from '#server/config.ts'
import { openFileStorage } from '#server/media/storage/open-blob-storage.ts'
import { getQuotationDocument } from '#server/sales/quotations/documents/get-document.ts'
import { findRows, setRows } from '../../support/db-snapshot.ts'
import { addDocument } from '../../support/fixtures/documents.ts'
import { createJpeg, createMachine } from '../../support/fixtures/items.ts'
import {
  callAction,
  changeQuotationSettings,
  createIssuedQuotation,
  createQuotation,
  LINE,
  VALID_LUT,
} from '../../support/fixtures/quotations.ts'
import { saveContentField } from '../../support/fixtures/site-content.ts'
import { expectPdf } from '../../support/formats/pdf.ts'
import { expectOk, expectProblem, formBody, type Json } from '../../support/http-client.ts'
import { openMediaFolder, sweepPictures } from '../../support/media-sweep.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner')

const BUYER = {
  name: 'Anand Kulkarni',
  position: 'Purchase Manager',
  company: 'Sahyadri Auto Components',
  gstin: '27AAPFU0939F1ZV',
  email: 'anand@sahyadri.example',
  phone: '+91 98220 00000',
  billingAddress: 'Plot 42, MIDC Bhosari\nPune 411 026',
  deliveryAddress: 'Works 2, Chakan\nPune 410 501',
}

beforeAll(async () => {
  await changeQuotationSettings(staff, {
    gstin: '33AAACK1234A1ZH',
    pan: 'AAACK1234A',
    cin: 'U29220TZ1987PTC001234',
    ...VALID_LUT,
    bank: {
      accountName: 'Kovai Machine Tools',
      accountNumber: '001234567890',
      bank: 'Indian Overseas Bank',
      branch: 'Peelamedu',
      ifsc: 'IOBA0000123',
      swift: 'IOBAINBB',
    },
    signatory: { name: 'Meera Raghunathan', position: 'Manager, Sales' },
  })
})

const getDocument = ({ id }: Json, query = '') => staff(`/api/quotations/${id}.pdf${query}`)
const getBytes = async (quotation: Json, query = '') => {
  const reply = await getDocument(quotation, query)
  expect(reply.status).toBe(200)
  return Buffer.from(await reply.arrayBuffer())
}
const listDocumentFiles = () => readdir(join(site.dataDir, 'documents'), { recursive: true })
const listStored = ({ id }: Json) => findRows(site, 'quotation_document', { quotation_id: id })

/** Stores the acceptance of a customer. */
async function accept({ id }: Json, chosen: string[] = []): Promise<void> {
  const acceptance = {
    name: 'Anand Kulkarni',
    position: 'Purchase Manager',
    purchaseOrder: 'PO/4711',
    file: null,
    chosen,
  }
  const accepted = { state: 'accepted', acceptance_json: JSON.stringify(acceptance) }
  await setRows(site, 'quotation', { id }, { ...accepted, decided_at: '2026-12-01T06:00:00.000Z' })
}

test('The PDF of a quotation has letterhead, buyer, lines below headings, totals, words, HSN summary, terms, bank and signature', async () => {
  const machine = await createMachine(staff, { name: 'CL 25' }, [await createJpeg(1)])
  const picture = new URL(machine.imageUrl).pathname.split('/').at(-2)
  const quotation = await createIssuedQuotation(staff, {
    buyer: BUYER,
    subject: 'Lathes for the axle line',
    customerReference: 'RFQ/118',
    validUntil: '2099-12-31',
    showPictures: true,
    discountPercent: 5,
    lines: [
      {
        ...LINE,
        key: 'a',
        code: 'CL 25',
        group: 'Machines',
        picture,
        specifications: [['Bar capacity', '25 mm']],
      },
      { ...LINE, description: 'Collet set', hsn: '8466', unitPrice: 12_500.5, gstRate: 5, group: 'Tooling' },
      // A code that begins the description is not repeated.
      { ...LINE, description: 'CNC lathe', code: 'CNC', optional: true, alternativeTo: 'a' },
    ],
  })
  const reply = await getDocument(quotation)
  expect(Object.fromEntries(reply.headers)).toMatchObject({
    'cache-control': 'private, no-store',
    'content-disposition': expect.stringContaining(
      `inline; filename="Quotation ${quotation.number.replaceAll('/', '-')} R1.pdf"`,
    ),
  })
  const pdf = await expectPdf(getDocument(quotation))
  expect(pdf).toMatchObject({ title: `Quotation ${quotation.number} R1`, isTagged: true })
  for (const text of [
    'Kovai Machine Tools',
    '12/4 Foundry Road, Peelamedu Coimbatore 641 004, Tamil Nadu, India',
    'Sales +91 422 000 1420',
    'GSTIN 33AAACK1234A1ZH',
    'PAN AAACK1234A',
    'CIN U29220TZ1987PTC001234',
    `Quotation ${quotation.number} R1`,
    'Valid until 31 December 2099',
    'Your reference RFQ/118',
    'Place of supply 33 Tamil Nadu',
    'Buyer Sahyadri Auto Components Plot 42, MIDC Bhosari Pune 411 026 GSTIN 27AAPFU0939F1ZV',
    'Attention: Anand Kulkarni, Purchase Manager',
    'Delivery to Works 2, Chakan Pune 410 501',
    'Lathes for the axle line',
    'Machines 1 CL 25 Capstan lathe CL 25 Bar capacity 25 mm 8458 2 each 10,00,000.00 18 20,00,000.00',
    'Tooling 2 Collet set 8466 2 each 12,500.50 5 25,001.00',
    'Subtotal 20,25,001.00 Discount on all lines (5 %) −1,01,250.05 Freight HSN/SAC 8458, GST 18 % 12,500.00 Taxable value 19,36,250.95 CGST 2.5 % 593.77 SGST 2.5 % 593.77 CGST 9 % 1,72,125.00 SGST 9 % 1,72,125.00',
    'Round-off −0.49 Total ₹ 22,81,688.00',
    'Rupees Twenty Two Lakh Eighty One Thousand Six Hundred Eighty Eight Only',
    'Options and alternatives, not included in the total',
    'The discount of 5 % on all lines applies to these too and is not deducted here.',
    '3 Alternative to line 1 CNC lathe 8458 2 each 10,00,000.00 18 20,00,000.00',
    'In words Rupees Twenty Two Lakh',
    'HSN summary HSN/SAC GST % Taxable value CGST SGST 8458 18 19,12,500.00 1,72,125.00 1,72,125.00',
    'Warranty 12 months from commissioning',
    'IFSC IOBA0000123',
    'For Kovai Machine Tools Meera Raghunathan Manager, Sales Authorised signatory',
    'Page 1 of 2',
  ])
    expect(pdf.text).toContain(text)
  expect(pdf.alternatives).toEqual(['Picture of CL 25'])
  expect(pdf.roles).toEqual(expect.arrayContaining(['H1', 'H2', 'Table', 'TH', 'Figure']))
})

test('Amounts of lines are less their own discount, lines without a group leave the one above, and options have headings of their own', async () => {
  const quotation = await createIssuedQuotation(staff, {
    discountPercent: 7.5,
    lines: [
      { ...LINE, quantity: 3, unitPrice: 33.33, discountPercent: 10, group: 'Tooling' },
      { ...LINE, description: 'Manual', quantity: 1, unitPrice: 0.07 },
      { ...LINE, description: 'Spare collets', optional: true, discountPercent: 10, group: 'Spares' },
      { ...LINE, description: 'Bar feeder', optional: true },
    ],
  })
  const { text } = await expectPdf(getDocument(quotation))
  for (const expected of [
    'Tooling 1 Capstan lathe CL 25 8458 3 each 33.33 10 18 89.99',
    'Other items 2 Manual 8458 1 each 0.07 18 0.07',
    // 89.991 × 0.925 = 83.241675 and 0.07 × 0.925 = 0.06475: 83.24 and 0.06 are 83.30, 6.76 less than 90.06.
    'Subtotal 90.06 Discount on all lines (7.5 %) −6.76 Freight HSN/SAC 8458, GST 18 % 12,500.00 Taxable value 12,583.30',
    'Spares 3 Optional Spare collets 8458 2 each 10,00,000.00 10 18 18,00,000.00',
    'Other items 4 Optional Bar feeder 8458 2 each 10,00,000.00 18 20,00,000.00',
  ])
    expect(text).toContain(expected)
})

test('The PDF of an issue is stored at the first request and keeps its bytes after changes of company and settings', async () => {
  const quotation = await createIssuedQuotation(staff, { buyer: BUYER })
  const first = await getBytes(quotation)
  const [stored] = await listStored(quotation)
  expect(stored).toMatchObject({
    issue_no: 1,
    kind: 'quotation',
    bytes: first.length,
    sha256: hash('sha256', first),
  })
  expect(await readFile(join(site.dataDir, 'documents', stored!.file_id, 'file'))).toEqual(first)

  await saveContentField(staff, 'company.email', 'office@kovai.example')
  await changeQuotationSettings(staff, { signatory: { name: 'Somebody Else', position: '' } })
  site.advanceClock(60)
  expect((await getBytes(quotation)).equals(first)).toBe(true)
  expect(await listStored(quotation)).toEqual([stored])
})

test('Concurrent first requests return the same bytes and leave one file', async () => {
  const quotation = await createIssuedQuotation(staff, { buyer: BUYER })
  const before = (await listDocumentFiles()).length
  const replies = await Promise.all(Array.from({ length: 4 }, () => getBytes(quotation)))
  for (const bytes of replies) expect(bytes.equals(replies[0]!)).toBe(true)
  // A folder and its file.
  expect(await listDocumentFiles()).toHaveLength(before + 2)
})

test('A document is not stored if a person is erased from the quotation while it is created', async () => {
  const quotation = await createIssuedQuotation(staff, { buyer: BUYER })
  const files = new Map<string, Uint8Array>()
  const render = async () => {
    await site.db
      .updateTable('quotation')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', quotation.id)
      .execute()
    return Buffer.from('with the name')
  }
  const { bytes } = await getQuotationDocument(
    {
      db: site.db,
      clock: () => new Date(),
      readSite: async () => DEFAULT_SITE_CONTENT,
      pdfRenderer: { render, close() {} },
      documentStorage: {
        put: async (key, content) => void files.set(key, content),
        open: async () => undefined,
        removeFiles: async (id) => void files.delete(`${id}/file`),
      },
      blobStorage: { open: async () => undefined },
      media: { describe: async () => new Map() },
      readDataSheets: async () => [],
      listDocuments: async () => [],
    },
    { quotationId: quotation.id, origin: site.url },
  )
  expect(bytes.toString()).toBe('with the name')
  expect(files.size).toBe(0)
  expect(await listStored(quotation)).toEqual([])
})

test('The sweep keeps the files of quotations and removes those without a row', async () => {
  const quotation = await createIssuedQuotation(staff, { buyer: BUYER })
  const bytes = await getBytes(quotation)
  const documentStorage = await openFileStorage(
    readConfig({ ...site.environment, DATA_DIR: site.dataDir }),
    'documents',
  )
  const orphan = 'f'.repeat(32)
  await documentStorage.put(`${orphan}/file`, bytes)
  const inAnHour = new Date(Date.now() + 3_600_000)
  expect(await removeUnusedDocuments({ db: site.db, documentStorage }, inAnHour)).toBe(1)
  expect(await getBytes(quotation)).toEqual(bytes)
})

test('A draft is previewed with a mark and is not stored; its earlier issues stay as they were', async () => {
  const draft = await createQuotation(staff, { buyer: BUYER })
  const preview = await getDocument(draft)
  expect(preview.headers.get('content-disposition')).toContain(
    'filename="Quotation Sahyadri Auto Components draft.pdf"',
  )
  const { text } = await expectPdf(getDocument(draft))
  for (const expected of [
    'DRAFT',
    'Draft: not sent',
    'Quotation no. assigned when it is sent',
    'Valid until 30 days after it is sent',
  ])
    expect(text).toContain(expected)
  expect(await listStored(draft)).toEqual([])

  const { number } = await expectOk(callAction(staff, { id: draft.id, action: 'issue' }))
  const issued = await getBytes(draft)
  await expectOk(callAction(staff, { id: draft.id, action: 'revise' }))
  const revised = await expectPdf(getDocument(draft))
  expect(revised.title).toBe(`Quotation ${number} R2`)
  expect(revised.text).toContain('Draft: not sent')
  expect((await getBytes(draft, '?issue=1')).equals(issued)).toBe(true)

  await expectOk(callAction(staff, { id: draft.id, action: 'issue' }))
  expect((await expectPdf(getDocument(draft))).title).toBe(`Quotation ${number} R2`)
  expect((await expectPdf(getDocument(draft, '?issue=1'))).title).toBe(`Quotation ${number} R1`)
  await expectOk(callAction(staff, { id: draft.id, action: 'withdraw' }))
  expect((await expectPdf(getDocument(draft))).text).not.toContain('DRAFT')
})

test('A quotation to another state has IGST, and an export in dollars has its rate, the undertaking and no GST', async () => {
  const other = await createIssuedQuotation(staff, { placeOfSupply: '27', charges: {} })
  const { text } = await expectPdf(getDocument(other))
  expect(text).toContain('Taxable value 20,00,000.00 IGST 18 % 3,60,000.00 Round-off 0.00')
  expect(text).not.toMatch(/CGST|SGST/)

  const abroad = await createIssuedQuotation(staff, {
    placeOfSupply: '96',
    currency: 'USD',
    exchangeRate: 84.5,
    lines: [{ ...LINE, unitPrice: 14_249.97 }],
    charges: { freight: 2500.5 },
    discountPercent: 2.5,
  })
  const dollars = await expectPdf(getDocument(abroad))
  for (const expected of [
    'Currency US dollars, ₹84.50 per dollar',
    'Rate US$',
    '14,249.97 28,499.94',
    // 28,499.94 × 0.975 = 27,787.4415 dollars; 27,787.44 and 2,500.50 at 84.50 are 25,59,330.93 rupees.
    'Subtotal 28,499.94 Discount on all lines (2.5 %) −712.50 Freight HSN/SAC 8458 2,500.50 Taxable value 30,287.94',
    'IGST, zero-rated 0.00 Total in US dollars US$ 30,287.94 In rupees 25,59,331.00',
    'US Dollars Thirty Thousand Two Hundred Eighty Seven and Ninety Four Cents Only',
    'HSN summary in rupees, at ₹84.50 per dollar',
    'Supply meant for export under letter of undertaking',
    `Letter of undertaking: AD330426001234X of 1 April 2026, financial year ${VALID_LUT.lutYear}.`,
  ])
    expect(dollars.text).toContain(expected)
  expect(dollars.text).not.toContain('GST % Amount US$')
})

test('A quotation of nothing but options has no total, and one without a buyer has no empty parts', async () => {
  const quotation = await createIssuedQuotation(staff, {
    lines: [{ ...LINE, optional: true, group: 'Either' }],
    charges: {},
  })
  const { text } = await expectPdf(getDocument(quotation))
  expect(text).toContain('Either 1 Optional Capstan lathe CL 25 8458 2 each')
  expect(text).toContain('Place of supply: 33 Tamil Nadu.')
  expect(text).not.toMatch(/In words|HSN summary|Round-off|not included in the total|Buyer |Delivery to/)
})

test('A quotation with 120 lines, also in Tamil and Hindi, repeats its headings on every page', async () => {
  const quotation = await createIssuedQuotation(staff, {
    lines: Array.from({ length: 120 }, (_, index) => ({
      ...LINE,
      description: index % 2 ? 'தமிழ் பட்டறை இயந்திரம்' : 'हिन्दी मशीन',
      code: `PART-${index + 1}`,
      group: index < 60 ? 'Machines' : 'உதிரி பாகங்கள்',
    })),
    charges: {},
  })
  const { text, pageCount, isTagged } = await expectPdf(getDocument(quotation))
  expect(pageCount).toBeGreaterThan(5)
  expect(isTagged).toBe(true)
  const parts = text.split(/Page \d+ of \d+/).slice(0, -1)
  expect(parts).toHaveLength(pageCount)
  const withLines = parts.filter((page) => page.includes('PART-'))
  for (const page of withLines) expect(page).toContain('No. Description HSN/SAC Quantity Rate ₹')
  for (let number = 1; number <= 120; number++) expect(text).toContain(`PART-${number} `)
  // The library does not know texts that stand for several glyphs, and returns some letters twice.
  for (const expected of ['பட்ட', 'இயந்', 'உத', 'हि', 'न्', 'दी']) expect(text).toContain(expected)
})

test('Hostile text and very long words are shown as they are, within the page', async () => {
  const word = `${'Langwort'.repeat(60)}end`
  const hostile = '#read("/etc/passwd") $x^2$ *b* _i_ @ref <label> `raw` #panic("a")'
  const quotation = await createIssuedQuotation(staff, {
    buyer: { ...BUYER, company: word.slice(0, 300), billingAddress: hostile },
    subject: hostile,
    customerReference: hostile,
    terms: { payment: hostile, '#eval("1")': '= Heading' },
    lines: [
      {
        ...LINE,
        description: '= Not a heading',
        code: '- item',
        specifications: [[word.slice(0, 300), hostile]],
      },
      { ...LINE, description: `${word}\n${hostile}`, unit: 'W'.repeat(20), group: hostile },
      // Half of a surrogate pair.
      { ...LINE, description: 'Lathe \ud800 with turret' },
    ],
  })
  const { text, isTagged } = await expectPdf(getDocument(quotation))
  expect(text.replaceAll(' ', '')).toContain(word)
  expect(text.replaceAll(' ', '').split(hostile.replaceAll(' ', ''))).toHaveLength(8)
  for (const expected of ['= Not a heading', '- item', '#eval("1") = Heading', 'with turret'])
    expect(text).toContain(expected)
  expect(text).not.toContain('root:')
  expect(isTagged).toBe(true)
})

test('The data sheets of published items are appended once each, with their pictures and page numbers', async () => {
  const specifications = JSON.stringify({ 'Bar capacity': '25 mm', 'Swing over bed': '320 mm' })
  const lathe = await createMachine(staff, { name: 'Appended Lathe', specifications }, [await createJpeg(2)])
  const other = await createMachine(staff, { name: 'Second Lathe' })
  const draft = await createMachine(staff, { name: 'Secret Lathe', draft: 'true' })
  const quotation = await createIssuedQuotation(staff, {
    attachDataSheets: true,
    lines: [lathe, lathe, other, draft].map(({ id }) => ({ ...LINE, item: id })),
  })
  const document = await expectPdf(getDocument(quotation))
  const { text, pageCount } = document
  expect(document.title).toBe(`Quotation ${quotation.number} R1`)
  expect(text).toContain('Appended: Appended Lathe, Second Lathe.')
  expect(text.split('Data sheet Appended Lathe')).toHaveLength(2)
  expect(text).toContain('Data sheet Second Lathe')
  expect(text).toContain('Swing over bed 320 mm')
  expect(text).toContain(`Page ${pageCount} of ${pageCount}`)
  expect(text).not.toContain('Secret Lathe')
  expect(document.alternatives).toEqual([
    'Appended Lathe',
    `QR code of ${site.url}/product/${lathe.slug}`,
    `QR code of ${site.url}/product/${other.slug}`,
  ])
  expect(await listStored(quotation)).toHaveLength(1)

  await accept(quotation)
  const order = await expectPdf(getDocument(quotation, '?kind=order-confirmation'))
  expect(order.text).not.toContain('Appended')
})

test('The documents of published items are listed with links that a buyer can open', async () => {
  const lathe = await createMachine(staff, { name: 'Documented Lathe' })
  const draft = await createMachine(staff, { name: 'Unpublished Lathe', draft: 'true' })
  const manual = await addDocument(staff, lathe.id, 'Operating manual.pdf')
  const secret = await addDocument(staff, draft.id, 'Secret drawing.pdf')
  const quotation = await createIssuedQuotation(staff, {
    lines: [lathe, lathe, draft].map(({ id }) => ({ ...LINE, item: id })),
  })
  const { text, links } = await expectPdf(getDocument(quotation))
  expect(text).toContain(`Documents to download Documented Lathe ${manual.title} ${manual.summary}`)
  expect(text.split(manual.title)).toHaveLength(2)
  expect(text).not.toContain(secret.title)
  expect(links).toEqual([manual.url])
  expect((await fetch(manual.url)).status).toBe(200)
})

test('A proforma invoice and an order confirmation have the lines that the customer chose, with new totals', async () => {
  const quotation = await createIssuedQuotation(staff, {
    buyer: BUYER,
    lines: [
      { ...LINE, key: 'a', description: 'Manual lathe' },
      { ...LINE, key: 'b', description: 'CNC lathe', quantity: 1, optional: true, alternativeTo: 'a' },
      { ...LINE, key: 'c', description: 'Bar feeder', optional: true },
    ],
    charges: {},
  })
  await expectProblem(getDocument(quotation, '?kind=order-confirmation'), 409)
  const open = await expectPdf(getDocument(quotation, '?kind=proforma'))
  expect(open.text).toContain('Total ₹ 23,60,000.00')
  expect(open.text).not.toMatch(/CNC lathe|Bar feeder/)
  expect(await listStored(quotation)).toEqual([])

  await accept(quotation, ['b'])
  for (const [kind, title] of [
    ['proforma', 'Proforma invoice'],
    ['order-confirmation', 'Order confirmation'],
  ] as const) {
    const document = await expectPdf(getDocument(quotation, `?kind=${kind}`))
    expect(document.title).toBe(`${title} ${quotation.number} R1`)
    for (const expected of [
      'Date of order 1 December 2026',
      'Purchase order PO/4711',
      'Ordered by Anand Kulkarni, Purchase Manager',
      '1 CNC lathe',
      'Total ₹ 11,80,000.00',
    ])
      expect(document.text).toContain(expected)
    expect(document.text).not.toMatch(/Manual lathe|Bar feeder|Valid until|Accepted by the buyer/)
  }
  expect((await expectPdf(getDocument(quotation, '?kind=order-confirmation'))).text).toContain(
    'Thank you for your order, which we confirm as follows.',
  )
  expect((await listStored(quotation)).map(({ kind }) => kind).sort()).toEqual([
    'order-confirmation',
    'proforma',
  ])
  const reply = await getDocument(quotation, '?kind=order-confirmation')
  expect(reply.headers.get('content-disposition')).toContain('filename="Order confirmation QTN-')
})

test('Only a valid quotation has a proforma invoice, and only its last issue', async () => {
  const quotation = await createIssuedQuotation(staff)
  await expectOk(callAction(staff, { id: quotation.id, action: 'revise' }))
  await expectProblem(getDocument(quotation, '?kind=proforma'), 409)
  await expectOk(callAction(staff, { id: quotation.id, action: 'issue' }))
  await expectProblem(getDocument(quotation, '?kind=proforma&issue=1'), 409)
  expect((await getDocument(quotation, '?kind=proforma&issue=2')).status).toBe(200)
  await expectOk(callAction(staff, { id: quotation.id, action: 'withdraw' }))
  expect(await expectProblem(getDocument(quotation, '?kind=proforma'), 409)).toBe(
    'There is no proforma invoice, because the quotation is withdrawn.',
  )
})

test('Unknown quotations and issues return 404, wrong parameters 400', async () => {
  await expectProblem(getDocument({ id: 'none' }), 404)
  const quotation = await createIssuedQuotation(staff)
  await expectProblem(getDocument(quotation, '?issue=2'), 404)
  await expectProblem(getDocument(await createQuotation(staff), '?issue=1'), 404)
  for (const query of ['?issue=0', '?issue=x', '?kind=invoice'])
    await expectProblem(getDocument(quotation, query), 400)
})

test('The first PDF of an issue has the data sheets, pictures, files, company, terms and address of the site as of the issue', async () => {
  const lathe = await createMachine(staff, { name: 'Frozen Lathe' }, [await createJpeg(3)])
  const manual = await addDocument(staff, lathe.id, 'Frozen manual.pdf')
  const content = {
    buyer: BUYER,
    attachDataSheets: true,
    lines: [{ ...LINE, item: lathe.id }],
  }
  const viewed = await createIssuedQuotation(staff, content)
  const requested = await createIssuedQuotation(staff, content)
  const before = await expectPdf(getDocument(viewed))

  const changes = {
    name: 'Renamed Lathe',
    specifications: JSON.stringify({ 'Bar capacity': '99 mm', 'Swing over bed': '999 mm' }),
  }
  await expectOk(staff(`/api/products/${lathe.id}`, formBody('PUT', { ...changes, existingImages: '[]' })))
  const deleted = await staff(`/api/items/${lathe.id}/documents/${manual.id}`, { method: 'DELETE' })
  expect(deleted.status).toBe(204)
  await saveContentField(staff, 'company.address.street', '99 Later Road')
  await changeQuotationSettings(staff, {
    signatory: { name: 'Another Person', position: '' },
    terms: { payment: 'All in advance' },
  })
  await site.db.deleteFrom('item_revision').where('item_id', '=', lathe.id).execute()
  const inAnHour = new Date(Date.now() + 3_600_000)
  await sweepPictures(site.db, openMediaFolder(site.dataDir), inAnHour)

  const { text, links, alternatives } = await expectPdf(
    staff(`/api/quotations/${requested.id}.pdf`, { headers: { host: 'later.example' } }),
  )
  expect(text.replaceAll(requested.number, viewed.number)).toBe(before.text)
  expect([links, alternatives]).toEqual([before.links, before.alternatives])
  expect(text).toContain('Bar capacity 25 mm')
  expect(await listStored(requested)).toHaveLength(1)
})
