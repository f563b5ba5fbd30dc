import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { iteratePictureIds, listPictureIdsChangedSince } from '#server/catalogue/items/store-pictures.ts'
import { createFolderBlobStorage } from '#server/media/blob-storage.ts'
import { startImageWorker } from '#server/media/image-worker.ts'
import { createMediaService } from '#server/media/media-service.ts'
import { formBody } from '../support/http-client.ts'
import { createJpeg, MACHINE_FIELDS } from '../support/items.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startSite()
})
afterAll(() => site.close())

const listMediaFolders = () => readdir(join(site.dataDir, 'media'))

test('files that a killed process left without a record go, once they have lain still', async () => {
  const id = 'deadbeef'.repeat(4)
  await mkdir(join(site.dataDir, 'media', id))
  await writeFile(join(site.dataDir, 'media', id, '640.webp'), 'half')
  const blobStorage = createFolderBlobStorage(join(site.dataDir, 'media'))
  const media = createMediaService({
    db: site.db,
    blobStorage,
    clock: () => new Date(),
    imageWorker: startImageWorker(),
  })
  const used = { all: () => iteratePictureIds(site.db), since: listPictureIdsChangedSince }
  expect(await media.removeUnused(new Date(Date.now() - 60_000).toISOString(), used)).toBe(0)
  expect(await listMediaFolders()).toEqual([id])
  expect(await media.removeUnused(new Date(Date.now() + 60_000).toISOString(), used)).toBe(1)
  expect(await listMediaFolders()).toEqual([])
})

test('a picture that nothing shows goes after its time; one that a history shows stays', async () => {
  const staff = await site.signIn()
  const form = formBody('POST', MACHINE_FIELDS, [await createJpeg(1), await createJpeg(2)])
  const machine = await (await staff('/api/products', form)).json()
  const uploaded = await staff('/api/upload-images', formBody('POST', {}, [await createJpeg(3)]))
  expect(uploaded.status).toBe(201)
  const keepFirst = { existingImages: JSON.stringify([machine.images[0]]) }
  await staff(`/api/products/${machine.id}`, formBody('PUT', keepFirst))
  expect(await listMediaFolders()).toHaveLength(3)

  const blobStorage = createFolderBlobStorage(join(site.dataDir, 'media'))
  const media = createMediaService({
    db: site.db,
    blobStorage,
    clock: () => new Date(),
    imageWorker: startImageWorker(),
  })
  const used = { all: () => iteratePictureIds(site.db), since: listPictureIdsChangedSince }
  expect(await media.removeUnused(new Date(Date.now() - 60_000).toISOString(), used)).toBe(0)
  expect(await media.removeUnused(new Date(Date.now() + 60_000).toISOString(), used)).toBe(1)
  expect(await listMediaFolders()).toHaveLength(2)
  const again = await staff('/api/upload-images', formBody('POST', {}, [await createJpeg(4)]))
  expect(again.status).toBe(201)
  await site.db.updateTable('media').set({ created_at: '2020-01-01T00:00:00.000Z' }).execute()
  await staff('/api/upload-images', formBody('POST', {}, [await createJpeg(4)]))
  expect(await media.removeUnused('2021-01-01T00:00:00.000Z', used)).toBe(0)
  expect(await listMediaFolders()).toHaveLength(3)
  const [address] = ((await uploaded.json()) as { imageUrls: string[] }).imageUrls
  expect((await fetch(address!)).status).toBe(404)
  for (const image of machine.images) expect((await fetch(image)).status).toBe(200)
})
