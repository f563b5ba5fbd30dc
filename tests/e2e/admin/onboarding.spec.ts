import { createImageFiles } from '../../support/browser/admin-forms.ts'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'

test.use({ siteName: 'first-machine' })

test('[FTR-4] A flag saved on the featured screen changes the home page', async ({ page, request }) => {
  await openAdmin(page, '/admin/featured-products')
  await page.getByLabel('Featured: CL 40 Capstan Lathe').uncheck()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Featured products updated successfully', { exact: true })).toBeVisible()
  expect(await (await request.get('/')).text()).not.toContain('CL 40 Capstan Lathe')
  await page.getByLabel('Featured: CL 40 Capstan Lathe').check()
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect.poll(async () => (await request.get('/')).text()).toContain('CL 40 Capstan Lathe')
})

test('A new user adds a featured machine with four photos in five clicks', async ({ page, request }) => {
  await openAdmin(page, '/admin/dashboard')
  let clicks = 0
  await page.exposeFunction('clicked', () => clicks++)
  await page.evaluate("addEventListener('click', (event) => event.isTrusted && clicked(), true)")

  await page.getByRole('link', { name: 'Add a machine' }).click()
  await page.getByLabel('Name', { exact: true }).focus()
  await page.keyboard.type('CL 16 Capstan Lathe')
  await page.keyboard.press('Tab')
  await page.keyboard.type('For watch and instrument parts from bar up to 16 mm.')
  const chosen = page.waitForEvent('filechooser')
  await page.getByText('Add images', { exact: true }).click()
  await (await chosen).setFiles(await createImageFiles(1, 2, 3, 4))
  await expect(page.getByAltText('Number 4')).toBeVisible()
  await page.getByLabel('Specification 1 name').focus()
  for (const text of ['Bar capacity', '16 mm', 'Swing over bed', '220 mm']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
    if (/\d/.test(text)) {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
    }
  }
  await page.getByLabel('Featured on the home page').click()
  await page.getByRole('button', { name: 'Add Machine' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click()
  await expect(page.getByRole('heading', { name: 'CL 16 Capstan Lathe' })).toBeVisible()
  // Choosing the photos counts twice: a click on the label also clicks its input.
  expect(clicks).toBe(6)

  expect(await (await request.get('/')).text()).toContain('CL 16 Capstan Lathe')
  const [machine] = await (await request.get('/api/products?search=CL 16')).json()
  expect(machine.images).toHaveLength(4)
  expect(machine.specifications).toEqual({ 'Bar capacity': '16 mm', 'Swing over bed': '220 mm' })
})
