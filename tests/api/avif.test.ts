import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createJpeg, MACHINE_FIELDS } from '../support/fixtures/items.ts'
import { formBody } from '../support/http-client.ts'
import { startSite, type TestSite } from '../support/site.ts'

let site: TestSite | undefined
afterEach(() => site?.close())

test('AVIF files are created in the background, and responses then refer to them', async () => {
  site = await startSite({ AVIF: 'auto' })
  const staff = await site.signIn()
  const created = await staff(
    '/api/products',
    formBody('POST', MACHINE_FIELDS, [await createJpeg(1, 700, 500)]),
  )
  const { id, pictures } = await created.json()
  expect(pictures[0].avif).toBeUndefined()

  const described = async () => (await (await site!.fetch(`/api/products/${id}`)).json()).pictures[0]
  await expect.poll(described, { interval: 200 }).toMatchObject({ avif: true })
  const address = pictures[0].url.replace('.webp', '.avif')
  const smaller = await fetch(address)
  expect(smaller.headers.get('content-type')).toBe('image/avif')
  expect((await smaller.arrayBuffer()).byteLength).toBeGreaterThan(100)
  const [folder] = await readdir(join(site.dataDir, 'media'))
  const files = await readdir(join(site.dataDir, 'media', folder!))
  expect(files.toSorted()).toEqual(['320.avif', '320.webp', '640.avif', '640.webp', '700.avif', '700.webp'])
})
