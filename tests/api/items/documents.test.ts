import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ItemDocument } from '#contracts/files/item-document.ts'
import { removeUnusedDocuments } from '#server/catalogue/documents/sweep.ts'
import { readConfig } from '#server/config.ts'
import { openFileStorage } from '#server/media/storage/open-blob-storage.ts'
import { PDF } from '../../support/fixtures/attachments.ts'
import {
  addDocument,
  DWG,
  DXF,
  documentForm,
  IGES,
  listDocumentFolders,
  listItemDocuments,
  patchDocument,
  postDocument,
  replaceDocument,
  STEP,
} from '../../support/fixtures/documents.ts'
import {
  bulkUpdate,
  createMachine,
  createService,
  createSparePart,
  getItemAuditLog,
} from '../../support/fixtures/items.ts'
import { createZip } from '../../support/formats/zip-file.ts'
import { expectOk, expectProblem, type Json } from '../../support/http-client.ts'
import { isOnPostgres } from '../../support/postgres/db-engine.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner')

const getPath = ({ url }: ItemDocument) => new URL(url).pathname
const download = (document: ItemDocument, headers: Record<string, string> = {}) =>
  site.fetch(getPath(document), { headers })
const readItem = (id: string): Promise<Json> => expectOk(site.fetch(`/api/products/${id}`))
const deleteDocument = (itemId: string, id: string) =>
  staff(`/api/items/${itemId}/documents/${id}`, { method: 'DELETE' })
const restore = (itemId: string, id: string) =>
  staff(`/api/items/${itemId}/documents/${id}/restoration`, { method: 'POST' })
const titles = (documents: ItemDocument[]) => documents.map(({ title }) => title)
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const sweep = async (before: Date) =>
  removeUnusedDocuments(
    {
      db: site.db,
      documentStorage: await openFileStorage(readConfig({ DATA_DIR: site.dataDir }), 'documents'),
    },
    before,
  )

describe('Adding documents', () => {
  test.each<[format: string, name: string, content: BlobPart, type: string]>([
    ['pdf', 'CL 25 operating manual.pdf', PDF, 'application/pdf'],
    ['step', 'bed.stp', STEP, 'model/step'],
    ['iges', 'bed.igs', IGES, 'model/iges'],
    ['dxf', 'foundation.dxf', DXF, 'image/vnd.dxf'],
    ['dwg', 'layout.dwg', DWG, 'image/vnd.dwg'],
    ['zip', 'models.zip', createZip([{ name: 'bed.step', content: STEP }]), 'application/zip'],
  ])(
    'A %s file named %s is returned unchanged as an attachment',
    async (format, name, content, contentType) => {
      const { id } = await createMachine(staff)
      const document = await addDocument(staff, id, name, content)
      const bytes = Buffer.from(await new Blob([content]).arrayBuffer())
      expect(document).toMatchObject({ format, fileName: name, bytes: bytes.length })
      const reply = await download(document)
      expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes)
      expect(Object.fromEntries(reply.headers)).toMatchObject({
        'content-type': contentType,
        'content-length': String(bytes.length),
        'content-disposition': expect.stringMatching(/^attachment; filename="/),
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, no-cache',
      })
    },
  )

  test('Title, type and language are those of the form, or else what the name of the file says', async () => {
    const { id } = await createMachine(staff)
    const fields = { title: ' Bed, front view ', type: 'cad-model', language: '' }
    expect(await addDocument(staff, id, 'brochure.pdf', PDF, fields)).toMatchObject({
      title: 'Bed, front view',
      type: 'cad-model',
    })
    const guessed = await addDocument(staff, id, 'CL-25_parts list Hindi.pdf')
    expect(guessed).toMatchObject({ title: 'CL-25 parts list Hindi', type: 'parts-list', language: 'hi' })
    expect(guessed.summary).toMatch(/^Parts list · Hindi · PDF, 1 kB · \d\d [A-Z][a-z]{2} \d{4}$/)
    expect(await listItemDocuments(staff, id)).toEqual([
      expect.not.objectContaining({ language: expect.anything() }),
      guessed,
    ])
  })

  test('Documents are part of the item and of lists, in their order, and of the audit log', async () => {
    const machine = await createMachine(staff)
    const part = await createSparePart(staff)
    const service = await createService(staff)
    expect(machine.documents).toEqual([])
    const documents = [
      await addDocument(staff, machine.id, 'b.pdf'),
      await addDocument(staff, machine.id, 'a.dxf', DXF),
    ]
    const drawing = await addDocument(staff, part.id, 'part.dwg', DWG)
    const contract = await addDocument(staff, service.id, 'contract.pdf')
    expect((await readItem(machine.id)).documents).toEqual(documents)
    const list: Json[] = await expectOk(site.fetch('/api/products'))
    expect(list.find(({ id }) => id === machine.id).documents).toEqual(documents)
    const parts: Json[] = await expectOk(site.fetch('/api/spareparts'))
    expect(parts.find(({ id }) => id === part.id).documents).toEqual([drawing])
    expect((await expectOk(site.fetch(`/api/services/${service.id}`))).documents).toEqual([contract])
    expect((await readItem(machine.id)).revision).toBe(machine.revision)
    expect(await getItemAuditLog(staff, machine.id)).toEqual([
      `created ${machine.name}`,
      `changed ${machine.name}: Document added: b`,
      `changed ${machine.name}: Document added: a`,
    ])
  })

  test('Wrong fields, no file, two files, another field, an unknown and an archived item are rejected with a clear sentence', async () => {
    const { id } = await createMachine(staff)
    const send = (body: BodyInit, itemId = id) =>
      staff(`/api/items/${itemId}/documents`, { method: 'POST', body })
    const two = documentForm('a.pdf')
    two.append('file', new File([PDF], 'b.pdf'))
    const other = new FormData()
    other.append('images', new File([PDF], 'a.pdf'))
    expect(await expectProblem(send(new FormData()), 400)).toBe('Choose a file.')
    expect(await expectProblem(send(two), 400)).toBe('Upload one file at a time.')
    expect(await expectProblem(send(other), 400)).toContain('field file')
    expect(await expectProblem(send(PDF), 415)).toContain('multipart/form-data')
    for (const [fields, message] of [
      [{ type: 'letter' }, 'The type must be one of'],
      [{ language: 'Klingon' }, 'The language must be one of'],
      [{ title: ' ' }, 'Enter a title.'],
      [{ title: 'x'.repeat(201) }, 'at most 200 characters'],
      [{ author: 'x' }, ''],
    ] as const)
      expect(await expectProblem(send(documentForm('a.pdf', PDF, fields)), 400)).toContain(message)
    await expectProblem(send(documentForm('a.pdf'), 'unknown'), 404)
    await bulkUpdate(staff, [id], { archived: true })
    await expectProblem(send(documentForm('a.pdf')), 404)
    expect(
      await site.db.selectFrom('item_document').select('id').where('item_id', '=', id).execute(),
    ).toEqual([])
    expect(await readdir(join(site.dataDir, 'tmp'))).toEqual([])
  })

  test('An item can have 30 documents, also if several are sent at the same time', async () => {
    const { id, name } = await createMachine(staff)
    for (let count = 0; count < 28; count++) await addDocument(staff, id)
    const replies = await Promise.all([1, 2, 3, 4].map(() => postDocument(staff, id, 'a.pdf')))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    expect(await expectProblem(postDocument(staff, id, 'a.pdf'), 409)).toContain(`${name} has 30 documents`)
    const documents = await listItemDocuments(staff, id)
    expect(documents).toHaveLength(30)
    await deleteDocument(id, documents[0]!.id)
    await addDocument(staff, id)
    await expectProblem(restore(id, documents[0]!.id), 409)
  })

  // The file goes to the disk; the database stores its size only.
  test.skipIf(isOnPostgres)(
    'A file of 100 MB is accepted, and a larger one returns 413 and leaves nothing',
    {
      timeout: 60_000,
    },
    async () => {
      const { id } = await createMachine(staff)
      const largest = Buffer.alloc(100_000_000, ' ')
      largest.write(PDF)
      largest.write('%%EOF', largest.length - 5)
      const document = await addDocument(staff, id, 'large.pdf', largest)
      expect(document.bytes).toBe(100_000_000)
      const folders = await listDocumentFolders(site)
      const tooLarge = new Blob([largest, ' '])
      expect(await expectProblem(postDocument(staff, id, 'large.pdf', tooLarge), 413)).toContain(
        'large.pdf is larger than 100 MB.',
      )
      expect(await listDocumentFolders(site)).toEqual(folders)
      expect(await readdir(join(site.dataDir, 'tmp'))).toEqual([])
      await deleteDocument(id, document.id)
    },
  )
})

describe('Changing documents', () => {
  test('Title, type, language and place can be changed; what is absent stays', async () => {
    const { id } = await createMachine(staff)
    const [a, b, c] = [
      await addDocument(staff, id, 'a.pdf'),
      await addDocument(staff, id, 'b.pdf'),
      await addDocument(staff, id, 'c.pdf'),
    ]
    expect(await expectOk(patchDocument(staff, id, a.id, { title: 'Manual', type: 'manual' }))).toEqual({
      ...a,
      title: 'Manual',
      type: 'manual',
      summary: a.summary.replace('Brochure', 'Manual'),
    })
    expect(await expectOk(patchDocument(staff, id, a.id, { language: null }))).not.toHaveProperty('language')
    expect(await expectOk(patchDocument(staff, id, b.id, { language: 'ta' }))).toMatchObject({
      language: 'ta',
    })
    await expectOk(patchDocument(staff, id, c.id, { position: 0 }))
    expect(titles(await listItemDocuments(staff, id))).toEqual(['c', 'Manual', 'b'])
    await expectOk(patchDocument(staff, id, c.id, { position: 29 }))
    expect(titles((await readItem(id)).documents)).toEqual(['Manual', 'b', 'c'])
    expect((await getItemAuditLog(staff, id)).slice(4)).toEqual(
      ['changed: Manual', 'changed: Manual', 'changed: b', 'moved: c', 'moved: c'].map(
        (change) => `changed CL 25 Capstan Lathe: Document ${change}`,
      ),
    )
  })

  test('A change with a wrong value, of an unknown document or under another item is rejected and changes nothing', async () => {
    const { id } = await createMachine(staff)
    const other = await createMachine(staff)
    const document = await addDocument(staff, id)
    for (const changes of [
      { title: '' },
      { type: 'x' },
      { language: 'x' },
      { position: -1 },
      { position: 1.5 },
      { bytes: 1 },
    ])
      await expectProblem(patchDocument(staff, id, document.id, changes), 400)
    for (const [itemId, documentId] of [
      [id, 'unknown'],
      [other.id, document.id],
      ['unknown', document.id],
    ] as const) {
      await expectProblem(patchDocument(staff, itemId, documentId, { title: 'x' }), 404)
      await expectProblem(deleteDocument(itemId, documentId), 404)
      await expectProblem(restore(itemId, documentId), 404)
      await expectProblem(replaceDocument(staff, itemId, { ...document, id: documentId }, 'b.pdf'), 404)
    }
    expect(await listItemDocuments(staff, id)).toEqual([document])
  })

  test('The link of a replaced document leads to its current file', async () => {
    const { id } = await createMachine(staff)
    const first = await addDocument(staff, id, 'manual rev A.pdf', PDF, { title: 'Manual' })
    const content = `${PDF}rev B %%EOF`
    const replaced: ItemDocument = await expectOk(
      replaceDocument(staff, id, first, 'manual rev B.pdf', content),
    )
    expect(replaced).toEqual({
      ...first,
      fileName: 'manual rev B.pdf',
      bytes: content.length,
      url: first.url.replace('rev%20A', 'rev%20B'),
      summary: expect.any(String),
      updatedAt: expect.any(String),
    })
    expect(replaced.updatedAt > first.updatedAt).toBe(true)
    for (const document of [first, replaced]) {
      const reply = await download(document)
      expect(await reply.text()).toBe(content)
      expect(reply.headers.get('content-disposition')).toContain('manual rev B.pdf')
    }
    await expectProblem(replaceDocument(staff, id, first, 'page.pdf', '<html>'), 415)
    expect(await listItemDocuments(staff, id)).toEqual([replaced])
    const other: ItemDocument = await expectOk(replaceDocument(staff, id, first, 'model.step', STEP))
    expect(other.format).toBe('step')
    expect((await getItemAuditLog(staff, id)).slice(-2)).toEqual([
      'changed CL 25 Capstan Lathe: Document replaced: Manual (manual rev B.pdf)',
      'changed CL 25 Capstan Lathe: Document replaced: Manual (model.step)',
    ])
  })

  test('A deleted document is gone at once, and comes back at its place when the deletion is undone', async () => {
    const { id } = await createMachine(staff)
    expect((await readItem(id)).documents).toEqual([])
    const [a, b] = [await addDocument(staff, id, 'a.pdf'), await addDocument(staff, id, 'b.pdf', STEP)]
    expect((await readItem(id)).documents).toEqual([a, b])
    expect((await deleteDocument(id, a.id)).status).toBe(204)
    expect((await readItem(id)).documents).toEqual([b])
    await expectProblem(download(a), 404)
    await expectProblem(deleteDocument(id, a.id), 404)
    await expectProblem(patchDocument(staff, id, a.id, { title: 'x' }), 404)
    expect(await expectOk(restore(id, a.id))).toEqual(a)
    expect(await expectOk(restore(id, a.id))).toEqual(a)
    expect((await readItem(id)).documents).toEqual([a, b])
    expect((await download(a)).status).toBe(200)
  })
})

describe('Reading documents', () => {
  test('An unchanged file returns 304, and a part of it 206, so that a download can be continued', async () => {
    const { id } = await createMachine(staff)
    const document = await addDocument(staff, id)
    const etag = (await download(document)).headers.get('etag')!
    expect((await download(document, { 'if-none-match': etag })).status).toBe(304)
    const part = await download(document, { range: 'bytes=10-', 'if-range': etag })
    expect([part.status, await part.text()]).toEqual([206, PDF.slice(10)])
    expect(part.headers.get('content-range')).toBe(`bytes 10-${PDF.length - 1}/${PDF.length}`)
    expect((await download(document, { range: 'bytes=10-', 'if-range': '"other"' })).status).toBe(200)
    await expectProblem(download(document, { range: `bytes=${PDF.length}-` }), 416)
    const head = await site.fetch(getPath(document), { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, String(PDF.length)])
  })

  test('The documents of drafts and archived items are for staff only', async () => {
    const { id } = await createMachine(staff, { draft: 'true' })
    const document = await addDocument(staff, id)
    await expectProblem(download(document), 404)
    const reply = await staff(getPath(document))
    expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'private, no-cache'])
    await bulkUpdate(staff, [id], { published: true })
    expect((await download(document)).status).toBe(200)
    await bulkUpdate(staff, [id], { archived: true })
    await expectProblem(download(document), 404)
    await bulkUpdate(staff, [id], { archived: false })
    expect((await download(document)).status).toBe(200)
  })

  test('No other address reads the stored files', async () => {
    const { id } = await createMachine(staff)
    await addDocument(staff, id)
    const [folder] = await listDocumentFolders(site)
    for (const path of [
      `/documents/${folder}/file`,
      `/media/${folder}/file`,
      `/media/documents/${folder}`,
      '/documents/../capstan.sqlite',
    ])
      expect((await site.fetch(path)).status).toBe(404)
  })
})

describe('Removal of files', () => {
  test('The sweep removes files that no document has had for a day, and retains shared ones', async () => {
    await site.db.deleteFrom('item_document').execute()
    await sweep(minutesFromNow(1))
    expect(await listDocumentFolders(site)).toEqual([])
    const [a, b] = [await createMachine(staff), await createMachine(staff)]
    const replaced = await addDocument(staff, a.id, 'a.pdf', `${PDF}1 %%EOF`)
    await replaceDocument(staff, a.id, replaced, 'a.pdf', PDF)
    const shared = await addDocument(staff, b.id, 'b.pdf')
    const deleted = await addDocument(staff, b.id, 'c.step', STEP)
    await deleteDocument(b.id, deleted.id)
    expect(await sweep(minutesFromNow(-1))).toBe(0)
    expect(await listDocumentFolders(site)).toHaveLength(3)
    expect((await restore(b.id, deleted.id)).status).toBe(200)
    expect(await sweep(minutesFromNow(1))).toBe(1)
    await deleteDocument(b.id, deleted.id)
    await deleteDocument(a.id, replaced.id)
    expect(await sweep(minutesFromNow(1))).toBe(1)
    await expectProblem(restore(b.id, deleted.id), 404)
    expect((await download(shared)).status).toBe(200)
    await bulkUpdate(staff, [b.id], { archived: true })
    expect((await staff(`/api/items/${b.id}`, { method: 'DELETE' })).status).toBe(204)
    expect(await sweep(minutesFromNow(1))).toBe(1)
    expect(await listDocumentFolders(site)).toEqual([])
  })

  test('The sweep retains a file that is being uploaded again', async () => {
    const storage = await openFileStorage(readConfig({ DATA_DIR: site.dataDir }), 'documents')
    const { id } = await createMachine(staff)
    const document = await addDocument(staff, id)
    await site.db.deleteFrom('item_document').where('id', '=', document.id).execute()
    const documentStorage: typeof storage = {
      ...storage,
      async *listUnmodifiedSince() {
        for await (const found of storage.listUnmodifiedSince(minutesFromNow(1))) {
          await addDocument(staff, id)
          yield found
        }
      },
    }
    expect(await removeUnusedDocuments({ db: site.db, documentStorage }, minutesFromNow(-1))).toBe(0)
    const [kept] = await listItemDocuments(staff, id)
    expect((await download(kept!)).status).toBe(200)
  })
})

describe('Searching documents', () => {
  const searchMachines = (search: string) =>
    site.fetch(`/api/products?${new URLSearchParams({ search, approximate: 'true' })}`)

  test('A document is found by its type or title with the published item that has it, and no longer once it is deleted', async () => {
    const { id, name, slug } = await createMachine(staff, { name: 'QX 77 Bench Lathe' })
    const plan = await addDocument(staff, id, 'Anchor bolt positions.dxf', DXF)
    const draft = await createMachine(staff, { name: 'QX 78 Bench Lathe', draft: 'true' })
    await addDocument(staff, draft.id, 'Anchor bolt positions.dxf', DXF)
    for (const search of ['QX 77 dxf', 'anchor bolt positions', 'drawing QX 77']) {
      const reply = await searchMachines(search)
      const found = await expectOk(Promise.resolve(reply))
      expect(found.map((item: Json) => item.name)).toContain(name)
      expect(reply.headers.get('x-documents'), search).toBe(plan.id)
      expect(reply.headers.get('x-ignored'), search).toBeNull()
    }
    expect((await searchMachines('QX 77 data sheet')).headers.get('x-documents')).toBe(slug)
    expect((await searchMachines('QX 77')).headers.has('x-documents')).toBe(false)
    await deleteDocument(id, plan.id)
    const { headers } = await searchMachines('anchor bolt positions')
    expect(headers.get('x-documents')).toBeNull()
    expect(headers.get('x-total-count')).toBe('0')
  })
})
