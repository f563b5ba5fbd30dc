import { expect, test } from 'vitest'
import { createJpeg, createMachine } from '../../support/fixtures/items.ts'
import { createQuotation, LINE } from '../../support/fixtures/quotations.ts'
import { checkPdfAccessibility } from '../../support/formats/pdf-accessibility.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { staff } = startSiteOnce('owner')

test('The check of PDF files, which every test of their contents makes, finds errors by the rules of PDF/UA-1', async () => {
  const { imageUrl } = await createMachine(staff, {}, [await createJpeg(1)])
  const picture = new URL(imageUrl).pathname.split('/').at(-2)
  const { id } = await createQuotation(staff, { showPictures: true, lines: [{ ...LINE, picture }] })
  const pdf = Buffer.from(await (await staff(`/api/quotations/${id}.pdf`)).arrayBuffer()).toString('latin1')
  expect(checkPdfAccessibility(Buffer.from(pdf, 'latin1'))).toEqual([])
  // Texts of the same length, so that the positions of the objects stay right.
  for (const [before, after, failure] of [
    ['/Alt (', '/Alx (', /^13-004: a figure has no alternative text$/],
    ['/S /H1', '/S /H3', /^14-002: the first heading has level 3$/],
    ['/S /TR', '/S /TD', /^09-004: TBody contains TD$/],
    ['/ToUnicode', '/ToUnicodx', /^31-027: .* does not state the characters of its glyphs$/],
  ] as const) {
    expect(pdf).toContain(before)
    const failures = checkPdfAccessibility(Buffer.from(pdf.replaceAll(before, after), 'latin1'))
    expect(failures, after).toContainEqual(expect.stringMatching(failure))
  }
})
