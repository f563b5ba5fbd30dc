import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { removeUnusedDocuments } from '#server/catalogue/documents/sweep.ts'
import { readConfig } from '#server/config.ts'
import { openSqlite } from '#server/database/sqlite/open.ts'
import { startAvifJob } from '#server/media/avif-job.ts'
import { startImageWorker } from '#server/media/image-worker.ts'
import { openBlobStorage, openFileStorage } from '#server/media/storage/open-blob-storage.ts'
import { removeUnusedAttachments } from '#server/sales/attachments/attachments.ts'
import { seedNewSite } from '#server/setup/bootstrap.ts'
import { runCommand } from '../../support/command.ts'
import { listMediaFiles } from '../../support/db-snapshot.ts'
import { PDF, postAttachment, uploadAttachment } from '../../support/fixtures/attachments.ts'
import { addDocument, postDocument, replaceDocument, STEP } from '../../support/fixtures/documents.ts'
import { ENQUIRY_FIELDS } from '../../support/fixtures/enquiries.ts'
import { createJpeg, createMachine, createService } from '../../support/fixtures/items.ts'
import {
  expectOk,
  expectProblem,
  formBody,
  type Json,
  jsonBody,
  type SiteFetch,
} from '../../support/http-client.ts'
import { sweepPictures } from '../../support/media-sweep.ts'
import { isOnPostgres } from '../../support/postgres/db-engine.ts'
import { startBucket, type TestBucket } from '../../support/s3-bucket.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'
const MEDIA_UNAVAILABLE =
  'The site cannot reach its pictures at the moment. Nothing was changed. Try again in a few minutes.'

let bucket: TestBucket
let site: TestSite
let staff: SiteFetch
const upload = async (seed: number) =>
  staff('/api/upload-images', formBody('POST', {}, [await createJpeg(seed, 700, 500)]))

afterEach(() => {
  if (bucket) bucket.intercept = undefined
})

describe('Pictures in an S3 bucket', () => {
  let machine: Json
  beforeAll(async () => {
    bucket = await startBucket()
    site = await startSite({ MEDIA_URL: bucket.url }, { pages: true })
    staff = await site.signIn()
    machine = await createMachine(staff, {}, [await createJpeg(1, 700, 500)])
  })
  afterAll(async () => {
    await site.close()
    await bucket.close()
  })

  const idOf = (address: string) => /[0-9a-f]{32}/.exec(address)![0]

  test('Pictures are stored in the bucket and not in the data folder', async () => {
    const id = idOf(machine.images[0])
    expect(await bucket.keys()).toEqual([`${id}/320.webp`, `${id}/640.webp`, `${id}/700.webp`])
    expect(await readdir(site.dataDir)).not.toContain('media')
  })

  test('Pages show pictures of the bucket under URLs of the site', async () => {
    expect(machine.images[0]).toMatch(`${site.url}/media/`)
    const page = await (await site.fetch(`/product/${machine.slug}`)).text()
    expect(page).toContain(machine.images[0])
    expect(page).not.toContain('S3RVER')
  })

  test('Pictures of the bucket are served with the same headers as those of a folder', async () => {
    const reply = await fetch(machine.images[0])
    const bytes = await reply.arrayBuffer()
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.byteLength),
      'cache-control': IMMUTABLE,
      'x-content-type-options': 'nosniff',
    })
    const etag = reply.headers.get('etag')!
    bucket.requestCounts.clear()
    const head = await fetch(machine.images[0], { method: 'HEAD' })
    expect(head.headers.get('content-length')).toBe(String(bytes.byteLength))
    const again = await fetch(machine.images[0], { headers: { 'if-none-match': etag } })
    expect(again.status).toBe(304)
    expect([...bucket.requestCounts], 'no object was downloaded').toEqual([['HEAD', 2]])
  })

  test('A picture that is not in the bucket returns 404', async () => {
    await expectProblem(site.fetch(`/media/${'0'.repeat(32)}/320.webp`), 404)
    await expectProblem(site.fetch(`/media/${'0'.repeat(32)}/social.jpg`), 404)
  })

  test('The social image is created on the first request and stored in the bucket', async () => {
    const address = `/media/${idOf(machine.images[0])}/social.jpg`
    const reply = await site.fetch(address)
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    expect(await bucket.keys()).toContain(address.replace('/media/', ''))
  })

  test('Objects in the bucket have content type and cache-control', async () => {
    const reply = await fetch(machine.images[0].replace(`${site.url}/media`, bucket.publicUrl))
    expect(reply.status).toBe(200)
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': IMMUTABLE,
    })
  })

  test('The sweep removes unused pictures and files without a record from a paged bucket', async () => {
    const { imageUrls } = (await (await upload(2)).json()) as { imageUrls: string[] }
    const usedId = idOf(machine.images[0])
    const orphanId = 'deadbeef'.repeat(4)
    const blobs = await openBlobStorage(readConfig({ MEDIA_URL: bucket.url }))
    await blobs.put(`${orphanId}/640.webp`, Buffer.from('half'))
    bucket.pageSize = 2
    expect(await sweepPictures(site.db, blobs, new Date(Date.now() - 60_000))).toBe(0)
    expect(await sweepPictures(site.db, blobs, new Date(Date.now() + 60_000))).toBe(2)
    expect(new Set((await bucket.keys()).map(idOf))).toEqual(new Set([usedId]))
    bucket.pageSize = undefined
    expect((await fetch(imageUrls[0]!)).status).toBe(404)
    expect((await fetch(machine.images[0])).status).toBe(200)
  })

  test('A file of a visitor has the same headers in the bucket after an upload and after a transfer', async () => {
    const { id } = await uploadAttachment(site)
    const attachments = await openFileStorage(readConfig({ MEDIA_URL: bucket.url }), 'attachments')
    const copyId = 'c'.repeat(32)
    await attachments.put(`${copyId}/file`, await attachments.read(`${id}/file`))
    const readHeaders = async (fileId: string) => {
      const { headers } = await fetch(`${bucket.publicUrl}/attachments/${fileId}/file`)
      return ['content-type', 'content-disposition', 'cache-control'].map((name) => headers.get(name))
    }
    expect(await readHeaders(copyId)).toEqual(['application/octet-stream', 'attachment', 'no-store'])
    expect(await readHeaders(id)).toEqual(await readHeaders(copyId))
    await site.db.deleteFrom('attachment').execute()
    for (const fileId of [id, copyId]) await attachments.removeFiles(fileId)
  })

  test('A file of a visitor is encrypted in its own folder of the bucket, is returned to staff, and is removed by the sweep', async () => {
    const pictures = await bucket.keys()
    const file = await uploadAttachment(site)
    const key = `attachments/${file.id}/file`
    expect(await bucket.keys()).toEqual([...pictures, key].sort())
    const object = Buffer.from(await (await fetch(`${bucket.publicUrl}/${key}`)).arrayBuffer())
    expect(object).toHaveLength(PDF.length)
    expect(object.includes('PDF')).toBe(false)
    const enquiry = { ...ENQUIRY_FIELDS, attachments: [file.id] }
    const { id } = await (await site.fetch('/api/enquiries', jsonBody('POST', enquiry))).json()
    expect(await (await staff(`/api/enquiries/${id}/attachments/${file.id}`)).text()).toBe(PDF)
    await bucket.stop()
    await expectProblem(postAttachment(site, 'a.pdf', PDF), 503)
    await expectProblem(staff(`/api/enquiries/${id}/attachments/${file.id}`), 503)
    await bucket.start()
    expect(await site.db.selectFrom('attachment').select('id').execute()).toEqual([{ id: file.id }])

    await site.db.deleteFrom('enquiry').execute()
    const attachmentStorage = await openFileStorage(readConfig({ MEDIA_URL: bucket.url }), 'attachments')
    const sweep = (at: number) => removeUnusedAttachments({ db: site.db, attachmentStorage }, new Date(at))
    expect(await sweep(Date.now() - 60_000)).toBe(0)
    expect(await sweep(Date.now() + 60_000)).toBe(1)
    expect(await bucket.keys()).toEqual(pictures)
  })

  test('A document is stored in its own folder of the bucket, is returned also in parts, and is removed by the sweep', async () => {
    const pictures = await bucket.keys()
    const document = await addDocument(staff, machine.id, 'manual.pdf')
    const replaced = await expectOk(replaceDocument(staff, machine.id, document, 'model.step', STEP))
    const keys = (await bucket.keys()).filter((key) => key.startsWith('documents/'))
    expect(keys).toHaveLength(2)
    const path = new URL(replaced.url).pathname
    expect(await (await site.fetch(path)).text()).toBe(STEP)
    const part = await site.fetch(path, { headers: { range: 'bytes=4-7' } })
    expect([part.status, await part.text()]).toEqual([206, STEP.slice(4, 8)])
    const object = await fetch(`${bucket.publicUrl}/${keys[0]}`)
    expect(object.headers.get('content-type')).toBe('application/octet-stream')
    await bucket.stop()
    await expectProblem(postDocument(staff, machine.id, 'a.pdf'), 503)
    await expectProblem(site.fetch(path), 503)
    await bucket.start()
    const documentStorage = await openFileStorage(readConfig({ MEDIA_URL: bucket.url }), 'documents')
    const sweep = (at: number) => removeUnusedDocuments({ db: site.db, documentStorage }, new Date(at))
    expect(await sweep(Date.now() - 60_000)).toBe(0)
    expect(await sweep(Date.now() + 60_000)).toBe(1)
    await site.db.deleteFrom('item_document').execute()
    expect(await sweep(Date.now() + 60_000)).toBe(1)
    expect(await bucket.keys()).toEqual(pictures)
  })

  test('The age of a picture in the bucket is that of its newest file, and other folders are ignored', async () => {
    const blobs = await openBlobStorage(readConfig({ MEDIA_URL: bucket.url }))
    const below = await openBlobStorage(readConfig({ MEDIA_URL: bucket.url.replace('?', '/other/site?') }))
    const [old, young] = ['a'.repeat(32), 'b'.repeat(32)]
    for (const id of [old, young]) await blobs.put(`${id}/320.webp`, Buffer.from('x'))
    await below.put(`${'c'.repeat(32)}/320.webp`, Buffer.from('x'))
    await bucket.setLastModified(new Date(0))
    await blobs.put(`${young}/640.webp`, Buffer.from('x'))
    const found = async (of: typeof blobs) => {
      const ids: string[] = []
      for await (const id of of.listUnmodifiedSince(new Date(Date.now() - 60_000))) ids.push(id)
      return ids
    }
    expect(await found(blobs)).toEqual([idOf(machine.images[0]), old].sort())
    expect(await found(below)).toEqual(['c'.repeat(32)])
    for (const id of [old, young]) await blobs.removeFiles(id)
    await below.removeFiles('c'.repeat(32))
    expect(new Set((await bucket.keys()).map(idOf))).toEqual(new Set([idOf(machine.images[0])]))
  })

  test.skipIf(isOnPostgres)(
    'A backup contains the pictures of the bucket and can be restored into a folder',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'capstan-bucket-backup-'))
      onTestFinished(() => rm(folder, { recursive: true }))
      const [file, dataDir] = [join(folder, 'site.tar.gz'), join(folder, 'data')]
      await bucket.setLastModified(new Date(0))
      const made = await runCommand('backup', [file], { DATA_DIR: site.dataDir, MEDIA_URL: bucket.url })
      expect(made.text).not.toContain('S3RVER')
      expect(made.code, made.text).toBe(0)
      const restored = await runCommand('restore', [file], { DATA_DIR: dataDir, MEDIA_URL: bucket.url })
      expect(restored.text).toContain(
        'Before the site starts, copy those that are missing in the bucket pictures (MEDIA_URL)',
      )
      const keys = await bucket.keys()
      expect(keys.length).toBeGreaterThanOrEqual(3)
      expect(await listMediaFiles(dataDir)).toEqual(keys)
      for (const key of keys) {
        const served = await (await site.fetch(`/media/${key}`)).bytes()
        expect(Buffer.compare(served, await readFile(join(dataDir, 'media', key))), key).toBe(0)
      }
    },
    20_000,
  )

  describe('An unavailable bucket', () => {
    beforeAll(() => bucket.stop())
    afterAll(async () => {
      if (bucket) await bucket.start().catch(() => undefined)
    })

    test('An unavailable bucket returns 503 to visitors, uploads and /readyz, and works again when it is back', async () => {
      const reply = await fetch(machine.images[0])
      expect([reply.status, reply.headers.get('retry-after'), reply.headers.get('cache-control')]).toEqual([
        503,
        '10',
        'no-store',
      ])
      expect((await reply.json()).message).toBe(MEDIA_UNAVAILABLE)
      const before = await site.db.selectFrom('media').select('id').execute()
      expect(await expectProblem(upload(5), 503)).toBe(MEDIA_UNAVAILABLE)
      expect(await site.db.selectFrom('media').select('id').execute()).toEqual(before)
      const watched = await expectProblem(site.fetch('/readyz'), 503)
      expect(watched).toBe('Not ready: pictures cannot be stored.')
      expect((await site.fetch('/healthz')).status).toBe(200)
      const page = await site.fetch(`/product/${machine.slug}`)
      expect(page.status).toBe(200)

      await bucket.start()
      expect((await fetch(machine.images[0])).status).toBe(200)
      expect((await upload(5)).status).toBe(201)
      await expect.poll(async () => (await site.fetch('/readyz')).status).toBe(200)
    })
  })

  test('The AVIF job retries all pictures after the bucket was unavailable', async () => {
    const blobStorage = await openBlobStorage(readConfig({ MEDIA_URL: bucket.url }))
    await bucket.stop()
    const imageWorker = startImageWorker()
    const [done, faults]: [string[], unknown[]] = [[], []]
    const clock = () => new Date()
    const job = startAvifJob({
      db: site.db,
      blobStorage,
      clock,
      imageWorker,
      delayMs: 0,
      storageRetryDelayMs: 50,
      onDone: (id) => done.push(id),
      onError: (error) => faults.push(error),
    })
    await expect.poll(() => faults.length).toBeGreaterThan(2)
    await bucket.start()
    await expect.poll(() => done).toContain(idOf(machine.images[0]))
    await job.stop()
    imageWorker.close()
  }, 30_000)

  test('[API-8] An upload that the bucket stores only in part leaves no record', async () => {
    const before = await site.db.selectFrom('media').select('id').execute()
    bucket.intercept = (request, response) => {
      const isLast = request.method === 'PUT' && request.url?.includes('/700.webp')
      if (isLast) response.socket?.destroy()
      return Boolean(isLast)
    }
    await expectProblem(upload(6), 503)
    expect(await site.db.selectFrom('media').select('id').execute()).toEqual(before)
    bucket.intercept = undefined
    const { imageUrls } = (await (await upload(6)).json()) as { imageUrls: [string] }
    expect((await fetch(imageUrls[0])).status).toBe(200)
  })

  test.each([
    ['QuotaExceeded', 403, 507, 'storage-full'],
    ['SlowDown', 503, 503, 'storage'],
    ['AccessDenied', 403, 503, 'storage'],
    ['NoSuchBucket', 404, 503, 'storage'],
  ])(
    'An upload to a bucket that returns %s is rejected without details of the provider',
    async (code, status, expected, type) => {
      bucket.intercept = (request, response) => {
        request.resume()
        response.writeHead(status, { 'content-type': 'application/xml' })
        response.end(`<Error><Code>${code}</Code><Message>secret words</Message></Error>`)
        return true
      }
      const reply = await upload(7)
      const problem = await reply.text()
      expect([reply.status, JSON.parse(problem).type]).toEqual([expected, type])
      expect(problem).not.toContain('secret words')
    },
  )

  test('A picture whose download fails in the middle ends the response', async () => {
    bucket.intercept = (_request, response) => {
      response.writeHead(200, { 'content-length': 100_000 })
      response.write(Buffer.alloc(50_000))
      setTimeout(() => response.socket?.destroy(), 100)
      return true
    }
    const reply = await fetch(machine.images[0])
    await expect(reply.arrayBuffer()).rejects.toThrow()
  })

  test('A picture whose download fails before the first byte returns 503', async () => {
    bucket.intercept = (_request, response) => {
      response.writeHead(200, { 'content-length': 100_000 }).flushHeaders()
      setTimeout(() => response.socket?.destroy(), 100)
      return true
    }
    expect(await expectProblem(fetch(machine.images[0]), 503)).toBe(MEDIA_UNAVAILABLE)
  })
})

describe('Pictures with MEDIA_PUBLIC_URL', () => {
  let machine: Json
  beforeAll(async () => {
    bucket = await startBucket()
    site = await startSite(
      { MEDIA_URL: bucket.url, MEDIA_PUBLIC_URL: bucket.publicUrl, AVIF: 'auto' },
      { pages: true },
    )
    staff = await site.signIn()
    machine = await createMachine(staff, {}, [await createJpeg(1, 700, 500)])
  })
  afterAll(async () => {
    await site.close()
    await bucket.close()
  })

  test('All responses and pages use MEDIA_PUBLIC_URL for pictures', async () => {
    const [address] = machine.images
    expect(address).toMatch(new RegExp(`^${bucket.publicUrl}/[0-9a-f]{32}/700\\.webp$`))
    expect((await fetch(address)).status).toBe(200)
    const paths = ['/api/products', '/sitemap.xml', `/api/products/${machine.id}`]
    for (const path of paths) expect(await (await site.fetch(path)).text(), path).toContain(address)
    const adminList = await expectOk(staff('/api/items?kind=machine'))
    expect(JSON.stringify(adminList)).toContain(address)
    const page = await (await site.fetch(`/product/${machine.slug}`)).text()
    expect(page).toContain(`src="${address}"`)
    expect(page).toContain(`${address.replace('700', '320')} 320w`)
    expect(page).toContain(`"image":["${address}"]`)
    const others = page.replaceAll(/[^"]+\/social\.jpg/g, '')
    expect(others).not.toContain(`${site.url}/media/`)
  })

  test('The social image keeps the URL of the site', async () => {
    const page = await (await site.fetch(`/product/${machine.slug}`)).text()
    const shared = /<meta property="og:image" content="([^"]+)"/.exec(page)?.[1]
    expect(shared).toMatch(new RegExp(`^${site.url}/media/[0-9a-f]{32}/social\\.jpg$`))
    expect((await fetch(shared!)).status).toBe(200)
  })

  test('The content security policy allows MEDIA_PUBLIC_URL', async () => {
    const { headers } = await site.fetch(`/product/${machine.slug}`)
    const pictures = /img-src ([^;]+)/.exec(headers.get('content-security-policy') ?? '')?.[1]?.split(' ')
    expect(pictures).toEqual(expect.arrayContaining(["'self'", 'http:', 'https:']))
  })

  test('A form that sends a MEDIA_PUBLIC_URL back retains the picture', async () => {
    const fields = { existingImages: JSON.stringify(machine.images), name: 'CL 25 renamed' }
    const changed = await expectOk(staff(`/api/products/${machine.id}`, formBody('PUT', fields)))
    expect(changed.images).toEqual(machine.images)
    await createService(staff, { images: machine.images })
    const rows = await site.db.selectFrom('item').select('images_json').execute()
    expect(rows).toHaveLength(2)
    for (const { images_json } of rows) expect(images_json).toMatch(/^\["[0-9a-f]{32}"\]$/)
  })

  test('AVIF files are created in a bucket with MEDIA_PUBLIC_URL', async () => {
    const pictures = async () => (await expectOk(site.fetch(`/api/products/${machine.id}`))).pictures[0]
    await expect.poll(pictures, { interval: 200 }).toMatchObject({ avif: true })
    const reply = await fetch(machine.images[0].replace('.webp', '.avif'))
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/avif'])
  }, 20_000)
})

describe('Starting a site with a bucket', () => {
  beforeEach(async () => {
    bucket = await startBucket()
  })
  afterEach(() => bucket.close())

  test.each([
    ['with a wrong secret', (url: string) => url.replace(':S3RVER', ':very-secret'), /SignatureDoesNotMatch/],
    ['with a wrong access key', (url: string) => url.replace('S3RVER:', 'unknown:'), /InvalidAccessKeyId/],
    ['with a missing bucket', (url: string) => url.replace('@pictures', '@others'), /NoSuchBucket/],
    ['with an unreachable server', (url: string) => url.replace(/:\d+$/, ':1'), /ECONNREFUSED/],
  ])('A start %s fails with one line of explanation without secrets', async (_what, spoil, reason) => {
    const problem = await openBlobStorage(readConfig({ MEDIA_URL: spoil(bucket.url) })).catch(String)
    expect(problem).toMatch(/^Error: The bucket \w+ at http:\/\/127\.0\.0\.1:\d+ \(MEDIA_URL\) .+ \(\w+\)\.$/)
    expect(problem).toMatch(reason)
    expect(problem).not.toMatch(/very-secret|S3RVER/)
  })

  test('The self-test at start leaves no object in the bucket', async () => {
    await openBlobStorage(readConfig({ MEDIA_URL: bucket.url }))
    expect(await bucket.keys()).toEqual([])
  })

  test('A new site does not start with a bucket that contains old pictures', async () => {
    const blobs = await openBlobStorage(readConfig({ MEDIA_URL: bucket.url }))
    await blobs.put(`${'a'.repeat(32)}/320.webp`, Buffer.from('x'))
    await bucket.setLastModified(new Date(Date.now() - 2 * 86_400_000))
    const folder = await mkdtemp(join(tmpdir(), 'capstan-start-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const db = await openSqlite(folder)
    onTestFinished(() => db.destroy())
    const seed = (MEDIA_URL: string) =>
      seedNewSite({ config: readConfig({ DEMO: 'off', MEDIA_URL }), db, demoFolder: '' })
    const problem = await seed(bucket.url).catch(String)
    expect(problem).toMatch(
      /^Error: The bucket pictures \(MEDIA_URL\) contains pictures of a site, but the database .+ is new\./,
    )
    expect(problem).not.toContain('S3RVER')
    await seed(bucket.url.replace('?', '/mine?'))
  })
})
