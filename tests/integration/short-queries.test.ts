import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ItemFilter, usesSearchKeys } from '#server/catalogue/listing/item-filter.ts'
import { countItems, listItems } from '#server/catalogue/listing/store-lists.ts'
import { interpretQuery } from '#server/catalogue/search/query-interpretation.ts'
import { fold } from '#server/kernel/text.ts'
import { createItemPlan, insertItems } from '../support/bulk-items.ts'
import { startSite, type TestSite } from '../support/site.ts'

/** [name, description]; letters that few parts lists know stand in every place. */
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

async function searchNames(criteria: Pick<ItemFilter, 'search' | 'criteria'>): Promise<string[]> {
  const filter: ItemFilter = { kind: 'spare', ...criteria }
  const names = (await listItems(site.db, filter)).map(({ name }) => name)
  expect(await countItems(site.db, filter)).toBe(names.length)
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
  '[CAT-3] whatever %i letters a text holds find it, and nothing that lacks them',
  async (length) => {
    const pieces = listSubstrings(length).filter((piece) => fold(piece) === piece)
    expect(pieces.length).toBeGreaterThan(30)
    for (const search of pieces) {
      const expected = foldedParts.filter(({ texts }) => texts.some((text) => text.includes(search)))
      expect([search, await searchNames({ search })]).toEqual([
        search,
        expected.map(({ name }) => name).toSorted(),
      ])
    }
  },
)

test.each([1, 2])(
  'of words looked for by themselves, one of %i letters stands at a beginning',
  async (length) => {
    const starts = listSubstrings(length).filter((piece) => /^[\p{L}\p{N}]+$/u.test(piece))
    for (const word of starts) {
      const expected = foldedParts.filter(({ texts }) =>
        texts.some((text) => ` ${text}`.includes(` ${word}`)),
      )
      expect([word, await searchNames({ criteria: { wordGroups: [[word]] } })]).toEqual([
        word,
        expected.map(({ name }) => name).toSorted(),
      ])
    }
  },
)

test('one letter is looked for among the items of its kind, longer words wherever the text index has them', async () => {
  const isByPlace = async (search: string) =>
    usesSearchKeys({ kind: 'spare', ...(await interpretQuery(site.db, 'spare', search)) })
  expect(await isByPlace('b')).toBe(false)
  expect(await isByPlace('bush')).toBe(true)
})
