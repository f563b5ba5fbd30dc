import { alive, expect, signIn, test } from '../support/browser.ts'
import { jpeg } from '../support/site.ts'

test.use({ siteName: 'office' })

async function picture(seed: number) {
  return {
    name: `photo-${seed}.jpg`,
    mimeType: 'image/jpeg',
    buffer: Buffer.from(await (await jpeg(seed)).arrayBuffer()),
  }
}

test.describe('signing in', () => {
  test.use({ allowedMessages: /status of 401/ })

  test('[AUTH-2, AUTH-6] blank fields and a wrong password are told apart by a toast', async ({ page }) => {
    await page.goto('/')
    await alive(page)
    await page.getByRole('button', { name: 'Admin Access' }).click()
    const dialog = page.getByRole('dialog', { name: 'Admin Login' })
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByText('Please fill in all fields', { exact: true })).toBeVisible()
    await dialog.getByLabel('Email').fill('anand@kovai.example')
    await dialog.getByLabel('Password', { exact: true }).fill('wrong')
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    await expect(
      page.getByText('The e-mail address or the password is wrong.', { exact: true }),
    ).toBeVisible()
  })
})

test('[AUTH-5, AUTH-7, AUTH-8] signing in leads to the dashboard, signing out back to the site', async ({
  page,
}) => {
  await signIn(page)
  await expect(page.getByText('Total products')).toBeVisible()
  expect(await page.evaluate(() => JSON.parse(localStorage.adminUser).username)).toBe('anand')
  await page.goto('/products')
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await page.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => localStorage.adminToken)).toBeUndefined()
  await page.goto('/admin/products')
  await expect(page).toHaveURL(/\/$/)
})

test('[ADM-2] a fresh site shows 125 products, 45 new customers, 32 service requests', async ({ page }) => {
  await signIn(page)
  await expect(page.getByRole('definition')).toHaveText([/^12[5-9]$/, '45', '32'])
})

test('[FRM-6, FRM-7] a machine with two photos is on the site a second later', async ({ page, request }) => {
  const name = `CL 63 Capstan Lathe ${Date.now()}`
  await signIn(page)
  await page.getByRole('link', { name: 'Products', exact: true }).click()
  await page.getByRole('link', { name: 'Add New Machine' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Bar work up to 63 mm.')
  await page.getByLabel('Specification 1 name').fill('Bar capacity')
  await page.getByLabel('Specification 1 value').fill('63 mm')
  await page.getByLabel('Specification 2 name').fill('Swing over bed')
  await page.getByLabel('Specification 2 value').fill('520 mm')
  await page.getByLabel('Add images').setInputFiles([await picture(1), await picture(2)])
  await page.getByRole('button', { name: 'Add Machine' }).click()
  const alert = page.getByRole('alertdialog', { name: 'Machine added successfully!' })
  await alert.getByRole('button', { name: 'OK' }).click()
  await expect(page).toHaveURL(/\/admin\/products$/)
  await expect(page.getByRole('heading', { name })).toBeVisible()

  expect(await (await request.get('/products')).text()).toContain(name)

  await page.getByRole('link', { name: `Edit Machine: ${name}` }).click()
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  await page.getByLabel('Description').fill('Bar work up to 63 mm, and chuck work up to 520 mm.')
  await page.getByLabel('Remove image 1').click()
  await page.getByRole('button', { name: 'Update Machine' }).click()
  await page.getByRole('button', { name: 'OK' }).click()
  await expect(page.getByText('Bar work up to 63 mm, and chuck work')).toBeVisible()
  const list = (await (await request.get(`/api/products?search=${encodeURIComponent(name)}`)).json()) as {
    images: []
  }[]
  expect(list[0]?.images).toHaveLength(1)
})

test('[FRM-3] fewer than two complete specifications are refused in the specified words', async ({
  page,
}) => {
  await signIn(page)
  await page.goto('/admin/spareparts/add')
  await page.getByLabel('Name', { exact: true }).fill('Belt')
  await page.getByLabel('Description').fill('A belt.')
  for (const row of [1, 2]) {
    await page.getByLabel(`Specification ${row} name`).fill(row === 1 ? 'Length' : ' ')
    await page.getByLabel(`Specification ${row} value`).fill('1 m')
  }
  await page.getByRole('button', { name: 'Add Spare Part' }).click()
  const text = 'Please provide at least 2 complete specifications (key and value).'
  await expect(page.getByRole('alertdialog', { name: text })).toBeVisible()
})

test('[FRM-8, FRM-9, FRM-10] a service is added with a picture, then changed', async ({ page }) => {
  const name = `Gearbox overhaul ${Date.now()}`
  await signIn(page)
  await page.goto('/admin/services/add')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description').fill('Bearings and seals renewed.')
  await page.getByLabel('Add images').setInputFiles([await picture(3)])
  await page.getByRole('button', { name: 'Add Service' }).click()
  await expect(page.getByText('Service added successfully!', { exact: true })).toBeVisible()
  await page.getByRole('link', { name: 'Services', exact: true }).click()
  await page.getByRole('link', { name: `Edit Service: ${name}` }).click()
  await page.getByLabel('Description').fill('Bearings, seals and forks renewed.')
  await page.getByRole('button', { name: 'Update Service' }).click()
  await expect(page.getByText('Service updated successfully!', { exact: true })).toBeVisible()
})

test('[FTR-4] a flag saved on the featured screen reaches the landing page', async ({ page, request }) => {
  await signIn(page)
  await page.goto('/admin/featured-products')
  await page.getByLabel('Featured: CL 40 Capstan Lathe').uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Featured products updated successfully', { exact: true })).toBeVisible()
  expect(await (await request.get('/')).text()).not.toContain('CL 40 Capstan Lathe')
  await page.getByLabel('Featured: CL 40 Capstan Lathe').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(async () => (await request.get('/')).text()).toContain('CL 40 Capstan Lathe')
})
