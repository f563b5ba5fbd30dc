import type { Page, Route } from '@playwright/test'
import type {
  ImportRow,
  ImportUndoPreview,
  ItemImport,
  ItemImportDetails,
} from '#contracts/bulk-data/item-import.ts'
import { expect, openAdmin, test } from '../../support/browser/browser.ts'
import { expectAccessible, expectNoViolations } from '../../support/browser/screen-checks.ts'

const ID = 'a1b2c3'
const WIDTHS = [320, 390, 768, 1280]

/** An import of 2,500 rows that is ready to be applied. */
const READY: ItemImportDetails = {
  id: ID,
  fileName: 'Price list November 2026.xlsx',
  bytes: 412_000,
  by: 'anand',
  createdAt: '2026-11-20T06:00:00.000Z',
  state: 'ready',
  error: '',
  progress: { done: 2500, total: 2500 },
  counts: { created: 3, changed: 2455, unchanged: 0, refused: 40, conflicts: 2 },
  applied: 0,
  pending: 2458,
  notUndone: 0,
  options: { clearEmpty: false, draftNew: false, sheetCategory: false },
  hasFile: true,
  sheets: [
    { name: 'Belts', headerRow: 3, kind: 'spare', rows: 2500 },
    { name: 'Notes', headerRow: 0, kind: null, rows: 4 },
  ],
  columns: [
    { sheet: 'Belts', index: 0, title: 'Sl. No.', target: { type: 'ignored' }, samples: [] },
    { sheet: 'Belts', index: 1, title: 'Part No.', target: { type: 'field', field: 'code' }, samples: [] },
    { sheet: 'Belts', index: 2, title: 'Particulars', target: { type: 'field', field: 'name' }, samples: [] },
    { sheet: 'Belts', index: 3, title: 'Rate', target: { type: 'field', field: 'price' }, samples: [] },
    {
      sheet: 'Belts',
      index: 4,
      title: 'Pitch',
      target: { type: 'specification', name: 'Pitch' },
      samples: [],
    },
  ],
}
const EMPTY_ROW: Omit<ImportRow, 'position'> = {
  sheet: 'Belts',
  row: 4,
  state: 'changed',
  result: '',
  item: null,
  name: '',
  changes: [],
  problems: [],
}
const toRow = (position: number, values: Partial<ImportRow>): ImportRow => ({
  ...EMPTY_ROW,
  position,
  row: position + 4,
  ...values,
})
const CONFLICTS = [0, 1].map((position) =>
  toRow(position, {
    state: 'conflict',
    item: { id: `item-${position}`, kind: 'spare' },
    name: `V-belt B6${position}`,
    changes: [{ cell: `D${position + 4}`, field: 'Price (Rs.)', before: '₹900', after: '₹950' }],
  }),
)
const LONG_TEXT =
  'Wrapped construction, oil and heat resistant, for the main drive of all capstan lathes. '.repeat(5)
const ROWS: ImportRow[] = [
  ...CONFLICTS,
  toRow(2, {
    state: 'created',
    name: 'Timing belt T10',
    changes: ['Code', 'Name', 'Price (Rs.)', 'Unit', 'Pitch', 'Description'].map((field, index) => ({
      cell: `${'BCDEFG'[index]}6`,
      field,
      before: '',
      after: field === 'Description' ? LONG_TEXT : `value ${index}`,
    })),
  }),
  toRow(3, {
    state: 'refused',
    name: 'Flat belt',
    problems: [
      {
        cell: 'D17',
        message: "Sheet 'Belts', cell D17: 'abc' is not a price. A number such as 1,250.50 is expected.",
      },
    ],
  }),
  ...Array.from({ length: 46 }, (_, index) =>
    toRow(index + 4, {
      item: { id: `item-${index + 4}`, kind: 'spare' },
      name: `V-belt ${'with a long name '.repeat(index === 0 ? 10 : 0)}${index}`,
      changes: [{ cell: `D${index + 8}`, field: 'Warranty (months)', before: '12', after: '' }],
    }),
  ),
]

interface Mock {
  details: ItemImportDetails
  preview: ImportUndoPreview
  /** The bodies of the writes, in order. */
  writes: [action: string, body: unknown][]
  /** What a write does to the import. */
  onWrite: (action: string, mock: Mock) => Partial<ItemImportDetails>
  /** The rows of a filter. */
  rows: (filter: URLSearchParams) => { rows: ImportRow[]; total: number }
}

/** Answers the requests for one import in the page; requests for its state count the progress on. */
async function mockImport(page: Page, initial: Partial<Mock> = {}): Promise<Mock> {
  const mock: Mock = {
    details: READY,
    preview: { undone: 2458, partlyUndone: 0, archived: 0, deleted: 0, obstacles: [] },
    writes: [],
    onWrite: () => ({}),
    rows: () => ({ rows: ROWS, total: 2500 }),
    ...initial,
  }
  await page.route(`**/api/imports/${ID}**`, async (route: Route) => {
    const url = new URL(route.request().url())
    const action = url.pathname.split('/')[4]
    if (action === 'rows') {
      const { rows, total } = mock.rows(url.searchParams)
      return route.fulfill({ json: rows, headers: { 'x-total-count': String(total) } })
    }
    if (action === 'undo' && route.request().method() === 'GET') return route.fulfill({ json: mock.preview })
    if (action) {
      mock.writes.push([action, route.request().postDataJSON()])
      mock.details = { ...mock.details, ...mock.onWrite(action, mock) }
    }
    return route.fulfill({ json: mock.details })
  })
  return mock
}
const status = (page: Page) => page.locator('section[aria-labelledby="import-status"]')
const openImport = (page: Page, query = '') => openAdmin(page, `/admin/imports/${ID}${query}`)

test('An import shows what would change, applies it with progress and Cancel, and undoes it', async ({
  page,
}) => {
  const mock = await mockImport(page, {
    onWrite: (action, { details }) => {
      if (action === 'apply') return { state: 'applying', progress: { done: 0, total: details.pending } }
      if (action === 'undo') return { state: 'undoing', progress: { done: 0, total: details.applied } }
      return {}
    },
    rows: (filter) =>
      filter.get('state') === 'refused' ? { rows: ROWS.slice(3, 4), total: 40 } : { rows: ROWS, total: 2500 },
  })
  await openImport(page)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(READY.fileName)
  await expect(
    page.getByText(
      'Sheet Belts: spare parts, price from column D "Rate", not used: A. Sheet Notes: left out.',
    ),
  ).toBeVisible()
  await expect(page.getByText('1 to 50 of 2,500 rows')).toBeVisible()
  await expect(page.getByText('Price (Rs.) ₹900').first()).toBeVisible()
  await page.getByRole('button', { name: 'Show 2 more of Timing belt T10' }).click()
  await expect(page.getByText(LONG_TEXT.trim())).toBeVisible()
  // The header would cover a part of whatever is at the upper edge.
  await page.evaluate(() => scrollTo(0, 0))
  await expectAccessible(page, WIDTHS, 'ready')

  await page.getByRole('navigation', { name: 'Rows' }).getByRole('link', { name: 'Refused 40' }).click()
  await expect(page).toHaveURL(/\?state=refused$/)
  await expect(page.getByText("Sheet 'Belts', cell D17: 'abc' is not a price.")).toBeVisible()
  await expect(page.getByRole('link', { name: 'Download the file with these cells marked' })).toHaveAttribute(
    'href',
    `/api/imports/${ID}/marked-file`,
  )
  await page.goBack()
  await expect(page.getByText('1 to 50 of 2,500 rows')).toBeVisible()

  const bar = page.getByRole('region', { name: 'Apply' })
  await expect(bar).toContainText('40 refused rows and 2 conflicts are left out.')
  await bar.getByRole('button', { name: 'Apply 2,458 rows' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog).toContainText('3 new items and 2,455 changed items.')
  await expect(dialog).toContainText('New items appear on the website at once')
  await dialog.getByRole('button', { name: 'Apply 2,458 rows' }).click()
  await expect(page.getByRole('heading', { name: 'Applying the rows' })).toBeFocused()
  expect(mock.writes).toEqual([['apply', { what: 'valid' }]])
  mock.details = { ...mock.details, progress: { done: 1200, total: 2458 } }
  await expect(page.getByRole('progressbar')).toHaveAttribute('value', '1200')
  await expect(status(page)).toContainText('1,200 of 2,458 rows. You can close this tab; this continues.')
  await expectNoViolations(page, 'applying')

  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(status(page)).toContainText('the rest can be applied later')
  mock.details = { ...mock.details, state: 'done', applied: 1250, pending: 1208 }
  await expect(page.getByRole('heading', { name: 'Partly applied' })).toBeFocused()
  await expect(status(page).getByRole('status')).toHaveText(
    /1,250 rows applied. 1,208 rows can still be applied./,
  )
  await expect(bar.getByRole('button', { name: 'Apply the other 1,208 rows' })).toBeVisible()

  // Another tab applies the rest; this one is then looked at again.
  mock.details = { ...mock.details, applied: 2458, pending: 0 }
  await page.evaluate(() => dispatchEvent(new Event('visibilitychange')))
  await expect(status(page)).toContainText('3 items created and 2,455 items changed.')
  await expect(status(page).getByRole('link', { name: 'Show the spare parts' })).toHaveAttribute(
    'href',
    '/admin/items?kind=spare&sort=changed',
  )
  await expectAccessible(page, [320, 1280], 'applied')
  mock.preview = {
    ...{ undone: 0, partlyUndone: 0, archived: 0, deleted: 2 },
    obstacles: [{ reason: 'deleted', count: 2, names: ['Belt A', 'Belt B'] }],
  }
  await status(page).getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('Nothing can be undone')
  await expect(page.getByRole('alertdialog').getByRole('button')).toHaveText(['Back'])
  await page.getByRole('alertdialog').getByRole('button', { name: 'Back' }).click()
  mock.preview = {
    ...{ undone: 2455, partlyUndone: 0, archived: 3, deleted: 0 },
    obstacles: [{ reason: 'documents', count: 3, names: ['Belt A', 'Belt B', 'Belt C'] }],
  }
  await status(page).getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('New items of the import are removed')
  await expect(page.getByRole('alertdialog')).toContainText('3 new items are archived instead of removed')
  await expect(page.getByRole('alertdialog')).toContainText('3 items: has documents (Belt A, Belt B, Belt C)')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click()
  await expect(page.getByRole('heading', { name: 'Undoing the import' })).toBeFocused()
  mock.details = { ...mock.details, state: 'undone', applied: 0, pending: 2455, notUndone: 3 }
  await expect(status(page)).toContainText('3 items keep what was changed or added since.')
  await expect(bar.getByRole('button', { name: 'Apply 2,455 rows again' })).toBeVisible()
  await status(page).getByRole('link', { name: 'Show what stays' }).click()
  await expect(page).toHaveURL(/\?result=changed-again#import-rows$/)
})

test('Columns of a file can be corrected, and two columns of one field are reported before anything is sent', async ({
  page,
}) => {
  const mock = await mockImport(page, {
    details: { ...READY, state: 'mapping', sheets: READY.sheets.map((sheet) => ({ ...sheet, kind: null })) },
    onWrite: () => ({ state: 'reading', progress: { done: 0, total: 0 } }),
  })
  await openImport(page)
  await expect(page.getByRole('heading', { name: 'Say what the file contains' })).toBeVisible()
  const read = page.getByRole('button', { name: 'Read the file' })
  await expect(read).toBeDisabled()
  await expect(page.getByText('Choose what at least one sheet contains.')).toBeVisible()
  const belts = page.getByRole('group', { name: 'Sheet Belts' })
  await belts.getByLabel('What it contains').selectOption('Spare parts')
  await belts.getByLabel('Column A, Sl. No.: used as').selectOption('Code')
  await expect(belts.getByText('Columns A and B are used as Code. Only one of them can be.')).toHaveCount(2)
  await expect(read).toBeDisabled()
  await belts.getByLabel('Column A, Sl. No.: used as').selectOption('Specification ...')
  const name = belts.getByLabel('Column A, Sl. No.: name of the specification')
  await expect(name).toHaveValue('Sl. No.')
  await name.fill('')
  await name.pressSequentially('Drawing')
  await page.getByRole('group', { name: 'New items' }).getByLabel('Save as drafts').check()
  await expectAccessible(page, WIDTHS, 'mapping')
  await read.click()
  await expect(page.getByRole('heading', { name: 'Reading the file' })).toBeFocused()
  expect(mock.writes).toMatchObject([
    ['columns', { sheets: [{ kind: 'spare' }, { kind: null }], options: { draftNew: true } }],
  ])
  const { columns } = mock.writes[0]![1] as Pick<ItemImportDetails, 'columns'>
  const target = { type: 'specification', name: 'Drawing' }
  expect(columns[0]).toEqual({ sheet: 'Belts', index: 0, target })
  mock.details = READY
  await expect(page.getByRole('region', { name: 'Apply' })).toBeVisible()
  await expect(page.getByRole('button', { name: '1. What was recognised' })).toHaveAttribute(
    'aria-expanded',
    'false',
  )
})

test('The column of the price is asked once for all sheets with the same titles, with its first values; a choice for another column can be used for all of them', async ({
  page,
}) => {
  const toColumns = (sheet: string): ItemImportDetails['columns'] => [
    { sheet, index: 0, title: 'Part No.', target: { type: 'field', field: 'code' }, samples: ['A'] },
    {
      ...{ sheet, index: 1, title: 'List price', target: { type: 'ignored' }, note: 'priceCandidate' },
      samples: [`${sheet} 100`, '200'],
    },
    {
      ...{ sheet, index: 2, title: 'Net rate', target: { type: 'ignored' }, note: 'priceCandidate' },
      samples: ['80', '160'],
    },
    {
      ...{ sheet, index: 3, title: 'Dealer price', target: { type: 'ignored' }, note: 'confidential' },
      samples: ['70'],
    },
    {
      ...{ sheet, index: 4, title: 'Material', target: { type: 'specification', name: 'Material' } },
      samples: ['Steel'],
    },
  ]
  const mock = await mockImport(page, {
    details: {
      ...READY,
      state: 'mapping',
      sheets: ['Belts', 'Seals'].map((name) => ({ name, headerRow: 1, kind: 'spare', rows: 2 })),
      columns: [...toColumns('Belts'), ...toColumns('Seals')],
    },
    onWrite: () => ({ state: 'reading', progress: { done: 0, total: 0 } }),
  })
  await openImport(page)
  await expect(
    page.getByText('Column D "Dealer price" is not used: it seems to be confidential.'),
  ).toHaveCount(1)
  const read = page.getByRole('button', { name: 'Read the file' })
  await expect(read).toBeDisabled()
  await expect(page.getByText('Choose which column is the price.')).toBeVisible()
  const question = page.getByRole('group', { name: 'Which column is the price on the website?' })
  await expect(question.getByText('Belts 100; 200; Seals 100')).toBeVisible()
  await question.getByLabel('Column B "List price"').check()
  await page.getByLabel('Use the name of the sheet as the category of new items: Belts, Seals').check()
  await expectAccessible(page, WIDTHS, 'question of the price')
  await page.getByRole('button', { name: '1. What was recognised' }).click()
  const belts = page.getByRole('group', { name: 'Sheet Belts' })
  await expect(belts.getByText('Steel')).toBeVisible()
  await belts.getByLabel('Column E, Material: used as').selectOption('Ignore')
  await belts.getByRole('button', { name: 'Use for 1 other sheet' }).click()
  await read.click()
  await expect(page.getByRole('heading', { name: 'Reading the file' })).toBeFocused()
  const [, body] = mock.writes[0] as [string, { columns: { target: object }[]; options: object }]
  const price = { type: 'field', field: 'price' }
  const ignored = { type: 'ignored' }
  const targets = [{ type: 'field', field: 'code' }, price, ignored, ignored, ignored]
  expect(body.columns.map(({ target }) => target)).toEqual([...targets, ...targets])
  expect(body.options).toEqual({ clearEmpty: false, draftNew: false, sheetCategory: true })
})

test('Conflicts of an import are decided one by one or all at once, and the focus moves to the next one', async ({
  page,
}) => {
  let conflicts = CONFLICTS
  const mock = await mockImport(page, {
    onWrite: (_action, { writes, details }) => {
      const { positions } = writes.at(-1)![1] as { positions?: number[] }
      conflicts = positions ? conflicts.filter(({ position }) => !positions.includes(position)) : []
      return { counts: { ...details.counts, conflicts: conflicts.length } }
    },
    rows: () => ({ rows: conflicts, total: conflicts.length }),
  })
  // A busy computer draws late, after the rows have been loaded again.
  await page.addInitScript(() => {
    window.requestAnimationFrame = (draw) => window.setTimeout(() => draw(performance.now()), 200)
  })
  await openImport(page, '?state=conflict')
  await expect(page.getByText('2 items were changed after the file was made.')).toBeVisible()
  await expectAccessible(page, [320, 1280], 'conflicts')
  await page.getByRole('button', { name: 'Keep the item: V-belt B60' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Keep the item: V-belt B61' })).toBeFocused()
  await page
    .getByRole('region', { name: 'Conflicts' })
    .getByRole('button', { name: 'Use the file' })
    .press('Enter')
  await expect(page.getByRole('heading', { name: '2. What would change' })).toBeFocused()
  expect(mock.writes).toEqual([
    ['conflicts', { keep: 'item', positions: [0] }],
    ['conflicts', { keep: 'file' }],
  ])
})

test.describe('Failures of an import', () => {
  test.use({ allowedMessages: /status of (404|413|503)|ERR_FAILED/ })

  test('A failed import, a failed request and a failed upload say what happened and what to do', async ({
    page,
  }) => {
    const mock = await mockImport(page, {
      details: {
        ...READY,
        state: 'failed',
        error: 'The workbook is protected by a password.',
        pending: 0,
        sheets: [],
      },
    })
    await openImport(page)
    await expect(status(page)).toContainText('The workbook is protected by a password.')
    await expect(status(page).getByRole('link', { name: 'import it again' })).toBeVisible()
    await expectNoViolations(page, 'failed')

    mock.details = READY
    await page.reload()
    await page.route('**/api/imports/*/apply', (route) => route.fulfill({ status: 503, json: {} }))
    await page.getByRole('button', { name: 'Apply 2,458 rows' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apply 2,458 rows' }).click()
    await expect(page.getByText('Not applied', { exact: true })).toBeVisible()
    await expect(
      page.getByText('The server could not answer. Try again in a minute.', { exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()

    const earlier: ItemImport[] = [
      READY,
      { ...READY, id: 'b', state: 'applying', progress: { done: 5, total: 9 } },
    ]
    let answer: 'fail' | 'reject' | 'wait' | 'create' = 'fail'
    await page.route('**/api/imports?*', (route) =>
      route.fulfill({ json: earlier, headers: { 'x-total-count': '2' } }),
    )
    await page.route('**/api/imports', (route) => {
      if (answer === 'fail') return route.abort()
      if (answer === 'wait') return
      if (answer === 'reject')
        return route.fulfill({ status: 413, json: { message: 'The sheet is too large.' } })
      return route.fulfill({ status: 201, json: READY })
    })
    await page.goto('/admin/imports')
    await expect(
      page.getByRole('cell', { name: '3 new, 2,455 changed, 40 refused, 2 conflicts' }),
    ).toBeVisible()
    await expect(page.getByRole('cell', { name: '5 of 9 rows' })).toBeVisible()
    const panel = page.getByRole('region', { name: 'Import a file' })
    const choose = (name: string) =>
      panel
        .getByLabel('Choose an Excel or CSV file')
        .setInputFiles({ name, mimeType: '', buffer: Buffer.from('a,b') })
    await choose('parts.xls')
    await expect(panel.getByRole('alert')).toContainText('old Excel format')
    await choose('parts.csv')
    await expect(panel.getByRole('alert')).toContainText(
      "'parts.csv' was not uploaded: The connection was lost.",
    )
    await expectAccessible(page, WIDTHS, 'list')
    answer = 'reject'
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect(panel.getByRole('alert')).toContainText('The sheet is too large.')
    answer = 'wait'
    await choose('parts.csv')
    await expect(panel.getByRole('progressbar')).toBeVisible()
    await panel.getByRole('button', { name: 'Cancel' }).press('Enter')
    await expect(panel.getByLabel('Choose an Excel or CSV file')).toBeFocused()
    answer = 'create'
    await mockImport(page)
    const dropped = await page.evaluateHandle(() => {
      const transfer = new DataTransfer()
      transfer.items.add(new File(['a,b'], 'parts.csv'))
      return transfer
    })
    await panel.dispatchEvent('drop', { dataTransfer: dropped })
    await expect(page).toHaveURL(new RegExp(`/admin/imports/${ID}$`))
  })
})

/** As a firm would send it: a title above the header, and a price that is none. */
const PRICE_LIST = [
  'Price list of belts,,,',
  'Part No.,Particulars,Rate (Rs.),Pitch',
  'IMP-1,Import belt one,"Rs. 1,250/-",10 mm',
  'IMP-2,Import belt two,950,12 mm',
  'IMP-3,Import belt three,₹ 875,14 mm',
  'IMP-4,Import belt four,abc,16 mm',
].join('\n')

test.describe('Import of a price list', () => {
  test.use({ siteName: 'imports' })

  test('A price list is chosen on the products screen, checked, applied and undone', async ({ page }) => {
    await openAdmin(page, '/admin/items?kind=spare')
    await page.getByRole('main').getByRole('link', { name: 'Import' }).click()
    await expect(page).toHaveURL(/\/admin\/imports$/)
    await expect(page.getByText('No imports yet.')).toBeVisible()
    await expectAccessible(page, WIDTHS, 'empty list')
    await page
      .getByLabel('Choose an Excel or CSV file')
      .setInputFiles({ name: 'spare belts.csv', mimeType: 'text/csv', buffer: Buffer.from(PRICE_LIST) })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('spare belts.csv')
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

    const bar = page.getByRole('region', { name: 'Apply' })
    await expect(bar).toContainText('1 refused row is left out.')
    await bar.getByRole('link', { name: 'Show refused rows' }).click()
    await expect(page.getByText("'abc' is not a price")).toBeVisible()
    await expect(page.getByRole('cell', { name: 'Import belt four' })).toBeVisible()
    const download = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download the file with these cells marked' }).click()
    expect((await download).suggestedFilename()).toContain('spare belts')

    // The title of a column is used under another name.
    await page.getByRole('button', { name: '1. What was recognised' }).click()
    const name = page.getByLabel('Column D, Pitch: name of the specification')
    await name.press('End')
    await name.pressSequentially(' of teeth')
    await expect(bar.getByRole('button', { name: 'Apply 3 rows' })).toBeDisabled()
    await page.getByRole('button', { name: 'Read again' }).click()
    await expect(bar.getByRole('button', { name: 'Apply 3 rows' })).toBeEnabled()
    await page.getByRole('navigation', { name: 'Rows' }).getByRole('link', { name: 'New 3' }).click()
    await expect(page.getByText('Pitch of teeth 10 mm')).toBeVisible()

    await bar.getByRole('button', { name: 'Apply 3 rows' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Apply 3 rows' }).click()
    const result = status(page)
    await expect(result).toContainText('3 items created. 1 refused row is left out.')
    await result.getByRole('link', { name: 'Show the spare parts' }).click()
    await expect(page.getByRole('link', { name: 'Import belt two' })).toBeVisible()
    await page.goBack()

    await result.getByRole('button', { name: 'Undo the import' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Undo the import' }).click()
    await expect(result).toContainText('All items are as they were before the import.')
    await expect(bar.getByRole('button', { name: 'Apply 3 rows again' })).toBeVisible()
    expect(await (await page.request.get('/api/spareparts?search=IMP-2')).json()).toEqual([])

    await page.goto('/admin/log?what=import')
    await page.getByRole('main').getByRole('link', { name: 'spare belts.csv' }).first().click()
    await page.getByRole('button', { name: 'Delete import' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete import' }).click()
    await expect(page.getByText('No imports yet.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: 'Import' })).toBeFocused()
  })
})
