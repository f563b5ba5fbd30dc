import { expect, test } from 'vitest'
import {
  createJpeg,
  createMachine,
  createService,
  createSparePart,
  expectBulkUpdate,
  getHistory,
  restoreRevision,
} from '../../support/fixtures/items.ts'
import { expectOk, expectProblem, formBody, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor', {}, { pages: true })

const FIELDS = {
  code: 'KMT-BR 4512',
  hsn: '848210',
  gstRate: '18',
  unit: 'pair',
  minimumQuantity: '2',
  leadTimeDays: '21',
  availability: 'made-to-order',
  warrantyMonths: '12',
}
const VALUES = { ...FIELDS, gstRate: 18, minimumQuantity: 2, leadTimeDays: 21, warrantyMonths: 12 }

const change = (id: string, fields: Record<string, string>) =>
  staff(`/api/spareparts/${id}/full`, formBody('PUT', fields))
const REQUIRED = { name: 'Bearing', description: 'Matched pair.' }

test('The commercial fields of a spare part are stored, changed alone, cleared and restored', async () => {
  const part = await createSparePart(staff, FIELDS)
  expect(part).toMatchObject(VALUES)
  expect(await expectOk(site.fetch(`/api/spareparts/${part.id}`))).toMatchObject(VALUES)
  const changed: Json = await expectOk(change(part.id, { ...REQUIRED, unit: 'set' }))
  expect(changed).toMatchObject({ ...VALUES, unit: 'set' })
  const cleared: Json = await expectOk(
    change(part.id, { ...REQUIRED, code: ' ', gstRate: '', availability: '' }),
  )
  expect(cleared).not.toHaveProperty('code')
  expect(cleared).not.toHaveProperty('gstRate')
  expect(cleared).toMatchObject({ hsn: '848210', unit: 'set' })
  const { revisions } = await getHistory(staff, part.id)
  expect(revisions[0].differences).toEqual([
    { field: 'Code', before: 'KMT-BR 4512', after: '' },
    { field: 'GST rate', before: '18 %', after: '' },
    { field: 'Availability', before: 'Made to order', after: '' },
  ])
  await expectOk(restoreRevision(staff, part.id, 1))
  expect(await expectOk(site.fetch(`/api/spareparts/${part.id}`))).toMatchObject(VALUES)
})

test('A service has the commercial fields as JSON texts or numbers, and null clears one', async () => {
  const service = await createService(staff, { code: 'SV 1', hsn: '998717', warrantyMonths: 6 })
  expect(service).toMatchObject({ code: 'SV 1', hsn: '998717', warrantyMonths: 6 })
  const body = { name: 'Overhaul', description: 'Complete.', code: null, leadTimeDays: '30' }
  const changed = await expectOk(staff(`/api/services/${service.id}/full`, jsonBody('PUT', body)))
  expect(changed).not.toHaveProperty('code')
  expect(changed).toMatchObject({ hsn: '998717', leadTimeDays: 30 })
})

test.each([
  ['hsn', '84821', "HSN or SAC code: '84821' is not a code of 4, 6 or 8 digits."],
  ['gstRate', '28', "GST rate: '28' is not a rate of GST in percent: 0, 0.25, 1.5, 3, 5, 18, 40."],
  ['minimumQuantity', '0', "Minimum quantity: '0' is not a whole number from 1 to 1000000."],
  ['leadTimeDays', '3-4', "Lead time: '3-4' is not a whole number from 0 to 3650."],
  [
    'availability',
    'soon',
    "Availability: 'soon' is not In stock, Made to order, By appointment, Discontinued.",
  ],
  ['warrantyMonths', '601', "Warranty: '601' is not a whole number from 0 to 600."],
  ['code', 'x'.repeat(101), `Code: '${'x'.repeat(50)}' is not a text of at most 100 characters.`],
])('An item with %s %j is refused with a sentence, and nothing is stored', async (field, text, message) => {
  const reply = createSparePart(staff, { name: 'Refused part', [field]: text })
  await expect(reply).rejects.toThrow(message)
  expect(await expectOk(staff('/api/items?search=refused'))).toEqual([])
})

test('A code that another item has is refused with 409, whatever its case and spaces and also if that item is archived', async () => {
  const owner = await createMachine(staff, { name: 'CL 99 Lathe', code: 'CL  99' })
  const part = await createSparePart(staff, { code: 'CL 98' })
  const expectTaken = async (code: string, owned: string) => {
    const problem = await expectProblem(change(part.id, { ...REQUIRED, code }), 409)
    expect(problem).toBe(`The code ${code} belongs to ${owned}. Enter another one.`)
  }
  await expectTaken('cl 99', 'CL 99 Lathe')
  await expectBulkUpdate(staff, [owner.id], { archived: true })
  await expectTaken('CL 99', 'CL 99 Lathe, which is archived')
  // Its own code can be written differently.
  expect(await expectOk(change(part.id, { ...REQUIRED, code: 'cl 98' }))).toMatchObject({ code: 'cl 98' })
})

test('An item is found by its code with and without separators, and the list of the admin shows the code', async () => {
  const { id } = await createSparePart(staff, { code: 'ZX-77/4' })
  for (const search of ['ZX-77/4', 'zx774', 'zx 77 4'])
    expect(
      (
        await expectOk(site.fetch(`/api/spareparts?approximate=true&search=${encodeURIComponent(search)}`))
      ).map((item: Json) => item.id),
      search,
    ).toEqual([id])
  const items = await expectOk(staff('/api/items?search=zx774'))
  expect(items).toMatchObject([{ id, partNumber: 'ZX-77/4' }])
})

test('Pictures have captions in the order of the request; a removed picture takes its caption with it', async () => {
  const files = [await createJpeg(11), await createJpeg(12)]
  const part = await createSparePart(staff, { captions: '["From the left",""]' }, files)
  const listCaptions = ({ pictures }: Json) => pictures.map(({ caption }: Json) => caption)
  expect(listCaptions(part)).toEqual(['From the left', undefined])
  const [first, second] = part.images
  const swapped = await expectOk(
    change(part.id, {
      ...REQUIRED,
      existingImages: JSON.stringify([second, first]),
      captions: '["Oiler","Left"]',
    }),
  )
  expect(listCaptions(swapped)).toEqual(['Oiler', 'Left'])
  const one = await expectOk(change(part.id, { ...REQUIRED, existingImages: JSON.stringify([first]) }))
  expect(listCaptions(one)).toEqual(['Left'])
  await expectProblem(change(part.id, { ...REQUIRED, captions: `["${'x'.repeat(201)}"]` }), 400)
})

test('The page of an item states its code, tax, availability, warranty and conditions, also as structured data', async () => {
  const part = await createSparePart(staff, { ...FIELDS, code: 'PG-1', price: '950' })
  const html = await (await site.fetch(`/product/${part.slug}`)).text()
  for (const text of [
    'PG-1',
    '848210',
    '18 %',
    'Made to Order',
    '1 Year Warranty',
    'Price per pair, minimum quantity 2, lead time 21 days',
    '"sku":"PG-1"',
    '"availability":"https://schema.org/MadeToOrder"',
    '"durationOfWarranty":{"@type":"QuantitativeValue","value":12,"unitCode":"MON"}',
  ])
    expect(html).toContain(text)
  expect(html).not.toContain('In Stock')
})

test('A service by appointment states no stock and no unit of a price that it lacks, and only machines and parts offer units', async () => {
  const service = await createService(staff, {
    name: 'Operator Training',
    availability: 'by-appointment',
    unit: 'day',
    specification: { Group: 'Up to 6 operators', Duration: '3 to 10 days' },
  })
  const read = async (slug: string) =>
    (await (await site.fetch(`/product/${slug}`)).text()).split('<footer')[0]!
  const html = await read(service.slug)
  expect(html).toContain('By Appointment')
  expect(html).not.toMatch(/In Stock|Price per|unit-switch/)
  const part = await createSparePart(staff, {
    ...FIELDS,
    availability: 'in-stock',
    code: 'PG-2',
    price: '950',
  })
  const page = await read(part.slug)
  for (const text of ['In Stock', 'Price per pair', 'unit-switch']) expect(page).toContain(text)
})
