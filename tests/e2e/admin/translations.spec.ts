import type { Page } from '@playwright/test'
import { LANGUAGES } from '#messages/language.ts'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectNoOverflow, expectNoViolations } from '../../support/browser/screen-checks.ts'
import { toasts } from '../../support/browser/toasts.ts'

test.use({ siteName: 'translations', allowedMessages: /status of 503/ })

const SOURCE = 'CL 25 Capstan Lathe'
const card = (page: Page, source: string) =>
  page.getByRole('listitem').filter({ has: page.getByText(source, { exact: true }) })
const field = (page: Page, source: string) => card(page, source).getByLabel('Tamil')

test('A translation is saved when its field is left, and visitors read it at once', async ({ page }) => {
  await openAdmin(page, '/admin/translations?group=machine&search=CL+25+Capstan')
  await field(page, SOURCE).fill('')
  await field(page, SOURCE).pressSequentially('CL 25 லேத் இயந்திரம்')
  await expect(card(page, SOURCE)).toContainText('Not saved')
  await field(page, SOURCE).press('Tab')
  await expect(card(page, SOURCE).getByRole('status')).toHaveText('Translated')
  const item = await (await page.request.get('/api/products/cl-25-capstan-lathe?language=ta')).json()
  expect(item.name).toBe('CL 25 லேத் இயந்திரம்')
  await page.reload()
  await expect(field(page, SOURCE)).toHaveValue('CL 25 லேத் இயந்திரம்')
})

test('A text that cannot be saved stays in its field with the reason, and is saved when the field is left again', async ({
  page,
}) => {
  await openAdmin(page, '/admin/translations?group=machine&search=CL+40+Capstan')
  const source = 'CL 40 Capstan Lathe'
  await page.route('**/api/translations', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { message: 'The site is very busy. Try again in a minute.' } })
      : route.fallback(),
  )
  await field(page, source).press('End')
  await field(page, source).pressSequentially(' புதிய')
  await field(page, source).press('Tab')
  await expect(card(page, source)).toContainText('The site is very busy.')
  await expect(field(page, source)).toHaveValue(/புதிய$/)
  await page.unroute('**/api/translations')
  await field(page, source).press('Tab')
  await expect(card(page, source).getByRole('status')).toHaveText('Translated')
})

test('The fields of a language have its texts, also after the other one was shown, and after going to another page and back', async ({
  page,
}) => {
  await openAdmin(page, '/admin/translations?group=spare')
  const source = 'Spring Collet Set, 25 mm'
  await expect(field(page, source)).toHaveValue(/[\u0b80-\u0bff]/)
  await field(page, source).press('End')
  await field(page, source).pressSequentially(' 1')
  await page.getByRole('link', { name: /^Hindi/ }).click()
  await expect(card(page, source).getByLabel('Hindi')).toHaveValue(/[\u0900-\u097f]/)
  await page.getByRole('link', { name: /^Tamil/ }).click()
  await expect(field(page, source)).toHaveValue(/[\u0b80-\u0bff].* 1$/)
  await expect(card(page, source).getByRole('status')).toHaveText('Translated')
  await page.getByRole('link', { name: 'Next' }).click()
  await expect(card(page, source)).toHaveCount(0)
  await page.getByRole('link', { name: 'Previous' }).click()
  await expect(field(page, source)).toHaveValue(/ 1$/)
  await expect(card(page, source).getByRole('status')).toHaveText('Translated')
})

test('A text that cannot be saved while the screen is left is still entered when it is shown again', async ({
  page,
}) => {
  await openAdmin(page, '/admin/translations?group=machine&search=CL+20+Capstan')
  const source = 'CL 20 Capstan Lathe'
  await page.route('**/api/translations', (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 503, json: { message: 'The site is very busy. Try again in a minute.' } })
      : route.fallback(),
  )
  await field(page, source).press('End')
  await field(page, source).pressSequentially(' 2')
  await page.getByRole('link', { name: /^Hindi/ }).click()
  await expect(toasts(page)).toContainText('Translation not saved')
  await page.getByRole('link', { name: /^Tamil/ }).click()
  await expect(field(page, source)).toHaveValue(/ 2$/)
  await expect(card(page, source).getByRole('status')).toHaveText('Not saved')
})

test('A text that was changed since it was translated is listed with its former translation, to start from', async ({
  page,
}) => {
  await openAdmin(page, '/admin/translations')
  const { content, revision } = await (await page.request.get('/api/site-content/edited')).json()
  const former = content.hero.title
  const { translation } = (
    await (
      await page.request.get(`/api/translations?${new URLSearchParams({ language: 'ta', search: former })}`)
    ).json()
  )[0]
  const data = { content: { ...content, hero: { ...content.hero, title: `${former} today` } }, revision }
  expect((await page.request.put('/api/site-content', { data })).status()).toBe(200)
  await page.goto('/admin/translations?group=site&state=missing')
  const changed = page.getByRole('listitem').filter({ hasText: 'Changed since it was translated' })
  await expect(changed.locator('ins')).toHaveText(/today/)
  await changed.getByRole('button', { name: 'Start from the former translation' }).click()
  await expect(changed.getByLabel('Tamil')).toHaveValue(translation)
})

test('A translation by a machine or the demo is marked until somebody says that it is correct', async ({
  page,
}) => {
  await openAdmin(page, '/admin/translations?group=service&state=unreviewed')
  const first = page.locator('main li').first()
  await expect(first.getByRole('status')).toHaveText('To be reviewed')
  await first.getByRole('button', { name: 'It is correct' }).click()
  await expect(first.getByRole('status')).toHaveText('Translated')
})

test('The form of an item leads to the translations of its texts alone', async ({ page }) => {
  const item = await (await page.request.get('/api/products/cl-20-capstan-lathe')).json()
  await openAdmin(page, `/admin/products/edit/${item.id}`)
  await page.getByRole('main').getByRole('link', { name: 'Translations' }).click()
  await expect(page.getByText('Shown: the texts of one document')).toBeVisible()
  await expect(page.getByText('CL 20 Capstan Lathe', { exact: true })).toBeVisible()
  await expect(page.getByText('CL 25 Capstan Lathe', { exact: true })).toHaveCount(0)
})

test('The screen fits a phone and a wide window, and its languages have their letters', async ({ page }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    await openAdmin(page, '/admin/translations?language=hi')
    await expect(page.getByLabel('Hindi').first()).toHaveAttribute('lang', 'hi')
    await expectNoOverflow(page)
    await expectNoViolations(page)
  }
  expect(LANGUAGES.hi.englishName).toBe('Hindi')
})
