import { toBusinessDate } from '#contracts/business-date.ts'
import { expect, openAdmin, postJson, test } from '../../support/browser/browser.ts'
import { expectAccessible } from '../../support/browser/screen-checks.ts'

test.use({ siteName: 'reports' })

const LINE = { description: 'CL 25', hsn: '8458', quantity: 1, unit: 'each', gstRate: 18 }

test('Reports show what was quoted and won by month, owner and reason; each figure links to its quotations', async ({
  page,
}) => {
  await openAdmin(page, '/admin/log')
  for (const unitPrice of [1_000_000, 500_000, 250_000]) {
    const lines = [{ ...LINE, unitPrice }]
    const { id } = await postJson(page, '/api/quotations', { placeOfSupply: '33', currency: 'INR', lines })
    await postJson(page, `/api/quotations/${id}/issue`, { sendEmail: false })
    if (unitPrice === 250_000)
      await postJson(page, `/api/quotations/${id}/withdraw`, { reason: 'Project postponed' })
  }
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('g')
  await page.keyboard.press('e')
  await expect(page.getByRole('heading', { level: 1, name: 'Reports' })).toBeVisible()

  const today = toBusinessDate(new Date())
  const month = new Intl.DateTimeFormat('en-IN', { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(today),
  )
  const byMonth = page.getByRole('table', { name: 'Quotations by month' })
  const row = byMonth.getByRole('row', { name: month })
  const quoted = row.getByRole('link', { name: `Quoted, ${month}: ₹20,65,000 3 quotations` })
  await expect(quoted).toBeVisible()
  await expect(row.getByRole('link', { name: `Lost, ${month}: ₹2,95,000 1 quotation` })).toBeVisible()
  await expect(row.getByRole('link', { name: /^Won, / })).toHaveCount(0)
  const { searchParams } = new URL((await quoted.getAttribute('href'))!, 'http://localhost')
  expect(Object.fromEntries(searchParams)).toEqual({
    state: 'quoted',
    from: `${today.slice(0, 7)}-01`,
    to: today,
  })
  const listed = await page.request.get(`/api/quotations?${searchParams}`)
  expect(listed.headers()['x-total-count']).toBe('3')
  const open = page.getByRole('table', { name: 'Forecast' }).getByRole('link', { name: /^Open, / })
  await expect(open).toHaveAttribute('href', /\?state=pending&forecastMonth=\d{4}-\d{2}$/)
  await expect(open).toContainText('₹17,70,000')
  await expect(page.getByRole('slider', { name: 'Quoted and won by month' })).toHaveAttribute(
    'aria-valuetext',
    `${month}: ₹20,65,000 quoted, ₹0 of it won`,
  )
  await expectAccessible(page, [320, 390, 1280])

  await page
    .getByRole('navigation', { name: 'Group by' })
    .getByRole('link', { name: 'Reason' })
    .press('Enter')
  const byReason = page.getByRole('table', { name: 'Quotations by reason' })
  await expect(byReason.getByRole('columnheader')).toHaveText(['Reason', 'Lost'])
  await expect(byReason.getByRole('link', { name: /^Lost, Project postponed/ })).toHaveAttribute(
    'href',
    /reason=Project\+postponed&state=lost/,
  )
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export (.xlsx)' }).press('Enter')
  expect((await downloading).suggestedFilename()).toBe('quotations-by-reason.xlsx')

  await page.getByLabel('Period').selectOption('Own days')
  await page.getByLabel('From').focus()
  await page.keyboard.type('04012020', { delay: 30 })
  await page.getByLabel('To', { exact: true }).focus()
  await page.keyboard.type('04302020', { delay: 30 })
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/from=2020-04-01&to=2020-04-30/)
  await expect(page.getByText('No quotation of this period was declined or withdrawn.')).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Group by' })
    .getByRole('link', { name: 'In charge' })
    .press('Enter')
  await expect(page.getByText('No quotation was sent in this period.')).toBeVisible()
  await page.getByLabel('Period').selectOption('This month')
  await expect(
    page.getByRole('table', { name: 'Quotations by person in charge' }).getByRole('row', { name: 'anand' }),
  ).toContainText('₹20,65,000')
})

test.describe('Failed request for a report', () => {
  test.use({ allowedMessages: /status of 400/ })

  test('A report whose first day is after the last one says so', async ({ page }) => {
    await openAdmin(page, '/admin/reports?period=own&from=2026-05-01&to=2026-04-01')
    await expect(page.getByRole('alert')).toContainText('The first day must not be after the last one.')
  })
})
