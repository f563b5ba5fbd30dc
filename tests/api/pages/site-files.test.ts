import { describe, expect, test } from 'vitest'
import type { SiteFile } from '#contracts/files/site-file.ts'
import { removeUnusedDocuments } from '#server/catalogue/documents/sweep.ts'
import { readConfig } from '#server/config.ts'
import { openFileStorage } from '#server/media/storage/open-blob-storage.ts'
import { createFileUsage } from '#server/personal-data/store-file-usage.ts'
import { removeUnusedSiteFiles } from '#server/site-content/files/store.ts'
import { PDF } from '../../support/fixtures/attachments.ts'
import { addDocument } from '../../support/fixtures/documents.ts'
import { createMachine } from '../../support/fixtures/items.ts'
import {
  ARTICLE,
  createArticle,
  createPage,
  PUBLICATIONS_PATH,
  savePublication,
  uploadSiteFile,
} from '../../support/fixtures/publications.ts'
import { expectOk, expectProblem, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner', {}, { pages: true })

const MP4 = Buffer.concat([
  Buffer.from('\0\0\0\x18ftypisom\0\0\x02\0isomiso2', 'latin1'),
  Buffer.alloc(1000, 1),
])
const post = (name: string, content: BlobPart, by: SiteFetch = staff) => {
  const body = new FormData()
  body.append('file', new Blob([content]), name)
  return by('/api/site-files', { method: 'POST', body })
}
const upload = (name: string, content: BlobPart) => uploadSiteFile(staff, name, content)
const postArticle = (blocks: object[]) =>
  staff(PUBLICATIONS_PATH, jsonBody('POST', { type: 'article', content: { ...ARTICLE, blocks } }))
const getPath = ({ id, fileName }: SiteFile) => `/files/${id}/${encodeURIComponent(fileName)}`
const toDocuments = (...files: SiteFile[]) => ({
  type: 'documents',
  title: 'Certificates',
  documents: files.map((file) => ({ title: file.fileName, file })),
})
const toVideo = (file: SiteFile) => ({ type: 'video', file, title: 'First cut', text: '', picture: null })

describe('Files of pages', () => {
  test('A video is played in its page by ranges; a document is a download under the name that its page gives', async () => {
    const video = await upload('First cut.mp4', MP4)
    const certificate = await upload('ISO 9001.pdf', PDF)
    await createArticle(staff, { blocks: [toVideo(video), toDocuments(certificate)] })
    const whole = await site.fetch(getPath(video))
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      'content-type': 'video/mp4',
      'content-disposition': expect.stringMatching(/^inline/),
      'accept-ranges': 'bytes',
      'cache-control': 'public, no-cache',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'; sandbox"),
    })
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(MP4)
    const part = await site.fetch(getPath(video), { headers: { range: 'bytes=4-7' } })
    expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
      206,
      'ftyp',
      `bytes 4-7/${MP4.length}`,
    ])
    const { headers } = await site.fetch(getPath(certificate))
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="ISO 9001.pdf"/)
    expect((await site.fetch(`/files/${certificate.id}/page.html`)).headers.get('content-type')).toBe(
      'application/pdf',
    )
  })

  test.each([
    ['page.pdf', '<html><script>alert(1)</script></html>', 415],
    ['film.mov', '\0\0\0\x14ftypqt  \0\0\0\0', 415],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 415],
    ['empty.mp4', '', 400],
    ['page.mp4', '<html><!-- ftypisom --><script>alert(1)</script></html>', 415],
    ['program.mp4', 'MZ\0\0ftypmp42', 415],
    ['archive.webm', 'PK\x03\x04webm', 400],
  ])('%s with other content is refused with a sentence', async (name, content, status) => {
    expect(await expectProblem(post(name, content), status)).toContain(name)
  })

  test('A file is for staff until a page with it is published, and again when the page is archived', async () => {
    const plan = await upload('plan.pdf', `${PDF}plan %%EOF\n`)
    const { id, revision } = await createArticle(staff, { state: 'draft', blocks: [toDocuments(plan)] })
    const getStatuses = async () => [
      (await site.fetch(getPath(plan))).status,
      (await staff(getPath(plan))).status,
    ]
    const setState = (state: string, from: number) =>
      expectOk(staff(`${PUBLICATIONS_PATH}/${id}`, jsonBody('PATCH', { state, revision: from })))
    expect(await getStatuses()).toEqual([404, 200])
    const published = await setState('published', revision)
    expect(await getStatuses()).toEqual([200, 200])
    await setState('archived', published.revision)
    expect(await getStatuses()).toEqual([404, 200])
  })

  test('Only accounts that can change the settings can upload', async () => {
    await expectProblem(post('a.pdf', PDF, site.fetch), 401)
    await expectProblem(post('a.pdf', PDF, await site.signIn('sales')), 403)
  })

  test('A document of an item is no file of a page, also for those who know its hash', async () => {
    const { id } = await createMachine(staff)
    const document = await addDocument(staff, id, 'dealer prices.pdf', `${PDF}\n`)
    const hash = (await site.fetch(new URL(document.url).pathname)).headers.get('etag')!.slice(1, -1)
    expect(hash).toMatch(/^[0-9a-f]{32}$/)
    await expectProblem(site.fetch(`/files/${hash}/prices.pdf`), 404)
    await expectProblem(site.fetch('/files/unknown/prices.pdf'), 404)
  })
})

describe('Blocks with files', () => {
  test('A page plays a video and lists documents with format and size; the size is that of the stored file', async () => {
    const video = await upload('First cut.mp4', MP4)
    const certificate = await upload('ISO 9001.pdf', PDF)
    // The same content under another name is the same file, and each page keeps its own name of it.
    const renamed = { ...(await upload('Quality.pdf', PDF)), fileName: 'Quality.pdf' }
    expect(renamed.id).toBe(certificate.id)
    const lie = { ...renamed, bytes: 1 }
    const { path, id } = await createArticle(staff, { blocks: [toVideo(video), toDocuments(lie)] })
    const html = await (await site.fetch(path)).text()
    expect(html).toContain(`src="${getPath(video)}"`)
    expect(html).toContain('preload="metadata"')
    expect(html).toContain(`href="${getPath(renamed)}"`)
    const { headers } = await site.fetch(getPath(renamed))
    expect(headers.get('content-disposition')).toContain('Quality.pdf')
    expect(html).toContain('PDF, 1 kB')
    const { content } = await expectOk(staff(`${PUBLICATIONS_PATH}/${id}`))
    expect(content.blocks[1].documents[0].file).toEqual(renamed)
  })

  test.each([
    ['no file', null],
    ['a file that was never uploaded', { id: 'a'.repeat(32), fileName: 'a.mp4', bytes: 3 }],
    ['a document as video', { id: 'a'.repeat(32), fileName: 'a.pdf', bytes: 3 }],
    ['a path as id', { id: '../../../../etc/passwd/aaaaaaaaa', fileName: 'a.mp4', bytes: 3 }],
    ['a text', '/files/a/a.mp4'],
    ['a program as name', { id: 'a'.repeat(32), fileName: 'a.exe', bytes: 3 }],
  ])('A video block with %s is refused at its field', async (_, file) => {
    const reply = await postArticle([toVideo(file as SiteFile)])
    const { errors } = await reply.json()
    expect([reply.status, errors[0].field]).toEqual([400, expect.stringContaining('blocks.0.file')])
  })

  test('A page has one contact form at most, which sends an enquiry without JavaScript', async () => {
    const contact = { type: 'contact', title: 'Ask us', text: '' }
    expect(await expectProblem(postArticle([contact, contact]), 400)).toContain('one contact form at most')
    const { path } = await createPage(staff, { title: 'Visit us', blocks: [contact] })
    const html = await (await site.fetch(path)).text()
    expect(html).toMatch(/<form [^>]*method="post"/)
    expect(html).toContain('name="firstName"')
  })

  test('A comparison states the items as they are now, and the pages of its items lead to the article', async () => {
    const one = await createMachine(staff, {
      name: 'CL 70 Lathe',
      specifications: JSON.stringify({ Weight: '1 kg', Power: '2 kW' }),
    })
    const other = await createMachine(staff, {
      name: 'CL 80 Lathe',
      specifications: JSON.stringify({ Weight: '3 kg', Power: '4 kW' }),
    })
    const block = { type: 'comparison', title: 'Small or large', items: [one.id, other.id] }
    const { path } = await createArticle(staff, { title: 'Which lathe', blocks: [block] })
    const html = await (await site.fetch(path)).text()
    for (const text of ['CL 70 Lathe', 'CL 80 Lathe', '3 kg', '4 kW', 'Open the comparison'])
      expect(html).toContain(text)
    expect(await (await site.fetch(`/product/${one.slug}`)).text()).toContain('Which lathe')
  })
})

test('The history of a page tells a file from another one with the same name', async () => {
  const [first, second] = [
    await upload('prices.pdf', `${PDF}1 %%EOF\n`),
    await upload('prices.pdf', `${PDF}2 %%EOF\n`),
  ]
  const article = await createArticle(staff, { blocks: [toDocuments(first)] })
  await expectOk(savePublication(staff, article, { blocks: [toDocuments(second)] }))
  const { revisions } = await expectOk(staff(`${PUBLICATIONS_PATH}/${article.id}/history`))
  const [{ before, after }] = revisions[0].differences
  expect(before).toContain(`prices.pdf (file ${first.id.slice(0, 6)})`)
  expect(after).toContain(`prices.pdf (file ${second.id.slice(0, 6)})`)
})

test('Files stay as long as a page or one of its versions has them; others are removed after a day', async () => {
  const deps = {
    db: site.db,
    clock: () => new Date(),
    documentStorage: await openFileStorage(readConfig({ DATA_DIR: site.dataDir }), 'documents'),
  }
  const used = await upload('used.mp4', Buffer.concat([MP4, Buffer.from('used')]))
  const unused = await upload('unused.mp4', Buffer.concat([MP4, Buffer.from('unused')]))
  const { id } = await createArticle(staff, { blocks: [toVideo(used)] })
  const stored = await expectOk(staff(`${PUBLICATIONS_PATH}/${id}`))
  await expectOk(savePublication(staff, stored, { blocks: [{ type: 'contact', title: 'Ask us', text: '' }] }))
  const inAnHour = new Date(Date.now() + 3_600_000)
  await removeUnusedSiteFiles(
    deps,
    inAnHour,
    createFileUsage(site.db, (table) => table.startsWith('publication')),
  )
  await removeUnusedDocuments(deps, inAnHour)
  expect((await staff(getPath(used))).status).toBe(200)
  expect((await staff(getPath(unused))).status).toBe(404)
  expect(await deps.documentStorage.listFiles(unused.id)).toEqual([])
})
