import { expect, test } from 'vitest'
import { publishDue } from '#server/site-content/publications/commands.ts'
import { findRows } from '../../support/db-snapshot.ts'
import { createArticle, PUBLICATIONS_PATH, savePublication } from '../../support/fixtures/publications.ts'
import { expectOk, expectProblem, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner', {}, { pages: true })

const DAY = '2030-06-17'
/** The first instant of the day in India. */
const BEGINNING = Date.parse('2030-06-16T18:30:00.000Z')
const SCHEDULED = { state: 'scheduled', publishOn: DAY }

/** Does what the job does at that time. */
const publish = (ms: number) =>
  publishDue({
    db: site.db,
    clock: () => new Date(ms),
    events: { emit: () => true } as never,
    onError: (error) => expect(error).toBeUndefined(),
  })

test('A scheduled article is seen by staff only until its day begins in India; then it is published once, by the schedule', async () => {
  const { id, path } = await createArticle(staff, { title: 'Exhibition in June', ...SCHEDULED })
  expect((await site.fetch(path)).status).toBe(404)
  expect((await staff(`${path}?preview=${id}`)).status).toBe(200)
  expect(await (await site.fetch('/articles')).text()).not.toContain('Exhibition in June')
  await publish(BEGINNING - 1)
  expect(await findRows(site, 'publication', { id })).toMatchObject([
    { state: 'scheduled', published_at: null },
  ])
  await publish(BEGINNING)
  await publish(BEGINNING + 60_000)
  expect(await findRows(site, 'publication', { id })).toMatchObject([
    { state: 'published', revision: 2, published_at: '2030-06-16T18:30:00.000Z' },
  ])
  const [newest] = (await expectOk(staff(`${PUBLICATIONS_PATH}/${id}/history`))).revisions
  expect(newest).toMatchObject({ by: 'Schedule', at: '2030-06-16T18:30:00.000Z' })
  expect(
    (await findRows(site, 'audit_log', { subject_id: id })).map(({ action, by_name }) => [action, by_name]),
  ).toEqual([
    ['created', expect.any(String)],
    ['published', 'Schedule'],
  ])
})

test('What is a draft again, or archived, is not published on its day', async () => {
  const draft = await createArticle(staff, { title: 'Called off', ...SCHEDULED })
  const again = await expectOk(savePublication(staff, draft, { state: 'draft' }))
  expect((await findRows(site, 'audit_log', { subject_id: draft.id })).at(-1)!.action).toBe('changed')
  expect(again.state).toBe('draft')
  const archived = await createArticle(staff, { title: 'Archived', ...SCHEDULED })
  const change = { state: 'archived', revision: archived.revision }
  await expectOk(staff(`${PUBLICATIONS_PATH}/${archived.id}`, jsonBody('PATCH', change)))
  await publish(BEGINNING)
  for (const { id } of [draft, archived])
    expect(await findRows(site, 'publication', { id, state: 'published' })).toEqual([])
})

test.each([
  ['without a day', { state: 'scheduled', publishOn: '' }],
  ['on a blank day', { state: 'scheduled', publishOn: ' ' }],
  ['on a day that does not exist', { state: 'scheduled', publishOn: '2030-02-30' }],
  ['in a month that does not exist', { state: 'scheduled', publishOn: '2030-13-01' }],
  ['with a blank day', { state: 'draft', publishOn: ' ' }],
  ['on what is no day', { state: 'draft', publishOn: 'tomorrow' }],
])('An article %s is not saved', async (_when, fields) => {
  const article = await createArticle(staff, { title: `Wrong day ${fields.publishOn}` })
  const message = await expectProblem(savePublication(staff, article, fields), 400)
  expect(message).toContain('Article, Day of publication: enter a day.')
})

test('Nothing can be scheduled from the list without a day, and what was saved before days existed can be saved again', async () => {
  const article = await createArticle(staff, { title: 'From the list', state: 'draft' })
  const { publishOn: _, ...former } = article.content
  const row = site.db.updateTable('publication').where('id', '=', article.id)
  await row.set({ content_json: JSON.stringify(former) }).execute()
  const change = { state: 'scheduled', revision: article.revision }
  expect(
    await expectProblem(staff(`${PUBLICATIONS_PATH}/${article.id}`, jsonBody('PATCH', change)), 400),
  ).toBe('Enter the day of publication in the form.')
  const edited = await expectOk(staff(`${PUBLICATIONS_PATH}/${article.id}`))
  expect(edited.content.publishOn).toBe('')
  await expectOk(savePublication(staff, edited, { title: 'Saved again' }))
  const { revisions } = await expectOk(staff(`${PUBLICATIONS_PATH}/${article.id}/history`))
  expect(JSON.stringify(revisions[0].changes ?? revisions[0])).not.toContain('Day of publication')
})
