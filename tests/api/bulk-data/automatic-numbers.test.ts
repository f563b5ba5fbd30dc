import { afterEach, beforeEach, expect, test } from 'vitest'
import { setIn } from '#contracts/site-content/fields.ts'
import { createMachine, createSparePart } from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const CONTENT_PATH = '/api/site-content'
let site: TestSite
let staff: SiteFetch
beforeEach(async () => {
  site = await startSite()
  staff = await site.signIn('owner')
})
afterEach(() => site.close())

const getPublished = (): Promise<Json> => expectOk(site.fetch(CONTENT_PATH))
const getEdited = (): Promise<Json> => expectOk(staff(`${CONTENT_PATH}/edited`))
const save = (content: unknown, revision: number) =>
  staff(CONTENT_PATH, jsonBody('PUT', { content, revision }))

test('Numbers set to automatic follow the catalogue at once, and the typed ones come back', async () => {
  await createMachine(staff, { price: '1850000' })
  const { content, revision, automatic } = await getEdited()
  expect(automatic).toMatchObject({ machine: '1', spare: '0', item: '1' })
  const typed = { ...content.statistics[0] }
  content.statistics[3].source = 'machine'
  content.catalogue.sparesTileSource = 'spare'
  content.chat.machinePrices.source = 'machinePrices'
  await expectOk(save(content, revision))
  expect((await getPublished()).statistics).toMatchObject([typed, {}, {}, { value: 1 }])
  const dearer = await createMachine(staff, { name: 'Second lathe', price: '2400000' })
  await createSparePart(staff)
  const { statistics, catalogue, chat } = await getPublished()
  expect(statistics[3].value).toBe(2)
  expect(catalogue.sparesTile).toBe('1')
  expect(chat.machinePrices).toMatchObject({ from: '18,50,000', to: '24,00,000' })
  await expectOk(staff('/api/items/changes', jsonBody('POST', { ids: [dearer.id], archived: true })))
  expect((await getPublished()).statistics[3].value).toBe(1)
  const edited = await getEdited()
  expect(edited.content.statistics[3].value, 'the typed number is kept').toBe(15)
  const back = setIn(edited.content, 'statistics.3.source', 'typed')
  await expectOk(save(back, edited.revision))
  expect((await getPublished()).statistics[3].value).toBe(15)
})

test('[STAT-1] [CAT-6] A new site has the specified numbers, whatever the catalogue contains', async () => {
  await createMachine(staff)
  const { statistics, catalogue, chat } = await getPublished()
  expect(statistics.map(({ value, suffix }: Json) => `${value}${suffix}`)).toEqual([
    '20+',
    '500+',
    '300+',
    '15',
  ])
  expect(catalogue).toMatchObject({ categoriesTile: '3', sparesTile: '2.5K+' })
  expect(chat.machinePrices).toMatchObject({ from: '15,00,000', to: '45,00,000' })
})

test('Content without sources, as programs of an older version send it, has typed numbers; an unknown source is rejected', async () => {
  const { content, revision } = await getEdited()
  for (const statistic of content.statistics) delete statistic.source
  delete content.catalogue.sparesTileSource
  await expectOk(save(setIn(content, 'statistics.0.value', 21), revision))
  expect((await getEdited()).content.statistics[0]).toMatchObject({ value: 21, source: 'typed' })
  const message = await expectProblem(save(setIn(content, 'statistics.0.source', 'moon'), revision + 1), 400)
  expect(message).toContain('Figures, figure 1, Number is: select an option.')
})
