import { beforeAll, describe, expect, test } from 'vitest'
import { findMediaIds } from '#server/kernel/ids.ts'
import { findRows, setRows } from '../../support/db-snapshot.ts'
import { ENQUIRY_FIELDS, expectEnquiry } from '../../support/fixtures/enquiries.ts'
import { createJpeg, createMachine } from '../../support/fixtures/items.ts'
import {
  callAction,
  changeQuotationSettings,
  createIssuedQuotation,
  createQuotation,
  LINE,
  postForm,
  QUOTATION,
} from '../../support/fixtures/quotations.ts'
import { expectOk, expectProblem, type Json, jsonBody, type SiteFetch } from '../../support/http-client.ts'
import { openMediaFolder, sweepPictures } from '../../support/media-sweep.ts'
import { startSiteOnce } from '../../support/site-hooks.ts'

const { site, staff: sales } = startSiteOnce('sales')
let owner: SiteFetch
beforeAll(async () => {
  owner = await site.signIn('owner')
})

const change = (id: string, body: Json) => sales(`/api/quotations/${id}`, jsonBody('PATCH', body))
const act = (id: string, action: string, body: Json = {}) => callAction(sales, { id, action, body })
const REASON = { reason: 'Third order this year' }
const read = (id: string): Promise<Json> => expectOk(sales(`/api/quotations/${id}`))

describe('A draft of a quotation', () => {
  test('A draft is stored with its calculated amounts and without a number', async () => {
    const draft = await createQuotation(sales)
    expect(draft).toMatchObject({
      number: null,
      state: 'draft',
      revision: 1,
      issueCount: 0,
      totals: { taxable: 2_012_500, cgst: 181_125, sgst: 181_125, igst: 0, total: 2_374_750 },
      lines: [{ key: '1', description: 'Capstan lathe CL 25', discountPercent: 0, optional: false }],
      charges: { freight: 12_500 },
    })
    expect(draft.terms.payment).toContain('advance')
    expect(await read(draft.id)).toEqual(draft)
  })

  test('A quotation for an enquiry has its buyer and customer', async () => {
    const enquiry = await expectEnquiry(site, { company: 'Sri Valli Works', gstin: '33AAACH7409R1Z8' })
    const draft = await createQuotation(sales, { enquiry: enquiry.id })
    expect(draft.enquiry).toEqual({ id: enquiry.id, reference: enquiry.reference })
    expect(draft.buyer).toMatchObject({
      company: 'Sri Valli Works',
      gstin: '33AAACH7409R1Z8',
      email: ENQUIRY_FIELDS.email,
    })
    expect(draft.buyerName).toBe('Sri Valli Works')
    expect(await expectOk(sales(`/api/quotations?customer=${draft.customer.id}`))).toHaveLength(1)
  })

  test('Ids that do not exist are refused, but not those of what was deleted after it had been added', async () => {
    const editor = await site.signIn('editor')
    const machine = await createMachine(editor, {}, [await createJpeg(11)])
    const [picture] = findMediaIds(JSON.stringify(machine.images))
    const enquiry = await expectEnquiry(site, { email: 'gone@valves.example', phone: '98430 77777' })
    const lines = [{ ...LINE, key: 'a', item: machine.id, picture }]
    const draft = await createQuotation(sales, { lines, enquiry: enquiry.id })
    for (const [changes, field] of [
      [{ lines: [{ ...LINE, key: 'a', item: 'none' }] }, 'lines.0.item'],
      [{ lines: [...lines, { ...LINE, picture: 'f'.repeat(32) }] }, 'lines.1.picture'],
      [{ enquiry: 'none' }, 'enquiry'],
      [{ customer: 'none' }, 'customer'],
      [{ enquiry: null, customer: 'none' }, 'customer'],
      [{ ownerId: 'none' }, 'ownerId'],
    ] as const) {
      const replies = [
        await change(draft.id, { revision: 1, ...changes }),
        await sales('/api/quotations', jsonBody('POST', { ...QUOTATION, ...changes })),
      ]
      for (const reply of replies) {
        const problem = (await reply.json()) as Json
        expect([reply.status, problem.errors?.[0].field], problem.message).toEqual([400, field])
        expect(problem.message).toMatch(/there is no/i)
      }
    }
    const { customer } = draft
    await site.db.deleteFrom('item').where('id', '=', machine.id).execute()
    await site.db.deleteFrom('enquiry').where('id', '=', enquiry.id).execute()
    const body = { lines: [...lines, { ...LINE, item: null }], enquiry: enquiry.id, customer: customer.id }
    expect(await expectOk(change(draft.id, { revision: 1, ...body, subject: 'Lathe' }))).toMatchObject({
      enquiry: null,
      customer,
    })
    await site.db.deleteFrom('customer').where('id', '=', customer.id).execute()
    expect(await expectOk(change(draft.id, { revision: 2, subject: 'Lathes' }))).toMatchObject({
      customer: null,
    })
  })

  test('A request that is repeated with its key creates one quotation', async () => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => createQuotation(sales, { requestKey: 'one-click' })),
    )
    expect(one.id).toBe(other.id)
  })

  test('A change states the revision; another revision, and a missing one, are rejected and change nothing', async () => {
    const { id } = await createQuotation(sales)
    const changed: Json = await expectOk(change(id, { revision: 1, discountPercent: 5 }))
    expect(changed).toMatchObject({ revision: 2, discountPercent: 5, totals: { taxable: 1_912_500 } })
    expect(changed.charges).toEqual({ freight: 12_500 })
    expect(await expectProblem(change(id, { revision: 1, discountPercent: 6 }), 409)).toContain(
      'was not saved',
    )
    await expectProblem(change(id, { discountPercent: 6 }), 400)
    expect(await read(id)).toEqual(changed)
    expect(changed.events[0]).toMatchObject({ kind: 'changed', text: 'discount on the total 0 % → 5 %' })
  })

  test('A change of an older revision is a conflict, also when it does not suit what is stored now', async () => {
    const { id } = await createQuotation(sales)
    const lines = [{ ...LINE, optional: true }]
    await expectOk(change(id, { revision: 1, lines, charges: {} }))
    await expectProblem(change(id, { revision: 1, charges: { freight: 1 } }), 409)
    await expectOk(act(id, 'withdraw'))
    const { revision } = await read(id)
    expect(await expectProblem(change(id, { revision, lines: [{ ...LINE, gstRate: 17 }] }), 409)).toContain(
      'withdrawn',
    )
  })

  test('The audit log has changed charges, and the prices of lines that replace others', async () => {
    const { id } = await createQuotation(sales)
    const line = { ...LINE, key: 'other', unitPrice: 900_000 }
    const second = { ...LINE, key: 'second', description: `${'Chuck '.repeat(800)}`, discountPercent: 2.5 }
    const charges = { freight: { amount: 9000 }, packing: 100 }
    const changed: Json = await expectOk(change(id, { revision: 1, charges, lines: [line, second] }))
    const { text } = changed.events[0]
    expect(text).toContain('Freight ₹12,500 → ₹9,000')
    expect(text).toContain('Packing and forwarding not charged → ₹100')
    expect(text).toContain('Capstan lathe CL 25: price ₹10,00,000 → ₹9,00,000')
    expect(text).toContain('discount 0 % → 2.5 %')
    const [entry]: Json[] = await expectOk(owner('/api/log?limit=1'))
    expect(entry).toMatchObject({ action: 'changed', subject: 'quotation', detail: text })
  })

  test('A draft of a person whose account was deleted can be changed; a discarded revision keeps its owner', async () => {
    const leaving = await site.signIn('sales')
    const { id, owner: person } = await createQuotation(leaving)
    expect((await owner(`/api/accounts/${person.id}`, { method: 'DELETE' })).status).toBe(204)
    const changed: Json = await expectOk(change(id, { revision: 1, subject: 'Lathes' }))
    const { owner: whoChanged } = await createQuotation(sales)
    expect(changed).toMatchObject({ subject: 'Lathes', owner: whoChanged })
    const issued: Json = await expectOk(act(id, 'issue'))
    const draft: Json = await expectOk(act(id, 'revise'))
    const { owner: other } = await createQuotation(owner)
    await expectOk(change(id, { revision: draft.revision, ownerId: other.id }))
    const discarded: Json = await expectOk(act(id, 'discard-revision'))
    expect(discarded).toMatchObject({ owner: other, totals: issued.totals })
    const again: Json = await expectOk(act(id, 'revise'))
    expect(await expectOk(change(id, { revision: again.revision, subject: 'x' }))).toMatchObject({
      owner: other,
    })
  })

  const KEYED = { ...LINE, key: 'a' }
  const LONE = { ...LINE, optional: true, alternativeTo: 'z' }
  test.each([
    ['a GST rate that does not exist', { lines: [{ ...LINE, gstRate: 17 }] }, '17 %'],
    ['two lines with one key', { lines: [KEYED, KEYED] }, 'key of another'],
    ['an alternative that is not optional', { lines: [KEYED, { ...LINE, alternativeTo: 'a' }] }, 'optional'],
    ['an alternative to nothing', { lines: [LINE, LONE] }, 'missing'],
    ['an email address that is none', { buyer: { email: 'x' } }, 'email'],
    ['a very long line', { lines: [{ ...LINE, description: 'x'.repeat(5001) }] }, 'longer than 5000'],
    ['very long terms', { terms: 'x'.repeat(20_001) }, 'longer than 20000'],
    ['a null character in the name of a term', { terms: { 'a\0': 'x' } }, 'terms must be'],
  ])('A quotation with %s is rejected with a sentence', async (_case, changes, sentence) => {
    const reply = sales('/api/quotations', jsonBody('POST', { ...QUOTATION, ...changes }))
    expect(await expectProblem(reply, 400)).toContain(sentence)
  })
})

describe('Issues of a quotation', () => {
  test('The first issue assigns a number of the financial year, and what was sent cannot be changed', async () => {
    const issued = await createIssuedQuotation(sales)
    expect(issued.number).toMatch(/^QTN\/\d{4}-\d\d\/\d{4}$/)
    expect(issued).toMatchObject({ state: 'sent', issueCount: 1, isExpired: false, viewedAt: null })
    expect(issued.issues).toMatchObject([{ label: 'R1', totals: { total: 2_374_750 } }])
    expect(issued.link).toMatch(/\/q\/[\w-]{43}$/)
    const message = await expectProblem(change(issued.id, { revision: issued.revision, subject: 'x' }), 409)
    expect(message).toContain('start a revision')
    const { link: _link, isEmailed, ...stored } = issued
    expect(isEmailed).toBe(false)
    expect(await read(issued.id)).toEqual(stored)
  })

  test('A revision has the same number and supersedes the issue, which stays as it was', async () => {
    const first = await createIssuedQuotation(sales)
    const draft: Json = await expectOk(act(first.id, 'revise'))
    expect(draft).toMatchObject({ state: 'draft', number: first.number })
    await expectOk(change(first.id, { revision: draft.revision, discountPercent: 5 }))
    const second: Json = await expectOk(act(first.id, 'issue'))
    expect(second).toMatchObject({ number: first.number, issueCount: 2, state: 'sent' })
    expect(second.issues.map(({ label, totals }: Json) => [label, totals.taxable])).toEqual([
      ['R2', 1_912_500],
      ['R1', 2_012_500],
    ])
  })

  test('A discarded revision returns to what was sent', async () => {
    const first = await createIssuedQuotation(sales)
    const draft: Json = await expectOk(act(first.id, 'revise'))
    await expectOk(change(first.id, { revision: draft.revision, discountPercent: 5 }))
    expect(await expectOk(act(first.id, 'discard-revision'))).toMatchObject({
      state: 'sent',
      totals: first.totals,
      discountPercent: 0,
    })
    const { id } = await createQuotation(sales)
    await expectProblem(act(id, 'discard-revision'), 409)
  })

  test.each(['withdrawn', 'declined'])(
    'A %s quotation is so again after its revision is discarded, and the customer cannot accept it',
    async (state) => {
      const { id, link } = await createIssuedQuotation(sales)
      const post = (action: string, fields: Json) => postForm(site, link, action, fields)
      if (state === 'withdrawn') await expectOk(act(id, 'withdraw', { reason: 'Price' }))
      else expect((await post('decline', { reason: 'Price' })).status).toBe(303)
      const before = await read(id)
      expect(before).toMatchObject({ state, reason: 'Price' })
      expect(await expectOk(act(id, 'revise'))).toMatchObject({ state: 'draft', reason: '' })
      expect(await expectOk(sales('/api/quotations?reason=Price'))).not.toContainEqual(
        expect.objectContaining({ id }),
      )
      const revised = await read(id)
      await expectOk(change(id, { revision: revised.revision, discountPercent: 5 }))
      expect(await expectOk(act(id, 'discard-revision'))).toMatchObject({
        state,
        reason: 'Price',
        totals: before.totals,
        stateBeforeRevision: null,
      })
      await post('accept', { name: 'Asha Rao', position: 'Buyer' })
      expect(await read(id)).toMatchObject({ state, acceptance: null })
      await expectOk(act(id, 'revise'))
      expect(await expectOk(act(id, 'issue'))).toMatchObject({ state: 'sent', reason: '' })
    },
  )

  test('An issue that is repeated with its revision, because the reply was lost, issues nothing again', async () => {
    const { id, revision } = await createQuotation(sales)
    const first: Json = await expectOk(act(id, 'issue', { revision }))
    const second: Json = await expectOk(act(id, 'issue', { revision }))
    expect(second).toMatchObject({ number: first.number, issueCount: 1 })
    await expectProblem(act(id, 'issue'), 409)
  })

  test('A withdrawn quotation can be revised, and an action in another state is rejected', async () => {
    const draft = await createQuotation(sales)
    expect(await expectProblem(act(draft.id, 'revise'), 409)).toBe(
      'This is not possible: the quotation is a draft.',
    )
    const { id } = await createIssuedQuotation(sales)
    await expectProblem(act(id, 'confirm'), 409)
    expect(await expectOk(act(id, 'withdraw', { reason: 'Wrong machine' }))).toMatchObject({
      state: 'withdrawn',
      reason: 'Wrong machine',
    })
    await expectProblem(act(id, 'issue'), 409)
    expect(await expectOk(act(id, 'revise'))).toMatchObject({ state: 'draft', reason: '' })
  })

  test('A quotation whose last day has passed is expired, without a change of its state', async () => {
    const { id } = await createIssuedQuotation(sales)
    await site.db.updateTable('quotation').set({ valid_until: '2020-01-01' }).where('id', '=', id).execute()
    expect(await read(id)).toMatchObject({ state: 'sent', isExpired: true })
    const listed: Json = await expectOk(sales('/api/quotations?state=expired'))
    expect(listed.map((quotation: Json) => quotation.id)).toEqual([id])
    const sent: Json = await expectOk(sales('/api/quotations?state=sent'))
    expect(sent.map((quotation: Json) => quotation.id)).not.toContain(id)
    expect(await expectOk(act(id, 'revise'))).toMatchObject({ validUntil: null })
    expect(await expectOk(act(id, 'issue'))).toMatchObject({ isExpired: false })
  })

  test('A last day of validity in the past is rejected', async () => {
    const { id } = await createQuotation(sales, { validUntil: '2020-01-01' })
    await expectProblem(act(id, 'issue'), 400)
    expect(await read(id)).toMatchObject({ state: 'draft', number: null })
  })

  test('The enquiry of an issued quotation is quoted', async () => {
    const { id } = await expectEnquiry(site, { message: 'Two lathes' })
    await createIssuedQuotation(sales, { enquiry: id })
    const enquiries: Json = await expectOk(sales('/api/enquiries?limit=200'))
    expect(enquiries.find((enquiry: Json) => enquiry.id === id).status).toBe('quoted')
  })
})

describe('The approval of discounts', () => {
  test('A discount above the limit is issued after its approval only', async () => {
    const draft = await createQuotation(sales, {
      lines: [{ ...LINE, discountPercent: 6 }],
      discountPercent: 6,
    })
    expect(draft.approval).toEqual({
      isRequired: true,
      maxDiscountPercent: 11.64,
      limitPercent: 10,
      rupeesPerUnit: 1,
    })
    expect(await expectProblem(act(draft.id, 'issue'), 409)).toContain('Ask for approval')
    expect(await expectProblem(act(draft.id, 'request-approval'), 400)).toContain('Enter why')
    expect(await expectProblem(act(draft.id, 'request-approval', { reason: ' ' }), 400)).toContain(
      'Enter why',
    )
    expect(await expectOk(act(draft.id, 'request-approval', REASON))).toMatchObject({
      state: 'awaiting-approval',
    })
    await expectProblem(act(draft.id, 'approve'), 403)
    const approved: Json = await expectOk(callAction(owner, { id: draft.id, action: 'approve' }))
    expect(approved).toMatchObject({ state: 'draft', approval: { isRequired: false } })
    const renamed: Json = await expectOk(
      change(draft.id, { revision: approved.revision, subject: 'Two lathes' }),
    )
    expect(renamed.approval.isRequired).toBe(false)
    // The same percentage of a larger amount needs another approval.
    const lines = [{ ...LINE, discountPercent: 6, quantity: 3 }]
    const larger: Json = await expectOk(change(draft.id, { revision: renamed.revision, lines }))
    expect(larger.approval.isRequired).toBe(true)
    await expectProblem(act(draft.id, 'issue'), 409)
    await expectOk(act(draft.id, 'request-approval', REASON))
    await expectOk(callAction(owner, { id: draft.id, action: 'approve' }))
    expect(await expectOk(act(draft.id, 'issue'))).toMatchObject({ state: 'sent' })
  })

  test('An approval ends when the revision is discarded', async () => {
    const { id } = await createIssuedQuotation(sales)
    const draft: Json = await expectOk(act(id, 'revise'))
    await expectOk(change(id, { revision: draft.revision, discountPercent: 50 }))
    await expectOk(act(id, 'request-approval', REASON))
    await expectOk(callAction(owner, { id, action: 'approve' }))
    await expectOk(act(id, 'discard-revision'))
    const again: Json = await expectOk(act(id, 'revise'))
    const repeated: Json = await expectOk(change(id, { revision: again.revision, discountPercent: 50 }))
    expect(repeated.approval.isRequired).toBe(true)
  })

  test('A refused quotation is a draft again, and a person with the permission needs no approval', async () => {
    const draft = await createQuotation(sales, { discountPercent: 20 })
    await expectOk(act(draft.id, 'request-approval', REASON))
    const refused: Json = await expectOk(
      callAction(owner, { id: draft.id, action: 'refuse', body: { reason: 'At most 12 %' } }),
    )
    expect(refused).toMatchObject({ state: 'draft', approval: { isRequired: true } })
    expect(refused.events[0]).toMatchObject({ kind: 'approval-refused', text: 'At most 12 %' })
    const sent: Json = await expectOk(callAction(owner, { id: draft.id, action: 'issue' }))
    expect(sent.state).toBe('sent')
    expect(sent.events[0]).toMatchObject({
      kind: 'issued',
      text: expect.stringMatching(/ The discount of 20 % was approved\.$/),
    })
  })
})

describe('The settings of quotations', () => {
  test('The numbers of company and bank are checked, and stored without spaces in upper case', async () => {
    const { settings, revision }: Json = await expectOk(sales('/api/quotations/settings'))
    const put = (changes: Json) =>
      owner('/api/quotations/settings', jsonBody('PUT', { settings: { ...settings, ...changes }, revision }))
    const { bank } = settings
    for (const [changes, field, sentence] of [
      [{ gstin: '33AAPFU0939F1Z' }, 'gstin', 'Enter the 15 characters of the GSTIN'],
      [{ gstin: '45AAPFU0939F1ZV' }, 'gstin', '45 is not the code of a state'],
      [{ pan: 'AAPFU0939' }, 'pan', '10 characters of the PAN'],
      [
        { gstin: '33AAPFU0939F1Z2', pan: 'AAACH7409R' },
        'pan',
        'This PAN does not belong to the GSTIN, which contains the PAN AAPFU0939F.',
      ],
      [{ bank: { ...bank, ifsc: 'IOBA1000123' } }, 'bank.ifsc', '11 characters of the IFSC'],
      [{ bank: { ...bank, accountNumber: '12345678' } }, 'bank.accountNumber', '9 to 18 digits'],
      [{ bank: { ...bank, accountNumber: '00123456789012345678' } }, 'bank.accountNumber', '9 to 18 digits'],
    ] as const) {
      const reply = await put(changes)
      const { message, errors } = (await reply.json()) as Json
      expect([reply.status, errors?.[0].field], message).toEqual([400, `settings.${field}`])
      expect(message).toContain(sentence)
    }
    const stated = {
      gstin: '33 aapfu 0939 f1z2',
      pan: 'aapfu0939f',
      bank: { ...bank, ifsc: 'ioba0000123', accountNumber: '0012 3456 7890' },
    }
    expect((await expectOk(put(stated))).settings).toMatchObject({
      gstin: '33AAPFU0939F1Z2',
      pan: 'AAPFU0939F',
      bank: { ifsc: 'IOBA0000123', accountNumber: '001234567890' },
    })
    await changeQuotationSettings(owner, { gstin: '', pan: 'AAACH7409R' })
    await changeQuotationSettings(owner, settings)
  })

  test('Numbers follow the pattern of the settings, which a lost update cannot change', async () => {
    const { settings, revision }: Json = await expectOk(sales('/api/quotations/settings'))
    const put = (body: Json) => owner('/api/quotations/settings', jsonBody('PUT', body))
    await expectProblem(put({ settings: { ...settings, numberPattern: 'Q{number}' }, revision }), 400)
    expect(await expectProblem(put({ settings: { ...settings, validDays: 0 }, revision }), 400)).toContain(
      'valid for 1 to 365',
    )
    await expectOk(put({ settings: { ...settings, numberPattern: 'AB-{year}-{number}' }, revision }))
    await expectProblem(put({ settings, revision }), 409)
    expect((await createIssuedQuotation(sales)).number).toMatch(/^AB-\d{4}-\d\d-\d{4}$/)
    await expectOk(put({ settings, revision: revision + 1 }))
  })
})

describe('The list of quotations', () => {
  test('It finds quotations by number, buyer and text of a line, and counts them', async () => {
    const { id, number } = await createIssuedQuotation(sales, {
      buyer: { company: 'Émile & Fils' },
      lines: [{ ...LINE, description: 'Hydraulic chuck', code: 'HC-250' }],
    })
    for (const search of [number.toLowerCase(), 'emile fils', 'hc-250', 'hydraulic CHUCK']) {
      const reply = await sales(`/api/quotations?${new URLSearchParams({ search })}`)
      expect(reply.headers.get('x-total-count'), search).toBe('1')
      expect(((await reply.json()) as Json)[0].id).toBe(id)
    }
    const sorted: Json = await expectOk(sales('/api/quotations?sort=total&order=asc&limit=2'))
    expect(sorted).toHaveLength(2)
  })
})

test('The list finds the quotations with an item whose id has wildcards of SQL, and no others', async () => {
  const ids: Record<string, string> = {}
  for (const item of ['part_1%', 'part-1x']) {
    const { id } = await createQuotation(sales)
    const [stored] = await findRows(site, 'quotation', { id })
    const body_json = stored.body_json.replace('"description"', `"item":"${item}","description"`)
    await setRows(site, 'quotation', { id }, { body_json })
    ids[item] = id
  }
  const found: Json[] = await expectOk(sales(`/api/quotations?item=${encodeURIComponent('part_1%')}`))
  expect(found.map(({ id }) => id)).toEqual([ids['part_1%']])
})

test('The picture of a line stays when its item has another one', async () => {
  const staff = await site.signIn('editor')
  const machine = await createMachine(staff, {}, [await createJpeg(7, 400, 300)])
  const [picture] = findMediaIds(JSON.stringify(machine.images))
  await createIssuedQuotation(sales, { lines: [{ ...LINE, picture }] })
  await site.db.deleteFrom('item').where('id', '=', machine.id).execute()
  await site.db.deleteFrom('item_revision').where('item_id', '=', machine.id).execute()
  const { dataDir } = site
  await sweepPictures(site.db, openMediaFolder(dataDir), new Date(Date.now() + 60_000))
  const kept = await site.db.selectFrom('media').select('id').where('id', '=', picture!).execute()
  expect(kept).toHaveLength(1)
})
