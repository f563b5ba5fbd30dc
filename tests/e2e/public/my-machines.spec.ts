import type { Page } from '@playwright/test'
import { expect, openPage, test } from '../../support/browser/browser.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'

const CL_40 = 'cl-40-capstan-lathe'
const marks = (page: Page) => page.getByRole('main').getByText(/^Fits your /)
const panel = (page: Page) => page.getByRole('region', { name: 'My machines' })

test('A visitor states a machine on its page and by model name; parts are marked, listed with one click, and answer whether they fit', async ({
  page,
  context,
}) => {
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  await openPage(page, `/product/${CL_40}`)
  const own = page.getByRole('button', { name: 'I own this machine' })
  await own.press('Enter')
  await expect(own).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('listitem').filter({ hasText: 'Saved on this device' })).toBeVisible()
  expect(requests.filter((url) => url.includes('/api/fits'))).toEqual([])

  await page.goto('/products?tab=spares')
  await expect(marks(page).first()).toHaveText('Fits your CL 40')
  const cards = page.getByRole('article')
  expect(await marks(page).count()).toBeLessThan(await cards.count())
  await panel(page).getByRole('link', { name: 'Fits my CL 40' }).press('Enter')
  await expect(page).toHaveURL(/fits=cl-40-capstan-lathe/)
  await expect(page.getByRole('link', { name: 'Remove filter: Fits CL 40 Capstan Lathe' })).toBeVisible()
  await expect.poll(async () => (await marks(page).count()) === (await cards.count())).toBe(true)
  await panel(page).getByRole('link', { name: 'Fits my CL 40' }).press('Enter')
  await expect(page).not.toHaveURL(/fits=/)

  await panel(page).getByRole('button', { name: 'My machines' }).press('Enter')
  const field = page.getByLabel('Add a machine, such as CL 40')
  await expect(field).toBeFocused()
  await field.pressSequentially('cl25')
  await field.press('Enter')
  await expect(panel(page).getByRole('list', { name: 'Machines' }).getByRole('listitem')).toHaveText([
    'CL 40',
    'CL 25',
  ])
  await expect(field).toBeFocused()
  for (const [typed, message] of [
    ['CL', /^Which one\? .*CL 20 Capstan Lathe/],
    ['Qwertz 77', 'Qwertz 77 is not in our catalogue. Ask us which spare parts fit.'],
  ] as const) {
    await field.fill('')
    await field.pressSequentially(typed)
    await field.press('Enter')
    await expect(panel(page).getByRole('alert')).toHaveText(message)
  }
  await expectAccessible(page, [320, 1280], 'my machines')
  await page.getByRole('button', { name: 'List', exact: true }).click()
  await expect(marks(page).first()).toBeVisible()
  await panel(page).getByRole('button', { name: 'Done' }).press('Enter')
  await expect(panel(page).getByRole('button', { name: 'My machines' })).toBeFocused()

  await page.goto('/product/spring-collet-set-40-mm')
  const answers = panel(page).getByRole('status').getByRole('listitem')
  await expect(answers).toHaveText([/^Fits your CL 40.*per machine$/, /^Not listed for your CL 25Ask us$/])
  await expectAccessible(page, [320, 1280], 'a part')

  const other = await context.newPage()
  await other.goto(`/product/${CL_40}`)
  await other.getByRole('button', { name: 'I own this machine', pressed: true }).press('Enter')
  await expect(answers).toHaveText([/CL 25/])
  await panel(page).getByRole('button', { name: 'My machines' }).press('Enter')
  await panel(page).getByRole('button', { name: 'Remove my machine: CL 25' }).press('Enter')
  await expect(page.getByLabel('Add a machine, such as CL 40')).toBeFocused()
  await panel(page).getByRole('button', { name: 'Done' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Does it fit my machine?' })).toBeFocused()
})

test('A machine that was deleted or renamed, or that cannot be looked up, gives no wrong answer', async ({
  page,
}) => {
  await page.goto('/products?tab=spares')
  await page.evaluate(
    (json) => localStorage.setItem('myMachines', json),
    JSON.stringify([`${CL_40} Old name`, 'former-lathe-9 FL 9']),
  )
  await page.reload()
  await expect(marks(page).first()).toHaveText('Fits your CL 40')
  await expect(panel(page)).toContainText('We list no spare parts for your FL 9')
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('myMachines') ?? ''))).toEqual([
    `${CL_40} CL 40`,
    'former-lathe-9 FL 9',
  ])
  await page.route('**/api/fits?*', (route) => route.fulfill({ status: 200, body: '<html>' }))
  await page.goto('/product/spring-collet-set-40-mm')
  await expect(panel(page).getByRole('status')).toContainText('Could not check your CL 40')
  await expect(marks(page)).toHaveCount(0)
  await page.unroute('**/api/fits?*')
  await panel(page).getByRole('button', { name: 'Try Again' }).first().press('Enter')
  await expect(panel(page).getByRole('listitem')).toHaveText([
    /^Fits your CL 40/,
    /^We do not know whether it fits your FL 9/,
  ])
})
