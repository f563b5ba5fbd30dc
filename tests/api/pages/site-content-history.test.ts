import { afterEach, beforeEach, expect, test } from 'vitest'
import { setIn } from '#contracts/fields/fields.ts'
import { createFileUsage } from '#server/personal-data/store-file-usage.ts'
import { findRows, setRows } from '../../support/db-snapshot.ts'
import { createJpeg, createMachine, createSparePart } from '../../support/fixtures/items.ts'
import { CONTENT_PATH, saveContentField } from '../../support/fixtures/site-content.ts'
import {
  expectOk,
  expectProblem,
  formBody,
  type Json,
  jsonBody,
  type SiteFetch,
} from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const DAY_MINUTES = 1440
let site: TestSite
let staff: SiteFetch
let colleague: SiteFetch
beforeEach(async () => {
  site = await startSite()
  staff = await site.signIn('owner')
  colleague = await site.signIn('editor')
})
afterEach(() => site.close())

const saveField = (path: string, value: unknown, by = staff) => saveContentField(by, path, value)
const getHistory = (): Promise<Json> => expectOk(staff(`${CONTENT_PATH}/history`))
const restore = (revision: number, current: number, by = staff) =>
  by(`${CONTENT_PATH}/restoration`, jsonBody('POST', { revision, current }))
const getPublished = (): Promise<Json> => expectOk(site.fetch(CONTENT_PATH))

test('The history of the site content has the author, time and differences of every save, and the content of the new site', async () => {
  expect(await getHistory()).toEqual({ revision: 0, revisions: [] })
  await saveField('company.name', 'Peenya Lathes')
  site.advanceClock(1)
  await saveField('hero.title', 'New title', colleague)
  const { revision, revisions } = await getHistory()
  expect(revision).toBe(2)
  expect(revisions).toMatchObject([
    {
      revision: 2,
      by: expect.stringContaining('editor'),
      differences: [{ field: 'Top of the home page, Title', after: 'New title' }],
    },
    {
      revision: 1,
      by: expect.stringContaining('owner'),
      differences: [{ field: 'Company, Name', before: 'Kovai Machine Tools', after: 'Peenya Lathes' }],
    },
    { revision: 0, by: '', differences: [] },
  ])
  expect(revisions[0].at > revisions[1].at).toBe(true)
})

test('A restored revision is a new one, is on the site at once, is in the audit log and leaves the draft as it was', async () => {
  await saveField('company.name', 'Peenya Lathes')
  await saveField('hero.title', 'New title')
  const edited = await expectOk(staff(`${CONTENT_PATH}/edited`))
  const unsaved = setIn(edited.content, 'contact.title', 'Unsaved')
  await expectOk(staff(`${CONTENT_PATH}/draft`, jsonBody('PUT', { content: unsaved })))
  expect(await expectOk(restore(0, 2))).toEqual({ revision: 3 })
  expect((await getPublished()).company.name).toBe('Kovai Machine Tools')
  const { content, draft, lastChange, revision } = await expectOk(staff(`${CONTENT_PATH}/edited`))
  expect(revision).toBe(3)
  expect(content.hero.title).not.toBe('New title')
  expect(draft.content.contact.title).toBe('Unsaved')
  expect(lastChange.detail).toBe('Company, Top of the home page')
  expect((await getHistory()).revisions.map((each: Json) => each.revision)).toEqual([3, 2, 1, 0])
  const entries = await findRows(site, 'audit_log', { action: 'restored' })
  expect(entries).toMatchObject([{ subject: 'settings' }])
  expect(await expectOk(restore(3, 3)), 'the current revision').toEqual({ revision: 3 })
})

test('A restoration returns 409 when the content was saved meanwhile, 404 for an unknown revision and 400 for invalid numbers', async () => {
  await saveField('company.name', 'Peenya Lathes')
  await saveField('company.name', 'Hosur Lathes', colleague)
  expect(await expectProblem(restore(0, 1), 409)).toContain('editor')
  expect(await expectProblem(restore(9, 2), 404)).toBe('This revision not found')
  await expectProblem(restore(-1, 2), 400)
  expect((await getPublished()).company.name).toBe('Hosur Lathes')
})

test('A revision that breaks a present rule or lost a picture is not restored, and the reason names the field or picture', async () => {
  await saveField('company.name', 'Peenya Lathes')
  await saveField('company.name', 'Hosur Lathes')
  const setContent = async (path: string, value: unknown) => {
    const [row] = await findRows(site, 'site_content_revision', { revision: 1 })
    const content_json = JSON.stringify(setIn(JSON.parse(row.content_json), path, value))
    await setRows(site, 'site_content_revision', { revision: 1 }, { content_json })
  }
  await setContent('hero.picture', { url: 'f'.repeat(32), alt: 'The old works' })
  expect(await expectProblem(restore(1, 2), 400)).toContain('‘The old works’ is not stored')
  await setContent('hero.picture', null)
  await setContent('company.email', 'no address')
  expect(await expectProblem(restore(1, 2), 400)).toContain('Company, Email: enter a valid email address')
  expect((await getHistory()).revision).toBe(2)
})

test('Pictures of retained revisions are kept and can be restored', async () => {
  const upload = await staff('/api/upload-images', formBody('POST', {}, [await createJpeg()]))
  const { imageUrls } = (await upload.json()) as { imageUrls: string[] }
  await saveField('hero.picture', { url: imageUrls[0], alt: 'The works' })
  await saveField('hero.picture', null)
  const pictures: string[] = []
  for await (const ids of createFileUsage(site.db).all()) pictures.push(...ids)
  expect(pictures).toHaveLength(1)
  await expectOk(restore(1, 2))
  expect((await getPublished()).hero.picture).toMatchObject({ alt: 'The works' })
})

test('The last 50 revisions are retained, and of those older than two years the one that was current then', async () => {
  for (let count = 1; count <= 52; count++) await saveField('hero.title', `Title ${count}`)
  const numbers = async () => (await getHistory()).revisions.map(({ revision }: Json) => revision)
  const retained = await numbers()
  expect(retained).toHaveLength(50)
  expect(retained.at(-1)).toBe(3)
  site.advanceClock(731 * DAY_MINUTES)
  staff = await site.signIn('owner')
  await saveField('hero.title', 'Two years later')
  expect(await numbers()).toEqual([53, 52])
})

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
