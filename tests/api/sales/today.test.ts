import { beforeAll, describe, expect, test } from 'vitest'
import { findRows, setRows } from '../../support/db-snapshot.ts'
import { createItemPlan, insertItems } from '../../support/fixtures/bulk-items.ts'
import { ENQUIRY_FIELDS, expectEnquiry } from '../../support/fixtures/enquiries.ts'
import { readExport } from '../../support/fixtures/exports.ts'
import {
  callAction,
  createIssuedQuotation,
  createQuotation,
  LINE,
  postForm,
} from '../../support/fixtures/quotations.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const MAIL = { SMTP_URL: 'smtp://127.0.0.1:1', NOTIFY_EMAIL: 'office@works.example' }
const DAY_MINUTES = 24 * 60

const { site, staff: sales } = startSiteOnce('sales', MAIL)
let colleague: SiteFetch
beforeAll(async () => {
  colleague = await site.signIn('sales')
})

const listReasons = async (staff: SiteFetch, query = ''): Promise<Record<string, string[]>> => {
  const { entries }: Json = await expectOk(staff(`/api/today${query}`))
  expect(await expectOk(staff(`/api/today/count${query}`)), 'count').toEqual({ count: entries.length })
  return Object.fromEntries(entries.map(({ id, reason }: Json) => [id, reason]))
}
const setColumns = (id: string, columns: Json) => setRows(site, 'quotation', { id }, columns)
const addEvent = (id: string, kind: 'viewed' | 'question') =>
  site.db
    .insertInto('quotation_event')
    .values({
      id: `${id}-${kind}`,
      quotation_id: id,
      kind,
      at: new Date().toISOString(),
      account_id: null,
      by_name: 'Asha Rao',
      issue_no: 1,
      text: kind === 'question' ? 'Is 415 V possible?' : '',
    })
    .execute()
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

describe('The list of today', () => {
  test('It has quotations that need attention with the reason, and only those of the caller and of nobody', async () => {
    const quotations: Record<string, Json> = {}
    for (const name of 'fresh unopened opened expiring expired accepted confirmed asked'.split(' '))
      quotations[name] = await createIssuedQuotation(sales, {
        buyer: { company: 'Valves Ltd', name: 'Asha Rao' },
        lines: [LINE, { ...LINE, description: 'Collet\nfor bars' }],
      })
    const idOf = (name: string): string => quotations[name]!.id
    const old = { issued_at: inDays(-4) }
    await setColumns(idOf('unopened'), old)
    await setColumns(idOf('opened'), old)
    await addEvent(idOf('opened'), 'viewed')
    await setColumns(idOf('expiring'), { valid_until: inDays(6).slice(0, 10) })
    await setColumns(idOf('expired'), { valid_until: '2020-01-01' })
    await setColumns(idOf('accepted'), { state: 'accepted' })
    await setColumns(idOf('confirmed'), { state: 'accepted' })
    await expectOk(callAction(sales, { id: idOf('confirmed'), action: 'confirm' }))
    await addEvent(idOf('asked'), 'question')
    expect(await listReasons(sales)).toEqual({
      [idOf('unopened')]: 'not-opened',
      [idOf('expiring')]: 'expiring',
      [idOf('accepted')]: 'accepted',
      [idOf('asked')]: 'question',
    })
    expect(await listReasons(colleague)).toEqual({})
    expect(Object.keys(await listReasons(colleague, '?owner=all'))).toHaveLength(4)
    const { entries }: Json = await expectOk(sales('/api/today'))
    expect(entries.find(({ id }: Json) => id === idOf('asked'))).toMatchObject({
      detail: 'Is 415 V possible?',
      customer: { name: 'Valves Ltd', person: 'Asha Rao' },
      emailedAt: null,
    })
    expect(entries.find(({ id }: Json) => id === idOf('accepted')).detail).toBe(
      'Capstan lathe CL 25 and 1 more',
    )
    await setColumns(idOf('unopened'), { owner_id: null })
    expect(await listReasons(colleague)).toEqual({ [idOf('unopened')]: 'not-opened' })
  })

  describe('What customers write and decide', () => {
    const post = (path: string, body: Json, staff = sales) => staff(path, jsonBody('POST', body))
    async function openPage(
      changes: Json = {},
    ): Promise<{ id: string; send: (form: Json) => Promise<void> }> {
      const { id, link } = await createIssuedQuotation(sales, changes)
      const send = async ({ action, ...fields }: Json) => {
        const reply = await postForm(site, link, action, fields)
        expect(reply.status, await reply.text()).toBe(303)
        site.advanceClock(1)
      }
      return { id, send }
    }
    const ask = { action: 'question', question: 'Is 415 V possible?' }
    const decline = { action: 'decline', reason: 'Price', details: 'Too high' }
    const findEntry = async (id: string): Promise<Json> => {
      const { entries }: Json = await expectOk(sales('/api/today'))
      return entries.find((entry: Json) => entry.id === id)
    }

    test('A question stays in the list after a decline, a confirmed order and a withdrawal, until it is answered', async () => {
      const declined = await openPage()
      await declined.send(ask)
      await declined.send(decline)
      expect(await findEntry(declined.id)).toMatchObject({
        reason: 'question',
        detail: 'Is 415 V possible?\nDeclined: Price: Too high',
      })
      await expectOk(post(`/api/quotations/${declined.id}/answers`, { text: 'Yes.', sendEmail: false }))
      expect(await findEntry(declined.id)).toBeUndefined()

      const ordered = await openPage()
      await ordered.send(ask)
      await ordered.send({ action: 'accept', name: 'Asha Rao', position: 'Buyer' })
      expect(await findEntry(ordered.id)).toMatchObject({ reason: 'accepted' })
      await expectOk(callAction(sales, { id: ordered.id, action: 'confirm' }))
      expect(await findEntry(ordered.id)).toMatchObject({ reason: 'question' })

      const withdrawn = await openPage()
      await expectOk(callAction(sales, { id: withdrawn.id, action: 'withdraw' }))
      site.advanceClock(1)
      await withdrawn.send(ask)
      expect(await findEntry(withdrawn.id)).toMatchObject({ reason: 'question' })
    })

    test('A decline stays in the list with its reason until staff react, for 30 days at most', async () => {
      const reactions: Record<string, (id: string) => Promise<unknown>> = {
        revised: (id) => expectOk(callAction(sales, { id, action: 'revise' })),
        emailed: (id) => post(`/api/quotations/${id}/emails`, { subject: 'A', text: 'B' }),
        old: (id) => setColumns(id, { decided_at: inDays(-31) }),
      }
      for (const [name, react] of Object.entries(reactions)) {
        const { id, send } = await openPage({ buyer: { email: 'asha@works.example' } })
        await send(decline)
        expect(await findEntry(id), name).toMatchObject({ reason: 'declined', detail: 'Price: Too high' })
        await react(id)
        expect(await findEntry(id), name).toBeUndefined()
      }
    })

    test('An entry that is marked as done leaves the list, unless the customer wrote again', async () => {
      const { id, send } = await openPage()
      await send(decline)
      const { since } = await findEntry(id)
      await send(ask)
      expect(await expectProblem(post(`/api/quotations/${id}/handled`, { since }), 409)).toContain('new')
      const present = await findEntry(id)
      expect((await post(`/api/quotations/${id}/handled`, { since: present.since })).status).toBe(204)
      expect(await findEntry(id)).toBeUndefined()
      const { events }: Json = await expectOk(sales(`/api/quotations/${id}`))
      expect(events[0].kind).toBe('handled')
      await send({ ...ask, question: 'And 50 Hz?' })
      expect(await findEntry(id)).toMatchObject({
        reason: 'question',
        detail: expect.stringContaining('50 Hz'),
      })
      await expectProblem(post(`/api/quotations/${id}/handled`, { since: 'yesterday' }), 400)
    })

    test('A question beside a discount to approve is shown to the owner, and both to who may approve', async () => {
      const { id, send } = await openPage()
      const { revision }: Json = await expectOk(callAction(sales, { id, action: 'revise' }))
      await expectOk(sales(`/api/quotations/${id}`, jsonBody('PATCH', { revision, discountPercent: 30 })))
      await expectOk(callAction(sales, { id, action: 'request-approval', body: { reason: 'Third order' } }))
      expect(await findEntry(id)).toBeUndefined()
      site.advanceClock(1)
      await send(ask)
      expect(await findEntry(id)).toMatchObject({ reason: 'question' })
      const owner = await site.signIn('owner')
      // Somebody else approves a discount, not the owner of the quotation.
      expect((await listReasons(owner))[id]).toBe('approval')
      const { entries }: Json = await expectOk(owner('/api/today?owner=all'))
      expect(entries.filter((entry: Json) => entry.id === id).map(({ reason }: Json) => reason)).toEqual([
        'question',
        'approval',
      ])
    })
  })

  test('A thousand old quotations with answered questions do not slow down the list and its count', async () => {
    const issued = await createIssuedQuotation(colleague)
    const [row] = await findRows(site, 'quotation', { id: issued.id })
    const old = { valid_until: '2024-01-31', issued_at: '2024-01-01', decided_at: '2024-01-05' }
    const event = { account_id: null, by_name: 'Asha', issue_no: 1, text: '' }
    const ids = Array.from({ length: 1000 }, (_, index) => `old-${index}`)
    const kinds = ['issued', 'viewed', 'question', 'answered'] as const
    for (let first = 0; first < ids.length; first += 100) {
      const part = ids.slice(first, first + 100)
      const states = ['sent', 'declined'] as const
      const rows = part.map((id, index) => ({ ...row, ...old, id, number: id, state: states[index % 2]! }))
      await site.db.insertInto('quotation').values(rows).execute()
      const events = part.flatMap((quotation_id) =>
        kinds.map((kind, day) => {
          const id = `${quotation_id} ${kind}`
          return { ...event, id, quotation_id, kind, at: `2024-01-0${day + 1}` }
        }),
      )
      await site.db.insertInto('quotation_event').values(events).execute()
    }
    try {
      const start = performance.now()
      await listReasons(sales, '?owner=all')
      // 20 ms; when it read all sent quotations, it took 2.5 s.
      expect(performance.now() - start).toBeLessThan(2000)
    } finally {
      await site.db.deleteFrom('quotation').where('id', 'in', ids).execute()
    }
  })

  test('An enquiry about several items states the first and how many there are besides', async () => {
    const items = await insertItems(
      site,
      ['Spindle nut', 'Collet', 'Belt'].map((name) => createItemPlan('spare', { name })),
    )
    const sent = await expectEnquiry(site, { lines: items.map((item) => ({ item, quantity: 1 })) })
    const { entries }: Json = await expectOk(sales('/api/today'))
    expect(entries.find(({ id }: Json) => id === sent.id).detail).toBe('Spindle nut and 2 more')
    await expectOk(sales(`/api/enquiries/${sent.id}`, jsonBody('PATCH', { status: 'contacted' })))
  })

  test('New enquiries have the contact details for a reply until their status changes', async () => {
    const { id, reference } = await expectEnquiry(site, {})
    site.advanceClock(1)
    const { entries, counts }: Json = await expectOk(sales('/api/today'))
    expect(entries.find((entry: Json) => entry.id === id)).toMatchObject({
      reason: 'unanswered',
      title: reference,
      customer: { email: ENQUIRY_FIELDS.email, phone: ENQUIRY_FIELDS.phone },
    })
    expect(counts.unanswered).toBe(1)
    await expectOk(sales(`/api/enquiries/${id}`, jsonBody('PATCH', { status: 'contacted' })))
    expect(await listReasons(sales)).not.toHaveProperty(id)
    const day = new Date(Date.now() - DAY_MINUTES * 60_000).toISOString().slice(0, 10)
    await expectOk(sales(`/api/enquiries/${id}`, jsonBody('PATCH', { nextActionOn: day })))
    expect(await listReasons(sales)).toHaveProperty(id, 'follow-up')
  })
})

describe('Emails to customers', () => {
  test('An email to a buyer is queued once and becomes part of the timeline', async () => {
    const { id } = await createIssuedQuotation(sales, {
      buyer: { name: 'Asha', email: 'asha@works.example' },
    })
    const email = { subject: 'Your quotation', text: 'Have you had time to look at it?' }
    const reply = await sales(`/api/quotations/${id}/emails`, jsonBody('POST', email))
    expect([reply.status, await reply.json()]).toEqual([202, { to: 'asha@works.example' }])
    const { events }: Json = await expectOk(sales(`/api/quotations/${id}`))
    expect(events[0]).toMatchObject({ kind: 'email-sent', text: `${email.subject}\n\n${email.text}` })
    expect(events[0].email.state).toBe('waiting')
    const queued = await findRows(site, 'outbox', { subject: email.subject })
    expect(queued).toMatchObject([{ to_address: 'asha@works.example', text: email.text }])
    for (const subject of ['', 'two\nlines', 5, undefined]) {
      const sent = sales(`/api/quotations/${id}/emails`, jsonBody('POST', { ...email, subject }))
      expect(await expectProblem(sent, 400)).toMatch(/^(?:Enter a subject|A subject has one line)\.$/)
    }
  })

  test('Each email to a buyer is waiting, sent or failed in the activity, as the outbox has it', async () => {
    const buyer = { name: 'Asha', email: 'asha@works.example' }
    const { id } = await createIssuedQuotation(sales, { buyer })
    const post = (path: string, body: Json) => sales(`/api/quotations/${id}/${path}`, jsonBody('POST', body))
    await expectOk(post('answers', { text: 'Yes.' }))
    const readEmails = async () => {
      const { events }: Json = await expectOk(sales(`/api/quotations/${id}`))
      return Object.fromEntries(events.map(({ kind, email }: Json) => [kind, email?.state ?? null]))
    }
    expect(await readEmails()).toEqual({ created: null, issued: 'waiting', answered: 'waiting' })
    const change = (columns: Json) => setRows(site, 'outbox', { quotation_id: id }, columns)
    await change({ sent_at: new Date().toISOString(), next_attempt_at: null, last_error: null })
    expect(await readEmails()).toMatchObject({ issued: 'sent', answered: 'sent' })
    await change({ sent_at: null, last_error: 'Rejected (550).' })
    const { events }: Json = await expectOk(sales(`/api/quotations/${id}`))
    expect(events.find(({ kind }: Json) => kind === 'issued')).toMatchObject({
      text: 'With an email that contains the link.',
      email: { state: 'failed', reason: 'Rejected (550).' },
    })
    await site.db.deleteFrom('outbox').where('quotation_id', '=', id).execute()
    expect(await readEmails()).toMatchObject({ issued: null })
  })

  test('The email with a quotation is what staff wrote, with number and link, or the usual one with one greeting', async () => {
    const buyer = { name: 'Suresh Babu', email: 'suresh@works.example' }
    const listTexts = async (id: string) => {
      const query = site.db.selectFrom('outbox').select(['subject', 'text']).where('quotation_id', '=', id)
      return query.orderBy('created_at').execute()
    }
    const usual = await createIssuedQuotation(sales, { buyer })
    const [sent] = await listTexts(usual.id)
    expect(sent!.subject).toContain(`Quotation ${usual.number} from`)
    expect(sent!.text).toMatch(/^Dear Suresh Babu,\n\nOur quotation QTN/)
    expect(sent!.text).toMatch(/\/q\/[\w-]{43}\n/)
    expect(sent!.text).not.toMatch(/\[(?:link|number)\]/)

    const { id } = await createQuotation(sales, { buyer })
    const issue = (text: string) =>
      callAction(sales, { id, action: 'issue', body: { email: { subject: 'Offer [number]', text } } })
    expect(await expectProblem(issue('Dear Mr. Babu, it is ready.'), 400)).toContain('[link]')
    const { number }: Json = await expectOk(issue('Dear Mr. Babu,\n\nplease read [number] here: [link]'))
    const [written] = await listTexts(id)
    expect(written).toMatchObject({ subject: `Offer ${number}` })
    expect(written!.text).toMatch(/^Dear Mr\. Babu,\n\nplease read QTN\S+ here: http\S+\/q\/[\w-]{43}$/)

    const answer = { text: 'Dear Mr. Babu,\n\nyes, 415 V is possible.' }
    await expectOk(sales(`/api/quotations/${id}/answers`, jsonBody('POST', answer)))
    const answered = (await listTexts(id)).find(({ subject }) => subject.startsWith('Your question'))
    expect(answered!.text.match(/Dear/g)).toHaveLength(1)
  })

  test('A request to send an email that is repeated with its key sends it once', async () => {
    const { id } = await createIssuedQuotation(sales, { buyer: { email: 'asha@works.example' } })
    const enquiry = await expectEnquiry(site, { message: 'Two belts' })
    for (const path of [`/api/quotations/${id}/emails`, `/api/enquiries/${enquiry.id}/emails`]) {
      const email = { subject: `Repeated ${path}`, text: 'Have you seen it?', requestKey: 'one-click' }
      const replies = await Promise.all([1, 2, 3].map(() => sales(path, jsonBody('POST', email))))
      expect(replies.map(({ status }) => status)).toEqual([202, 202, 202])
      const listQueued = () => findRows(site, 'outbox', { subject: email.subject })
      expect(await listQueued()).toHaveLength(1)
      expect((await sales(path, jsonBody('POST', { ...email, requestKey: 'other' }))).status).toBe(202)
      expect(await listQueued()).toHaveLength(2)
    }
    const { events }: Json = await expectOk(sales(`/api/quotations/${id}`))
    expect(events.filter(({ kind }: Json) => kind === 'email-sent')).toHaveLength(2)
    expect(await findRows(site, 'enquiry_note', { enquiry_id: enquiry.id })).toHaveLength(2)
  })

  test('An email to a customer becomes a note of the enquiry, which is contacted and not unanswered any more', async () => {
    const { id } = await expectEnquiry(site, { message: 'A belt' })
    const email = { subject: 'Your enquiry', text: 'Which machine is it for?' }
    site.advanceClock(1)
    expect(await listReasons(sales)).toHaveProperty(id, 'unanswered')
    expect((await sales(`/api/enquiries/${id}/emails`, jsonBody('POST', email))).status).toBe(202)
    expect(await listReasons(sales)).not.toHaveProperty(id)
    expect(await findRows(site, 'enquiry', { id })).toMatchObject([{ status: 'contacted' }])
    const text = 'Email: Your enquiry\n\nWhich machine is it for?'
    expect(await findRows(site, 'enquiry_note', { enquiry_id: id })).toMatchObject([{ text }])
    await expectProblem(sales('/api/enquiries/none/emails', jsonBody('POST', email)), 404)
  })
})

describe('The report about quotations', () => {
  test('Each figure is that of the list with its filter', async () => {
    for (const by of ['month', 'product', 'owner', 'reason']) {
      const { rows }: Json = await expectOk(sales(`/api/quotations/report?by=${by}`))
      for (const row of rows)
        for (const state of ['quoted', 'accepted', 'lost', 'expired', 'pending']) {
          if (!row.filter || (by === 'reason' && state !== 'lost')) continue
          const query = new URLSearchParams({ ...row.filter, state })
          const { headers } = await sales(`/api/quotations?${query}`)
          expect([state, headers.get('x-total-count')]).toEqual([state, String(row[state].count)])
        }
    }
    const { id: enquiry } = await expectEnquiry(site, { message: 'Quoted' })
    await createIssuedQuotation(sales, { enquiry })
    const { rows, firstReply, firstQuotation, forecast, from, to }: Json = await expectOk(
      sales('/api/quotations/report'),
    )
    expect(firstQuotation.count).toBe(1)
    expect(forecast.length).toBeGreaterThan(0)
    for (const { month, count } of forecast) {
      const { headers } = await sales(`/api/quotations?state=pending&forecastMonth=${month}`)
      expect([month, headers.get('x-total-count')]).toEqual([month, String(count)])
    }
    for (const query of ['forecastMonth=2026', 'forecastMonth=2026-13', 'from=2026-05-02&to=2026-05-01'])
      for (const path of ['/api/quotations', '/api/quotations/export'])
        await expectProblem(sales(`${path}?${query}`), 400)
    expect(rows[0].quoted.count).toBeGreaterThan(5)
    expect(firstReply.count).toBeGreaterThan(0)
    const days = new URLSearchParams({ from, to })
    for (const [answered, { count }] of [
      ['reply', firstReply],
      ['quotation', firstQuotation],
    ] as const) {
      const { headers } = await sales(`/api/enquiries?answered=${answered}&${days}`)
      expect([answered, headers.get('x-total-count')]).toEqual([answered, String(count)])
    }
    expect(await expectOk(sales(`/api/enquiries?answered=reply&to=2020-01-01`))).toEqual([])
    await expectProblem(sales('/api/quotations/report?from=2026-05-01&to=2026-04-01'), 400)
  })

  test('The exported list states the currency, the amount in it and the exchange rate', async () => {
    const dollars = { placeOfSupply: '96', currency: 'USD', exchangeRate: 84.5, charges: {} }
    const { number } = await createIssuedQuotation(sales, {
      ...dollars,
      lines: [{ ...LINE, unitPrice: 12_500.5 }],
    })
    const { Quotations: exports } = await readExport(await sales(`/api/quotations/export?search=${number}`))
    expect(exports!.rows).toMatchObject([
      {
        // 25,001 dollars with 18 % IGST, 4,500.18, because the settings have no letter of undertaking.
        'Total (₹)': 2_492_850,
        Currency: 'USD',
        'Total in currency': 29_501.18,
        'Rupees per US dollar': 84.5,
      },
    ])
  })

  test('Report and list are exported as workbooks, which the audit log states', async () => {
    const report = await readExport(await sales('/api/quotations/report.xlsx?by=owner'))
    expect(report.Report!.rows.at(-1)).toMatchObject({ 'In charge': 'Total' })
    // The sums of the products are without tax, and the total is not.
    const products = await readExport(await sales('/api/quotations/report.xlsx?by=product'))
    expect(products.Report!.rows.at(-1)).toMatchObject({
      'Product (taxable value)': 'Total of whole quotations with tax',
    })
    const { Quotations } = await readExport(await sales('/api/quotations/export?state=quoted'))
    const { headers } = await sales('/api/quotations?state=quoted')
    expect(Quotations!.rows).toHaveLength(Number(headers.get('x-total-count')))
    expect(Quotations!.rows).toContainEqual(
      expect.objectContaining({
        'Total (₹)': 2_374_750,
        Currency: 'INR',
        'Total in currency': 2_374_750,
      }),
    )
    const owner = await site.signIn('owner')
    const log: Json = await expectOk(owner('/api/log?subject=quotation&limit=2'))
    expect(log.map(({ action, detail }: Json) => [action, detail])).toEqual([
      ['exported', 'List of quotations'],
      ['exported', 'Report by product'],
    ])
  })
})
