import promises, { readdir, readFile } from 'node:fs/promises'
import { request } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { openFileStorage } from '#server/media/storage/open-blob-storage.ts'
import { removeUnusedAttachments } from '#server/sales/attachments/attachments.ts'
import { snapshotData } from '../../support/db-snapshot.ts'
import { createApiKey } from '../../support/fixtures/accounts.ts'
import {
  createJpegContent,
  listAttachmentFolders,
  PDF,
  postAttachment,
  uploadAttachment,
} from '../../support/fixtures/attachments.ts'
import { expectEnquiry, sendEnquiry } from '../../support/fixtures/enquiries.ts'
import { MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { createIssuedQuotation } from '../../support/fixtures/quotations.ts'
import { expectOk, expectProblem, formBody, type Json, type SiteFetch } from '../../support/http-client.ts'
import type { TestSite } from '../../support/site.ts'
import { BEHIND_PROXY, fromNewNetwork, startEmptiedSite } from '../../support/site-hooks.ts'

let site: TestSite
let sales: SiteFetch
startEmptiedSite(
  ['attachment', 'enquiry', 'customer'],
  async (emptied) => {
    site = fromNewNetwork(emptied)
    sales ??= await site.signIn('sales')
    await sweep(minutesFromNow(1))
  },
  BEHIND_PROXY,
)

const postEnquiry = (body: object) => sendEnquiry(site, body)
const createEnquiry = (body: object) => expectEnquiry(site, body)
const listEnquiries = async (): Promise<Json[]> => expectOk(sales('/api/enquiries'))
const download = (enquiry: string, id: string) => sales(`/api/enquiries/${enquiry}/attachments/${id}`)
const countRows = async () => (await site.db.selectFrom('attachment').select('id').execute()).length
const openStorage = () => openFileStorage(readConfig({ DATA_DIR: site.dataDir }), 'attachments')
const sweep = async (before: Date) =>
  removeUnusedAttachments({ db: site.db, attachmentStorage: await openStorage() }, before)
const createMachineReply = (staff: SiteFetch, files: File[]) =>
  staff('/api/products', formBody('POST', MACHINE_FIELDS, files))
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)

describe('Uploaded files', () => {
  test.each<[type: string, name: string, content: () => BlobPart | Promise<BlobPart>]>([
    ['pdf', 'shaft.pdf', () => PDF],
    ['pdf', 'scan.pdf', () => `\n${PDF}`],
    ['dxf', 'plate.dxf', () => '  0\r\nSECTION\r\n  2\r\nHEADER\r\n  0\r\nEOF\r\n'],
    ['dxf', 'comment.dxf', () => '999\nMade by a program\n0\nSECTION\n2\nENTITIES\n0\nEOF\n'],
    ['dxf', 'binary.dxf', () => 'AutoCAD Binary DXF\r\n\x1a\0\0\0SECTION\0\0\0EOF\0'],
    ['dwg', 'housing.dwg', () => 'AC1032\0\0\0\0\0'],
    ['step', 'flange.stp', () => 'ISO-10303-21;\nHEADER;\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n'],
    ['png', 'photo.png', () => Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\0IEND\xaeB`\x82', 'latin1')],
    ['jpeg', 'photo.jpg', createJpegContent],
    ['webp', 'photo.webp', () => 'RIFF\x24\0\0\0WEBPVP8 '],
    ['heic', 'IMG_0042.HEIC', () => '\0\0\0\x18ftypheic\0\0\0\0'],
    ['tiff', 'scan.tif', () => 'II*\0\x08\0\0\0'],
    ['zip', 'drawings.zip', () => 'PK\x03\x04…PK\x05\x06\0\0'],
  ])('A %s file named %s is accepted and returned to staff unchanged', async (type, name, content) => {
    const bytes = Buffer.from(await new Blob([await content()]).arrayBuffer())
    const file = await uploadAttachment(site, name, bytes)
    expect(file).toEqual({ id: expect.stringMatching(/^[0-9a-f]{32}$/), name, type, bytes: bytes.length })
    const { id } = await createEnquiry({ attachments: [file.id] })
    const reply = await download(id, file.id)
    expect(Buffer.from(await reply.arrayBuffer())).toEqual(bytes)
  })

  test.each([
    ['page.pdf', '<!doctype html><script>alert(1)</script>'],
    ['setup.zip', 'MZ\x90\0\x03'],
    ['photo.png', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['shaft.dxf', 'A letter about the shaft.'],
    ['shaft.pdf', '%PDX-1.7'],
    ['data', '{}'],
  ])('The file %s with the content %j returns 415 and is not stored', async (name, content) => {
    const message = await expectProblem(postAttachment(site, name, content), 415)
    expect(message).toBe(
      `${name} is not a drawing or picture that we can open. Attach a PDF, DXF, DWG, STEP, PNG, JPEG, WebP, HEIC, TIFF or ZIP file.`,
    )
    expect([await countRows(), await listAttachmentFolders(site)]).toEqual([0, []])
    expect(await readdir(join(site.dataDir, 'tmp'))).toEqual([])
  })

  test('A file with a lying name gets the extension of its content', async () => {
    expect(await uploadAttachment(site, 'invoice.exe', PDF)).toMatchObject({
      type: 'pdf',
      name: 'invoice.exe.pdf',
    })
    expect(await uploadAttachment(site, 'page.html', `<b>\n${PDF}`)).toMatchObject({ name: 'page.html.pdf' })
  })

  test.each([
    ['shaft.pdf', PDF.slice(0, -10)],
    ['plate.dxf', '0\nSECTION\n2\nENTITIES\n0\nLINE\n'],
    ['flange.step', 'ISO-10303-21;\nHEADER;\n'],
    ['drawings.zip', 'PK\x03\x04 the first part'],
  ])('The file %s without its end returns 400', async (name, content) => {
    expect(await expectProblem(postAttachment(site, name, content), 400)).toContain(`${name} is incomplete.`)
    expect(await countRows()).toBe(0)
  })

  test('An empty file, two files, another field and another content type are rejected with a clear sentence', async () => {
    expect(await expectProblem(postAttachment(site, 'a.pdf', ''), 400)).toContain('a.pdf is empty.')
    expect(await expectProblem(postAttachment(site, 'a.pdf', PDF, 'images'), 400)).toContain('field file')
    const two = new FormData()
    for (const name of ['a.pdf', 'b.pdf']) two.append('file', new File([PDF], name))
    const send = (body: BodyInit) => site.fetch('/api/enquiries/attachments', { method: 'POST', body })
    expect(await expectProblem(send(two), 400)).toBe('Attach one file at a time.')
    expect(await expectProblem(send(new FormData()), 400)).not.toBe('')
    expect(await expectProblem(send(PDF), 415)).toContain('multipart/form-data')
    expect([await countRows(), await listAttachmentFolders(site)]).toEqual([0, []])
  })

  test('A file of 20 MB is accepted, and a larger one returns 413', async () => {
    const largest = Buffer.alloc(20_000_000, ' ')
    largest.write(PDF)
    largest.write('%%EOF', largest.length - 5)
    expect(await uploadAttachment(site, 'large.pdf', largest)).toMatchObject({ bytes: 20_000_000 })
    const message = await expectProblem(
      postAttachment(site, 'large.pdf', Buffer.concat([largest, Buffer.from(' ')])),
      413,
    )
    expect(message).toContain('large.pdf is larger than 20 MB.')
    expect(await countRows()).toBe(1)
    expect(await readdir(join(site.dataDir, 'tmp'))).toEqual([])
  })

  test('An upload that is cut off leaves nothing', async () => {
    const { hostname, port } = new URL(site.url)
    const headers = { 'content-type': 'multipart/form-data; boundary=cut' }
    const sent = request({ hostname, port, method: 'POST', path: '/api/enquiries/attachments', headers })
    sent.on('error', () => undefined)
    sent.write(
      `--cut\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${PDF.repeat(9999)}`,
    )
    await vi.waitFor(async () => expect(await readdir(join(site.dataDir, 'tmp'))).not.toEqual([]), 60_000)
    sent.destroy()
    await vi.waitFor(async () => expect(await readdir(join(site.dataDir, 'tmp'))).toEqual([]), 60_000)
    expect([await countRows(), await listAttachmentFolders(site)]).toEqual([0, []])
  })

  test('While 20 uploads are in progress, another one returns 503, and forms of customers are received', async () => {
    const { hostname, port } = new URL(site.url)
    const headers = { 'content-type': 'multipart/form-data; boundary=slow' }
    const slow = Array.from({ length: 20 }, () => {
      const sent = request({ hostname, port, method: 'POST', path: '/api/enquiries/attachments', headers })
      sent.on('error', () => undefined)
      sent.write(`--slow\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n${PDF}`)
      return sent
    })
    const listUploads = () => readdir(join(site.dataDir, 'tmp'))
    await vi.waitFor(async () => expect(await listUploads()).toHaveLength(20), 60_000)
    expect(await expectProblem(postAttachment(site, 'a.pdf', PDF), 503)).toContain('Try again in a minute.')
    const { id, link } = await createIssuedQuotation(sales)
    const question = formBody('POST', { question: 'Is the chuck part of it?' })
    const asked = await site.fetch(`${new URL(link).pathname}/question`, question)
    expect(asked.status).toBe(303)
    expect((await expectOk(sales(`/api/quotations/${id}`))).events[0].kind).toBe('question')
    for (const sent of slow) sent.destroy()
    await vi.waitFor(async () => expect(await listUploads()).toEqual([]), 60_000)
    await uploadAttachment(site)
  })

  test('The 31st upload of a network within an hour returns 429', async () => {
    for (let count = 0; count < 30; count++) await uploadAttachment(site)
    await expectProblem(postAttachment(site, 'a.pdf', PDF), 429)
    expect(await countRows()).toBe(30)
  })

  test('When unsent files take the reserved space, uploads return 503, and enquiries are still stored', async () => {
    const { id } = await uploadAttachment(site)
    await site.db.updateTable('attachment').set({ bytes: 2_000_000_000 }).execute()
    expect(await expectProblem(postAttachment(site, 'a.pdf', PDF), 503)).toContain('without the file')
    await createEnquiry({ attachments: [id] })
    await site.db.updateTable('attachment').set({ bytes: 1000 }).execute()
    await uploadAttachment(site)
  })

  test('A network has 200 MB for unsent files, another one is not affected, and enquiries are still stored', async () => {
    const { id } = await uploadAttachment(site)
    await site.db.updateTable('attachment').set({ bytes: 200_000_000 }).execute()
    const message = await expectProblem(postAttachment(site, 'a.pdf', PDF), 503)
    expect(message).toContain('without the file')
    await uploadAttachment(fromNewNetwork(site))
    await createEnquiry({})
    await createEnquiry({ attachments: [id] })
    await uploadAttachment(site)
  })

  test('While files of new enquiries take the reserved space, uploads return 503, and enquiries are still stored', async () => {
    const files = await Promise.all(Array.from({ length: 5 }, () => uploadAttachment(site)))
    await createEnquiry({ attachments: files.map(({ id }) => id) })
    await site.db.updateTable('attachment').set({ bytes: 2_000_000_000 }).execute()
    expect(await expectProblem(postAttachment(site, 'a.pdf', PDF), 503)).toContain('without the file')
    await createEnquiry({})
    await site.db.updateTable('enquiry').set({ status: 'contacted' }).execute()
    await uploadAttachment(site)
  })

  test('With little free space, files of visitors and staff return 507, also without a name, and enquiries and forms without files are stored', async () => {
    const staff = await site.signIn('editor')
    const { statfs } = promises
    const setFreeBytes = (bytes: number) => {
      promises.statfs = (async () => ({ bsize: 1, bavail: bytes, blocks: 100_000_000_000 })) as never
      syncBuiltinESMExports()
    }
    try {
      setFreeBytes(1_999_999_999)
      const picture = new File([await createJpegContent()], 'a.jpg')
      for (const refused of [postAttachment(site, 'a.pdf', PDF), createMachineReply(staff, [picture])])
        expect(await expectProblem(refused, 507)).toContain(
          'You can still send and save everything without a file.',
        )
      // FormData gives every file a name.
      const unnamed = [
        ...['--x', 'Content-Disposition: form-data; name="file"'],
        ...['Content-Type: application/octet-stream', '', PDF, '--x--', ''],
      ].join('\r\n')
      const headers = { 'content-type': 'multipart/form-data; boundary=x' }
      const body = Buffer.from(unnamed, 'latin1')
      await expectProblem(site.fetch('/api/enquiries/attachments', { method: 'POST', headers, body }), 507)
      await createEnquiry({})
      expect((await createMachineReply(staff, [])).status).toBe(201)
      expect(await readdir(join(site.dataDir, 'tmp'))).toEqual([])
      setFreeBytes(2_000_000_000)
      await uploadAttachment(site)
    } finally {
      promises.statfs = statfs
      syncBuiltinESMExports()
    }
  })

  test('The ids of files that the server still has are returned, also of sent ones', async () => {
    const [unsent, sent] = [await uploadAttachment(site), await uploadAttachment(site)]
    await createEnquiry({ attachments: [sent.id] })
    const gone = 'f'.repeat(32)
    const check = (ids: string[]) => site.fetch(`/api/enquiries/attachments?ids=${ids}`)
    const reply = await check([unsent.id, gone, sent.id])
    expect(reply.headers.get('cache-control')).toBe('no-store')
    expect(((await reply.json()) as string[]).sort()).toEqual([unsent.id, sent.id].sort())
    await expectProblem(check(['x']), 400)
    await expectProblem(check(Array(6).fill(gone)), 400)
  })

  test('The stored bytes of a file are encrypted', async () => {
    const { id } = await uploadAttachment(site, 'shaft.pdf', PDF)
    const stored = await readFile(join(site.dataDir, 'attachments', id, 'file'))
    expect(stored).toHaveLength(PDF.length)
    expect(stored.includes('PDF')).toBe(false)
  })
})

describe('Files of an enquiry', () => {
  test('Staff see the files of an enquiry in the order in which they were sent, also in the export', async () => {
    const files = [await uploadAttachment(site, 'one.pdf'), await uploadAttachment(site, 'two.pdf')]
    await createEnquiry({ attachments: [files[1]!.id, files[0]!.id] })
    const [enquiry] = await listEnquiries()
    expect(enquiry.attachments).toEqual([files[1], files[0]])
    const csv = await (await sales('/api/enquiries.csv')).text()
    expect(csv).toContain('"two.pdf\none.pdf"')
  })

  test('An enquiry with six files returns 400 and is not stored', async () => {
    const ids: string[] = []
    for (let count = 0; count < 6; count++) ids.push((await uploadAttachment(site)).id)
    const message = 'An enquiry can have at most 5 files.'
    expect(await expectProblem(postEnquiry({ attachments: ids }), 400)).toContain(message)
    await createEnquiry({ attachments: ids.slice(1) })
  })

  test('A file that is unknown or part of another enquiry returns 400, names the file, and stores nothing', async () => {
    const [first, second] = [await uploadAttachment(site), await uploadAttachment(site)]
    await createEnquiry({ attachments: [first.id] })
    const before = await snapshotData(site)
    for (const foreign of [first.id, 'f'.repeat(32)]) {
      const reply = await postEnquiry({ attachments: [second.id, foreign] })
      const body = await reply.json()
      expect(reply.status).toBe(400)
      expect(body.message).toMatch(/^We no longer have file 2: .* Attach it again\.$/)
      expect(body.errors).toEqual([{ field: 'attachments.1', message: body.message }])
    }
    expect(await snapshotData(site)).toEqual(before)
    await createEnquiry({ attachments: [second.id] })
  })

  test('Simultaneous enquiries with the same file: one is stored, the others return 400', async () => {
    const { id } = await uploadAttachment(site)
    const replies = await Promise.all(Array.from({ length: 5 }, () => postEnquiry({ attachments: [id] })))
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400, 400])
    expect(await listEnquiries()).toHaveLength(1)
  })

  test('A repeated enquiry with lines and files is stored once', async () => {
    const attachments = [(await uploadAttachment(site)).id]
    const body = { attachments, requestKey: 'k1' }
    const first = await createEnquiry(body)
    const repeated = await Promise.all(Array.from({ length: 4 }, () => createEnquiry(body)))
    const { id, reference } = first
    for (const reply of repeated) expect(reply).toMatchObject({ id, reference })
    expect(await listEnquiries()).toMatchObject([{ attachments: [{ id: attachments[0] }] }])
  })

  test('A download is always an attachment with a safe name that no cache stores', async () => {
    const file = await uploadAttachment(site, 'ஷாஃப்ட் "A"\u202e/..\\con.pdf', PDF)
    expect(file.name).toBe('con_.pdf')
    const named = await uploadAttachment(site, 'வரைபடம் 12.pdf', PDF)
    const { id } = await createEnquiry({ attachments: [file.id, named.id] })
    const { status, headers } = await download(id, named.id)
    expect(status).toBe(200)
    expect(headers.get('content-disposition')).toBe(
      `attachment; filename="_______ 12.pdf"; filename*=UTF-8''${encodeURIComponent(named.name)}`,
    )
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-length')).toBe(String(PDF.length))
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('A file is returned to staff with the permission enquiries.read only, and never by a public address', async () => {
    const file = await uploadAttachment(site)
    const { id } = await createEnquiry({ attachments: [file.id] })
    const path = `/api/enquiries/${id}/attachments/${file.id}`
    await expectProblem(site.fetch(path), 401)
    const { fetch: program } = await createApiKey(site, await site.signIn('owner'), ['catalogue.edit'])
    await expectProblem(program(path), 403)
    for (const address of [
      `/media/${file.id}/file`,
      `/attachments/${file.id}/file`,
      `/media/attachments/${file.id}`,
    ])
      expect((await site.fetch(address)).status).toBe(404)
    const unsent = await uploadAttachment(site)
    const other = await createEnquiry({})
    for (const foreign of [
      `${id}/attachments/${unsent.id}`,
      `${other.id}/attachments/${file.id}`,
      `${id}/attachments/..`,
    ])
      await expectProblem(sales(`/api/enquiries/${foreign}`), 404)
  })
})

describe('Removal of files', () => {
  test('The sweep removes a file that was not sent within the limit, and retains those of enquiries', async () => {
    const [unsent, sent] = [await uploadAttachment(site), await uploadAttachment(site)]
    const { id } = await createEnquiry({ attachments: [sent.id] })
    expect(await sweep(minutesFromNow(-1))).toBe(0)
    expect(await countRows()).toBe(2)
    expect(await sweep(minutesFromNow(1))).toBe(1)
    expect(await listAttachmentFolders(site)).toEqual([sent.id])
    expect((await download(id, sent.id)).status).toBe(200)
    expect(await expectProblem(postEnquiry({ attachments: [unsent.id] }), 400)).toContain(
      'more than a day ago',
    )
  })

  test('The file of a deleted enquiry cannot be read at once and is removed by the sweep', async () => {
    const file = await uploadAttachment(site)
    const { id } = await createEnquiry({ attachments: [file.id] })
    await site.db.deleteFrom('enquiry').where('id', '=', id).execute()
    expect(await countRows()).toBe(0)
    expect((await download(id, file.id)).status).toBe(404)
    expect(await sweep(minutesFromNow(1))).toBe(1)
    expect(await listAttachmentFolders(site)).toEqual([])
  })

  test('The sweep removes a file whose record was never stored, once it is older than the limit', async () => {
    const storage = await openStorage()
    const { Readable } = await import('node:stream')
    await storage.putStream(`${'a'.repeat(32)}/file`, Readable.from([Buffer.from('half')]), 4)
    await sleep(10)
    expect(await sweep(minutesFromNow(-1))).toBe(0)
    expect(await sweep(minutesFromNow(1))).toBe(1)
    expect(await listAttachmentFolders(site)).toEqual([])
  })
})
