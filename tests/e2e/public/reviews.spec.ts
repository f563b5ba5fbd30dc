import type { Page } from '@playwright/test'
import type { ReviewPage } from '#contracts/site-content/review.ts'
import { expect, openAdmin, openPage, postJson, signInByApi, test } from '../../support/browser/browser.ts'
import { expectAccessible, expectFocusKept } from '../../support/browser/screen-checks.ts'
import { toasts } from '../../support/browser/toasts.ts'

test.use({ siteName: 'reviews' })

const SCREEN_PATH = '/admin/reviews'
const card = (page: Page, name: string) => page.getByRole('article', { name: `Review by ${name}` })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Reviews by status' }).getByRole('link', { name })

/** Sends a visitor's review with a unique name. */
async function createReview(page: Page, text: string, more: object = {}): Promise<string> {
  const name = `Meera ${Date.now()} ${Math.round(Math.random() * 1000)}`
  await postJson(page, '/api/reviews', { text, name, rating: 4, ...more })
  return name
}

const getPublishedReviews = async (page: Page): Promise<string> =>
  (await page.request.get('/api/reviews')).text()
const getCounts = async (page: Page): Promise<ReviewPage['counts']> =>
  ((await (await page.request.get('/api/reviews/all?limit=1')).json()) as ReviewPage).counts

test('[REV-1] Stars follow the pointer and keep the choice; an empty review is not sent, a review with text shows a thank-you message', async ({
  page,
}) => {
  await openPage(page, '/')
  const form = page.locator('form', { has: page.getByRole('heading', { name: 'Write a review' }) })
  const filled = form.locator('[data-filled="true"]')
  await form.getByRole('button', { name: '4 stars' }).hover()
  await expect(filled).toHaveCount(4)
  await form.getByRole('button', { name: '2 stars' }).click()
  await form.getByLabel('Your experience').hover()
  await expect(filled).toHaveCount(2)
  let sent = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/reviews')) sent++
  })
  await form.getByRole('button', { name: 'Send review' }).click()
  await form.getByLabel('Your experience').fill('Holds size.')
  for (const field of ['Name', 'Position', 'Company'])
    await expect(form.getByLabel(field)).not.toHaveAttribute('required')
  await form.getByRole('button', { name: 'Send review' }).click()
  await expect(page.getByText('Thank you for your review!', { exact: true })).toBeVisible()
  await expect(filled).toHaveCount(0)
  expect(sent).toBe(1)
})

test('Publishing a review shows it on the site, Undo removes it again, and the sidebar counts the new ones', async ({
  page,
}) => {
  const name = await createReview(page, 'First line.\n<b>Second line.</b>', {
    position: 'Owner',
    company: 'Valves',
  })
  await openAdmin(page, SCREEN_PATH)
  const shown = card(page, name)
  await expect(shown).toContainText('<b>Second line.</b>')
  await expect(shown).toContainText('Owner, Valves')
  await expect(shown.getByRole('img', { name: '4 of 5 stars' })).toBeVisible()
  await expect(shown.locator('time')).toHaveText(/^\d{1,2} \w+ \d{4}$/)
  const before = await getCounts(page)
  await expect(tab(page, 'New')).toHaveText(`New ${before.new}`)
  const link = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Reviews' })
  await expect(link).toHaveAccessibleDescription(`${before.new} to read`)

  await shown.getByRole('button', { name: 'Publish' }).click()
  await expect(toasts(page)).toContainText('Review published')
  await expect(shown).toHaveCount(0)
  await expect(link).toHaveAccessibleDescription(before.new > 1 ? `${before.new - 1} to read` : '')
  await expectFocusKept(page)
  await expect(tab(page, 'Published')).toHaveText(`Published ${before.published + 1}`)
  expect(await getPublishedReviews(page)).toContain(name)
  await toasts(page).getByRole('button', { name: 'Undo' }).click()
  await expect(shown).toBeVisible()
  expect(await getPublishedReviews(page)).not.toContain(name)

  await shown.getByRole('button', { name: 'Publish' }).click()
  await expect(shown).toHaveCount(0)
  await tab(page, 'Published').click()
  await expect(page).toHaveURL(/status=published/)
  await expect(shown).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain(name)
  await shown.getByRole('button', { name: 'Reject' }).click()
  await tab(page, 'Rejected').click()
  await expect(shown.getByRole('button', { name: 'Reject' })).toHaveCount(0)
  await expect(shown.getByRole('button', { name: 'Publish' })).toBeVisible()
})

test('Deleting a review requires confirmation with the name of the reviewer', async ({ page }) => {
  const name = await createReview(page, 'Delete me.', { rating: undefined })
  await openAdmin(page, SCREEN_PATH)
  await expect(card(page, name)).toContainText('No rating')
  const remove = card(page, name).getByRole('button', { name: `Delete the review by ${name}` })
  await remove.click()
  const dialog = page.getByRole('alertdialog', { name: `Delete the review by ${name} permanently?` })
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(card(page, name)).toBeVisible()
  await remove.click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect(card(page, name)).toHaveCount(0)
})

test('The list of reviews has pages of twenty, fits 390, 768 and 1280 px with a long word, and shows a message when it is empty', async ({
  page,
}) => {
  await signInByApi(page)
  const requestedOffsets: string[] = []
  await page.route('**/api/reviews/all?*', (route) => {
    const query = new URL(route.request().url()).searchParams
    requestedOffsets.push(query.get('offset') ?? '')
    const rest = query.get('status') === 'new' ? 45 - Number(query.get('offset')) : 0
    const reviews = Array.from({ length: Math.min(rest, Number(query.get('limit'))) }, (_, index) => ({
      id: `r${Number(query.get('offset')) + index}`,
      rating: 5,
      text: 'x'.repeat(index === 0 ? 5000 : 50),
      name: `Customer ${Number(query.get('offset')) + index + 1}`,
      position: '',
      company: '',
      status: 'new',
      createdAt: '2026-01-01T00:00:00.000Z',
    }))
    return route.fulfill({
      headers: { 'x-total-count': rest > 0 ? '45' : '0' },
      json: { reviews, counts: { new: 45, published: 0, declined: 0 } },
    })
  })
  await page.goto(SCREEN_PATH)
  await expect(page.getByRole('article')).toHaveCount(20)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(card(page, 'Customer 21')).toBeVisible()
  await page.getByRole('link', { name: 'Older' }).click()
  await expect(page.getByRole('article')).toHaveCount(5)
  await expect(page.getByRole('link', { name: 'Older' })).toHaveCount(0)
  expect(requestedOffsets).toEqual(expect.arrayContaining(['0', '20', '40']))
  await tab(page, 'Rejected').click()
  await expect(page.getByText('No reviews rejected.')).toBeVisible()
})

test.describe('Failed requests for reviews', () => {
  test.use({ allowedMessages: /status of 503/ })
  const problem = { status: 503, json: { status: 503, message: 'The database is not available.' } }

  test('A failed decision on a review changes nothing and shows an error', async ({ page }) => {
    const name = await createReview(page, 'Keep me.')
    await openAdmin(page, SCREEN_PATH)
    await page.route('**/api/reviews/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(problem) : route.fallback(),
    )
    await card(page, name).getByRole('button', { name: 'Publish' }).click()
    await expect(toasts(page)).toContainText('The database is not available.')
    await expect(card(page, name)).toBeVisible()
  })
})
