import { expect, test } from 'vitest'
import { checkDocumentFile } from './check-document-file.ts'

test.each([
  ['manual.pdf', 10, undefined],
  ['BED.STP', 100_000_000, undefined],
  ['bed.igs', 10, undefined],
  ['letter.docx', 10, /PDF, STEP, IGES, DXF, DWG or ZIP/],
  ['manual', 10, /cannot be added/],
  ['manual.pdf', 0, /is empty/],
  ['models.zip', 140_000_000, /has 140 MB\. A document can have at most 100 MB\./],
])('The file %s of %i bytes is checked before the upload', (name, size, problem) => {
  const message = checkDocumentFile({ name, size })
  if (problem) expect(message).toMatch(problem)
  else expect(message).toBeUndefined()
})
