import type { Page } from '@playwright/test'
import type { ReviewPage } from '#contracts/site-content/review.ts'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'
import { expectAccessible, expectFocusKept } from '../../support/browser/screen-checks.ts'

test.use({ siteName: 'reviews' })

const SCREEN_PATH = '/admin/reviews'
const card = (page: Page, name: string) => page.getByRole('article', { name: `Review by ${name}` })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Reviews by status' }).getByRole('link', { name })
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications (F8)' }).getByRole('listitem')

/** Sends a visitor's review with a unique name. */
async function createReview(page: Page, text: string, more: object = {}): Promise<string> {
  const name = `Meera ${Date.now()} ${Math.round(Math.random() * 1000)}`
  const reply = await page.request.post('/api/reviews', { data: { text, name, rating: 4, ...more } })
  expect(reply.status()).toBe(201)
  return name
}

const getPublishedReviews = async (page: Page): Promise<string> =>
  (await page.request.get('/api/reviews')).text()
const getCounts = async (page: Page): Promise<ReviewPage['counts']> =>
  ((await (await page.request.get('/api/reviews/all?limit=1')).json()) as ReviewPage).counts

test('Publishing a review shows it on the site, and Undo removes it again', async ({ page }) => {
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

  await shown.getByRole('button', { name: 'Publish' }).click()
  await expect(toast(page)).toContainText('Review published')
  await expect(shown).toHaveCount(0)
  await expectFocusKept(page)
  await expect(tab(page, 'Published')).toHaveText(`Published ${before.published + 1}`)
  expect(await getPublishedReviews(page)).toContain(name)
  await toast(page).getByRole('button', { name: 'Undo' }).click()
  await expect(shown).toBeVisible()
  expect(await getPublishedReviews(page)).not.toContain(name)

  await shown.getByRole('button', { name: 'Publish' }).click()
  await expect(shown).toHaveCount(0)
  await tab(page, 'Published').click()
  await expect(page).toHaveURL(/status=published/)
  await expect(shown).toBeVisible()
  expect(await (await page.request.get('/')).text()).toContain(name)
})

test('The sidebar shows the number of new reviews and updates it after each decision', async ({ page }) => {
  const name = await createReview(page, 'Count me.')
  await openAdmin(page, SCREEN_PATH)
  const { new: count } = await getCounts(page)
  const link = page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'Reviews' })
  await expect(link).toHaveAccessibleDescription(`${count} to read`)
  await card(page, name).getByRole('button', { name: 'Reject' }).click()
  await expect(link).toHaveAccessibleDescription(count > 1 ? `${count - 1} to read` : '')
  await tab(page, 'Rejected').click()
  await expect(card(page, name).getByRole('button', { name: 'Reject' })).toHaveCount(0)
  await expect(card(page, name).getByRole('button', { name: 'Publish' })).toBeVisible()
})

test('Deleting a review requires confirmation with the name of the reviewer', async ({ page }) => {
  const name = await createReview(page, 'Delete me.')
  await openAdmin(page, SCREEN_PATH)
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

test('The search of reviews finds texts, is in the URL, and shows a message when there are no results', async ({
  page,
}) => {
  const name = await createReview(page, 'The turret indexes without a murmur.', { rating: undefined })
  await openAdmin(page, SCREEN_PATH)
  await page.getByLabel('Search reviews').fill('MURMUR')
  await expect(page).toHaveURL(/search=MURMUR/)
  await expect(page.getByRole('article')).toHaveCount(1)
  await expect(card(page, name)).toContainText('No rating')
  await page.getByLabel('Search reviews').fill('unknown text')
  await expect(page.getByText('No results.')).toBeVisible()
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

  test('Reviews that cannot be loaded show the reason and a button that loads them again', async ({
    page,
  }) => {
    await signInByApi(page)
    await page.route('**/api/reviews/all?*', (route) => route.fulfill(problem))
    await page.goto(SCREEN_PATH)
    await expect(page.getByRole('alert')).toContainText('The database is not available.')
    await page.unroute('**/api/reviews/all?*')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('A failed decision on a review changes nothing and shows an error', async ({ page }) => {
    const name = await createReview(page, 'Keep me.')
    await openAdmin(page, SCREEN_PATH)
    await page.route('**/api/reviews/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(problem) : route.fallback(),
    )
    await card(page, name).getByRole('button', { name: 'Publish' }).click()
    await expect(toast(page)).toContainText('The database is not available.')
    await expect(card(page, name)).toBeVisible()
  })
})
