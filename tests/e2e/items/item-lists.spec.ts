import type { Page } from '@playwright/test'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'
import { ADMIN } from '../../support/fixtures/demo-data.ts'
import { holdRequest } from '../../support/hostile/recorded-requests.ts'

/** The three tabs of Product Management, with the texts of [LST-2] to [LST-4]. */
const TABS = [
  {
    tab: 'Machines',
    address: '/admin/products',
    heading: 'Machines',
    endpoint: '/api/products',
    add: 'Add New Machine',
    addRoute: '/admin/products/add',
    edit: 'Edit Machine',
    editPrefix: '/admin/products/edit/',
    empty: 'No machines found. Add a new machine to get started!',
  },
  {
    tab: 'Parts',
    address: '/admin/spare-parts',
    heading: 'Spare Parts',
    endpoint: '/api/spareparts',
    add: 'Add New Part',
    addRoute: '/admin/spareparts/add',
    edit: 'Edit Part',
    editPrefix: '/admin/spareparts/edit/',
    empty: 'No spare parts found. Add a new spare part to get started!',
  },
  {
    tab: 'Services',
    address: '/admin/products?tab=services',
    heading: 'Services',
    endpoint: '/api/services',
    add: 'Add New Service',
    addRoute: '/admin/services/add',
    edit: 'Edit Service',
    editPrefix: '/admin/services/edit/',
    empty: 'No services found. Add a new service to get started!',
  },
] as const

const cards = (page: Page) => page.getByRole('main').getByRole('listitem')
const spinner = (page: Page) => page.getByRole('main').getByRole('status')

/** Responds to the request of one list with this JSON. */
const mockResponse = (page: Page, endpoint: string, json: unknown) =>
  page.route(
    (url) => url.pathname === endpoint,
    (route) => route.fulfill({ json }),
  )

interface ListedItem {
  id: string
  name: string
}
async function getList(page: Page, endpoint: string): Promise<ListedItem[]> {
  return (await page.request.get(endpoint)).json()
}

test('[ADM-1] The sidebar links to the screens, names the signed-in user, and has a Logout button', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  const sidebar = page.getByRole('complementary')
  for (const [label, address] of [
    ['Products', '/admin/products'],
    ['Customers', '/admin/customers'],
    ['Dashboard', '/admin/dashboard'],
  ] as const) {
    const link = sidebar.getByRole('link', { name: label, exact: true })
    await link.click()
    await expect(page).toHaveURL(new RegExp(`${address}$`))
    await expect(link).toHaveAttribute('aria-current', 'page')
  }
  const links = await sidebar.getByRole('navigation').getByRole('link').allTextContents()
  expect(links.slice(0, 3)).toEqual(['Dashboard', 'Products', 'Customers'])
  const [username] = ADMIN.ADMIN_EMAIL.split('@')
  await expect(sidebar).toContainText(new RegExp(`Logged in as:\\s*${username}`))
  await expect(sidebar.getByRole('button', { name: 'Logout' })).toBeVisible()
})

test('[ADM-3] Every admin path shows its screen, and those of items mark Products as current in the sidebar', async ({
  page,
}) => {
  await signInByApi(page)
  const [machine, part, service] = await Promise.all(
    TABS.map(async ({ endpoint }) => (await getList(page, endpoint)).at(-1)!),
  )
  const screens: [path: string, title: string, holds?: string][] = [
    ['/admin/dashboard', 'Dashboard'],
    ['/admin/products', 'Product Management'],
    [`/admin/products/${machine!.id}`, 'Product Management'],
    ['/admin/products/add', 'Add Machine', ''],
    [`/admin/products/edit/${machine!.id}`, 'Edit Machine', machine!.name],
    ['/admin/spareparts/add', 'Add Spare Part', ''],
    [`/admin/spareparts/edit/${part!.id}`, 'Edit Spare Part', part!.name],
    ['/admin/services/add', 'Add Service', ''],
    [`/admin/services/edit/${service!.id}`, 'Edit Service', service!.name],
    ['/admin/featured-products', 'Featured Products'],
    ['/admin/spare-parts', 'Product Management'],
    ['/admin/items', 'Product Management'],
  ]
  const current = page.getByRole('complementary').locator('[aria-current="page"]')
  for (const [path, title, name] of screens) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    if (name !== undefined) await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
    await expect(current, path).toHaveText(path === '/admin/dashboard' ? 'Dashboard' : 'Products')
  }
})

test('[ADM-3] /admin/products/{productId} scrolls once to the card of that id and highlights it', async ({
  page,
}) => {
  await signInByApi(page)
  const { id, name } = (await getList(page, '/api/products')).at(-1)!
  await page.goto(`/admin/products/${id}`)
  const card = cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(card).toBeInViewport()
  await expect(card).toHaveCSS('outline-style', 'solid')
  await expect(cards(page).first()).toHaveCSS('outline-style', 'none')
  await page.evaluate(() => scrollTo(0, 0))
  // Opening the dialog renders the layout again.
  await page.getByRole('complementary').getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => scrollY)).toBe(0)
})

test('[LST-1, LST-6] Product Management has three tabs; each uses its own endpoint and links to its own forms', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  const requestedPaths: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (TABS.some((one) => one.endpoint === pathname)) requestedPaths.push(pathname + search)
  })
  const tabs = page.getByRole('navigation', { name: 'Type' }).getByRole('link')
  for (const { tab, address, heading, endpoint, add, addRoute, edit, editPrefix } of TABS) {
    const [first] = await getList(page, endpoint)
    requestedPaths.length = 0
    await page.goto(address)
    await expect(cards(page).first()).toBeVisible()
    expect(requestedPaths).toEqual([endpoint])
    await expect(page.getByRole('heading', { level: 1, name: 'Product Management' })).toBeVisible()
    await expect(tabs).toHaveText(['Machines', 'Parts', 'Services'])
    await expect(tabs.filter({ hasText: tab })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([heading])
    await expect(page.getByRole('link', { name: add })).toHaveAttribute('href', addRoute)
    await page.getByRole('link', { name: `${edit}: ${first!.name}`, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${editPrefix}${first!.id}$`))
  }
  await page.goBack()
  await tabs.filter({ hasText: 'Parts' }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(['Spare Parts'])
  await page.getByRole('link', { name: 'Featured Products' }).click()
  await expect(page).toHaveURL(/\/admin\/featured-products$/)
})

test('[LST-1, LST-5] Cards are in 1, 2 or 3 columns depending on the width, with names of one line and descriptions of two', async ({
  page,
}) => {
  const long = { category: 'machine', name: 'Long name '.repeat(20), description: 'Many words. '.repeat(60) }
  await mockResponse(
    page,
    '/api/products',
    ['a', 'b', 'c', 'd'].map((id) => ({ id, ...long })),
  )
  await openAdmin(page, '/admin/products')
  await expect(cards(page)).toHaveCount(4)
  for (const [width, columns] of [
    [390, 1],
    [800, 2],
    [1400, 3],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    const lefts = await cards(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
    expect(new Set(lefts).size, `at ${width}`).toBe(columns)
  }
  const card = cards(page).first()
  expect(await countVisibleLines(card.getByRole('heading'))).toEqual({ lines: 1, cut: true })
  expect(await countVisibleLines(card.getByText('Many words.'))).toEqual({ lines: 2, cut: true })
})

test('[LST-2, LST-3] Cards of machines and spare parts show picture, name, description and link; only machines have a badge', async ({
  page,
  baseURL,
}) => {
  const picture = `${baseURL}/favicon.svg`
  const named = (id: string, name: string) => ({ id, name, description: `${name} for bar work.` })
  await mockResponse(page, '/api/products', [
    { ...named('a', 'CL 1'), category: 'machine', featured: true, images: [picture] },
    { ...named('b', 'CL 2'), category: 'machine', featured: false },
  ])
  await mockResponse(page, '/api/spareparts', [{ ...named('p', 'Collet'), featured: true }])
  const badge = (card: ReturnType<typeof cards>) => card.getByText('Featured', { exact: true })
  await openAdmin(page, '/admin/products')
  await expect(cards(page)).toHaveCount(2)
  const [first, second] = [cards(page).nth(0), cards(page).nth(1)]
  await expect(first.getByRole('heading')).toHaveText('CL 1')
  await expect(first.getByText('CL 1 for bar work.')).toBeVisible()
  await expect(first.locator('img')).toHaveAttribute('src', picture)
  await expect(badge(first)).toBeVisible()
  await expect(first.getByRole('link')).toHaveText('Edit Machine')
  await expect(second.locator('img')).toHaveAttribute('src', /placeholder-machine/)
  await expect(badge(second)).toHaveCount(0)
  await page.goto('/admin/spare-parts')
  await expect(cards(page).getByRole('heading')).toHaveText(['Collet'])
  await expect(cards(page).getByText('Collet for bar work.')).toBeVisible()
  await expect(cards(page).locator('img')).toHaveAttribute('src', /placeholder-part/)
  await expect(badge(cards(page))).toHaveCount(0)
  await expect(cards(page).getByRole('link')).toHaveText(['Edit Part'])
})

test('[LST-4] The card of a service shows name and description, and links by id, or by name if it has no id', async ({
  page,
}) => {
  await mockResponse(page, '/api/services', [
    { _id: 'first', id: 'second', name: 'Overhaul', description: 'Bearings renewed.', featured: true },
    { name: 'Gears & shafts', description: 'Ground anew.' },
  ])
  await openAdmin(page, '/admin/products?tab=services')
  await expect(cards(page).getByRole('heading')).toHaveText(['Overhaul', 'Gears & shafts'])
  await expect(cards(page).getByText('Bearings renewed.')).toBeVisible()
  await expect(cards(page).locator('img')).toHaveCount(0)
  await expect(cards(page).getByText('Featured', { exact: true })).toHaveCount(0)
  const links = cards(page).getByRole('link')
  await expect(links).toHaveText(['Edit Service', 'Edit Service'])
  await expect(links.nth(0)).toHaveAttribute('href', '/admin/services/edit/first')
  await expect(links.nth(1)).toHaveAttribute('href', '/admin/services/edit/Gears%20%26%20shafts')
})

test('[LST-2, LST-3, LST-4] An empty list shows the text of its tab', async ({ page }) => {
  await signInByApi(page)
  for (const { address, endpoint, empty } of TABS) {
    await mockResponse(page, endpoint, [])
    await page.goto(address)
    await expect(page.getByText(empty, { exact: true })).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
  }
})

test("[LST-5] A spinner with 'Loading...' is shown while a list is loading", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  const release = await holdRequest(page, 'GET', '/api/products')
  await openAdmin(page, '/admin/products')
  await expect(spinner(page)).toHaveText('Loading...')
  await expect(spinner(page).locator('.spinner')).not.toHaveCSS('animation-name', 'none')
  release()
  await expect(cards(page).first()).toBeVisible()
  await expect(spinner(page)).toHaveCount(0)
})

test("[LST-6] The list of machines contains only those of the category 'machine'", async ({ page }) => {
  const item = (name: string, category?: string) => ({ id: name, name, description: 'A thing.', category })
  await mockResponse(page, '/api/products', [
    item('Lathe', 'machine'),
    item('Chuck', 'attachment'),
    item('Mill'),
  ])
  await mockResponse(page, '/api/spareparts', [item('Belt', 'drive'), item('Collet', 'machine')])
  await openAdmin(page, '/admin/products')
  await expect(cards(page).getByRole('heading')).toHaveText(['Lathe', 'Mill'])
  await page.goto('/admin/spare-parts')
  await expect(cards(page).getByRole('heading')).toHaveText(['Belt', 'Collet'])
})

test.describe('A list that cannot be loaded', () => {
  test.use({
    allowedMessages: /status of 500|net::ERR_FAILED|500: \{|The connection was lost|not a list|not an item/,
  })

  test('[LST-7] A list without a usable response logs the error once and remains empty', async ({ page }) => {
    const logged: string[] = []
    page.on('console', (message) => {
      if (message.type() === 'error') logged.push(message.text())
    })
    await signInByApi(page)
    for (const [failure, pattern] of [
      [{ status: 500, json: { message: 'The disk is full.' } }, /500: \{"message":"The disk is full."\}/],
      ['no response', /The connection was lost/],
      [{ json: { items: [] } }, /not a list/],
      [{ json: ['CL 25'] }, /not an item/],
    ] as const) {
      logged.length = 0
      await page.unrouteAll()
      await page.route('**/api/products', (route) =>
        failure === 'no response' ? route.abort() : route.fulfill(failure),
      )
      await page.goto('/admin/products')
      await expect(page.getByText(TABS[0].empty, { exact: true })).toBeVisible()
      expect(logged.filter((text) => pattern.test(text))).toHaveLength(1)
      await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeEmpty()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
    }
  })
})

/** Returns the number of visible lines of an element, and whether its text is cut. */
async function countVisibleLines(element: ReturnType<Page['locator']>) {
  return element.evaluate((node) => {
    const { lineHeight } = getComputedStyle(node)
    const cut = node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth
    return { lines: Math.round(node.clientHeight / Number.parseFloat(lineHeight)), cut }
  })
}
