import { beforeAll, describe, expect, test } from 'vitest'
import { createSparePart } from '../../support/fixtures/items.ts'
import { CONTENT_PATH, saveContentField } from '../../support/fixtures/site-content.ts'
import { expectOk, expectProblem, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner', {}, { pages: true })
beforeAll(async () => {
  await createSparePart(staff, { name: 'Steady Rest Roller', description: 'Hardened.' })
})

const addWord = (name: string, meaning: string) =>
  staff(`${CONTENT_PATH}/trade-words`, jsonBody('POST', { name, meaning }))
const listRows = async (): Promise<string[]> =>
  (await expectOk(staff(`${CONTENT_PATH}/edited`))).content.search.tradeWords
const search = async (text: string): Promise<string[]> => {
  const found = await expectOk(
    site.fetch(`/api/spareparts?approximate=true&search=${encodeURIComponent(text)}`),
  )
  return found.map(({ name }: Json) => name)
}

describe('A trade word', () => {
  test('What staff say that a word means is what the next search for it finds, until they take it back', async () => {
    expect(await search('doodad')).toEqual([])
    await expectOk(addWord(' Doodad', 'steady rest '))
    expect((await listRows()).at(-1)).toBe('steady rest, Doodad')
    expect(await search('doodads')).toEqual(['Steady Rest Roller'])
    await expectOk(addWord('gubbins', 'Steady Rest'))
    await expectOk(addWord('Gubbins', 'doodad'))
    expect((await listRows()).at(-1)).toBe('steady rest, Doodad, gubbins')
    expect(await search('gubins roller')).toEqual(['Steady Rest Roller'])
    await saveContentField(staff, 'search.tradeWords', (await listRows()).slice(0, -1))
    expect(await search('doodad')).toEqual([])
  })

  test('A new word keeps the unsaved settings of the same account', async () => {
    const { content } = await expectOk(staff(`${CONTENT_PATH}/edited`))
    await expectOk(staff(`${CONTENT_PATH}/draft`, jsonBody('PUT', { content })))
    await expectOk(addWord('thingummy', 'steady rest'))
    expect((await expectOk(staff(`${CONTENT_PATH}/edited`))).draft).not.toBeNull()
  })

  test.each([
    ['patta', 'steady rest', '‘patta’ is in another row, too.'],
    ['one, two', 'steady rest', 'Enter a single name without commas.'],
    [' ', 'steady rest', 'Enter a name.'],
    ['do\0dad', 'steady rest', 'Enter a single name without commas.'],
    ['doodah', 'doodah', 'at least two names for the same thing'],
    ['x'.repeat(61), 'steady rest', ''],
  ])(
    'The word %j for %j is refused with a sentence, and nothing changes',
    async (name, meaning, sentence) => {
      const before = await listRows()
      expect(await expectProblem(addWord(name, meaning), 400)).toContain(sentence)
      expect(await listRows()).toEqual(before)
    },
  )

  test.each([
    ['belt', 'at least two names for the same thing'],
    ['Belt, BELT', 'at least two names for the same thing'],
    ['strap, patta', '‘patta’ is in another row, too.'],
  ])('The row %j is refused in the settings', async (row, sentence) => {
    const { content, revision } = await expectOk(staff(`${CONTENT_PATH}/edited`))
    const changed = { ...content, search: { tradeWords: ['belt strap, patta', row] } }
    const reply = await staff(CONTENT_PATH, jsonBody('PUT', { content: changed, revision }))
    expect(reply.status).toBe(400)
    expect((await reply.json()).errors).toMatchObject([
      { field: 'content.search.tradeWords.1', message: expect.stringContaining(sentence) },
    ])
  })

  test('Rows with null characters and signs alone break no search', async () => {
    await saveContentField(staff, 'search.tradeWords', ['gu\0bbins, roller', '?, §', '0, "'])
    for (const text of ['gu bbins', '?', '0', 'roller'])
      await expectOk(site.fetch(`/api/suggestions?search=${encodeURIComponent(text)}`))
    expect(await search('gu bbins')).toEqual(['Steady Rest Roller'])
  })

  test('Visitors get no list of trade words, and no specifications of the job finder', async () => {
    const content = await expectOk(site.fetch(CONTENT_PATH))
    expect(content).toMatchObject({ company: {}, chat: {} })
    for (const section of ['search', 'jobFinder']) expect(content).not.toHaveProperty(section)
    expect(await (await site.fetch('/')).text()).not.toMatch(/kharaad|barDiameter/)
  })
})
