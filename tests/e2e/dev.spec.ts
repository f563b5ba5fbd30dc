import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, waitForHydration } from '../support/browser/browser.ts'
import { ADMIN } from '../support/fixtures/demo-data.ts'
import { startProcess } from '../support/site-process.ts'

test('In development mode the public pages are hydrated and the admin opens, without console messages', async ({
  page,
}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'capstan-dev-'))
  await cp(process.env.DEMO_DATA_DIR!, dataDir, { recursive: true })
  const site = await startProcess({ DATA_DIR: dataDir, ...ADMIN }, ['--dev'])
  try {
    for (const path of ['/', '/products', '/product/cl-25-capstan-lathe']) {
      await page.goto(site.url + path)
      await waitForHydration(page)
    }
    await page.getByRole('button', { name: 'Admin Access' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Admin Login' })
    await dialog.getByLabel('Email').fill(ADMIN.ADMIN_EMAIL)
    await dialog.getByLabel('Password', { exact: true }).fill(ADMIN.ADMIN_PASSWORD)
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Total products')).toBeVisible()
    await page.goto('about:blank')
  } finally {
    await site.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
