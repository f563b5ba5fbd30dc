import { expect, test } from 'vitest'
import type { ItemDraft } from '#server/catalogue/item/draft.ts'
import { createItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import { createMachine, createService, createSparePart } from '../../support/fixtures/items.ts'
import { expectPdf } from '../../support/formats/pdf.ts'
import { expectOk, expectProblem, type Json, jsonBody } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff } = startSiteOnce('editor')

const PRICE_LIST = '/api/items/export?format=pdf'

test('A price list contains the items of a filter by type and category, with a table of contents and the prices that staff see', async () => {
  await createMachine(staff, { name: 'CL 25 Capstan Lathe', code: 'CL 25', price: '1234567', hsn: '845819' })
  await createMachine(staff, { name: 'Draft Lathe', draft: 'true', price: '99.5' })
  await createSparePart(staff, {
    name: 'Feed Belt',
    category: 'Belts',
    code: 'B-68',
    price: '1200',
    unit: 'metre',
  })
  await createSparePart(staff, { name: '#read("/etc/passwd") *b* $x$', category: '= Ball screws' })
  await createService(staff)
  const reply = await staff(PRICE_LIST)
  expect(reply.headers.get('content-disposition')).toMatch(
    /^attachment; filename="price-list-items-\d{4}-\d\d-\d\d\.pdf"; filename\*=/,
  )
  expect(reply.headers.get('cache-control')).toBe('no-store')
  const list = await expectPdf(staff(PRICE_LIST))
  expect(list).toMatchObject({ pageCount: 2, isTagged: true })
  expect(list.text).toContain('Kovai Machine Tools Price list')
  expect(list.text).toMatch(/Contents Machines 2 Spare parts 2 = Ball screws 2 Belts 2 Services 2/)
  expect(list.text).toContain('CL 25 CL 25 Capstan Lathe 845819 12,34,567')
  expect(list.text).toContain('Draft Lathe (draft) 99.50')
  expect(list.text).toContain('B-68 Feed Belt metre 1,200')
  expect(list.text).toContain('#read("/etc/passwd") *b* $x$ on request')
  expect(list.roles).toEqual(expect.arrayContaining(['H1', 'H2', 'H3', 'TOC', 'Table', 'TH']))

  const belts = await staff(`${PRICE_LIST}&kind=spare&category=Belts`)
  expect(belts.headers.get('content-disposition')).toContain('price-list-spare-parts-')
  const { text } = await expectPdf(staff(`${PRICE_LIST}&kind=spare&category=Belts`))
  expect(text).toContain('1 item · category Belts')
  expect(text).not.toContain('Capstan Lathe')
})

test('A price list of selected items is requested by their ids, and the audit log names it', async () => {
  const { id } = await createSparePart(staff, { name: 'Chosen Chuck', category: 'Chucks' })
  const { text } = await expectPdf(staff('/api/items/export', jsonBody('POST', { format: 'pdf', ids: [id] })))
  expect(text).toContain('Chosen Chuck')
  expect(text).not.toContain('Feed Belt')
  const log: Json[] = await expectOk((await site.signIn('owner'))('/api/log?subject=item'))
  expect(log[0]).toMatchObject({ action: 'exported', detail: '1 spare part as price list: selected' })
})

test('A price list needs at least one item', async () => {
  expect(await expectProblem(staff(`${PRICE_LIST}&search=nosuchitem`), 400)).toBe(
    'There are no items for a price list.',
  )
})

test('A price list of 2,500 items has the page numbers of its categories, and one of more than 3,000 is refused', async () => {
  const createPlan = (_: unknown, index: number) => {
    const draft: Partial<ItemDraft> = {
      name: `Part ${index}`,
      category: `Category ${String(index % 25).padStart(2, '0')}`,
      pricePaise: index * 100,
    }
    return createItemPlan('spare', draft)
  }
  await insertItems(site, Array.from({ length: 2500 }, createPlan))
  // Reading all pages would take longer than the server waits before it believes to be overworked.
  const list = await expectPdf(staffWhenReady(`${PRICE_LIST}&kind=spare&search=part`), { readPages: 2 })
  expect(list.pageCount).toBeGreaterThan(30)
  const contents = [...list.text.matchAll(/Category (\d\d) (\d+) /g)].slice(0, 25)
  expect(contents).toHaveLength(25)
  const pages = contents.map(([, , page]) => Number(page))
  expect(pages).toEqual(pages.toSorted((one, other) => one - other))
  expect(pages.at(-1)).toBeGreaterThan(30)
  expect(list.text).toContain('Part 0 0')

  await insertItems(site, Array.from({ length: 600 }, createPlan))
  expect(await expectProblem(staffWhenReady(`${PRICE_LIST}&kind=spare`), 400)).toBe(
    'A price list can have at most 3,000 items. Choose a type or category.',
  )
})

/** Sends a request again while the server is busy: the test does its own work in the same process. */
async function staffWhenReady(path: string): Promise<Response> {
  let reply = await staff(path)
  await expect
    .poll(async () => {
      if (reply.status === 503) reply = await staff(path)
      return reply.status
    })
    .not.toBe(503)
  return reply
}
