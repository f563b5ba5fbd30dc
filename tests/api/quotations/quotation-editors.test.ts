import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectEnquiry } from '../../support/fixtures/enquiries.ts'
import { createQuotation } from '../../support/fixtures/quotations.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSite, type TestSite } from '../../support/site.ts'

let site: TestSite
let sales: SiteFetch
let owner: SiteFetch
beforeAll(async () => {
  site = await startSite()
  sales = await site.signIn('sales')
  owner = await site.signIn('owner')
})
afterAll(() => site.close())

const report = (staff: SiteFetch, id: string, tab?: string): Promise<Json> =>
  expectOk(staff(`/api/quotations/${id}/editor`, tab ? jsonBody('PUT', { tab }) : { method: 'PUT' }))

test('Whoever has a quotation open sees the others who reported it within the last minute, and the stored revision', async () => {
  const { id } = await createQuotation(sales)
  expect(await report(sales, id)).toEqual({ editors: [], isInOtherTab: false, revision: 1 })
  const { editors } = await report(owner, id)
  expect(editors).toEqual([{ id: expect.any(String), name: expect.stringMatching(/./) }])
  await expectOk(sales(`/api/quotations/${id}`, jsonBody('PATCH', { revision: 1, discountPercent: 5 })))
  expect(await report(sales, id)).toMatchObject({ editors: [{ name: expect.any(String) }], revision: 2 })
  await site.db
    .updateTable('quotation_editor')
    .set({ seen_at: new Date(Date.now() - 61_000).toISOString() })
    .where('quotation_id', '=', id)
    .execute()
  expect((await report(owner, id)).editors).toEqual([])
  await expectProblem(sales('/api/quotations/none/editor', { method: 'PUT' }), 404)
})

test('Two tabs of one account see each other; others see the account once', async () => {
  const { id } = await createQuotation(sales)
  expect(await report(sales, id, 'one')).toMatchObject({ isInOtherTab: false })
  expect(await report(sales, id, 'one')).toMatchObject({ isInOtherTab: false })
  expect(await report(sales, id, 'two')).toMatchObject({ editors: [], isInOtherTab: true })
  expect(await report(sales, id, 'one')).toMatchObject({ isInOtherTab: true })
  const { editors, isInOtherTab } = await report(owner, id, 'one')
  expect([editors.length, isInOtherTab]).toEqual([1, false])
  const before = new Date(Date.now() - 61_000).toISOString()
  await site.db.updateTable('quotation_editor').set({ seen_at: before }).where('tab_id', '=', 'two').execute()
  expect(await report(sales, id, 'one')).toMatchObject({ isInOtherTab: false })
})

test('The list of quotations can be limited to those of several enquiries', async () => {
  const one = await expectEnquiry(site, { message: 'Lathe' })
  const other = await expectEnquiry(site, { message: 'Mill' })
  const first = await createQuotation(sales, { enquiry: one.id })
  const second = await createQuotation(sales, { enquiry: other.id })
  const list = async (enquiries: string): Promise<string[]> => {
    const quotations: Json = await expectOk(sales(`/api/quotations?${new URLSearchParams({ enquiries })}`))
    return quotations.map(({ id }: Json) => id)
  }
  expect(new Set(await list(`${one.id},${other.id},none`))).toEqual(new Set([first.id, second.id]))
  expect(await list(other.id)).toEqual([second.id])
})

test('One enquiry is read with its complete message, and an unknown one is not found', async () => {
  const message = 'Two lathes with bar feeders. '.repeat(30).trim()
  const { id, reference } = await expectEnquiry(site, { message, company: 'Sri Valli Works' })
  const enquiry: Json = await expectOk(sales(`/api/enquiries/${id}`))
  expect(enquiry).toMatchObject({ id, reference, message, company: 'Sri Valli Works', lines: [] })
  await expectProblem(sales('/api/enquiries/none'), 404)
})
