import { afterEach, beforeEach, expect, test } from 'vitest'
import { setIn } from '#contracts/site-content/fields.ts'
import { createPictureUsage } from '#server/personal-data/store-picture-usage.ts'
import { createJpeg } from '../../support/fixtures/items.ts'
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
  const entry = await site.db
    .selectFrom('audit_log')
    .select(['action', 'subject'])
    .where('action', '=', 'restored')
    .execute()
  expect(entry).toEqual([{ action: 'restored', subject: 'settings' }])
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
    const row = await site.db
      .selectFrom('site_content_revision')
      .select('content_json')
      .where('revision', '=', 1)
      .executeTakeFirstOrThrow()
    const content_json = JSON.stringify(setIn(JSON.parse(row.content_json), path, value))
    await site.db
      .updateTable('site_content_revision')
      .set({ content_json })
      .where('revision', '=', 1)
      .execute()
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
  for await (const ids of createPictureUsage(site.db).all()) pictures.push(...ids)
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
