import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { CONTACT_FORM_ACTION } from '#contracts/catalogue/service-options.ts'
import { findRows } from '../../support/db-snapshot.ts'
import { expectEnquiry, sendEnquiry } from '../../support/fixtures/enquiries.ts'
import { createPage, PUBLICATIONS_PATH, savePublication } from '../../support/fixtures/publications.ts'
import { expectOk, expectProblem, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner', {}, { pages: true })

const NOTICE = { title: 'Privacy notice', purpose: 'privacy' }
const readContent = (): Promise<Json> => expectOk(site.fetch('/api/site-content'))
const setState = ({ id, revision }: Json, state: string) =>
  staff(`${PUBLICATIONS_PATH}/${id}`, jsonBody('PATCH', { state, revision }))

// A form shows one notice.
beforeEach(async () => {
  for (const page of (await expectOk(staff(PUBLICATIONS_PATH))) as Json[])
    await expectOk(setState(page, 'archived'))
})

describe('The privacy notice', () => {
  test('The site content names the published notice with its version, and both forms of the home page link to it', async () => {
    const draft = await createPage(staff, { ...NOTICE, state: 'draft' })
    expect((await readContent()).privacyNotice).toBeUndefined()
    expect(await (await site.fetch('/')).text()).not.toContain('By sending, you agree')
    await expectOk(savePublication(staff, draft, { state: 'published' }))
    expect((await readContent()).privacyNotice).toEqual({
      title: 'Privacy notice',
      path: draft.path,
      version: `${draft.id}:2`,
    })
    const html = await (await site.fetch('/')).text()
    expect(html.split(`name="notice" value="${draft.id}:2"`)).toHaveLength(3)
    expect(html.match(/By sending, you agree/g)).toHaveLength(2)
  })

  test('A second page cannot be the notice: neither a new one, a changed one nor one from the archive', async () => {
    const gone = await createPage(staff, { ...NOTICE, title: 'Former notice' })
    const archived = await expectOk(setState(gone, 'archived'))
    await createPage(staff, NOTICE)
    const message = 'Privacy notice is the privacy notice. Change what that page is for first.'
    const refused = { type: 'page', content: { ...gone.content, title: 'Another' } }
    expect(await expectProblem(staff(PUBLICATIONS_PATH, jsonBody('POST', refused)), 409)).toBe(message)
    expect(await expectProblem(setState(archived, 'draft'), 409)).toBe(message)
    const page = await createPage(staff, { title: 'Terms' })
    expect(await expectProblem(savePublication(staff, page, NOTICE), 409)).toBe(message)
    expect(await findRows(site, 'publication', { purpose: 'privacy', state: 'published' })).toHaveLength(1)
  })

  test('An enquiry keeps which version of which notice its form showed, with and without JavaScript; one that never was the notice is none', async () => {
    // With a key, as the form sends it, which becomes the id.
    const draft = await createPage(staff, { ...NOTICE, state: 'draft' }, randomUUID())
    const second = await expectOk(savePublication(staff, draft, { state: 'published' }))
    await expectOk(savePublication(staff, second, { title: 'Privacy policy' }))
    const terms = await createPage(staff, { title: 'Terms' })
    const readNotice = async (fields: object) => {
      const { id } = await expectEnquiry(site, fields)
      const [row] = await findRows(site, 'enquiry', { id })
      return row!.notice
    }
    expect(await readNotice({ notice: `${draft.id}:2` })).toBe('Privacy notice, version 2')
    expect(await readNotice({ notice: `${draft.id}:3` })).toBe('Privacy policy, version 3')
    for (const wrong of [`${draft.id}:1`, `${draft.id}:4`, `${terms.id}:1`, `${draft.id}:-1`, '2', 'x:1', ''])
      expect(await readNotice({ notice: wrong }), wrong).toBe('')
    expect(await readNotice({})).toBe('')
    expect((await sendEnquiry(site, { notice: '1'.repeat(61) })).status).toBe(400)
    const body = new URLSearchParams({
      ...{ firstName: 'Plain', lastName: 'Form', email: 'plain@valves.example', phone: '+91 98400 1' },
      ...{ message: 'Without JavaScript.', notice: `${draft.id}:2` },
    })
    await site.fetch(CONTACT_FORM_ACTION, { method: 'POST', body, redirect: 'manual' })
    expect(await findRows(site, 'enquiry', { first_name: 'Plain' })).toMatchObject([
      { notice: 'Privacy notice, version 2' },
    ])
  })

  test('Staff read which notice an enquiry and a review agreed to', async () => {
    const { id } = await createPage(staff, NOTICE)
    await expectEnquiry(site, { notice: `${id}:1` })
    await site.fetch('/api/reviews', jsonBody('POST', { text: 'Good.', notice: `${id}:1` }))
    const [enquiry]: Json[] = await expectOk(staff('/api/enquiries'))
    expect(enquiry!.notice).toBe('Privacy notice, version 1')
    const [review]: Json[] = (await expectOk(staff('/api/reviews/all'))).reviews
    expect(review!.notice).toBe('Privacy notice, version 1')
  })

  test('A restored version of the notice stays the notice, in the footer as before', async () => {
    const page = await createPage(staff, { title: 'Privacy notice', placement: 'none' })
    await expectOk(savePublication(staff, page, { ...NOTICE, placement: 'footer', summary: 'Changed.' }))
    const restoration = jsonBody('POST', { revision: 1, current: 2 })
    await expectOk(staff(`${PUBLICATIONS_PATH}/${page.id}/restoration`, restoration))
    const { privacyNotice, pages } = await readContent()
    expect(privacyNotice.version).toBe(`${page.id}:3`)
    expect(pages).toContainEqual({ title: 'Privacy notice', path: page.path })
  })

  test('The private page of an enquiry links to the notice', async () => {
    const { statusPath } = (await expectEnquiry(site, {})) as Json
    const read = async () => (await site.fetch(statusPath)).text()
    expect(await read()).not.toContain('Privacy notice')
    const { path } = await createPage(staff, NOTICE)
    expect(await read()).toContain(`<a href="${path}">Privacy notice</a>`)
  })
})

describe('How long data are kept', () => {
  test('The block of the notice states the time of the settings', async () => {
    const page = await createPage(staff, {
      ...NOTICE,
      blocks: [{ type: 'retention', title: 'How long we keep it' }],
    })
    const read = async () => (await site.fetch(page.path)).text()
    expect(await read()).toContain('Until you ask us to delete them')
    const { content, revision } = await expectOk(staff('/api/site-content/edited'))
    content.privacy.retention = '36'
    await expectOk(staff('/api/site-content', jsonBody('PUT', { content, revision })))
    expect(await read()).toContain('3 years after our last contact')
  })
})
