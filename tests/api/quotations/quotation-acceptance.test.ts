import { expect, test } from 'vitest'
import { readExport } from '../../support/fixtures/exports.ts'
import { createIssuedQuotation, LINE, postForm } from '../../support/fixtures/quotations.ts'
import { expectPdf } from '../../support/formats/pdf.ts'
import { expectOk, type Json } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff: sales } = startSiteOnce('sales')

/** A lathe of ₹20,00,000 or, in its place, one of ₹10,00,000; two options of ₹12,416 and ₹5,000; 18 %, within Tamil Nadu. */
const LINES = [
  { ...LINE, key: 'lathe', description: 'Manual lathe' },
  { ...LINE, key: 'cnc', description: 'CNC lathe', quantity: 1, optional: true, alternativeTo: 'lathe' },
  { ...LINE, key: 'post', description: 'Tool post', quantity: 1, unitPrice: 12_416, optional: true },
  { ...LINE, key: 'feeder', description: 'Bar feeder', quantity: 1, unitPrice: 5000, optional: true },
]

async function acceptOptions({ link }: Json, chosen: string[]): Promise<void> {
  const options = Object.fromEntries(chosen.map((key) => [`option:${key}`, key]))
  const reply = await postForm(site, link, 'accept', { name: 'Asha Rao', position: 'Buyer', ...options })
  expect(reply.status, await reply.text()).toBe(303)
}

test('From the acceptance on, details, list, Today, reports, export and main PDF state the chosen options and their total', async () => {
  const quotation = await createIssuedQuotation(sales, { lines: LINES, charges: {}, subject: 'Tool post' })
  expect(quotation).toMatchObject({ order: null, totals: { total: 2_360_000 } })
  await acceptOptions(quotation, ['cnc', 'post'])
  const total = 1_194_651

  const detail: Json = await expectOk(sales(`/api/quotations/${quotation.id}`))
  expect(detail).toMatchObject({ totals: { total }, order: { lines: ['cnc', 'post'] } })
  expect(detail.order.amounts).toMatchObject({ totals: { total, taxable: 1_012_416 } })
  expect(detail.order.amounts.lines.map(({ taxable }: Json) => taxable)).toEqual([1_000_000, 12_416])
  expect(detail.issues[0].totals.total).toBe(2_360_000)

  const [listed]: Json[] = await expectOk(sales('/api/quotations?search=Tool post'))
  expect(listed!.totals.total).toBe(total)
  const { entries }: Json = await expectOk(sales('/api/today'))
  expect(entries).toMatchObject([{ reason: 'accepted', total }])

  const products: Json = await expectOk(sales('/api/quotations/report?by=product'))
  const byLabel = Object.fromEntries(products.rows.map((row: Json) => [row.label, row]))
  for (const [label, amount] of [
    ['CNC lathe', 1_000_000],
    ['Tool post', 12_416],
    ['Manual lathe', 0],
    ['Bar feeder', 0],
  ] as const)
    expect(byLabel[label], label).toMatchObject({
      quoted: { count: 1, total: amount },
      accepted: { count: 1, total: amount },
    })
  expect(products.total.accepted.total).toBe(total)
  const { Quotations } = await readExport(await sales('/api/quotations/export'))
  expect(Quotations!.rows[0]).toMatchObject({ 'Taxable (₹)': 1_012_416, 'Total (₹)': total })

  const main = await expectPdf(sales(`/api/quotations/${quotation.id}.pdf`))
  expect(main.title).toContain('Order confirmation')
  expect(main.text).toContain('Total ₹ 11,94,651.00')
  expect(main.text).not.toMatch(/Manual lathe|Bar feeder/)
  const sent = await expectPdf(sales(`/api/quotations/${quotation.id}.pdf?issue=1`))
  expect(sent.text).toContain('Total ₹ 23,60,000.00')
})
