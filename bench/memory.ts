import { type BackgroundResult, withBackgroundRequests } from './background-requests.ts'
import { createHttpClient } from './http-client.ts'
import { getPublicPages } from './pages.ts'
import type { Site } from './site.ts'
import { createPhotos, uploadMachine } from './upload.ts'

const OTHER_HOST_COUNT = 300

/** Requests the public pages under so many host names that the cache fills up. Returns the memory use in MB. */
export async function measureMemoryAfterLoad(site: Site): Promise<number> {
  const client = createHttpClient(site.url)
  for (const path of Object.values(await getPublicPages(site.url)))
    for (let name = 0; name < OTHER_HOST_COUNT; name++) await client.get(path, `other-${name}.localhost`)
  client.close()
  return site.memoryMb()
}

/** The cost of six pictures of 12 megapixels in one form, for the site and for concurrent visitors. */
export interface UploadResult {
  peakMb: number
  uploadMs: number
  background: BackgroundResult
}

/** Uploads the pictures while other clients request a cached page, a list and a new page in turn, every 20 ms. */
export async function measureUpload(site: Site): Promise<UploadResult> {
  const photos = await createPhotos()
  await uploadMachine(site.url, photos.slice(0, 1))
  site.resetPeak()
  const { value: uploadMs, background } = await withBackgroundRequests(site.url, () =>
    uploadMachine(site.url, photos),
  )
  return { peakMb: site.peakMb(), uploadMs, background }
}
