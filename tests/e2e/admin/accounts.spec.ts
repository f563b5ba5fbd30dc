import type { Browser, Page } from '@playwright/test'
import { Secret, TOTP } from 'otpauth'
import type { LoginReply } from '#contracts/account/account.ts'
import { STORAGE_KEYS } from '#contracts/storage-keys.ts'
import { expect, fillLogin, openAdmin, openPage, signInByApi, test } from '../../support/browser/browser.ts'
import {
  expectAccessible,
  expectNoOverflow,
  expectNoViolations,
} from '../../support/browser/screen-checks.ts'

test.use({ siteName: 'accounts', allowedMessages: /status of (400|401|409|410)/ })

const PASSWORD = 'spindle and chuck'
/** The code of an authenticator app `steps` periods of 30 s from now. The server accepts one period before and after. */
const createTotpCode = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })
const createEmail = () => `kala${Date.now()}@works.example`

/** Opens a page in a browser context of its own. */
async function openOtherBrowser(browser: Browser, baseURL: string | undefined): Promise<Page> {
  return (await browser.newContext(baseURL ? { baseURL } : {})).newPage()
}

/** Opens the home page and signs in. Returns the dialog. */
async function signInAs(page: Page, email: string, password = PASSWORD) {
  await openPage(page, '/')
  return fillLogin(page, email, password)
}

/** Creates a user by the API and signs the user in, in another browser. Returns the email address. */
async function signInColleague(page: Page, other: Page, username: string, role: string): Promise<string> {
  const email = createEmail()
  const invited = await page.request.post('/api/accounts', { data: { email, username, role } })
  expect(invited.status(), await invited.text()).toBe(201)
  const secret = new URL((await invited.json()).link).hash.slice(1)
  const reply = await other.request.post('/api/auth/welcome', { data: { secret, password: PASSWORD } })
  expect(reply.status(), await reply.text()).toBe(200)
  // Not by an init script: it would sign in again after signing out.
  await other.goto('/healthz')
  await other.evaluate(
    ([keys, { token, user }]) => {
      localStorage.setItem(keys.token, token)
      localStorage.setItem(keys.user, JSON.stringify(user))
    },
    [STORAGE_KEYS, (await reply.json()) as LoginReply] as const,
  )
  return email
}

test('An invited user sets a password by the link and is signed in; the link works once', async ({
  page,
  browser,
  baseURL,
}) => {
  const email = createEmail()
  await openAdmin(page, '/admin/accounts')
  await page.getByRole('button', { name: 'Invite user' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite user' })
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Kala Devi')
  await dialog.getByLabel('Role').selectOption('sales')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  const shown = page.getByRole('alertdialog', { name: 'Link for Kala Devi' })
  const link = await shown.getByRole('textbox', { name: 'Link' }).inputValue()
  await shown.getByRole('button', { name: 'Done' }).click()
  const line = page.getByRole('row').filter({ hasText: email })
  await expect(line).toContainText('Invited')

  const kala = await openOtherBrowser(browser, baseURL)
  const requestedUrls: string[] = []
  kala.on('request', (request) => requestedUrls.push(request.url()))
  await kala.goto(link)
  await expect(kala.getByRole('heading', { name: 'Welcome, Kala Devi' })).toBeVisible()
  await expectNoViolations(kala)
  expect((await kala.request.get('/welcome')).headers()['x-robots-tag']).toBe('noindex')
  await kala.getByLabel('New password').fill(PASSWORD)
  await kala.getByRole('button', { name: 'Set password and sign in' }).click()
  await expect(kala).toHaveURL(/\/admin\/dashboard$/)
  await expect(kala.getByText('Kala Devi', { exact: true })).toBeVisible()
  const secret = link.split('#')[1] ?? ''
  expect(requestedUrls.filter((url) => new URL(url).href.replace(/#.*/, '').includes(secret))).toEqual([])

  const menu = kala.getByRole('navigation', { name: 'Admin' })
  await expect(menu.getByRole('link', { name: 'Customers' })).toBeVisible()
  for (const label of ['Settings', 'Accounts', 'Audit log', 'Reviews']) {
    await expect(menu.getByRole('link', { name: label })).toHaveCount(0)
  }
  await kala.goto('/admin/accounts')
  await expect(kala.getByText("You don't have permission to manage users. Ask an owner.")).toBeVisible()

  const late = await openOtherBrowser(browser, baseURL)
  await late.goto(link)
  await expect(late.getByRole('alert')).toContainText('This link has expired')
  await expect(late.getByLabel('New password')).toHaveCount(0)
  await page.reload()
  await expect(line).not.toContainText('Invited')
})

test('A changed role or name applies immediately, and a removed user is signed out', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInByApi(page)
  const ravi = await openOtherBrowser(browser, baseURL)
  const email = await signInColleague(page, ravi, 'Ravi', 'sales')
  await page.goto('/admin/accounts')
  expect((await ravi.request.get('/api/log')).status()).toBe(403)

  await page.getByRole('row').filter({ hasText: email }).getByLabel('Role of Ravi').selectOption('editor')
  await expect.poll(async () => (await ravi.request.get('/api/log')).status()).toBe(200)

  await page.getByRole('button', { name: 'Actions for Ravi' }).click()
  await page.getByRole('menuitem', { name: 'Change name' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Ravi Kumar')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toContainText('Ravi Kumar')

  const actions = page.getByRole('button', { name: 'Actions for Ravi Kumar' })
  await actions.click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitem', { name: 'Remove' })).toBeHidden()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  const confirmation = page.getByRole('alertdialog', { name: 'Remove Ravi Kumar?' })
  await confirmation.getByRole('button', { name: 'Cancel' }).click()
  await actions.click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await confirmation.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('row').filter({ hasText: email })).toHaveCount(0)
  expect((await ravi.request.get('/api/auth/me')).status()).toBe(401)
})

test('The dialog that removes a user names the API keys that end with it', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInByApi(page)
  const bala = await openOtherBrowser(browser, baseURL)
  await signInColleague(page, bala, 'Bala', 'owner')
  const confirmation = page.getByRole('alertdialog', { name: 'Remove Bala?' })
  const openConfirmation = async () => {
    await page.goto('/admin/accounts')
    await page.getByRole('button', { name: 'Actions for Bala' }).click()
    await expect(page.getByText('Loading API keys...')).toHaveCount(0)
    await page.getByRole('menuitem', { name: 'Remove' }).click()
  }
  await openConfirmation()
  await expect(confirmation).not.toContainText('API key')

  for (const text of ['The API key of Bala ends, too.', 'The 2 API keys of Bala end, too.']) {
    await bala.request.post('/api/keys', { data: { name: 'Shop', scopes: ['catalogue.read'] } })
    await openConfirmation()
    await expect(confirmation).toContainText(text)
  }
  await confirmation.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByRole('button', { name: 'Actions for Bala' })).toHaveCount(0)
  await expect(page.getByText('No API keys yet.')).toBeVisible()
})

test('Changing the role of the last owner is rejected with the reason', async ({ page }) => {
  await openAdmin(page, '/admin/accounts')
  await page.getByLabel('Role of anand').selectOption('sales')
  await page.getByRole('button', { name: 'Change my role' }).click()
  await expect(
    page.getByText('anand is the only owner. Make another user an owner first.').first(),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByLabel('Role of anand')).toHaveValue('owner')
})

test('Two-step verification can be turned on, is required to sign in, accepts a recovery code once, and can be turned off', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInByApi(page)
  const selvi = await openOtherBrowser(browser, baseURL)
  const email = await signInColleague(page, selvi, 'Selvi', 'editor')

  await selvi.goto('/admin/account')
  await selvi.getByRole('button', { name: 'Turn on' }).click()
  await expect(selvi.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  const groups = (await selvi.locator('code').textContent()) ?? ''
  expect(groups).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/)
  const secret = groups.replaceAll(' ', '')
  const proof = selvi.getByRole('textbox', { name: 'Password', exact: true })
  await selvi.getByRole('textbox', { name: 'Code' }).fill(createTotpCode(secret))
  await proof.fill('wrong')
  await selvi.getByRole('button', { name: 'Turn on' }).click()
  await expect(selvi.getByText('The current password is incorrect.').first()).toBeVisible()
  await proof.fill(PASSWORD)
  await selvi.getByRole('textbox', { name: 'Code' }).fill('000000')
  await selvi.getByRole('button', { name: 'Turn on' }).click()
  await expect(selvi.getByText(/^The code is incorrect/).first()).toBeVisible()
  await selvi.getByRole('textbox', { name: 'Code' }).fill(createTotpCode(secret))
  await selvi.getByRole('button', { name: 'Turn on' }).click()
  const codes = selvi.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const recovery = (await codes.first().textContent()) ?? ''
  await selvi.getByRole('button', { name: 'I have saved these codes' }).click()
  await expect(selvi.getByText('10 recovery codes are left.')).toBeVisible()
  await selvi.getByRole('button', { name: 'Logout' }).click()
  await expect(selvi).toHaveURL(/\/$/)

  const dialog = await signInAs(selvi, email)
  const code = dialog.getByLabel('Code')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await code.fill('123')
  await code.press('Enter')
  await expect(selvi.getByText(/^The code is incorrect/).first()).toBeVisible()
  await code.fill(createTotpCode(secret, 1))
  await code.press('Enter')
  await expect(selvi).toHaveURL(/\/admin\/dashboard$/)
  await selvi.getByRole('button', { name: 'Logout' }).click()
  await expect(selvi).toHaveURL(/\/$/)

  const again = await signInAs(selvi, email)
  await again.getByLabel('Code').fill(recovery)
  await again.getByLabel('Code').press('Enter')
  await expect(selvi).toHaveURL(/\/admin\/dashboard$/)
  await selvi.goto('/admin/account')
  await expect(selvi.getByText('9 recovery codes are left.')).toBeVisible()

  await selvi.getByRole('button', { name: 'Turn off' }).click()
  const confirmation = selvi.getByRole('dialog', { name: 'Turn off two-step verification?' })
  await confirmation.getByLabel('Password').fill(PASSWORD)
  await confirmation.getByRole('button', { name: 'Turn off' }).click()
  await expect(selvi.getByRole('button', { name: 'Turn on' })).toBeVisible()
})

test('Changing the password signs out other browsers, and each session can be signed out', async ({
  page,
  browser,
  baseURL,
}) => {
  await signInByApi(page)
  const [desk, phone] = [await openOtherBrowser(browser, baseURL), await openOtherBrowser(browser, baseURL)]
  const email = await signInColleague(page, desk, 'Mani', 'sales')
  await signInAs(phone, email)
  await expect(phone).toHaveURL(/\/admin\/dashboard$/)

  await desk.goto('/admin/account')
  const lines = desk.getByRole('row')
  await expect(lines).toHaveCount(3)
  await expect(lines.filter({ hasText: 'This device' })).toHaveCount(1)
  await expect(lines.nth(1)).toContainText('Chrome on Linux')

  await desk.getByLabel('Current password').fill('wrong')
  await desk.getByLabel('New password').fill('another good one')
  await desk.getByRole('button', { name: 'Change password' }).click()
  await expect(desk.getByText('The current password is incorrect.').first()).toBeVisible()
  await desk.getByLabel('Current password').fill(PASSWORD)
  await desk.getByRole('button', { name: 'Change password' }).click()
  await expect(desk.getByText(/^Your password was changed/).first()).toBeVisible()
  await expect(lines).toHaveCount(2)
  await phone.goto('/admin/account')
  await expect(phone).toHaveURL(/\/$/)

  await signInAs(phone, email, 'another good one')
  await expect(phone).toHaveURL(/\/admin\/dashboard$/)
  await desk.reload()
  await desk.getByRole('button', { name: /^Sign out Chrome/ }).click()
  await expect(lines).toHaveCount(2)
  expect((await phone.request.get('/api/auth/me')).status()).toBe(401)
})

test('An API key can be created, is shown once, gives access to the API, and can be revoked', async ({
  page,
  playwright,
  baseURL,
}) => {
  await openAdmin(page, '/admin/accounts')
  await expect(page.getByText('No API keys yet.')).toBeVisible()
  await page.getByRole('button', { name: 'New API key' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API key' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Price list')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Select at least one permission.')
  await dialog.getByLabel('View enquiries and customers').check()
  await dialog.getByLabel('Valid until').fill('2030-12-31')
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const shown = page.getByRole('alertdialog', { name: 'Key for Price list' })
  const secret = await shown.getByRole('textbox', { name: 'Key' }).inputValue()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shown.getByRole('button', { name: 'Copy' }).click()
  await expect(shown.getByRole('button', { name: 'Copied' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(secret)
  await shown.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByRole('row').filter({ hasText: 'Price list' })).toContainText(
    /anand.*31 Dec 2030.*Never/,
  )

  const program = await playwright.request.newContext({
    ...(baseURL && { baseURL }),
    extraHTTPHeaders: { authorization: `Bearer ${secret}` },
  })
  expect((await program.get('/api/enquiries')).status()).toBe(200)
  expect((await program.get('/api/accounts')).status()).toBe(403)
  await page.getByRole('button', { name: 'Revoke key Price list' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke key' }).click()
  await expect(page.getByText('No API keys yet.')).toBeVisible()
  expect((await program.get('/api/enquiries')).status()).toBe(401)
  await program.dispose()
})

test('The account screens and dialogs fit 390, 768 and 1280 px and have no accessibility violations', async ({
  page,
}) => {
  const check = (label: string) => expectAccessible(page, [390, 768, 1280], label)
  await openAdmin(page, '/admin/accounts')
  // By keyboard, as a pointer that rests would open tooltips. The menu covers buttons of other rows, so it is checked alone.
  await page.getByRole('button', { name: 'Actions for anand' }).press('Enter')
  await expect(page.getByRole('menu')).toBeVisible()
  await expectNoOverflow(page)
  await expectNoViolations(page, 'users, menu open', '[role=menu]')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Invite user' }).click()
  await check('inviting')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New API key' }).click()
  await check('a new key')
  await page.goto('/admin/account')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByRole('img', { name: 'QR code of the key' })).toBeVisible()
  await check('profile')
  await page.goto('/welcome#nothing')
  await expect(page.getByRole('alert')).toBeVisible()
  await check('a link that is gone')
})
