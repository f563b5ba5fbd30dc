import type { Page } from '@playwright/test'
import { expect, openAdmin, signIn, test } from '../../support/browser/browser.ts'
import { ADMIN } from '../../support/fixtures/demo-data.ts'

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
const mockResponse = (page: Page, endpoint: string, json: unknown, status = 200) =>
  page.route(
    (url) => url.pathname === endpoint,
    (route) => route.fulfill({ json, status }),
  )

interface ListedItem {
  id: string
  name: string
}
async function getList(page: Page, endpoint: string): Promise<ListedItem[]> {
  return (await page.request.get(endpoint)).json()
}

test('[ADM-1] The sidebar links to the screens, names the signed-in user, and signs out', async ({
  page,
}) => {
  await signIn(page)
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
  await sidebar.getByRole('button', { name: 'Logout' }).click()
  await expect(page).toHaveURL(/\/$/)
})

test('[ADM-3] Every admin path shows its screen', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard')
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
  ]
  for (const [path, title, name] of screens) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(page).toHaveURL(new RegExp(`${path}$`))
    if (name !== undefined) await expect(page.getByLabel('Name', { exact: true })).toHaveValue(name)
  }
})

test('[ADM-3] /admin/products/{productId} scrolls to the card of that id and highlights it', async ({
  page,
}) => {
  await openAdmin(page, '/admin/products')
  const { id, name } = (await getList(page, '/api/products')).at(-1)!
  await page.goto(`/admin/products/${id}`)
  const card = cards(page).filter({ has: page.getByRole('heading', { name, exact: true }) })
  await expect(card).toBeInViewport()
  await expect(card).toHaveCSS('outline-style', 'solid')
  await expect(cards(page).first()).toHaveCSS('outline-style', 'none')
})

test('[LST-1] Product Management has three tabs and a link to Featured Products', async ({ page }) => {
  await openAdmin(page, '/admin/products')
  await expect(page.getByRole('heading', { level: 1, name: 'Product Management' })).toBeVisible()
  const tabs = page.getByRole('navigation', { name: 'Type' }).getByRole('link')
  await expect(tabs).toHaveText(['Machines', 'Parts', 'Services'])
  for (const { tab, heading, add } of TABS) {
    await tabs.filter({ hasText: tab }).click()
    await expect(tabs.filter({ hasText: tab })).toHaveAttribute('aria-current', 'page')
    await expect(page.getByRole('heading', { level: 2 })).toHaveText([heading])
    await expect(page.getByRole('link', { name: add })).toBeVisible()
  }
  await page.getByRole('link', { name: 'Featured Products' }).click()
  await expect(page).toHaveURL(/\/admin\/featured-products$/)
})

for (const { tab, address } of TABS) {
  test(`[LST-1] The cards of ${tab} are in 1, 2 or 3 columns depending on the width`, async ({ page }) => {
    await openAdmin(page, address)
    await expect(cards(page).nth(3)).toBeVisible()
    for (const [width, columns] of [
      [390, 1],
      [800, 2],
      [1400, 3],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      const lefts = await cards(page).evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
      expect(new Set(lefts).size, `at ${width}`).toBe(columns)
    }
  })
}

test("[LST-2] The card of a machine shows its picture, name, badge, description and 'Edit Machine'", async ({
  page,
  baseURL,
}) => {
  await openAdmin(page, '/admin/dashboard')
  const picture = `${baseURL}/favicon.svg`
  await mockResponse(page, '/api/products', [
    {
      id: 'a',
      name: 'CL 1',
      description: 'Bar work.',
      category: 'machine',
      featured: true,
      images: [picture],
    },
    { id: 'b', name: 'CL 2', description: 'Chuck work.', category: 'machine', featured: false },
  ])
  await page.goto('/admin/products')
  await expect(cards(page)).toHaveCount(2)
  const [first, second] = [cards(page).nth(0), cards(page).nth(1)]
  await expect(first.getByRole('heading')).toHaveText('CL 1')
  await expect(first.getByText('Bar work.')).toBeVisible()
  await expect(first.locator('img')).toHaveAttribute('src', picture)
  await expect(first.getByText('Featured', { exact: true })).toBeVisible()
  await expect(first.getByRole('link')).toHaveText('Edit Machine')
  await expect(second.locator('img')).toHaveAttribute('src', /placeholder-machine/)
  await expect(second.getByText('Featured', { exact: true })).toHaveCount(0)
})

test('[LST-3] The card of a spare part is like that of a machine, without the badge', async ({ page }) => {
  await openAdmin(page, '/admin/dashboard')
  await mockResponse(page, '/api/spareparts', [
    { id: 'p', name: 'Collet', description: 'Hardened.', featured: true },
  ])
  await page.goto('/admin/spare-parts')
  await expect(page.getByRole('heading', { level: 2 })).toHaveText('Spare Parts')
  await expect(cards(page).getByRole('heading')).toHaveText(['Collet'])
  await expect(cards(page).getByText('Hardened.')).toBeVisible()
  await expect(cards(page).locator('img')).toHaveAttribute('src', /placeholder-part/)
  await expect(cards(page).getByText('Featured', { exact: true })).toHaveCount(0)
  await expect(cards(page).getByRole('link')).toHaveText(['Edit Part'])
})

test('[LST-4] The card of a service shows name and description, and links by id, or by name if it has no id', async ({
  page,
}) => {
  await openAdmin(page, '/admin/dashboard')
  await mockResponse(page, '/api/services', [
    { _id: 'first', id: 'second', name: 'Overhaul', description: 'Bearings renewed.', featured: true },
    { name: 'Gears & shafts', description: 'Ground anew.' },
  ])
  await page.goto('/admin/products?tab=services')
  await expect(cards(page).getByRole('heading')).toHaveText(['Overhaul', 'Gears & shafts'])
  await expect(cards(page).getByText('Bearings renewed.')).toBeVisible()
  await expect(cards(page).locator('img')).toHaveCount(0)
  await expect(cards(page).getByText('Featured', { exact: true })).toHaveCount(0)
  const links = cards(page).getByRole('link')
  await expect(links).toHaveText(['Edit Service', 'Edit Service'])
  await expect(links.nth(0)).toHaveAttribute('href', '/admin/services/edit/first')
  await expect(links.nth(1)).toHaveAttribute('href', '/admin/services/edit/Gears%20%26%20shafts')
})

for (const { tab, address, endpoint, empty } of TABS) {
  test(`[LST-2, LST-3, LST-4] An empty list of ${tab.toLowerCase()} shows its empty text`, async ({
    page,
  }) => {
    await openAdmin(page, '/admin/dashboard')
    await mockResponse(page, endpoint, [])
    await page.goto(address)
    await expect(page.getByText(empty, { exact: true })).toBeVisible()
    await expect(cards(page)).toHaveCount(0)
  })

  test(`[LST-5] 'Loading...' is shown while ${tab.toLowerCase()} are loading`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await openAdmin(page, '/admin/dashboard')
    let release = () => {}
    const released = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(
      (url) => url.pathname === endpoint,
      async (route) => {
        await released
        await route.continue()
      },
    )
    await page.goto(address)
    await expect(spinner(page)).toHaveText('Loading...')
    await expect(spinner(page).locator('.spinner')).not.toHaveCSS('animation-name', 'none')
    release()
    await expect(cards(page).first()).toBeVisible()
    await expect(spinner(page)).toHaveCount(0)
  })

  test(`[LST-5] Names of ${tab.toLowerCase()} are cut to one line, descriptions to two`, async ({ page }) => {
    await openAdmin(page, '/admin/dashboard')
    const long = { name: 'Long name '.repeat(20), description: 'Many words. '.repeat(60) }
    await mockResponse(page, endpoint, [{ id: 'x', category: 'machine', ...long }])
    await page.goto(address)
    const [name, description] = [cards(page).getByRole('heading'), cards(page).getByText('Many words.')]
    expect(await countVisibleLines(name)).toEqual({ lines: 1, cut: true })
    expect(await countVisibleLines(description)).toEqual({ lines: 2, cut: true })
  })

  test(`[LST-6] The list of ${tab} uses its own endpoint and links to its own forms`, async ({ page }) => {
    const { add, addRoute, edit, editPrefix } = TABS.find((one) => one.tab === tab)!
    await openAdmin(page, '/admin/dashboard')
    const requestedPaths: string[] = []
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (TABS.some((one) => one.endpoint === pathname)) requestedPaths.push(pathname + search)
    })
    const [first] = await getList(page, endpoint)
    await page.goto(address)
    await expect(cards(page).first()).toBeVisible()
    expect(requestedPaths).toEqual([endpoint])
    await page.getByRole('link', { name: `${edit}: ${first!.name}`, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`${editPrefix}${first!.id}$`))
    await page.goBack()
    await page.getByRole('link', { name: add }).click()
    await expect(page).toHaveURL(new RegExp(`${addRoute}$`))
  })
}

test("[LST-6] The list of machines contains only those of the category 'machine'", async ({ page }) => {
  await openAdmin(page, '/admin/dashboard')
  const item = (name: string, category?: string) => ({ id: name, name, description: 'A thing.', category })
  await mockResponse(page, '/api/products', [
    item('Lathe', 'machine'),
    item('Chuck', 'attachment'),
    item('Mill'),
  ])
  await mockResponse(page, '/api/spareparts', [item('Belt', 'drive'), item('Collet', 'machine')])
  await page.goto('/admin/products')
  await expect(cards(page).getByRole('heading')).toHaveText(['Lathe', 'Mill'])
  await page.goto('/admin/spare-parts')
  await expect(cards(page).getByRole('heading')).toHaveText(['Belt', 'Collet'])
})

test.describe('A list that cannot be loaded', () => {
  test.use({
    allowedMessages: /status of 500|net::ERR_FAILED|500: \{|The connection was lost|not a list|not an item/,
  })

  for (const { tab, address, endpoint, empty } of TABS) {
    test(`[LST-7] A failed list of ${tab} logs the error and remains empty`, async ({ page }) => {
      const logged: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') logged.push(message.text())
      })
      await openAdmin(page, '/admin/dashboard')
      await mockResponse(page, endpoint, { message: 'The disk is full.' }, 500)
      await page.goto(address)
      await expect(page.getByText(empty, { exact: true })).toBeVisible()
      expect(logged.filter((text) => text.includes('500: {"message":"The disk is full."}'))).toHaveLength(1)
      await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeEmpty()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
    })
  }

  for (const [failure, pattern] of [
    ['No response', /The connection was lost/],
    ['A response that is no list', /not a list/],
    ['A list of other values', /not an item/],
  ] as const) {
    test(`[LST-7] ${failure} instead of the list of machines is logged as an error`, async ({ page }) => {
      const logged: string[] = []
      page.on('console', (message) => {
        if (message.type() === 'error') logged.push(message.text())
      })
      await openAdmin(page, '/admin/dashboard')
      await page.route('**/api/products', (route) => {
        if (failure === 'No response') return route.abort()
        return route.fulfill({ json: failure === 'A list of other values' ? ['CL 25'] : { items: [] } })
      })
      await page.goto('/admin/products')
      await expect(page.getByText(TABS[0].empty, { exact: true })).toBeVisible()
      expect(logged.filter((text) => pattern.test(text))).toHaveLength(1)
    })
  }
})

/** Returns the number of visible lines of an element, and whether its text is cut. */
async function countVisibleLines(element: ReturnType<Page['locator']>) {
  return element.evaluate((node) => {
    const { lineHeight } = getComputedStyle(node)
    const cut = node.scrollHeight > node.clientHeight || node.scrollWidth > node.clientWidth
    return { lines: Math.round(node.clientHeight / Number.parseFloat(lineHeight)), cut }
  })
}
