import { beforeAll, describe, expect, test } from 'vitest'
import { toFinancialYear } from '#contracts/gst/financial-year.ts'
import { setRows } from '../../support/db-snapshot.ts'
import { createMachine } from '../../support/fixtures/items.ts'
import {
  callAction,
  changeQuotationSettings,
  createIssuedQuotation,
  createQuotation,
  LINE,
  VALID_LUT,
} from '../../support/fixtures/quotations.ts'
import { saveContentField } from '../../support/fixtures/site-content.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff: owner } = startSiteOnce('owner')
let sales: SiteFetch
beforeAll(async () => {
  sales = await site.signIn('sales')
})

const act = (id: string, action: string, body: Json = {}) => callAction(sales, { id, action, body })
const change = (id: string, body: Json): Promise<Json> =>
  expectOk(sales(`/api/quotations/${id}`, jsonBody('PATCH', body)))
const setPrice = (id: string, rupees: number | null) =>
  setRows(site, 'item', { id }, { price_paise: rupees && rupees * 100 })
const createItem = async (rupees: number | null): Promise<string> => {
  const { id } = await createMachine(owner)
  await setPrice(id, rupees)
  return id
}

describe('The list price of a line', () => {
  test('A price below the list price counts as a discount, and a far one is a warning', async () => {
    const item = await createItem(3_200_000)
    const lines = [{ ...LINE, item, unitPrice: 100 }]
    const draft = await createQuotation(sales, { lines })
    expect(draft.lines[0].listPrice).toBe(3_200_000)
    expect(draft.approval).toMatchObject({ isRequired: true, maxDiscountPercent: 100 })
    expect(draft.warnings).toEqual([
      { field: 'lines.0.unitPrice', message: 'Line 1: the rate is 100 % below list price.' },
    ])
    expect(await expectProblem(act(draft.id, 'issue'), 409)).toContain('Ask for approval.')

    const half = await change(draft.id, { revision: 1, lines: [{ ...LINE, item, unitPrice: 1_600_000 }] })
    expect(half.approval.maxDiscountPercent).toBe(50)
    const added = await change(draft.id, { revision: 2, lines: [{ ...LINE, item, unitPrice: 32_000_000 }] })
    expect(added).toMatchObject({
      approval: { isRequired: false, maxDiscountPercent: 0 },
      warnings: [{ message: 'Line 1: the rate is 900 % above list price.' }],
    })
    await change(draft.id, { revision: 3, lines: [{ ...LINE, item, unitPrice: 2_880_000 }] })
    expect(await expectOk(act(draft.id, 'issue'))).toMatchObject({ state: 'sent', warnings: [] })
  })

  test('It is the price when the line was added, whatever a request states', async () => {
    const item = await createItem(1000)
    const line = { ...LINE, key: 'a', item, unitPrice: 1000 }
    const draft = await createQuotation(sales, { lines: [{ ...line, listPrice: 1 }] })
    expect(draft.lines[0].listPrice).toBe(1000)
    await setPrice(item, 5000)
    const lines = [
      { ...line, listPrice: 2 },
      { ...line, key: 'b' },
      { ...line, key: 'c', item: null },
    ]
    const changed = await change(draft.id, { revision: 1, lines })
    expect(changed.lines.map(({ listPrice }: Json) => listPrice)).toEqual([1000, 5000, null])
    expect(changed.approval.maxDiscountPercent).toBe(80)
  })

  test('An item without a price has none, also after it got one', async () => {
    const item = await createItem(null)
    const line = { ...LINE, key: 'a', item, unitPrice: 1 }
    const draft = await createQuotation(sales, { lines: [line] })
    expect(draft).toMatchObject({ approval: { isRequired: false }, warnings: [] })
    await setPrice(item, 5000)
    const changed = await change(draft.id, {
      revision: 1,
      lines: [line, { ...line, key: 'b', unitPrice: 5000 }],
    })
    expect(changed.lines.map(({ listPrice }: Json) => listPrice)).toEqual([null, 5000])
    expect(changed.approval.isRequired).toBe(false)
  })

  test('In dollars it is compared at the exchange rate', async () => {
    const item = await createItem(84_500)
    const dollars = { placeOfSupply: '96', currency: 'USD', charges: {}, exchangeRate: 84.5 }
    const draft = await createQuotation(sales, { ...dollars, lines: [{ ...LINE, item, unitPrice: 1000 }] })
    expect(draft.approval.maxDiscountPercent).toBe(0)
    const cheaper = await change(draft.id, { revision: 1, exchangeRate: 42.25 })
    expect(cheaper.approval).toMatchObject({ isRequired: true, maxDiscountPercent: 50 })
  })
})

test('A higher exchange rate than that of the settings hides no discount', async () => {
  const editor = await site.signIn('editor')
  await saveContentField(editor, 'prices.rupeesPerDollar', 84.5)
  const item = await createItem(84_500)
  const dollars = { placeOfSupply: '96', currency: 'USD', charges: {}, exchangeRate: 169 }
  const { id, approval } = await createQuotation(sales, {
    ...dollars,
    lines: [{ ...LINE, item, unitPrice: 500 }],
  })
  expect(approval).toMatchObject({ isRequired: true, maxDiscountPercent: 50, rupeesPerUnit: 84.5 })
  await expectProblem(act(id, 'issue'), 409)
})

test('An exchange rate far from that of the settings is a warning', async () => {
  const editor = await site.signIn('editor')
  await saveContentField(editor, 'prices.rupeesPerDollar', 85)
  const dollars = { placeOfSupply: '96', currency: 'USD', charges: {}, exchangeRate: 8.5 }
  const { warnings } = await createQuotation(sales, dollars)
  expect(warnings[0]).toEqual({
    field: 'exchangeRate',
    message: 'The exchange rate is 8.5 rupees per US dollar, and that of the settings 85.',
  })
  const usual = await createQuotation(sales, { ...dollars, exchangeRate: 92 })
  expect(usual.warnings.map(({ field }: Json) => field)).not.toContain('exchangeRate')
})

test('An open draft states the amounts that would be sent now', async () => {
  const { id, amounts } = await createQuotation(sales, { placeOfSupply: '96' })
  expect(amounts.supply).toBe('export-with-tax')
  await changeQuotationSettings(owner, VALID_LUT)
  const read: Json = await expectOk(sales(`/api/quotations/${id}`))
  expect(read).toMatchObject({ amounts: { supply: 'export' }, totalInCurrency: 2_012_500 })
  expect(read.amounts).toEqual((await expectOk(act(id, 'issue'))).amounts)
})

describe('An approval', () => {
  test.each([
    ['a charge', { charges: { freight: 1 } }],
    ['the exchange rate', { exchangeRate: 80 }],
  ])('It ends when %s changes', async (_what, changes) => {
    const dollars = { placeOfSupply: '96', currency: 'USD', exchangeRate: 84.5, discountPercent: 20 }
    const { id } = await createQuotation(sales, { ...dollars, lines: [{ ...LINE, unitPrice: 1000 }] })
    await expectOk(act(id, 'request-approval', { reason: 'Third order this year' }))
    const approved: Json = await expectOk(callAction(owner, { id, action: 'approve' }))
    expect(approved.approval.isRequired).toBe(false)
    const changed = await change(id, { revision: approved.revision, ...changes })
    expect(changed.approval.isRequired).toBe(true)
    await expectProblem(act(id, 'issue'), 409)
  })
})

describe('The next number', () => {
  const year = toFinancialYear(new Date())
  const readSettings = (): Promise<Json> => expectOk(owner('/api/quotations/settings'))
  const setNext = async (nextNumber: unknown) =>
    owner('/api/quotations/settings', jsonBody('PUT', { ...(await readSettings()), nextNumber }))

  test('The settings state the number that a quotation really gets, and can raise it', async () => {
    const { nextNumber } = await readSettings()
    const format = (counter: number) => `QTN/${year}/${String(counter).padStart(4, '0')}`
    expect((await createIssuedQuotation(owner)).number).toBe(format(nextNumber))
    expect((await expectOk(setNext(415))).nextNumber).toBe(415)
    const issued = await Promise.all([1, 2, 3].map(() => createIssuedQuotation(owner)))
    expect(issued.map(({ number }) => number).sort()).toEqual([format(415), format(416), format(417)])
    expect((await readSettings()).nextNumber).toBe(418)
    const log: Json = await expectOk(owner('/api/log?subject=settings'))
    expect(JSON.stringify(log)).toContain(`Next number of ${year}: ${nextNumber + 1} → 415`)
  })

  test('It cannot be lowered, and a save without it does not change it', async () => {
    await expectOk(setNext(600))
    await expectOk(setNext(600))
    expect(await expectProblem(setNext(599), 400)).toBe(
      `The next number of ${year} is 600 already. It can only be raised, because no number may be given twice.`,
    )
    for (const wrong of [0, 1.5, 10_000_000, '700'])
      expect(await expectProblem(setNext(wrong), 400)).toBe(
        'The next number must be a whole number from 1 to 99,99,999.',
      )
    await expectOk(setNext(undefined))
    expect((await readSettings()).nextNumber).toBe(600)
  })

  test('It is not raised when the settings were changed by somebody else meanwhile', async () => {
    const stale = await readSettings()
    await expectOk(setNext(undefined))
    await expectProblem(
      owner('/api/quotations/settings', jsonBody('PUT', { ...stale, nextNumber: 900 })),
      409,
    )
    expect((await readSettings()).nextNumber).toBe(stale.nextNumber)
  })

  test('Of quotations that are issued while it is raised, no two have the same number', async () => {
    const results = await Promise.all([
      createIssuedQuotation(owner),
      createIssuedQuotation(owner),
      expectOk(setNext(1200)),
      createIssuedQuotation(owner),
      createIssuedQuotation(owner),
    ])
    const numbers = results.flatMap(({ number }) => number ?? [])
    expect(new Set(numbers).size).toBe(4)
    expect((await readSettings()).nextNumber).toBeGreaterThanOrEqual(1200)
  })
})
