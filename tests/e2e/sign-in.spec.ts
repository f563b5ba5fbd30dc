import type { Page } from '@playwright/test'
import { expect, openPage, signIn, test } from '../support/browser/browser.ts'
import { expectToast, toasts } from '../support/browser/toasts.ts'
import { ADMIN } from '../support/fixtures/demo-data.ts'

test.use({ siteName: 'sign-in' })

const LOGIN = '**/api/auth/login'
const loginDialog = (page: Page) => page.getByRole('dialog', { name: 'Admin Login' })
const getStoredSession = (page: Page) =>
  page.evaluate(() => [localStorage.getItem('adminToken'), localStorage.getItem('adminUser')])

async function openDialog(page: Page) {
  await openPage(page, '/')
  // Not by the pointer: the contact form may grow between its press and its release.
  await page.getByRole('button', { name: 'Admin Access' }).press('Enter')
  const dialog = loginDialog(page)
  await expect(dialog).toBeVisible()
  return {
    dialog,
    email: dialog.getByLabel('Email'),
    password: dialog.getByLabel('Password', { exact: true }),
    button: dialog.getByRole('button', { name: /^Sign/ }),
  }
}

test('[AUTH-1] The modal sign-in dialog has e-mail and a password that can be shown; dragging a text selection out of a field does not close it', async ({
  page,
}) => {
  const { dialog, email, password } = await openDialog(page)
  expect(await dialog.evaluate((element) => element.matches('dialog:modal'))).toBe(true)
  for (let steps = 0; steps < 12; steps++) {
    await page.keyboard.press('Tab')
    const isFocusInDialog = await page.evaluate(() => {
      const focused = document.activeElement
      return focused === document.body || focused?.closest('dialog') !== null
    })
    expect(isFocusInDialog, `after pressing Tab ${steps + 1} times`).toBe(true)
  }
  const elementAtTop = await page.evaluate(() => document.elementFromPoint(innerWidth / 2, 20)?.tagName)
  expect(elementAtTop, 'the backdrop covers the page').toBe('DIALOG')

  await expect(dialog.getByRole('textbox')).toHaveCount(2)
  await expect(email).toHaveAttribute('type', 'email')
  await password.fill('collet')
  await expect(password).toHaveAttribute('type', 'password')
  await dialog.getByRole('button', { name: 'Show password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await expect(password).toHaveValue('collet')
  await dialog.getByRole('button', { name: 'Hide password' }).click()
  await expect(password).toHaveAttribute('type', 'password')

  await email.fill('anand@kovai.example')
  await email.hover()
  await page.mouse.down()
  await page.mouse.move(5, 5)
  await page.mouse.up()
  await expect(dialog).toBeVisible()
})

test('[AUTH-1] The close button, a click on the backdrop and Escape close the sign-in dialog and return the focus to its button', async ({
  page,
}) => {
  await openPage(page, '/')
  const opener = page.getByRole('button', { name: 'Admin Access' })
  for (const close of [
    () => loginDialog(page).getByRole('button', { name: 'Close' }).click(),
    () => page.mouse.click(5, 5),
    () => page.keyboard.press('Escape'),
  ]) {
    // Not by the pointer: the contact form may grow between its press and its release.
    await opener.press('Enter')
    await expect(loginDialog(page).getByLabel('Email')).toBeFocused()
    await close()
    await expect(loginDialog(page)).toHaveCount(0)
    await expect(opener).toBeFocused()
    await expect(page).toHaveURL(/\/$/)
  }
})

test('[AUTH-2] Signing in with an empty or blank field shows a toast and sends no request', async ({
  page,
}) => {
  let calls = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/auth/')) calls++
  })
  for (const [input, emailText, passwordText] of [
    ['empty fields', '', ''],
    ['a blank password', 'anand@kovai.example', '   '],
    ['a blank e-mail address', '   ', 'collet'],
  ] as const) {
    await test.step(input, async () => {
      const { email, password, button } = await openDialog(page)
      await email.fill(emailText)
      await password.fill(passwordText)
      await button.click()
      await expectToast(page, 'Error', 'Please fill in all fields')
      await expect(loginDialog(page)).toBeVisible()
    })
  }
  expect(calls).toBe(0)
})

test.describe('Pending sign-in request', () => {
  test.use({ allowedMessages: /status of 401/ })

  test("[AUTH-3, AUTH-6] While a sign-in request is pending, fields and button are disabled and the button reads 'Signing in...'; a wrong password shows the server's message", async ({
    page,
  }) => {
    const { email, password, button } = await openDialog(page)
    const released = Promise.withResolvers<void>()
    let calls = 0
    await page.route(LOGIN, async (route) => {
      calls++
      await released.promise
      await route.continue()
    })
    await email.fill(ADMIN.ADMIN_EMAIL)
    await password.fill('wrong')
    await button.dblclick()
    for (const control of [email, password, button]) await expect(control).toBeDisabled()
    await expect(button).toHaveText('Signing in...')
    released.resolve()
    await expect(button).toHaveText('Sign in')
    for (const control of [email, password, button]) await expect(control).toBeEnabled()
    expect(calls).toBe(1)
    await expectToast(page, 'Error', 'The email address or the password is incorrect.')
  })
})

test('[AUTH-4, AUTH-5] A successful sign-in sends JSON, shows a toast, closes and clears the dialog, stores the session, and opens the dashboard', async ({
  page,
}) => {
  const { email, password, button } = await openDialog(page)
  // A response with status 204 keeps the page, so that the closed dialog and the toast can be checked.
  await page.route('**/admin/dashboard', (route) => route.fulfill({ status: 204 }))
  await email.fill(ADMIN.ADMIN_EMAIL)
  await password.fill(ADMIN.ADMIN_PASSWORD)
  const loginRequest = page.waitForRequest(LOGIN)
  const navigation = page.waitForRequest('**/admin/dashboard')
  await button.click()
  const request = await loginRequest
  expect(request.method()).toBe('POST')
  expect(await request.headerValue('content-type')).toBe('application/json')
  expect(request.postDataJSON()).toEqual({ email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD })
  const reply = (await (await request.response())?.json()) as { token: string; user: object }
  expect(Object.keys(reply).sort()).toEqual(['message', 'token', 'user'])
  await navigation
  await expectToast(page, 'Success', 'Login successful! Welcome back.')
  await expect(loginDialog(page)).toHaveCount(0)
  const [token, user] = await getStoredSession(page)
  expect(token).toBe(reply.token)
  expect(JSON.parse(user ?? '')).toEqual(reply.user)
  expect(reply.user).toMatchObject({ username: 'anand' })

  await page.getByRole('button', { name: 'Admin Access' }).press('Enter')
  await expect(email).toHaveValue('')
  await expect(password).toHaveValue('')
  await page.unroute('**/admin/dashboard')
  await page.reload()
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
})

test.describe('Failed sign-in', () => {
  test.use({ allowedMessages: /status of (401|418|500|503)/ })

  const failures = [
    ["the server's message", { status: 418, json: { message: 'No tea here.' } }, 'No tea here.'],
    ["'Login failed' without a message", { status: 500, json: {} }, 'Login failed'],
    ["'Login failed' for an empty message", { status: 500, json: { message: '' } }, 'Login failed'],
    [
      "'Login failed' for a response that is not JSON",
      { status: 503, contentType: 'text/html', body: '<h1>Away</h1>' },
      'Login failed',
    ],
  ] as const
  test('[AUTH-6] A failed sign-in shows a toast with the reason, and the dialog retains the input', async ({
    page,
  }) => {
    for (const [result, response, message] of failures) {
      await test.step(result, async () => {
        const { email, password, button } = await openDialog(page)
        await page.route(LOGIN, (route) => route.fulfill(response))
        await email.fill('anand@kovai.example')
        await password.fill('wrong')
        await button.click()
        await expectToast(page, 'Error', message)
        await expect(loginDialog(page)).toBeVisible()
        await expect(email).toHaveValue('anand@kovai.example')
        expect(await getStoredSession(page)).toEqual([null, null])
      })
    }
  })

  test('[AUTH-7] A session that has ended on the server is removed from the browser', async ({ page }) => {
    await signIn(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.context().clearCookies()
    // The error response to another request of the dashboard may redirect before the click does, or abort its redirection.
    const click = page
      .getByRole('link', { name: 'Your account' })
      .click()
      .catch(() => undefined)
    await Promise.race([click, expect(page).toHaveURL(/\/$/)])
    await expect(page).toHaveURL(/\/$/)
    expect(await getStoredSession(page)).toEqual([null, null])
  })
})

test('[AUTH-7] Every screen of the admin redirects visitors who are not signed in to the home page', async ({
  page,
}) => {
  for (const path of [
    '/admin',
    '/admin/dashboard',
    '/admin/products/add',
    '/admin/accounts',
    '/admin/account',
  ]) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/$/)
  }
})

test('[AUTH-5, AUTH-7] The dashboard shows the toast of the successful sign-in once, and every public page redirects signed-in staff to the dashboard', async ({
  page,
}) => {
  await signIn(page)
  await expectToast(page, 'Success', 'Login successful! Welcome back.')
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(toasts(page)).toHaveCount(0)
  for (const path of ['/', '/products', '/product/cl-25-capstan-lathe']) {
    await page.goto(path)
    await expect(page, path).toHaveURL(/\/admin\/dashboard$/)
  }
})

test('[AUTH-7] Signing in or out in another tab takes effect in this tab', async ({ page, context }) => {
  await openPage(page, '/products')
  const otherTab = await context.newPage()
  await signIn(otherTab)
  await expect(page).toHaveURL(/\/admin\/dashboard$/)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await otherTab.evaluate(() => localStorage.removeItem('adminToken'))
  await expect(page).toHaveURL(/\/$/)
})

test('[AUTH-1] The sign-in dialog can be closed while a sign-in request is pending, which aborts the request', async ({
  page,
}) => {
  const { email, password, button } = await openDialog(page)
  const pending = new Promise<void>((resolve) => {
    void page.route(LOGIN, () => resolve())
  })
  await email.fill(ADMIN.ADMIN_EMAIL)
  await password.fill(ADMIN.ADMIN_PASSWORD)
  const aborted = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/api/auth/login'))
  await button.click()
  await pending
  await page.keyboard.press('Escape')
  await expect(loginDialog(page)).toHaveCount(0)
  await aborted
  await expect(toasts(page)).toHaveCount(0)
  expect(await getStoredSession(page)).toEqual([null, null])
})

test('[AUTH-8] Logout waits for requests under way, removes token and user, ends the session, and opens the home page', async ({
  page,
}) => {
  await signIn(page)
  await expect(page.getByText('Total products')).toBeVisible()
  const arrived = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  let isAnswered = false
  await page.route('**/api/reviews/all?*', async (route) => {
    arrived.resolve()
    await released.promise
    const response = await route.fetch()
    expect(response.status()).toBe(200)
    isAnswered = true
    await route.fulfill({ response })
  })
  const order: boolean[] = []
  await page.route('**/api/auth/logout', async (route) => {
    order.push(isAnswered)
    await route.continue()
  })
  await page.getByRole('link', { name: 'Reviews' }).click()
  await arrived.promise
  await page.getByRole('button', { name: 'Logout' }).click()
  released.resolve()
  await expect(page).toHaveURL(/\/$/)
  expect(order).toEqual([true])
  expect(await getStoredSession(page)).toEqual([null, null])
  expect((await page.request.get('/api/auth/me')).status()).toBe(401)
})

test("The 'Forgot your password?' dialog shows the server's message, and going back retains the e-mail address", async ({
  page,
}) => {
  const { email } = await openDialog(page)
  await email.fill('kala@works.example')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Forgot your password?' })
  await expect(dialog.getByLabel('Email')).toHaveValue('kala@works.example')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await dialog.getByRole('button', { name: 'Get a new password' }).click()
  await expect(dialog.getByRole('status')).toHaveText(
    /^This site does not send emails. Ask an owner for a new link./,
  )
  await dialog.getByRole('button', { name: 'Back to signing in' }).click()
  await expect(loginDialog(page).getByLabel('Email')).toHaveValue('kala@works.example')
})
