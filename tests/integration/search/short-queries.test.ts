import { afterAll, beforeAll, expect, test } from 'vitest'
import { countItems, listItems } from '#server/catalogue/listing/store-lists.ts'
import type { SearchCriteria } from '#server/catalogue/search/store-hits.ts'
import { fold } from '#server/kernel/text.ts'
import { createItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import { createListSource } from '../../support/list-source.ts'
import { startSite, type TestSite } from '../../support/site.ts'

/** [name, description], with unusual characters in every position. */
const PARTS: [string, string][] = [
  ['Bush collet 25', 'Bore 6 mm; type 2A.'],
  ['Ölring Ø12 × 2½', 'Øx is rare'],
  ['தமிழ் bush', 'ab日be日本'],
  ['Rød 6.5', 'ends in 25²'],
  ['O\'Ring "5" (NBR)', '6|7 & 8<9'],
  ['b', 'x'],
]

let site: TestSite
beforeAll(async () => {
  site = await startSite()
  await insertItems(
    site,
    PARTS.map(([name, description]) => createItemPlan('spare', { name, description })),
  )
})
afterAll(() => site.close())

const foldedParts = PARTS.map((texts) => ({ name: texts[0], texts: texts.map(fold) }))

async function searchNames(criteria: SearchCriteria): Promise<string[]> {
  const list = { ...createListSource(site.db), filter: { kind: 'spare', criteria } } as const
  const names = (await listItems(list)).map(({ name }) => name)
  expect(await countItems(list)).toBe(names.length)
  return names.toSorted()
}

const listSubstrings = (length: number) => [
  ...new Set(
    foldedParts.flatMap(({ texts }) =>
      texts.flatMap((text) =>
        [...text].map((_, at, characters) => characters.slice(at, at + length).join('')),
      ),
    ),
  ),
]

test.each([1, 2, 3])(
  '[CAT-3] A search for any %i characters finds exactly the items that contain them',
  async (length) => {
    const pieces = listSubstrings(length).filter((piece) => fold(piece) === piece)
    expect(pieces.length).toBeGreaterThan(30)
    for (const search of pieces) {
      const expected = foldedParts.filter(({ texts }) => texts.some((text) => text.includes(search)))
      expect([search, await searchNames({ text: search })]).toEqual([
        search,
        expected.map(({ name }) => name).toSorted(),
      ])
    }
  },
)

test.each([1, 2])(
  'A search for single words finds a word of %i characters only at the beginning of words',
  async (length) => {
    const starts = listSubstrings(length).filter((piece) => /^[\p{L}\p{N}]+$/u.test(piece))
    for (const word of starts) {
      const expected = foldedParts.filter(({ texts }) =>
        texts.some((text) => ` ${text}`.includes(` ${word}`)),
      )
      expect([word, await searchNames({ wordGroups: [[word]] })]).toEqual([
        word,
        expected.map(({ name }) => name).toSorted(),
      ])
    }
  },
)
