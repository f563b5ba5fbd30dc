import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createArticle, createPage, savePublication } from '../../support/fixtures/publications.ts'
import { expectOk, expectProblem } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('owner', {}, { pages: true })

const readPictureUrl = async (path: string) => {
  const html = await (await site.fetch(path)).text()
  return new URL(/property="og:image" content="([^"]+)"/.exec(html)![1]!)
}
const fetchPicture = ({ pathname, search }: URL, headers = {}) => site.fetch(pathname + search, { headers })

test('The page of an article names a picture of 1200 by 630 px for social networks, which a new title replaces', async () => {
  const article = await createArticle(staff, { title: 'Turning <pump> "shafts" & sleeves: பம்ப் शाफ्ट' })
  const html = await (await site.fetch(article.path)).text()
  expect(html).toContain('property="og:image:width" content="1200"')
  const url = await readPictureUrl(article.path)
  const reply = await fetchPicture(url)
  expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  const bytes = Buffer.from(await reply.arrayBuffer())
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1200, height: 630 })
  expect((await fetchPicture(url, { 'if-none-match': reply.headers.get('etag') })).status).toBe(304)

  const changed = await expectOk(savePublication(staff, article, { title: 'Turning sleeves' }))
  const next = await readPictureUrl(changed.path)
  expect(next.href).not.toBe(url.href)
  const other = Buffer.from(await (await fetchPicture(next)).arrayBuffer())
  expect(other.equals(bytes)).toBe(false)
})

test('A page has such a picture as well; drafts, unknown pages and other types have none', async () => {
  const page = await createPage(staff, { title: 'Our works in Coimbatore' })
  expect((await fetchPicture(await readPictureUrl(page.path))).status).toBe(200)
  await createPage(staff, { title: 'Secret plans', state: 'draft' })
  for (const path of ['page/secret-plans', 'page/unknown', 'article/our-works-in-coimbatore'])
    await expectProblem(site.fetch(`/social/${path}.jpg`), 404)
  expect((await site.fetch('/social/item/cl-25.jpg')).status).toBeGreaterThanOrEqual(400)
})
