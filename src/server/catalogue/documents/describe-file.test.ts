import { expect, test } from 'vitest'
import { describeFile } from './describe-file.ts'

test.each([
  ['CL-42_Operating_Manual.pdf', 'pdf', 'CL-42 Operating Manual', 'manual', 'en'],
  ['CL 42 brochure (Hindi).pdf', 'pdf', 'CL 42 brochure (Hindi)', 'brochure', 'hi'],
  ['CL 42 parts list rev.3.pdf', 'pdf', 'CL 42 parts list rev.3', 'parts-list', 'en'],
  ['ISO 9001 certificate.pdf', 'pdf', 'ISO 9001 certificate', 'certificate', 'en'],
  ['bed.step', 'step', 'bed', 'cad-model', null],
  ['foundation.dxf', 'dxf', 'foundation', 'drawing', null],
  ['models.zip', 'zip', 'models', 'cad-model', null],
  ['.pdf', 'pdf', '.pdf', 'brochure', 'en'],
] as const)('The file %s (%s) gets the title %j, the type %s and the language %s', (...row) => {
  const [fileName, format, title, type, language] = row
  expect(describeFile(fileName, format)).toEqual({ title, type, language })
})

test('A title has at most 200 characters', () => {
  expect([...describeFile(`${'🙂'.repeat(300)}.pdf`, 'pdf').title]).toHaveLength(200)
})
