import type { Page } from '@playwright/test'
import { type NewAuditEntry, writeAuditEntry } from '#server/database/audit-log.ts'
import type { Db } from '#server/database/db.ts'
import { openSqlite } from '#server/database/sqlite/open.ts'
import { inTransaction } from '#server/database/transaction.ts'
import { test as base, expect, signInByApi } from '../../support/browser/browser.ts'
import { expectNoOverflow } from '../../support/browser/screen-checks.ts'
import { startEmptySite } from '../../support/empty-site.ts'
import type { SiteProcess } from '../../support/site-process.ts'

/** A separate site without demo data, to whose audit log the tests write. */
const test = base.extend<object, { logSite: { site: SiteProcess; db: Db } }>({
  logSite: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from this pattern
    async ({}, use) => {
      const site = await startEmptySite()
      const db = await openSqlite(site.folder)
      await use({ site, db })
      await db.destroy()
      await site.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  baseURL: ({ logSite }, use) => use(logSite.site.url),
})
// Not the time zone of the company, which the log shows.
test.use({ timezoneId: 'America/New_York', allowedMessages: /status of 400/ })

const LATHE = { subject: 'item', subjectId: 'i1', subjectName: 'CL 25 Capstan Lathe' } as const
const ENTRIES: [by: string, NewAuditEntry][] = [
  ['anand', { ...LATHE, at: '2026-11-19T18:45:00.000Z', action: 'changed', detail: 'Price: ₹15,00,000' }],
  ['devi', { ...LATHE, at: '2026-11-20T04:00:00.000Z', action: 'deleted' }],
  [
    'devi',
    {
      at: '2026-11-20T05:00:00.000Z',
      action: 'noted',
      subject: 'enquiry',
      subjectId: 'e1',
      subjectName: 'Meera <b>Raghavan</b>',
    },
  ],
  [
    'Stock <program>',
    {
      at: '2026-11-20T06:00:00.000Z',
      action: 'signed in',
      subject: 'account',
      subjectId: 'a1',
      subjectName: 'Stock',
    },
  ],
]
test.beforeEach(async ({ logSite }) => {
  await logSite.db.deleteFrom('audit_log').execute()
})
async function writeEntries(db: Db, entries = ENTRIES) {
  await inTransaction(db, async (tx) => {
    for (const [name, change] of entries) await writeAuditEntry(tx, { accountId: undefined, name }, change)
  })
}
/** Opens the audit log without the entry that signing in adds. */
async function openLog(page: Page, db: Db, path: string) {
  await signInByApi(page)
  await db.deleteFrom('audit_log').where('action', '=', 'signed in').where('by_name', '=', 'anand').execute()
  await page.goto(path)
}
const auditEntries = (page: Page) => page.getByRole('main').locator('ol > li')
const entryTexts = (page: Page) => auditEntries(page).locator('p:first-child')

test('An empty audit log explains its purpose; entries are listed with their time, the newest first, fifty a page, and link to their subjects', async ({
  page,
  logSite,
}) => {
  await openLog(page, logSite.db, '/admin/log')
  await expect(page.getByText('No changes yet. All changes by staff are listed here.')).toBeVisible()
  await writeEntries(logSite.db)
  await page.reload()
  await expect(entryTexts(page)).toHaveText([
    'Stock <program> signed in',
    'devi wrote a note on the enquiry of Meera <b>Raghavan</b>',
    'devi deleted CL 25 Capstan Lathe',
    'anand changed CL 25 Capstan Lathe',
  ])
  const last = auditEntries(page).last()
  await expect(last).toContainText('Price: ₹15,00,000')
  await expect(last.locator('time')).toHaveAttribute('datetime', '2026-11-19T18:45:00.000Z')
  await expect(last.locator('time')).toHaveText(/20 Nov 2026, 12:15/)
  await expect(last.getByRole('link')).toHaveAttribute('href', '/admin/items/i1/history')
  await expect(auditEntries(page).nth(1).getByRole('link')).toHaveAttribute('href', '/admin/customers')
  // A deleted item has no screen.
  await expect(auditEntries(page).nth(2).getByRole('link')).toHaveCount(0)

  const long = 'A very long name without an end '.repeat(6) + 'x'.repeat(120)
  const newer = Array.from({ length: 51 }, (_, index): [string, NewAuditEntry] => {
    const at = new Date(Date.UTC(2027, 0, 1) + index * 60_000).toISOString()
    return ['anand', { ...LATHE, subjectName: index === 50 ? long : `Lathe ${index}`, at, action: 'changed' }]
  })
  await writeEntries(logSite.db, newer)
  await page.reload()
  await expect(auditEntries(page)).toHaveCount(50)
  await expect(entryTexts(page).first()).toHaveText(`anand changed ${long}`)
  await expectNoOverflow(page)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await expect(pages).toContainText('1 to 50 of 55')
  await pages.getByRole('link', { name: 'Older' }).click()
  await expect(entryTexts(page).first()).toHaveText('anand changed Lathe 0')
  await expect(auditEntries(page)).toHaveCount(5)
  await expect(pages.getByRole('link')).toHaveText(['Newer'])
  await expect(page).toHaveURL(/\?page=2$/)
})

test('The filters of the audit log are in the URL, opening the URL again shows the same entries, days are those of the Indian time zone, and an invalid filter shows the reason', async ({
  page,
  logSite,
}) => {
  await writeEntries(logSite.db)
  await openLog(page, logSite.db, '/admin/log')
  await expect(auditEntries(page)).toHaveCount(4)
  await page.getByLabel('What').selectOption('Items')
  await expect(auditEntries(page)).toHaveCount(2)
  await page.getByLabel('Who').selectOption('devi')
  await expect(entryTexts(page)).toHaveText(['devi deleted CL 25 Capstan Lathe'])
  await expect(page).toHaveURL(/\?what=item&who=devi$/)
  await page.goBack()
  await expect(auditEntries(page)).toHaveCount(2)
  await page.getByLabel('Search').fill('price')
  await expect(entryTexts(page)).toHaveText(['anand changed CL 25 Capstan Lathe'])
  await expect(page).toHaveURL(/\?what=item&search=price$/)
  await page.reload()
  await expect(page.getByLabel('Search')).toHaveValue('price')
  await expect(page.getByLabel('What')).toHaveValue('item')
  await expect(auditEntries(page)).toHaveCount(1)
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(auditEntries(page)).toHaveCount(4)
  await expect(page.getByLabel('Search')).toHaveValue('')

  await page.getByLabel('From').fill('2026-11-20')
  await expect(page).toHaveURL(/from=2026-11-20/)
  await expect(auditEntries(page)).toHaveCount(4)
  await page.getByLabel('From').fill('2026-11-21')
  await expect(page.getByText('No results.')).toBeVisible()
  await page.getByLabel('From').fill('')
  await page.getByLabel('To').fill('2026-11-19')
  await expect(page).toHaveURL(/\?to=2026-11-19$/)
  await expect(page.getByText('No results.')).toBeVisible()

  await page.goto('/admin/log?from=yesterday&what=weather')
  await expect(page.getByRole('alert')).toContainText('The audit log could not be loaded: ')
  await page.getByRole('button', { name: 'Clear search and filters' }).click()
  await expect(auditEntries(page)).toHaveCount(4)
})
