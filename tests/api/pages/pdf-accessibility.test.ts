import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addDocument } from '../../support/fixtures/documents.ts'
import { createJpeg, createMachine, createSparePart } from '../../support/fixtures/items.ts'
import {
  callAction,
  createIssuedQuotation,
  createQuotation,
  LINE,
} from '../../support/fixtures/quotations.ts'
import { checkPdfAccessibility } from '../../support/formats/pdf-accessibility.ts'
import { expectOk, type Json, type SiteFetch } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

let site: TestSite
let staff: SiteFetch
let lathe: Json
let quotation: Json

/** Everything that a quotation can contain. */
const CONTENT = {
  buyer: {
    name: 'Anand Kulkarni',
    position: 'Purchase Manager',
    company: 'Sahyadri Auto Components',
    billingAddress: 'Plot 42, MIDC Bhosari\nPune 411 026',
    deliveryAddress: 'Works 2, Chakan\nPune 410 501',
  },
  subject: 'Lathes for the axle line',
  discountPercent: 5,
  showPictures: true,
  attachDataSheets: true,
  charges: { packing: 8000, freight: 12_500 },
}

beforeAll(async () => {
  site = await startSite({}, { pages: true })
  staff = await site.signIn()
  const specifications = {
    'Bar capacity': '42 mm',
    'Swing over bed': '420 mm',
    'Overall size (L × W × H)': '1,850 × 900 × 1,420 mm',
  }
  lathe = await createMachine(staff, { specifications: JSON.stringify(specifications) }, [
    await createJpeg(1),
  ])
  await addDocument(staff, lathe.id, 'Operating manual.pdf')
  quotation = await createQuotation(staff, { ...CONTENT, lines: createLines(lathe) })
})
afterAll(() => site.close())

const createLines = ({ id, imageUrl }: Json) => [
  {
    ...LINE,
    key: 'a',
    item: id,
    code: 'CL 25',
    group: 'Machines',
    picture: new URL(imageUrl).pathname.split('/').at(-2),
    specifications: [['Bar capacity', '25 mm']],
  },
  { ...LINE, description: 'இயந்திரம், பட்டறை உதிரி பாகங்கள்', discountPercent: 2 },
  { ...LINE, description: 'खराद मशीन, हिन्दी में', group: 'Tooling' },
  { ...LINE, description: 'CNC lathe', optional: true, alternativeTo: 'a' },
  { ...LINE, description: 'Bar feeder', optional: true, group: 'Tooling' },
  ...Array.from({ length: 40 }, (_, index) => ({ ...LINE, description: `Collet ${index + 1}` })),
]

async function getPdf(sent: Promise<Response>): Promise<Buffer> {
  const reply = await sent
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'application/pdf'])
  return Buffer.from(await reply.arrayBuffer())
}
const getDocument = ({ id }: Json, query = '') => getPdf(staff(`/api/quotations/${id}.pdf${query}`))

describe('PDF files have no error that a program can find by the rules of PDF/UA-1', () => {
  test('The preview of a draft', async () => {
    expect(checkPdfAccessibility(await getDocument(quotation))).toEqual([])
  })

  test('A quotation with pictures, options, links, data sheets, and text in Tamil and Hindi; its proforma invoice and order confirmation', async () => {
    const issued = await expectOk(callAction(staff, { id: quotation.id, action: 'issue' }))
    expect(checkPdfAccessibility(await getDocument(issued))).toEqual([])
    expect(checkPdfAccessibility(await getDocument(issued, '?kind=proforma'))).toEqual([])
    const accepted = await site.fetch(`${new URL(issued.link).pathname}/accept`, {
      method: 'POST',
      body: new URLSearchParams({ issue: '1', name: 'A. Kulkarni', position: 'Manager' }),
    })
    expect(accepted.status).toBe(303)
    expect(checkPdfAccessibility(await getDocument(issued, '?kind=order-confirmation'))).toEqual([])
  })

  test('A quotation in dollars, and one of nothing but options', async () => {
    const dollars = { placeOfSupply: '96', currency: 'USD', exchangeRate: 84.5 }
    expect(checkPdfAccessibility(await getDocument(await createIssuedQuotation(staff, dollars)))).toEqual([])
    const options = await createIssuedQuotation(staff, { lines: [{ ...LINE, optional: true }], charges: {} })
    expect(checkPdfAccessibility(await getDocument(options))).toEqual([])
  })

  test('A data sheet, a comparison and a price list', async () => {
    const part = await createSparePart(staff)
    for (const path of [
      `/product/${lathe.slug}.pdf`,
      `/compare.pdf?ids=${lathe.id},${part.id}`,
      '/api/items/export?format=pdf',
    ])
      expect(checkPdfAccessibility(await getPdf(staff(path))), path).toEqual([])
  })
})

describe('The check', () => {
  // Texts of the same length, so that the positions of the objects stay right.
  test.each([
    ['/Alt (', '/Alx (', '13-004: a figure has no alternative text'],
    ['/Tabs /S', '/Tabs /R', '28-009: the annotations of a page are not in the order of the structure'],
    [
      '/DisplayDocTitle true',
      '/DisplayDocTitle null',
      '07-002: windows do not show the title of the document',
    ],
    ['/Lang (en-IN)', '/Lanx (en-IN)', '11-006: the document states no language'],
    ['/Scope', '/Scopx', '15-003: a header cell has no scope'],
    ['/Marked true', '/Marked null', 'UA1 7.1: the document is not marked as tagged'],
    ['/Contents (http', '/Contentx (http', '28-012: a link has no description'],
    ['/StructParent ', '/StructParenx ', '28-011: an annotation belongs to no element'],
    ['/StructParents', '/StructParenxs', 'UA1 7.1: a page is not part of the structure'],
    ['/FontFile', '/FontFilx', /^31-009: .* is not embedded$/],
    ['/ToUnicode', '/ToUnicodx', /^31-027: .* does not state the characters of its glyphs$/],
    ['/S /H1', '/S /H3', '14-002: the first heading has level 3'],
    ['/S /H2', '/S /H3', '14-003: a heading of level 3 follows one of level 1'],
    ['/S /TD', '/S /XX', '02-001: XX is no standard type and stands for none'],
    ['/S /TH', '/S /TD', 'UA1 7.5: a table has no header cell'],
    ['/S /TR', '/S /TD', '09-004: TBody contains TD'],
    ['/S /Link', '/S /Code', '28-011: a link belongs to Code'],
    ['/K [1]', '/K [0]', 'UA1 7.1: content 0 belongs to two elements'],
    ['<pdfuaid:part>1', '<pdfuaid:part>2', '06-002: the metadata do not state PDF/UA-1'],
    ['<dc:title>', '<dc:titlx>', '06-003: the metadata have no title'],
  ])('finds a file with %s changed to %s', async (before, after, failure) => {
    const source = (await getDocument(quotation, '?issue=1')).toString('latin1')
    const changed = source.replaceAll(before, after)
    expect(changed).not.toBe(source)
    const failures = checkPdfAccessibility(Buffer.from(changed, 'latin1'))
    expect(failures).toContainEqual(typeof failure === 'string' ? failure : expect.stringMatching(failure))
  })

  test('finds content that belongs neither to the structure nor to an artifact', () => {
    const content = 'BT (text) Tj ET /Artifact BMC 0 0 m 1 1 l S EMC'
    expect(checkPdfAccessibility(createPdf(content))).toContain(
      '01-005: Tj paints what is neither tagged nor an artifact',
    )
    expect(checkPdfAccessibility(createPdf(`/Artifact BMC ${content} EMC`)).join()).not.toContain('01-005')
    expect(checkPdfAccessibility(createPdf('/Artifact BMC /P <</MCID 0>> BDC EMC EMC'))).toContain(
      '01-004: tagged content is within an artifact',
    )
    expect(checkPdfAccessibility(createPdf('/P <</MCID 0>> BDC /Artifact BMC EMC EMC'))).toContain(
      '01-003: an artifact is within tagged content',
    )
  })
})

/** Returns a file of one page without tags. */
function createPdf(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] >>',
    '<< /Type /Page /Contents 4 0 R >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.7\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = [0, ...offsets].map((offset) => `${String(offset).padStart(10, '0')} 00000 n\r\n`).join('')
  return Buffer.from(
    `${file}xref\n0 ${offsets.length + 1}\n${table}trailer << /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`,
  )
}
