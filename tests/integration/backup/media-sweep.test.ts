import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createJpeg, createMachine, MACHINE_FIELDS } from '../../support/fixtures/items.ts'
import { expectProblem, formBody, type SiteFetch } from '../../support/http-client.ts'
import { openMediaFolder, sweepPictures } from '../../support/media-sweep.ts'
import { startSite, type TestSite } from '../../support/site.ts'

const DAY_MS = 86_400_000

let site: TestSite
let staff: SiteFetch
beforeEach(async () => {
  site = await startSite()
  staff = await site.signIn('editor')
})
afterEach(() => site.close())

const listPictureFolders = () => readdir(join(site.dataDir, 'media'))
const sweep = (before: Date, blobStorage = openMediaFolder(site.dataDir)) =>
  sweepPictures(site.db, blobStorage, before)
const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const setRecordDates = (at: string) => site.db.updateTable('media').set({ created_at: at }).execute()

async function uploadPicture(seed: number): Promise<string> {
  const reply = await staff('/api/upload-images', formBody('POST', {}, [await createJpeg(seed)]))
  expect(reply.status).toBe(201)
  const { imageUrls } = (await reply.json()) as { imageUrls: [string] }
  return imageUrls[0]
}

/** Writes a picture folder without a record, last modified two days ago. */
async function createOldOrphan(id: string): Promise<void> {
  const folder = join(site.dataDir, 'media', id)
  await mkdir(folder)
  await writeFile(join(folder, '640.webp'), 'half')
  const date = new Date(Date.now() - 2 * DAY_MS)
  for (const path of [join(folder, '640.webp'), folder]) await utimes(path, date, date)
}

test('The sweep removes files without a record only if they are older than the limit', async () => {
  const id = 'deadbeef'.repeat(4)
  await createOldOrphan(id)
  expect(await sweep(new Date(Date.now() - 3 * DAY_MS))).toBe(0)
  expect(await listPictureFolders()).toEqual([id])
  expect(await sweep(new Date(Date.now() - DAY_MS))).toBe(1)
  expect(await listPictureFolders()).toEqual([])
})

test('The sweep removes an unused picture after the limit and retains pictures of items and revisions', async () => {
  const machine = await createMachine(staff, {}, [await createJpeg(1), await createJpeg(2)])
  const unused = await uploadPicture(3)
  const firstOnly = { existingImages: JSON.stringify([machine.images[0]]) }
  await staff(`/api/products/${machine.id}`, formBody('PUT', firstOnly))
  expect(await listPictureFolders()).toHaveLength(3)

  expect(await sweep(minutesFromNow(-1))).toBe(0)
  expect(await sweep(minutesFromNow(1))).toBe(1)
  expect(await listPictureFolders()).toHaveLength(2)
  expect((await fetch(unused)).status).toBe(404)
  for (const image of machine.images) expect((await fetch(image)).status).toBe(200)
})

test('Uploading an unused picture again protects it from the sweep', async () => {
  const url = await uploadPicture(4)
  await setRecordDates('2020-01-01T00:00:00.000Z')
  await uploadPicture(4)
  expect(await sweep(new Date('2021-01-01T00:00:00.000Z'))).toBe(0)
  expect((await fetch(url)).status).toBe(200)
})

test('The sweep retains the files of an upload that is still in progress', async () => {
  const id = 'deadbeef'.repeat(4)
  await createOldOrphan(id)
  const blobStorage = openMediaFolder(site.dataDir)
  // Another process uploads the same picture after the listing; its transaction has not been committed.
  const listThenUpload: typeof blobStorage.listUnmodifiedSince = async function* (before) {
    for await (const listed of blobStorage.listUnmodifiedSince(before)) {
      await blobStorage.put(`${listed}/640.webp`, Buffer.from('complete'))
      yield listed
    }
  }
  const before = new Date(Date.now() - DAY_MS)
  expect(await sweep(before, { ...blobStorage, listUnmodifiedSince: listThenUpload })).toBe(0)
  expect(await listPictureFolders()).toEqual([id])
})

test('[API-8] The files of a rejected upload have no record, and the sweep removes them', async () => {
  const machine = await createMachine(staff, {}, [await createJpeg(5)])
  const invalid = new File(['no picture'], 'invalid.jpg', { type: 'image/jpeg' })
  const form = formBody('POST', MACHINE_FIELDS, [await createJpeg(6), invalid])
  await expectProblem(staff('/api/products', form), 415)
  expect(await site.db.selectFrom('media').select('id').execute()).toHaveLength(1)
  expect(await listPictureFolders()).toHaveLength(2)

  expect(await sweep(minutesFromNow(-1))).toBe(0)
  expect(await sweep(minutesFromNow(1))).toBe(1)
  expect(await listPictureFolders()).toHaveLength(1)
  expect((await fetch(machine.images[0])).status).toBe(200)
})
