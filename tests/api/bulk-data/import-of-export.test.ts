import { beforeAll, expect, test } from 'vitest'
import { NO_COMMERCIAL_FIELDS } from '#contracts/item/commercial-fields.ts'
import { createItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import { addDocument } from '../../support/fixtures/documents.ts'
import { fetchExport } from '../../support/fixtures/exports.ts'
import { listImportRows, readImport } from '../../support/fixtures/imports.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')
beforeAll(async () => {
  const commercial = { ...NO_COMMERCIAL_FIELDS }
  const TWO: [string, string][] = [
    ['Bore', '1/2'],
    ['Length', '60"'],
  ]
  await insertItems(site, [
    createItemPlan('machine', { name: 'Total', specifications: TWO, category: 'machine', featured: true }),
    createItemPlan('machine', { name: 'Old lathe', specifications: TWO, state: 'draft', brand: '-' }),
    createItemPlan('machine', { name: 'Archived lathe', specifications: TWO }, { archived: true }),
    createItemPlan('spare', {
      name: '  -5 °C  sensor',
      description: 'One line\r\nand another\r\n\r\n• third',
      features: ['First', 'with\na line end', '- dash'],
      pricePaise: 0,
      originalPricePaise: 999_999_999_999,
      specifications: [
        ['Brand', '='],
        ['brand', '+1'],
        ['Bar  capacity', 'N/A'],
        ['Material', '-'],
        ['Price (Rs.)', '100'],
        ['Specification: Rate', '5'],
        ['Other specifications', 'none'],
        ['Qty', '12'],
        ['Documents', 'on request'],
        ['HSN', '9999'],
        ['Long '.repeat(20).trim(), 'long'],
        ['Line\nend', 'a\r\nb'],
        ['=1+1', '@x'],
      ],
      commercial: {
        ...commercial,
        code: '00012',
        hsn: '0401',
        gstRate: 12,
        unit: 'per mm of stroke',
        minimumQuantity: 1,
        leadTimeDays: 0,
        availability: 'discontinued',
        warrantyMonths: 0,
      },
    }),
    createItemPlan('spare', {
      name: "'=quoted",
      specifications: TWO,
      commercial: { ...commercial, code: '12E5', gstRate: 0.25, unit: 'Nos' },
    }),
    createItemPlan('spare', {
      name: '=SUM(A1) "quoted", & <b>',
      description: '+91 98430\n- second line\ttab',
      pricePaise: 125_050,
      features: ['One', '=two'],
      specifications: [
        ['HSN code', 'x'],
        ['-5', '007'],
        ['Überlänge, mm', '1,250'],
      ],
    }),
    createItemPlan('spare', {
      name: 'Spring',
      specifications: TWO,
      commercial: { ...commercial, code: '3/4' },
    }),
    createItemPlan('service', { name: 'Amount', description: 'N/A', category: 'Service' }),
    createItemPlan('service', { name: 'Visit', description: '-', category: '-' }),
  ])
  for (const { id, state } of await site.db.selectFrom('item').select(['id', 'state']).execute())
    if (state !== 'archived') await addDocument(staff, id, 'Manual: revision 2.pdf')
})

test.each([
  ['xlsx', '', 8],
  ['xlsx', '&state=archived', 1],
  ['csv', '&kind=machine', 2],
  ['csv', '&kind=spare', 4],
  ['csv', '&kind=service', 2],
])('Importing an unmodified %s export%s changes nothing', async (format, filter, count) => {
  const reply = await fetchExport(staff, `format=${format}${filter}`)
  const fileName = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition')!)![1]!
  const read = await readImport(staff, fileName, new Uint8Array(await reply.arrayBuffer()))
  const rows = await listImportRows(staff, read.id)
  expect(
    rows
      .filter(({ state }) => state !== 'unchanged')
      .map(({ name, state, changes, problems }) => ({ name, state, changes, problems })),
  ).toEqual([])
  expect(read).toMatchObject({ state: 'ready', counts: { unchanged: count } })
})
