import { expect, test } from 'vitest'
import { addDocument } from '../../support/fixtures/documents.ts'
import { createJpeg, createMachine } from '../../support/fixtures/items.ts'
import { createQuotation, LINE } from '../../support/fixtures/quotations.ts'
import { checkPdfAccessibility } from '../../support/formats/pdf-accessibility.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { staff } = startSiteOnce('owner')

test('The check of PDF files, which every test of their contents makes, finds errors by the rules of PDF/UA-1', async () => {
  const { id: item, imageUrl } = await createMachine(staff, {}, [await createJpeg(1)])
  await addDocument(staff, item, 'Operating manual.pdf')
  const picture = new URL(imageUrl).pathname.split('/').at(-2)
  const { id } = await createQuotation(staff, {
    showPictures: true,
    attachDataSheets: true,
    lines: [{ ...LINE, item, picture }],
  })
  const pdf = Buffer.from(await (await staff(`/api/quotations/${id}.pdf`)).arrayBuffer()).toString('latin1')
  expect(checkPdfAccessibility(Buffer.from(pdf, 'latin1'))).toEqual([])
  // Texts of the same length, so that the positions of the objects stay right.
  for (const [before, after, failure] of [
    ['/Alt (', '/Alx (', /^13-004: a figure has no alternative text$/],
    ['/S /H1', '/S /H3', /^14-002: the first heading has level 3$/],
    ['/S /TR', '/S /TD', /^09-004: TBody contains TD$/],
    ['/Lang (en-IN)', '/Lanx (en-IN)', /^11-006: the document states no language$/],
    ['<dc:title>', '<dc:titlx>', /^06-003: the metadata have no title$/],
    ['/Scope', '/Scopx', /^15-003: a header cell has no scope$/],
    ['/StructParents', '/StructParenxs', /^UA1 7.1: a page is not part of the structure$/],
    ['/Tabs /S', '/Tabs /R', /^28-009: the annotations of a page are not in the order of the structure$/],
    ['/S /Link', '/S /Code', /^28-011: a link belongs to Code$/],
    ['/FontFile', '/FontFilx', /^31-009: .* is not embedded$/],
    ['/K [1]', '/K [0]', /^UA1 7.1: content 0 belongs to two elements$/],
    ['/ToUnicode', '/ToUnicodx', /^31-027: .* does not state the characters of its glyphs$/],
  ] as const) {
    expect(pdf).toContain(before)
    const failures = checkPdfAccessibility(Buffer.from(pdf.replaceAll(before, after), 'latin1'))
    expect(failures, after).toContainEqual(expect.stringMatching(failure))
  }
})

test('The check of PDF files finds content that belongs neither to the structure nor to an artifact', () => {
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
