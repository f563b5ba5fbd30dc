import { beforeAll, describe, expect, test } from 'vitest'
import { addDocument } from '../../support/fixtures/documents.ts'
import { fetchExport, readExport } from '../../support/fixtures/exports.ts'
import {
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
} from '../../support/fixtures/items.ts'
import { expectProblem, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const FIELD_TITLES = [
  ...['ID', 'Revision', 'Code', 'Name', 'Description', 'Category', 'Brand', 'Price (Rs.)'],
  ...['Original price (Rs.)', 'Key features', 'Featured', 'State', 'HSN or SAC code', 'GST rate (%)'],
  ...['Unit', 'Minimum quantity', 'Lead time (days)', 'Availability', 'Warranty (months)', 'Fits'],
  ...['Replaced by', 'Accessories', 'Alternatives', 'Documents'],
]

const { site, staff } = startSiteOnce('editor')
const ids = {} as Record<'machine' | 'collet' | 'belt' | 'archived' | 'service', string>
beforeAll(async () => {
  ids.machine = (await createMachine(staff, { featured: 'true', price: '1250000' })).id
  ids.collet = (
    await createSparePart(staff, {
      name: '=HYPERLINK("http://evil.example","Collet")',
      code: '0012345678901234567',
      description: 'First line\r\nsecond line <b>&amp;</b> \u0007 _x0041_ ₹',
      category: 'Collets',
      brand: '@Brand',
      price: '950.50',
      originalPrice: '12,34,567.89',
      features: JSON.stringify(['Hardened', '-40 °C']),
      specifications: JSON.stringify({ Bore: '25 mm', Material: '+Steel', Brand: 'Own', 'bore ': 'x' }),
      draft: 'true',
      hsn: '84669390',
      gstRate: '18',
      unit: 'set',
      minimumQuantity: '2',
      leadTimeDays: '0',
      availability: 'made-to-order',
      warrantyMonths: '12',
    })
  ).id
  ids.belt = (
    await createSparePart(staff, {
      name: 'Belt',
      specifications: JSON.stringify({ Bore: '1/2', Length: '60"' }),
    })
  ).id
  ids.archived = (await createSparePart(staff, { name: 'Old bush' })).id
  ids.service = (await createService(staff)).id
  await expectBulkUpdate(staff, [ids.archived], { archived: true })
})

describe('The export of items', () => {
  test('A workbook has a sheet for each kind with the fields and the specifications in use', async () => {
    const reply = await fetchExport(staff, 'format=xlsx')
    expect(reply.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    )
    expect(reply.headers.get('content-disposition')).toMatch(/"items-\d{4}-\d\d-\d\d\.xlsx"; filename\*=/)
    const sheets = await readExport(reply)
    expect(Object.keys(sheets)).toEqual(['Machines', 'Spare parts', 'Services'])
    expect(sheets.Services!.titles).toEqual(FIELD_TITLES)
    expect(sheets['Spare parts']!.titles.slice(0, FIELD_TITLES.length)).toEqual(FIELD_TITLES)
    expect(sheets.Machines!.rows).toEqual([
      {
        ID: ids.machine,
        Revision: 1,
        Name: 'CL 25 Capstan Lathe',
        Description: 'Bar work up to 25 mm with a self-indexing hexagon turret.',
        Category: 'machine',
        'Price (Rs.)': 1250000,
        Featured: 'Yes',
        State: 'Published',
        'Bar capacity': '25 mm',
        'Swing over bed': '320 mm',
      },
    ])
  })

  const COLLET = {
    Code: '0012345678901234567',
    Name: '=HYPERLINK("http://evil.example","Collet")',
    Description: 'First line\nsecond line <b>&amp;</b> \u0007 _x0041_ ₹',
    Category: 'Collets',
    Brand: '@Brand',
    'Price (Rs.)': 950.5,
    'Original price (Rs.)': 1234567.89,
    'Key features': 'Hardened\n-40 °C',
    Featured: 'No',
    State: 'Draft',
    'HSN or SAC code': '84669390',
    'GST rate (%)': 18,
    Unit: 'set',
    'Minimum quantity': 2,
    'Lead time (days)': 0,
    Availability: 'Made to order',
    'Warranty (months)': 12,
  }

  test('The documents of an item are in its row, with their addresses', async () => {
    const documents = [
      await addDocument(staff, ids.service, 'scope.pdf'),
      await addDocument(staff, ids.service, 'price list.pdf'),
    ]
    const sheets = await readExport(await fetchExport(staff, 'format=xlsx&kind=service'))
    expect(sheets.Services!.rows[0]).toMatchObject({
      Documents: `scope: ${documents[0]!.url}\nprice list: ${documents[1]!.url}`,
    })
  })

  test('Every value of an item is in its row, texts as they are', async () => {
    const sheets = await readExport(await fetchExport(staff, 'format=xlsx&kind=spare&state=draft'))
    expect(sheets['Spare parts']!.rows).toEqual([
      {
        ID: ids.collet,
        Revision: 1,
        ...COLLET,
        Bore: '25 mm',
        'Specification: Material': '+Steel',
        'Specification: Brand': 'Own',
        'Other specifications': 'bore: x',
      },
    ])
  })

  test('A CSV file has the same cells, and no text that a spreadsheet runs as a formula', async () => {
    const reply = await fetchExport(staff, 'format=csv&kind=spare&state=draft')
    expect(reply.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toMatch(
      /"spare-parts-\d{4}-\d\d-\d\d\.csv"; filename\*=/,
    )
    const bytes = Buffer.from(await reply.clone().arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(bytes.toString()).toContain(`,"'=HYPERLINK(""http://evil.example"",""Collet"")",`)
    expect(bytes.toString().endsWith('\r\n')).toBe(true)
    const [sheet] = Object.values(await readExport(reply))
    const cells = { ...COLLET, Description: COLLET.Description.replace('\u0007', '') }
    const expected = Object.entries(cells).map(([title, value]) => [title, String(value)])
    expect(sheet!.rows).toEqual([expect.objectContaining(Object.fromEntries(expected))])
  })

  const listNames = async (query: string, body?: object) =>
    Object.values(await readExport(await fetchExport(staff, query, body))).flatMap(({ rows }) =>
      rows.map(({ ID }) => ID),
    )

  test.each([
    ['state=archived', () => [ids.archived]],
    ['kind=spare&sort=name', () => [ids.collet, ids.belt]],
    ['kind=spare&sort=name&order=desc', () => [ids.belt, ids.collet]],
    ['featured=true', () => [ids.machine]],
    ['category=Collets', () => [ids.collet]],
    ['missing=price&kind=spare', () => [ids.belt]],
    ['search=hexagon&state=published&kind=machine', () => [ids.machine]],
    ['search=nothing-like-this', () => []],
  ])('An export with the filter %s has the items of that list', async (filter, getExpected) => {
    expect(await listNames(`format=xlsx&${filter}`)).toEqual(getExpected())
  })

  test('Chosen items are exported in the order of the list, archived ones included', async () => {
    const chosen = [ids.service, ids.belt, ids.archived, 'unknown']
    expect(await listNames(`format=xlsx&ids=${chosen.join(',')}`)).toEqual([
      ids.belt,
      ids.archived,
      ids.service,
    ])
    expect(await listNames('', { format: 'csv', ids: [ids.belt, ids.archived] })).toEqual([
      ids.belt,
      ids.archived,
    ])
  })

  test('An export is in the audit log with its filter and number', async () => {
    await fetchExport(staff, 'format=csv&kind=spare&search=belt&state=published')
    const owner = await site.signIn('owner')
    const [entry] = await (await owner('/api/log?subject=item&limit=1')).json()
    expect(entry).toMatchObject({
      action: 'exported',
      subjectId: '',
      subjectName: 'Items',
      detail: '1 spare part as CSV: Published, found by belt',
    })
  })

  test.each([
    ['format=csv', /one type of items/],
    ['format=docx', /format/],
    ['kind=spare', /format/],
    ['format=xlsx&kind=lathe', /kind/],
  ])('An export with %s is refused', async (query, message) => {
    expect(await expectProblem(staff(`/api/items/export?${query}`), 400)).toMatch(message)
  })

  test('More than 10,000 chosen items are refused, 10,000 are not', async () => {
    const send = (count: number) =>
      staff(
        '/api/items/export',
        jsonBody('POST', {
          format: 'xlsx',
          ids: Array.from({ length: count }, (_, index) => `${index}`.padStart(16, '0')),
        }),
      )
    expect(await expectProblem(send(10_001), 400)).toBe(
      'At most 10000 items can be chosen. Use a filter instead.',
    )
    expect((await send(10_000)).status).toBe(200)
  })
})
