import type { Page, Route } from '@playwright/test'
import {
  createImageFile,
  createImageFiles,
  MACHINE_FORM,
  openFilledForm,
} from '../../support/browser/admin-forms.ts'
import { expect, openAdmin, signInByApi, test } from '../../support/browser/browser.ts'
import { listStoredDrafts, waitForStoredDraft } from '../../support/browser/drafts.ts'
import { ADMIN } from '../../support/fixtures/demo-data.ts'

test.use({ siteName: 'editing' })

const name = (page: Page) => page.getByLabel('Name', { exact: true })
const description = (page: Page) => page.getByLabel('Description')
const unsaved = (page: Page) => page.getByText('Unsaved changes (Ctrl+S to save)')
const recoveryBanner = (page: Page) => page.getByRole('region', { name: 'Unsaved draft' })
const savedAlert = (page: Page) => page.getByRole('alertdialog', { name: /successfully!$/ })

/** Opens the form of a demo machine. Returns its id. */
async function openMachine(page: Page, machine: string): Promise<string> {
  await signInByApi(page)
  const list = (await (await page.request.get('/api/products')).json()) as { id: string; name: string }[]
  const { id } = list.find((item) => item.name === machine)!
  await page.goto(`/admin/products/edit/${id}`)
  await expect(name(page)).toHaveValue(machine)
  return id
}

const getStoredMachine = async (page: Page, id: string) =>
  (await page.request.get(`/api/products/${id}`)).json()

test('Leaving an item form requires confirmation only with unsaved changes; staying retains them, leaving discards them', async ({
  page,
}) => {
  const id = await openMachine(page, 'CL 25 Capstan Lathe')
  const customers = page.getByRole('link', { name: 'Customers', exact: true }).first()
  await description(page).fill('Changed')
  await expect(unsaved(page)).toBeVisible()
  await description(page).press('Control+z')
  await expect(unsaved(page)).toBeHidden()
  await customers.click()
  await expect(page).toHaveURL(/\/admin\/customers/)
  await page.goto(`/admin/products/edit/${id}`)
  await expect(name(page)).toHaveValue('CL 25 Capstan Lathe')
  await description(page).fill('Half a sen')
  await customers.click()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(description(page)).toHaveValue('Half a sen')
  await customers.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/admin\/customers/)
  expect(await listStoredDrafts(page)).toEqual([])
  await page.goto(`/admin/products/edit/${id}`)
  await expect(description(page)).not.toHaveValue('Half a sen')
  await expect(recoveryBanner(page)).toBeHidden()
})

test('A discarded item draft is not offered again even if the browser deletes it slowly', async ({
  page,
}) => {
  await openMachine(page, 'CL 25 Capstan Lathe')
  await page.clock.install()
  await page.evaluate(delayDeletions)
  await description(page).fill('Half a sen')
  await page.getByRole('link', { name: 'Customers', exact: true }).first().click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()
  // This is longer than the delay before the draft is stored.
  await page.clock.runFor(1_000)
  await page.evaluate(() => dispatchEvent(new Event('deletions-may-end')))
  await expect(page).toHaveURL(/\/admin\/customers/)
  expect(await listStoredDrafts(page)).toEqual([])
})

/** Runs in the page: delays deletions from its storage until the event `deletions-may-end`. */
function delayDeletions(): void {
  const remove = IDBObjectStore.prototype.delete
  let isHeld = true
  addEventListener('deletions-may-end', () => (isHeld = false))
  IDBObjectStore.prototype.delete = function (key) {
    const keepPending = () => {
      if (isHeld) this.count().onsuccess = keepPending
    }
    keepPending()
    return remove.call(this, key)
  }
}

test('Unsaved changes of an item, including pictures, can be restored after the browser was closed', async ({
  page,
}) => {
  await openAdmin(page, '/admin/spareparts/add')
  await name(page).fill('Feed rod bush')
  await page.getByLabel('Specification 1 name').fill('Bore')
  await page.getByLabel('Add images').setInputFiles(await createImageFiles(1, 2))
  await expect(page.getByAltText('Number 2')).toBeVisible()
  await waitForStoredDraft(page, 'Feed rod bush', 'Bore', 'picture-1.jpg', 'picture-2.jpg')
  const again = await page.context().newPage()
  await page.close({ runBeforeUnload: false })
  await openAdmin(again, '/admin/spareparts/add')
  await expect(name(again)).toHaveValue('')
  await recoveryBanner(again).getByRole('button', { name: 'Restore' }).click()
  await expect(name(again)).toHaveValue('Feed rod bush')
  await expect(again.getByLabel('Specification 1 name')).toHaveValue('Bore')
  await expect(again.getByAltText('Number 2')).toBeVisible()
  await description(again).fill('Bronze, for the feed rod of the CL 25.')
  await again.getByLabel('Specification 1 value').fill('22 mm')
  await again.getByLabel('Specification 2 name').fill('Length')
  await again.getByLabel('Specification 2 value').fill('40 mm')
  await again.getByRole('button', { name: 'Add Spare Part' }).click()
  await savedAlert(again).getByRole('button', { name: 'OK' }).click()
  const [part] = await (await again.request.get('/api/spareparts?search=Feed%20rod%20bush')).json()
  expect(part.images).toHaveLength(2)
  await again.goto('/admin/spareparts/add')
  await expect(name(again)).toHaveValue('')
  await expect(recoveryBanner(again)).toBeHidden()
})

test('The offered draft of an item can be discarded', async ({ page }) => {
  await openAdmin(page, '/admin/services/add')
  await name(page).fill('Never mind')
  await waitForStoredDraft(page, 'Never mind')
  page.on('dialog', (dialog) => dialog.accept())
  await page.reload()
  await recoveryBanner(page).getByRole('button', { name: 'Discard' }).click()
  await expect(recoveryBanner(page)).toBeHidden()
  await page.reload()
  await expect(name(page)).toBeVisible()
  await expect(recoveryBanner(page)).toBeHidden()
})

test.describe('Item form with an expired session', () => {
  test.use({ allowedMessages: /status of 401/ })

  test('Saving an item with an expired session shows the sign-in dialog and saves all changes after signing in', async ({
    page,
  }) => {
    const id = await openMachine(page, 'CL 40 Capstan Lathe')
    await description(page).fill('Bar work up to 40 mm, chuck work up to 400 mm.')
    await page.getByLabel('Add images').setInputFiles(await createImageFiles(3))
    // The session ends with this request: a poll before it would ask first.
    const endSession = async (route: Route) => {
      await page.context().clearCookies()
      await route.continue()
    }
    await page.route(`**/api/products/${id}`, endSession, { times: 1 })
    await page.getByRole('button', { name: 'Update Machine' }).click()
    const question = page.getByRole('alertdialog', { name: 'Sign in again' })
    await expect(question).toContainText(ADMIN.ADMIN_EMAIL)
    await question.getByLabel('Password').fill('wrong')
    await question.getByRole('button', { name: 'Sign in' }).click()
    await expect(question).toContainText('The email address or the password is incorrect.')
    await question.getByLabel('Password').fill(ADMIN.ADMIN_PASSWORD)
    await question.getByRole('button', { name: 'Sign in' }).click()
    await savedAlert(page).getByRole('button', { name: 'OK' }).click()
    const item = await getStoredMachine(page, id)
    expect(item.description).toBe('Bar work up to 40 mm, chuck work up to 400 mm.')
    expect(item.images).toHaveLength(5)
  })
})

test.describe('Concurrent changes of one item', () => {
  test.use({ allowedMessages: /status of 409/ })

  async function saveConcurrently(page: Page, id: string, fields: Record<string, string>) {
    const { name, description } = await getStoredMachine(page, id)
    const reply = await page.request.put(`/api/products/${id}`, {
      multipart: { name, description, ...fields },
    })
    expect(reply.status()).toBe(200)
  }
  const conflict = (page: Page) =>
    page.getByRole('alertdialog', {
      name: 'anand changed VMC 640 Machining Centre while you were working on it.',
    })

  test('Concurrent changes of different fields of an item are both saved, also from a restored draft', async ({
    page,
  }) => {
    const id = await openMachine(page, 'VMC 640 Machining Centre')
    await page.getByLabel('Brand').fill('Kovai Works')
    await waitForStoredDraft(page, 'Kovai Works')
    page.on('dialog', (dialog) => dialog.accept())
    await saveConcurrently(page, id, { price: '31,00,000' })
    await page.reload()
    await recoveryBanner(page).getByRole('button', { name: 'Restore' }).click()
    await page.getByRole('button', { name: 'Update Machine' }).click()
    await expect(conflict(page)).toContainText('Price')
    await expect(conflict(page)).toContainText('3100000')
    await conflict(page).getByRole('button', { name: 'Use my version' }).click()
    await savedAlert(page).getByRole('button', { name: 'OK' }).click()
    const stored = { brand: 'Kovai Works', price: 3_100_000 }
    expect(await getStoredMachine(page, id)).toMatchObject(stored)
  })

  test('Concurrent changes of the same field of an item show both versions to choose from', async ({
    page,
  }) => {
    const id = await openMachine(page, 'VMC 640 Machining Centre')
    await description(page).fill('Mine.')
    await saveConcurrently(page, id, { description: 'Theirs.' })
    await page.getByRole('button', { name: 'Update Machine' }).click()
    await expect(conflict(page)).toContainText('Theirs.')
    await expect(conflict(page)).toContainText('Mine.')
    await conflict(page).getByRole('button', { name: 'Keep editing' }).click()
    await expect(description(page)).toHaveValue('Mine.')
    expect((await getStoredMachine(page, id)).description).toBe('Theirs.')
    await page.getByRole('button', { name: 'Update Machine' }).click()
    await conflict(page).getByRole('button', { name: 'Use their version' }).click()
    await expect(description(page)).toHaveValue('Theirs.')
    await expect(unsaved(page)).toBeHidden()
    await description(page).fill('Both.')
    await page.getByRole('button', { name: 'Update Machine' }).click()
    await savedAlert(page).getByRole('button', { name: 'OK' }).click()
    expect((await getStoredMachine(page, id)).description).toBe('Both.')
  })
})

test('New and stored pictures of an item can be reordered together by keyboard', async ({ page }) => {
  const id = await openMachine(page, 'TC 250 CNC Turning Centre')
  const before = (await getStoredMachine(page, id)).images as string[]
  await page.getByLabel('Add images').setInputFiles(await createImageFiles(4))
  const last = before.length + 1
  const handle = page.getByRole('button', { name: `Move image ${last}`, exact: true })
  await handle.focus()
  for (let position = last - 1; position >= 1; position--) {
    await page.keyboard.press('ArrowLeft')
    await expect(page.getByText(`Picture moved to position ${position} of ${last}.`)).toBeAttached()
    await expect(page.getByRole('button', { name: `Move image ${position}`, exact: true })).toBeFocused()
  }
  const order = page.getByRole('region', { name: 'Pictures' }).locator('img')
  await expect(order.first()).toHaveAttribute('src', /^blob:/)
  await page.getByRole('button', { name: 'Update Machine' }).click()
  await savedAlert(page).getByRole('button', { name: 'OK' }).click()
  const after = (await getStoredMachine(page, id)).images as string[]
  expect(after).toHaveLength(last)
  expect(before).not.toContain(after[0])
  expect(after.slice(1).sort()).toEqual([...before].sort())
})

test('Pictures of an item can be reordered by dragging, and Undo restores a removed one at its position', async ({
  page,
}) => {
  await openMachine(page, 'CL 25 Capstan Lathe')
  const order = page.getByRole('region', { name: 'Pictures' }).locator('img')
  const [first, second] = [await order.nth(0).getAttribute('src'), await order.nth(1).getAttribute('src')]
  const from = (await page.getByRole('button', { name: 'Move image 1', exact: true }).boundingBox())!
  const to = (await page.getByRole('button', { name: 'Move image 2', exact: true }).boundingBox())!
  await page.mouse.move(from.x + 20, from.y + 20)
  await page.mouse.down()
  await page.mouse.move(to.x + 10, to.y + 20, { steps: 8 })
  await page.mouse.move(to.x + 20, to.y + 20, { steps: 4 })
  await page.mouse.up()
  await expect(order.nth(0)).toHaveAttribute('src', second!)
  await expect(order.nth(1)).toHaveAttribute('src', first!)
  const getSources = () => order.evaluateAll((all) => all.map((image) => image.getAttribute('src')))
  const before = await getSources()
  await page.getByRole('button', { name: 'Remove image 2' }).click()
  await expect(order).toHaveCount(before.length - 1)
  await page.getByRole('button', { name: 'Undo' }).click()
  expect(await getSources()).toEqual(before)
})

test('Pictures can be dropped or pasted into an item form; other files are rejected with a message before the upload', async ({
  page,
}) => {
  await openAdmin(page, '/admin/products/add')
  const bytes = [...(await createImageFile(5)).buffer]
  const dispatchFile = (event: 'drop' | 'paste', type: string, fileName: string) =>
    page.getByRole('region', { name: 'Pictures' }).evaluate(
      (element, file) => {
        const data = new DataTransfer()
        data.items.add(new File([new Uint8Array(file.bytes)], file.fileName, { type: file.type }))
        element.dispatchEvent(
          file.event === 'drop'
            ? new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true })
            : new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
        )
      },
      { event, type, fileName, bytes },
    )
  await dispatchFile('drop', 'image/jpeg', 'dropped.jpg')
  await expect(page.getByAltText('Number 1')).toBeVisible()
  await dispatchFile('paste', 'image/jpeg', 'pasted.jpg')
  await expect(page.getByAltText('Number 2')).toBeVisible()
  await dispatchFile('drop', 'application/pdf', 'drawing.pdf')
  await expect(page.getByText('drawing.pdf is not a picture.')).toBeVisible()
  await dispatchFile('drop', 'image/heic', 'IMG_1.heic')
  await expect(page.getByText("IMG_1.heic is an iPhone's HEIC picture. Save it as JPEG first.")).toBeVisible()
  await expect(page.getByAltText('Number 3')).toBeHidden()
})

test('Pasting a table from Excel into an item form fills the specifications', async ({ page }) => {
  await openAdmin(page, '/admin/products/add')
  const paste = (label: string, text: string) =>
    page.getByLabel(label).evaluate((element, pasted) => {
      const data = new DataTransfer()
      data.setData('text/plain', pasted)
      element.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
      )
    }, text)
  await paste(
    'Specification 1 name',
    'Bar capacity\t63 mm\r\nSwing\t520 mm\r\nSpeeds\t"8, 45 to\n1,000 rpm"\r\nMotor\t5.5 kW\r\nWeight\t1,900 kg\r\n',
  )
  for (const [index, [key, value]] of [
    ['Bar capacity', '63 mm'],
    ['Swing', '520 mm'],
    ['Speeds', '8, 45 to 1,000 rpm'],
    ['Motor', '5.5 kW'],
    ['Weight', '1,900 kg'],
  ].entries()) {
    await expect(page.getByLabel(`Specification ${index + 1} name`)).toHaveValue(key!)
    await expect(page.getByLabel(`Specification ${index + 1} value`)).toHaveValue(value!)
  }
  await expect(page.getByLabel('Specification 6 name')).toBeHidden()
})

test('Specifications of an item can be reordered by keyboard, removed with Undo, and named from suggestions', async ({
  page,
}) => {
  await openMachine(page, 'CL 20 Capstan Lathe')
  const first = page.getByLabel('Specification 1 name')
  const second = page.getByLabel('Specification 2 name')
  const [a, b] = [await first.inputValue(), await second.inputValue()]
  await page.getByRole('button', { name: 'Move specification 2', exact: true }).focus()
  await page.keyboard.press('ArrowUp')
  await expect(first).toHaveValue(b)
  await expect(second).toHaveValue(a)
  await page.getByRole('button', { name: 'Remove specification 1', exact: true }).click()
  await expect(first).toHaveValue(a)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(first).toHaveValue(b)
  const names = await first.evaluate((input: HTMLInputElement) =>
    [...(input.list?.options ?? [])].map((option) => option.value),
  )
  expect(names).toContain('Bar capacity')
})

test.describe('Item form in an offline browser', () => {
  test.use({ allowedMessages: /ERR_INTERNET_DISCONNECTED|Failed to load/ })

  test("[FRM-6] Saving an item offline shows 'Failed to update machine.', and the change is not sent later by itself", async ({
    page,
    context,
  }) => {
    const id = await openMachine(page, 'CL 20 Capstan Lathe')
    const before = await getStoredMachine(page, id)
    await description(page).fill('Entered without a connection.')
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Update Machine' }).click()
    const alert = page.getByRole('alertdialog', { name: 'Failed to update machine.' })
    await alert.getByRole('button', { name: 'OK' }).click()
    await context.setOffline(false)
    await expect(description(page)).toHaveValue('Entered without a connection.')
    // A deferred request would be sent at once.
    await page.waitForTimeout(700)
    expect((await getStoredMachine(page, id)).description).toBe(before.description)
  })
})

test('A draft item is visible only to staff until it is published', async ({ page, request }) => {
  await openFilledForm(page, MACHINE_FORM, 'CL 80 Capstan Lathe')
  await page.getByLabel('Save as draft (hidden from website)').check()
  await page.getByRole('button', { name: 'Add Machine' }).click()
  await savedAlert(page).getByRole('button', { name: 'OK' }).click()
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: 'CL 80 Capstan Lathe' }) })
  await expect(card.getByText('Draft', { exact: true })).toBeVisible()
  expect(await (await request.get('/products')).text()).not.toContain('CL 80')
  await card.getByRole('link', { name: /Edit Machine/ }).click()
  await expect(page.getByRole('link', { name: 'Preview' })).toHaveAttribute(
    'href',
    /^\/product\/\w+\?preview$/,
  )
  await page.getByLabel('Save as draft (hidden from website)').uncheck()
  await page.getByRole('button', { name: 'Update Machine' }).click()
  await savedAlert(page).getByRole('button', { name: 'OK' }).click()
  expect(await (await request.get('/products')).text()).toContain('CL 80')
})
