import { expect, openPage, test } from '../../support/browser/browser.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'

// Refused and failed requests.
test.use({ allowedMessages: /^Failed to load resource/ })

test('A job is typed and sent by keyboard, the machines are compared, and a quote is requested for the job', async ({
  page,
}) => {
  await openPage(page, '/products')
  await page.getByRole('link', { name: 'Which machine fits my part?' }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Which machine fits my part?')
  await expect(page.getByText('The result appears here.')).toBeVisible()

  const diameter = page.getByRole('textbox', { name: 'Diameter' })
  await diameter.pressSequentially('wide')
  await diameter.press('Enter')
  await expect(page.getByRole('alert')).toContainText('Diameter: enter one length above 0')
  await expect(diameter).toHaveAttribute('aria-invalid', 'true')
  await expect(diameter).toBeFocused()
  await expectAccessible(page, [320, 1280], 'wrong answers')

  await diameter.fill('')
  await diameter.pressSequentially('1 5/8 in')
  await page.getByRole('radio', { name: 'Bar', exact: true }).press('Space')
  await page.getByRole('textbox', { name: 'Length' }).pressSequentially('300')
  await page.getByRole('checkbox', { name: 'Threading or tapping' }).press('Space')
  await page.getByRole('button', { name: 'Find machines' }).press('Enter')
  await expect(page.getByRole('heading', { name: '6 of 15 machines fit' })).toBeVisible()
  await expect(page).toHaveURL(/\/finder\?bar=yes&diameter=1\+5%2F8\+in&length=300&operations=threading$/)
  await expect(page.locator('#result')).toBeFocused()
  await expect(diameter).toHaveValue('1 5/8 in')
  const best = page.getByRole('article').first()
  await expect(best).toContainText('TL 52 Turret Lathe')
  await expect(best).toContainText('Length: fits, 260 mm to spare')
  await expectAccessible(page, [320, 390, 1280], 'result')

  await page.getByRole('link', { name: 'Compare the best three' }).press('Enter')
  await expect(page.getByRole('columnheader')).toHaveCount(4)
  await page.goBack()
  await best.getByRole('link', { name: 'Enquire about this job' }).press('Enter')
  const contact = page.locator('#contact form')
  await expect(contact.getByRole('listitem').filter({ hasText: 'TL 52 Turret Lathe' })).toBeVisible()
  await expect(contact.getByRole('textbox', { name: 'Message' })).toHaveValue(
    'Please quote the TL 52 Turret Lathe for this job. Part from bar: diameter 1 5/8 in, length 300 mm. Operations: threading or tapping.',
  )
})

test('A form without answers says what is needed; a failed request is repeated; a job that nothing fits leads to a question', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '/finder')
  await page.getByRole('button', { name: 'Find machines' }).press('Enter')
  const diameter = page.getByRole('textbox', { name: 'Diameter' })
  await expect(diameter).toBeFocused()
  await expect(diameter).toBeInViewport({ ratio: 1 })
  await expect(page.locator('form').getByRole('alert')).toContainText('Enter at least one size')
  await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.route('**/api/job-finder?*', (route) => route.abort(), { times: 1 })
  await diameter.pressSequentially('500')
  await diameter.press('Enter')
  await page.getByRole('button', { name: 'Try Again' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'No machine fits this job' })).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.locator('#result')).toContainText('The nearest machine is the TL 80 Turret Lathe')
  await page.getByText('More machines that do not fit').press('Enter')
  await expectAccessible(page, [320, 1280], 'no machine')
  await page.getByRole('link', { name: 'Ask us about this job' }).press('Enter')
  await expect(page.locator('#contact form').getByRole('textbox', { name: 'Message' })).toHaveValue(
    'Which machine do you recommend for this job? Part: diameter 500 mm.',
  )
})

test.describe('The job finder without JavaScript', () => {
  test.use({ javaScriptEnabled: false })
  test('The form, its result and the contact form with item and job are complete', async ({ page }) => {
    await page.goto('/finder')
    await page.getByRole('textbox', { name: 'Diameter' }).pressSequentially('25')
    await page.getByRole('textbox', { name: 'Length' }).pressSequentially('150')
    await page.getByRole('radio', { name: 'Bar', exact: true }).check()
    await page.getByRole('checkbox', { name: 'Turning' }).check()
    await page.getByRole('checkbox', { name: 'Drilling', exact: true }).check()
    await page.getByRole('button', { name: 'Find machines' }).click()
    await expect(page.locator('#result')).toContainText('Operations: turning, drilling.')
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
    const best = page.getByRole('article').first()
    await expect(best).toContainText('CL 25 Long-bed Capstan Lathe')
    await best.getByRole('link', { name: 'Enquire about this job' }).click()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue(
      /^Please quote the CL 25 Long-bed/,
    )
    await expect(page.locator('noscript p').filter({ hasText: 'Your enquiry is about' })).toContainText(
      'CL 25 Long-bed Capstan Lathe',
    )
  })
})

test('A printed result has the head of other prints and no buttons', async ({ page, site }) => {
  await page.goto('/finder?diameter=42&length=60')
  const result = page.getByRole('article').first()
  await expect(result).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-header')).toContainText(`Which machine fits my part?`)
  await expect(page.locator('.print-header')).toContainText(`${site.url}/finder?diameter=42&length=60`)
  await expect(result).toBeVisible()
  for (const hidden of [
    page.getByRole('heading', { level: 1 }),
    page.getByRole('textbox', { name: 'Diameter' }),
  ])
    await expect(hidden).toBeHidden()
  await expect(page.locator('main .button:visible')).toHaveCount(0)
})
