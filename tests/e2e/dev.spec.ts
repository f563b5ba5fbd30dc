import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, fillLogin, openPage, test } from '../support/browser/browser.ts'
import { ADMIN } from '../support/fixtures/demo-data.ts'
import { startProcess } from '../support/site-process.ts'

test('In development mode the public pages are hydrated and the admin opens, without console messages', async ({
  page,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'capstan-dev-'))
  await cp(process.env.DEMO_DATA_DIR!, dataDir, { recursive: true })
  const site = await startProcess({ DATA_DIR: dataDir, ...ADMIN }, ['--dev'])
  try {
    for (const path of ['/', '/products', '/product/cl-25-capstan-lathe'])
      await openPage(page, site.url + path)
    await fillLogin(page)
    await expect(page.getByText('Total products')).toBeVisible()
    await page.goto('about:blank')
  } finally {
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
