import { expect, test, waitForHydration } from '../support/browser.ts'

test.use({ siteName: 'quotes' })

test('[FEAT-7, CAT-7] the form names the item, the enquiry carries it, and it can be taken away', async ({
  page,
}) => {
  await page.goto('/product/cl-25-capstan-lathe')
  await waitForHydration(page)
  await page.getByRole('main').getByRole('link', { name: 'Request Quote' }).first().click()
  await expect(page).toHaveURL(/\/#contact$/)
  const form = page.locator('#contact form')
  await expect(form.getByText('Your inquiry is about CL 25 Capstan Lathe')).toBeVisible()
  await page.reload()
  await waitForHydration(page)
  await expect(form.getByText('Your inquiry is about CL 25 Capstan Lathe')).toBeVisible()
  const sent = page.waitForRequest('**/api/enquiries')
  await form.getByLabel('First name').fill('Meera')
  await form.getByLabel('Last name').fill('Raghavan')
  await form.getByLabel('Email').fill('meera@valves.example')
  await form.getByLabel('Phone').fill('+91 00000 00000')
  await form.getByLabel('Message').fill('One machine, please.')
  await form.getByRole('button', { name: 'Send Inquiry' }).click()
  const item = (await (await page.request.get('/api/products/cl-25-capstan-lathe')).json()) as {
    id: string
  }
  expect((await sent).postDataJSON()).toMatchObject({ item: item.id })
  await expect(page.getByText('Thank you for your inquiry!', { exact: true })).toBeVisible()
  await expect(form.getByText('Your inquiry is about')).toBeHidden()

  await page.goto('/products')
  await waitForHydration(page)
  await page.getByRole('link', { name: 'Request Quote' }).nth(1).click()
  await form.getByRole('button', { name: /^Do not ask about/ }).click()
  await expect(form.getByText('Your inquiry is about')).toBeHidden()
})
