import { expect, test } from 'vitest'
import { createReference } from './reference.ts'

test('A reference starts with the date in India and ends in four characters that are not easily confused', () => {
  const references = Array.from({ length: 200 }, () => createReference(new Date('2026-11-22T18:30:00Z')))
  for (const reference of references) expect(reference).toMatch(/^E-261123-[2-9A-HJKMNP-Z]{4}$/)
  expect(new Set(references).size).toBeGreaterThan(190)
})
