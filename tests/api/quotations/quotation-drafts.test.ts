import { beforeAll, describe, expect, test } from 'vitest'
import { setRows } from '../../support/db-snapshot.ts'
import { expectEnquiry } from '../../support/fixtures/enquiries.ts'
import { readExport } from '../../support/fixtures/exports.ts'
import {
  callAction,
  createIssuedQuotation,
  createQuotation,
  LINE,
} from '../../support/fixtures/quotations.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff: sales } = startSiteOnce('sales')
let owner: SiteFetch
beforeAll(async () => {
  owner = await site.signIn('owner')
})

const change = (id: string, body: Json) => sales(`/api/quotations/${id}`, jsonBody('PATCH', body))
const act = (id: string, action: string) => callAction(sales, { id, action })
const read = (id: string): Promise<Json> => expectOk(sales(`/api/quotations/${id}`))
async function readProblem(reply: Promise<Response>): Promise<[number, string, string[]]> {
  const { status, message, errors } = (await (await reply).json()) as Json
  return [status, message, errors?.map(({ field }: Json) => field)]
}

/** A line of which only the description is known. */
const UNKNOWN = { description: 'Special chuck', quantity: null, unitPrice: null, gstRate: null }

describe('A draft that is not complete', () => {
  test('It is stored from the first field on, and has no totals until nothing is missing', async () => {
    const reply = await sales('/api/quotations', jsonBody('POST', { subject: 'Two lathes' }))
    expect(reply.status).toBe(201)
    const draft: Json = await reply.json()
    expect(draft).toMatchObject({ subject: 'Two lathes', lines: [], amounts: null, totals: null })
    expect(draft.totalInCurrency).toBeNull()
    expect(draft.placeOfSupply ?? null).toBeNull()
    const { id } = draft
    const begun: Json = await expectOk(
      change(id, { revision: draft.revision, placeOfSupply: '33', lines: [UNKNOWN] }),
    )
    expect(begun).toMatchObject({ lines: [UNKNOWN], amounts: null })
    const complete: Json = await expectOk(change(id, { revision: begun.revision, lines: [LINE] }))
    expect(complete.totals.total).toBe(2_360_000)
    expect(complete.events.map(({ kind }: Json) => kind)).toEqual(['created'])
    const [listed]: Json[] = await expectOk(sales('/api/quotations?search=lathes'))
    expect(listed!.totals.total).toBe(2_360_000)
    const reduced: Json = await expectOk(change(id, { revision: complete.revision, lines: [] }))
    expect(reduced).toMatchObject({ amounts: null, totals: null })
  })

  test('It is neither sent, printed nor approved, and the reply names everything that is missing', async () => {
    const place = 'Choose the place of supply: the tax depends on it.'
    const empty = await createQuotation(sales, { placeOfSupply: undefined, lines: undefined, charges: {} })
    const missing = [400, place, ['placeOfSupply', 'lines']]
    expect(await readProblem(act(empty.id, 'issue'))).toEqual(missing)
    expect(await readProblem(sales(`/api/quotations/${empty.id}.pdf`))).toEqual(missing)
    const lines = [LINE, { ...UNKNOWN, description: '', discountPercent: 50 }]
    const { id } = await createQuotation(sales, { lines })
    const ofLine = [
      400,
      'Line 2: enter the description.',
      ['description', 'quantity', 'unitPrice', 'gstRate'].map((name) => `lines.1.${name}`),
    ]
    expect(await readProblem(act(id, 'issue'))).toEqual(ofLine)
    expect(await readProblem(act(id, 'request-approval'))).toEqual(ofLine)
    expect(await read(id)).toMatchObject({ state: 'draft', number: null })
    expect(await expectOk(act(id, 'withdraw'))).toMatchObject({ state: 'withdrawn' })
  })

  test('It is deleted with its events unless it was sent or changed meanwhile, and the audit log names it', async () => {
    const remove = (id: string, revision = 1) =>
      sales(`/api/quotations/${id}?revision=${revision}`, { method: 'DELETE' })
    const draft = await createQuotation(sales, { buyer: { company: 'Begun by mistake Ltd' } })
    expect((await remove(draft.id, 2)).status).toBe(409)
    expect((await remove(draft.id)).status).toBe(204)
    expect((await sales(`/api/quotations/${draft.id}`)).status).toBe(404)
    expect((await remove(draft.id)).status).toBe(404)
    const log: Json = await expectOk(owner('/api/log?subject=quotation'))
    expect(log[0]).toMatchObject({
      action: 'deleted',
      subjectId: draft.id,
      subjectName: 'Begun by mistake Ltd',
    })

    const withdrawn = await createQuotation(sales)
    await expectOk(act(withdrawn.id, 'withdraw'))
    expect((await remove(withdrawn.id, 2)).status).toBe(204)

    const sent = await createIssuedQuotation(sales)
    for (const action of ['revise', 'withdraw']) {
      const { id, revision }: Json = await expectOk(act(sent.id, action))
      const reply = await remove(id, revision)
      expect([reply.status, await reply.json()]).toMatchObject([409, { type: 'was-issued' }])
    }
    expect((await read(sent.id)).number).toBe(sent.number)
  })

  test('An export in dollars is stored without the exchange rate, and is not sent without it', async () => {
    const dollars = { placeOfSupply: '96', currency: 'USD' }
    const draft = await createQuotation(sales, dollars)
    expect(draft.amounts).toBeNull()
    const refused = [400, 'Enter the exchange rate in rupees per US dollar.', ['exchangeRate']]
    expect(await readProblem(act(draft.id, 'issue'))).toEqual(refused)
    expect(await readProblem(sales(`/api/quotations/${draft.id}.pdf`))).toEqual(refused)
    const { amounts }: Json = await expectOk(change(draft.id, { revision: 1, exchangeRate: 84.5 }))
    expect(amounts).toMatchObject({ supply: 'export-with-tax', exchangeRate: 84.5 })
  })

  test('Lists and exports have it without amounts; a revision counts with what was sent last', async () => {
    const { id } = await createIssuedQuotation(sales, { subject: 'Revised lathes' })
    const { rows: before }: Json = await expectOk(sales('/api/quotations/report?by=product'))
    const { total, forecast }: Json = await expectOk(sales('/api/quotations/report'))
    const draft: Json = await expectOk(act(id, 'revise'))
    await expectOk(change(id, { revision: draft.revision, lines: [UNKNOWN] }))
    const [listed]: Json[] = await expectOk(sales('/api/quotations?search=Revised'))
    expect(listed).toMatchObject({ id, totals: null, totalInCurrency: null })
    expect((await expectOk(sales('/api/quotations/report?by=product'))).rows).toEqual(before)
    expect(await expectOk(sales('/api/quotations/report'))).toMatchObject({ total, forecast })
    expect(await expectOk(sales('/api/today?owner=all'))).toMatchObject({ entries: expect.any(Array) })
    const { Quotations } = await readExport(await sales('/api/quotations/export?search=Revised'))
    expect(Quotations!.rows[0]).toMatchObject({ Subject: 'Revised lathes' })
    expect(Quotations!.rows[0]!['Total (₹)'] ?? '').toBe('')
    for (const order of ['asc', 'desc']) {
      const sorted: Json[] = await expectOk(sales(`/api/quotations?sort=total&order=${order}`))
      expect(sorted.at(-1)!.totals).toBeNull()
    }
    expect(await expectOk(act(id, 'discard-revision'))).toMatchObject({
      state: 'sent',
      totals: { total: 2_374_750 },
    })
  })
})

const report = (staff: SiteFetch, id: string, tab?: string): Promise<Json> =>
  expectOk(staff(`/api/quotations/${id}/editor`, tab ? jsonBody('PUT', { tab }) : { method: 'PUT' }))

test('Whoever has a quotation open sees the others who reported it within the last minute, and the stored revision', async () => {
  const { id } = await createQuotation(sales)
  expect(await report(sales, id)).toEqual({ editors: [], isInOtherTab: false, revision: 1 })
  const { editors } = await report(owner, id)
  expect(editors).toEqual([{ id: expect.any(String), name: expect.stringMatching(/./) }])
  await expectOk(sales(`/api/quotations/${id}`, jsonBody('PATCH', { revision: 1, discountPercent: 5 })))
  expect(await report(sales, id)).toMatchObject({ editors: [{ name: expect.any(String) }], revision: 2 })
  const seen_at = new Date(Date.now() - 61_000).toISOString()
  await setRows(site, 'quotation_editor', { quotation_id: id }, { seen_at })
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
  await setRows(site, 'quotation_editor', { tab_id: 'two' }, { seen_at: before })
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
